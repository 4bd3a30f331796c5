import { visible, visibleLine } from "../text/visible.ts";
import { paint } from "./print.ts";

/** What changes in a file, as a person looks at it. */
export function fileLines(file: string, diff: readonly string[], what: string, isColored: boolean): string[] {
  const { bold, removed, added } = paint(isColored);
  if (diff.length === 0 && what === "") return [];
  const colored = (line: string) =>
    line.startsWith("+") ? added(line) : line.startsWith("-") ? removed(line) : line;
  return [
    bold(visibleLine(file) + (what && ` (${what})`)),
    ...diff.map((line) => colored(visible(line))),
  ];
}

/** A text of several lines, to be pasted as it stands. */
export function pasted(text: string): string[] {
  return visible(text).replace(/\n$/, "").split("\n");
}

/** A text of several lines, set off from what ctx says. */
export function indented(text: string): string[] {
  return pasted(text).map((line) => `  ${line}`.trimEnd());
}

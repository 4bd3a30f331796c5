import { clip } from "../text/excerpt.ts";
import { shellLine } from "./program.ts";

/** The pointer of §5.3. */
export function pointerText(
  words: readonly string[],
  author: string,
  variables: Readonly<Record<string, string>>,
): string {
  const line = shellLine(words, variables), isShort = !line.includes(" "), ctx = isShort ? line : "ctx";
  return [
    ...isShort ? [] : [`Here \`ctx\` stands for \`${line}\`.`],
    `At the start of every session, run \`${ctx} start\` and follow the rules it prints,`,
    `unless they stand above already. Record what you learn with \`${ctx} set\` as you go.`,
    `You are ${clip(author, 80)}: sign your session summary and your commits with it.`,
  ].join("\n") + "\n";
}

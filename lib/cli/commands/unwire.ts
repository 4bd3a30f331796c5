import { visibleLine } from "../../text/visible.ts";
import { unwire as takeOut } from "../../wire/unwire.ts";
import type { Command } from "../command.ts";
import { harnessOf, wiringFor } from "../wiring_of_call.ts";
import { fileLines, indented } from "../wiring_text.ts";

/** `ctx unwire`: takes out of a harness's files what was put in. */
export const unwire: Command = async (call) => {
  const { wiring, program, home } = wiringFor(call, harnessOf(call)),
    isApplied = !call.words.has("dry-run");
  const files = await takeOut(wiring, { home, program, apply: isApplied });
  const left = files.flatMap(({ file, left }) =>
    left.map(({ placement, found }) => ({ file, part: placement.part, found }))
  );
  return {
    text: () => {
      const lines = files.flatMap(({ file, diff, isRemoved }) =>
        fileLines(file, diff, isRemoved ? "removed" : "", call.isColored)
      );
      for (const { file, part, found } of left) {
        lines.push(
          `left, since somebody changed it: the ${part} in ${visibleLine(file)}:`,
          ...indented(found),
        );
      }
      const isGone = lines.length === 0,
        byHand = wiring.byHand.filter(({ part }) => part === "mcp" || part === "pointer");
      for (const { part, where } of byHand) {
        lines.push(`by hand, where it was put in: the ${part} in ${visibleLine(where)}`);
      }
      if (isGone) lines.push("Nothing of ctx is there.");
      else if (left.length === 0) {
        lines.push(isApplied ? "Nothing of ctx is left there." : "Nothing was changed yet.");
      }
      return lines.join("\n") + "\n";
    },
    json: () =>
      JSON.stringify({
        harness: wiring.harness,
        applied: isApplied,
        files: files.map(({ file, diff, isRemoved }) => ({ file, diff, removed: isRemoved })),
        left,
      }),
    status: left.length > 0 ? 1 : 0,
  };
};

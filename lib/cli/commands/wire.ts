import { InvalidInputError } from "../../errors.ts";
import { HARNESSES } from "../../memory/harness.ts";
import { visibleLine } from "../../text/visible.ts";
import { placeOf, type Wiring } from "../../wire/placement.ts";
import type { Program } from "../../wire/program.ts";
import type { WiredFile } from "../../wire/wire.ts";
import type { Command, Outcome } from "../command.ts";
import { foldersOf, harnessOf, wiringFor } from "../wiring_of_call.ts";
import { fileLines, indented, pasted } from "../wiring_text.ts";

/** `ctx wire`: what wires a harness, shown, merged into its files, or checked (§5.3). */
export const wire: Command = async (call) => {
  const { words } = call;
  const isLook = words.has("dry-run"), isApplied = words.has("apply") && !isLook;
  if (words.has("check") && (isLook || isApplied)) {
    throw new InvalidInputError("--check goes with neither --apply nor --dry-run");
  }
  if (words.has("check")) return await (await import("./wire_check.ts")).check(call);
  const { wiring, program, home } = wiringFor(call, harnessOf(call));
  if (!isLook && !isApplied) return await shown(wiring, program);
  const merging = await import("../../wire/wire.ts");
  const files = await merging.wire(wiring, { home, program, apply: isApplied });
  return merged(wiring, files, isApplied, call.isColored);
};

async function shown(wiring: Wiring, program: Program): Promise<Outcome> {
  const { snippetOf } = await import("../../wire/snippet.ts");
  const { harness, author, byHand, notes } = wiring, { name } = HARNESSES[harness];
  const pieces = await Promise.all(wiring.placements.map(async (placement) => ({
    part: placement.part,
    file: placement.file,
    place: placeOf(placement.content),
    content: await snippetOf(placement.content),
    merge: MERGING[placement.content.format],
  })));
  const apply = wiring.placements.length === 0
    ? undefined
    : program.line(["wire", harness, ...wiring.asked, "--apply"], foldersOf(wiring));
  return {
    text: () =>
      [
        `${name}, which writes as ${visibleLine(author)}`,
        ...pieces.flatMap((
          { part, file, place, content, merge },
        ) => ["", `${part}: ${visibleLine(file)}, ${place} (${merge})`, "", ...pasted(content)]),
        ...byHand.flatMap((
          { part, where, text },
        ) => ["", `${part}: ${visibleLine(where)}`, "", ...pasted(text)]),
        ...notes.length > 0 ? [""] : [],
        ...notes.map((note) => `note: ${note}`),
        "",
        ...apply === undefined ? [] : [
          "To have it merged into these files (with --dry-run in place of --apply, to look at the difference first):",
          `  ${visibleLine(apply)}`,
        ],
        'Whether it arrives: start a session and ask for the line that begins "=== ctx ===".',
      ].join("\n") + "\n",
    json: () => JSON.stringify({ harness, author, pieces, by_hand: byHand, notes, apply }),
  };
}

/** How somebody merges a piece by hand. */
const MERGING = {
  json: "merge into what is there",
  toml: "add to the table that is there; where there is none, put it at the end",
  block: "put at the end",
  file: "a file of its own",
} as const;

function merged(
  wiring: Wiring,
  files: readonly WiredFile[],
  isApplied: boolean,
  isColored: boolean,
): Outcome {
  const items = files.flatMap(({ file, items }) =>
    items.map(({ placement, state, found, why }) => ({ file, part: placement.part, state, found, why }))
  );
  const left = items.filter(({ state }) => state === "left");
  return {
    text: () => {
      const lines = files.flatMap(({ file, diff }) => fileLines(file, diff, "", isColored));
      for (const { file, part, found = "", why } of left) {
        lines.push(`left: the ${part} in ${visibleLine(file)}: ${why}:`, ...indented(found));
      }
      for (const { part, where, text } of wiring.byHand) {
        lines.push(`by hand: ${part}: ${visibleLine(where)}`, ...indented(text));
      }
      for (const { file, warning } of files) {
        if (warning) lines.push(`note: ${visibleLine(file)}: ${warning}`);
      }
      const isNew = files.some(({ diff }) => diff.length > 0), name = HARNESSES[wiring.harness].name;
      const isRead = files.every(({ warning }) => warning === undefined);
      // A file that the harness passes over wires nothing, whatever stands in it.
      const done = isRead ? `${name} is wired.` : `${name} is not wired yet: mend what the note says first.`;
      const there = isRead ? "Nothing to change: it is wired already." : done;
      lines.push(isNew ? isApplied ? done : "Nothing was changed: --apply does." : there);
      return lines.join("\n") + "\n";
    },
    json: () =>
      JSON.stringify({
        harness: wiring.harness,
        applied: isApplied,
        files: files.map(({ file, diff, warning }) => ({ file, diff, warning })),
        items,
        by_hand: wiring.byHand,
      }),
    status: left.length > 0 ? 1 : 0,
  };
}

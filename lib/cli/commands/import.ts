import type { ImportedEntry, ImportReport } from "../../import_report.ts";
import { InvalidInputError } from "../../errors.ts";
import type { StoreName } from "../../memory/entry.ts";
import { IMPORT_FORMATS, IMPORT_LIMIT_BYTES, type ImportFormat } from "../../memory/import/read_input.ts";
import { shownKey } from "../../memory/shown_names.ts";
import type { ConflictRule } from "../../memory/import/on_conflict.ts";
import type { Command } from "../command.ts";
import { errorData } from "../print.ts";

/** As many entries are named; `--json` names all. */
const SHOWN = 20;

/** `ctx import`: merges entries from standard input (§10). */
export const imported: Command = async ({ words, io, context }) => {
  const from = words.text("from") as ImportFormat | undefined;
  // Before standard input is read, which may take long and be for nothing.
  if (from !== undefined && !IMPORT_FORMATS.includes(from)) {
    throw new InvalidInputError(
      `Cannot import ${JSON.stringify(from.slice(0, 80))}: the format must be ${FORMATS}`,
    );
  }
  const opened = context();
  const report = await opened.import(await io.input(IMPORT_LIMIT_BYTES), {
    from,
    store: words.text("store") as StoreName | undefined,
    onConflict: words.text("on-conflict") as ConflictRule | undefined,
    dryRun: words.has("dry-run"),
    force: words.has("force"),
    signal: io.interrupted(),
  });
  const { faults, ...rest } = report, notes = [...report.warnings];
  if (report.instructions > 0) notes.push(instructionsNote(report));
  return {
    text: () => textOf(report),
    json: () => JSON.stringify(faults.length > 0 ? { ...rest, faults: faults.map(errorData) } : rest),
    notes,
    faults,
  };
};

const FORMATS = IMPORT_FORMATS.slice(0, -1).join(", ") + " or " + IMPORT_FORMATS.at(-1);

const TITLES: Readonly<Record<ImportFormat, string>> = {
  ctx: "an export of ctx",
  "mcp-memory": "an MCP memory file",
  notes: "Markdown notes",
};

function textOf(report: ImportReport): string {
  const { format, dryRun, added, replaced, kept, same, refused, skipped, entries } = report;
  const counts = [
    `${added} added`,
    `${replaced} replaced`,
    `${kept} kept`,
    `${same} the same`,
    ...refused > 0 ? [`${refused} refused`] : [],
    ...skipped > 0 ? [`${skipped} other files passed over`] : [],
  ].join(", ");
  const lines = entries.slice(0, SHOWN).map((entry) => `  ${lineOf(entry)}`);
  if (entries.length > SHOWN) lines.push(`  and ${entries.length - SHOWN} more: --json shows them`);
  const head = `${TITLES[format]}${dryRun ? ", nothing is written" : ""}: ${counts}`;
  return [head, ...lines, ""].join("\n");
}

function lineOf({ store, key, outcome, reason }: ImportedEntry): string {
  const name = key === undefined ? `${store}: an entry` : `${store}/${shownKey(key)}:`;
  return `${name} ${outcome}${reason === undefined ? "" : `, ${reason}`}`;
}

/** Whoever writes standing instructions steers every agent, so their coming is said aloud (§11). */
function instructionsNote({ instructions, dryRun }: ImportReport): string {
  const [what, verb] = instructions === 1 ? ["instruction", "was"] : ["instructions", "were"];
  return `${instructions} standing ${what} of the operator ${
    dryRun ? "would be" : verb
  } imported: ctx brief shows ${instructions === 1 ? "it" : "them"} to every session`;
}

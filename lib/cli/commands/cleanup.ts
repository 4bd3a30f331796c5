import type { Cleanup } from "../../cleanup.ts";
import { InvalidInputError } from "../../errors.ts";
import type { StoreName } from "../../memory/entry.ts";
import { parseDuration } from "../../text/duration.ts";
import type { Command } from "../command.ts";
import { entryJson, entryLine } from "../../memory/shown_entry.ts";
import { errorData, paint } from "../print.ts";

/** A store can hold thousands of old notes; the document of `--json` names them all. */
const SHOWN = 50;

/** `ctx cleanup`: removes old working notes of sessions (§3.7). */
export const cleanup: Command = async ({ words, io, context, isColored }) => {
  const age = words.text("older-than"), olderThanSeconds = age === undefined ? undefined : parseDuration(age);
  if (age !== undefined && olderThanSeconds === undefined) {
    throw new InvalidInputError(
      `Cannot use ${JSON.stringify(age.slice(0, 80))} as an age: it must be such as 90m, 24h or 7d`,
    );
  }
  const dryRun = words.has("dry-run"), store = words.text("store") as StoreName | undefined;
  const done = await context().cleanup({ olderThanSeconds, store, dryRun, signal: io.interrupted() });
  const { removed, undated, faults } = done, colors = paint(isColored);
  return {
    text: () =>
      [
        ...removed.slice(0, SHOWN).map((stored) => entryLine(stored, colors)),
        ...removed.length > SHOWN ? [`... ${removed.length - SHOWN} more`] : [],
        lastLine(done),
      ].join("\n") + "\n",
    json: () => {
      const rest = {
        dry_run: dryRun,
        total: removed.length,
        undated,
        ...faults.length > 0 ? { faults: faults.map(errorData) } : {},
      };
      return `{"removed":[${removed.map((stored) => entryJson(stored)).join(",")}],${
        JSON.stringify(rest).slice(1)
      }`;
    },
    notes: undated === 0 ? [] : [
      `${count(undated, "note of a session stays", "notes of sessions stay")}: their time cannot be read; ` +
      "ctx list --scope session shows them",
    ],
    faults,
  };
};

function lastLine({ removed, dryRun }: Cleanup): string {
  const what = count(removed.length, "working note", "working notes");
  if (dryRun) return `${what} would be removed; nothing was changed`;
  return removed.length === 0
    ? "no working note is old enough"
    : `${what} removed; the history keeps what they said`;
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

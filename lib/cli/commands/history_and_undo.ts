import { InvalidInputError } from "../../errors.ts";
import type { StoreName } from "../../memory/entry.ts";
import { localTime, NAME_LENGTH, shownName, shownWord, statusLabel } from "../../memory/shown_names.ts";
import type { EntryVersion } from "../../memory/versions.ts";
import { excerpt } from "../../text/excerpt.ts";
import type { Command } from "../command.ts";
import { entryJson, entryText, valueAsText } from "../../memory/shown_entry.ts";
import { type Paint, paint } from "../print.ts";
import { writtenOutcome } from "./set.ts";

const LINE_LENGTH = 100;

/** `ctx history`: what an entry is and was (§10). */
export const history: Command = async ({ words, context, isColored }) => {
  const key = words.positional[0]!, store = words.text("store") as StoreName | undefined;
  const at = words.text("at"), limit = words.text("limit"), isVerbose = words.has("verbose");
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
    throw new InvalidInputError(
      `Cannot use ${JSON.stringify(limit)} as the limit: it must be a whole number, 0 for all`,
    );
  }
  if (at !== undefined) {
    if (limit !== undefined) {
      throw new InvalidInputError("--at does not go with --limit: it shows one version");
    }
    const version = await context().at(key, at, { store });
    return { text: () => entryText(version, isVerbose), json: () => versionJson(version) };
  }
  const versions = await context().history(key, { store }), colors = paint(isColored);
  const results = Number(limit ?? 0) > 0 ? versions.slice(0, Number(limit)) : versions;
  const more = versions.length - results.length;
  const whole = async (version: EntryVersion) =>
    `${headOf(version, colors)}\n${await entryText(version, true)}`;
  return {
    text: async () =>
      isVerbose
        ? (await Promise.all(results.map(whole))).join("\n")
        : results.map((version) => `${lineOf(version, colors)}\n`).join(""),
    json: () =>
      `{"results":[${results.map(versionJson).join(",")}],"total":${versions.length},"more":${more}}`,
    notes: more > 0 ? [`showing ${results.length} of ${versions.length}: --limit 0 shows all`] : [],
  };
};

/** `ctx undo`: puts an entry's last version back (§10). */
export const undo: Command = async ({ words, io, context }) => {
  const store = words.text("store") as StoreName | undefined;
  const options = { store, force: words.has("force"), signal: io.interrupted() };
  const written = await context().undo(words.positional[0]!, options);
  return writtenOutcome(written, `put back as it was: ${excerpt(valueAsText(written), LINE_LENGTH)}`, words);
};

/** How a version came to be: `2 2026-10-13 12:00 set by Agent One`. */
export function headOf({ version, from, operation, by }: EntryVersion, { bold }: Paint): string {
  const parts = [
    bold(String(version)),
    localTime(from) || "unknown time",
    operation && shownWord(operation, NAME_LENGTH),
    by !== undefined && `by ${shownName(by)}`,
  ];
  return parts.filter(Boolean).join(" ");
}

function lineOf(version: EntryVersion, colors: Paint): string {
  const { entry } = version;
  const labels = [
    colors.yellow(statusLabel(entry)),
    shownWord(entry.source, NAME_LENGTH),
    shownWord(entry.basis, NAME_LENGTH),
  ];
  const value = excerpt(valueAsText(version), LINE_LENGTH);
  return `${headOf(version, colors)} ${labels.filter(Boolean).join(" ")}: ${value}`;
}

/** A version as a JSON text: the entry, exact, and how it came to be. */
export function versionJson(stored: EntryVersion): string {
  const { version, from, until, by, operation } = stored;
  return entryJson(stored, { version, from, until, by, operation });
}

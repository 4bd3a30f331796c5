import { InvalidInputError } from "../../errors.ts";
import { compact } from "../../json/layout.ts";
import type { StoreName } from "../../memory/entry.ts";
import { NAME_LENGTH, shownKey } from "../../memory/shown_names.ts";
import type { FieldDiff, VersionDiff } from "../../memory/version_diff.ts";
import { clip } from "../../text/excerpt.ts";
import { fence } from "../../text/digest_fence.ts";
import { visible, visibleLine } from "../../text/visible.ts";
import type { Command } from "../command.ts";
import { paint } from "../print.ts";
import { headOf, versionJson } from "./history_and_undo.ts";

/** The fields that every change moves: the line above says when it was. */
const ALWAYS = ["timestamp", "status_timestamp"];

/** `ctx diff`: what changed between two versions of an entry (§10). */
export const diff: Command = async ({ words, context, isColored }) => {
  const [key, from = "1", to = "0"] = words.positional, store = words.text("store") as StoreName | undefined;
  const found = await context().diff(key!, { store, from: numberOf(from), to: numberOf(to) });
  return { text: () => shown(found, isColored), json: () => diffJson(found) };
};

function numberOf(word: string): number {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  throw new InvalidInputError(
    `Cannot use ${
      JSON.stringify(clip(word, 80))
    } as a version: it must be a whole number, 0 for the current one`,
  );
}

async function shown({ from, to, fields, parts }: VersionDiff, isColored: boolean): Promise<string> {
  const colors = paint(isColored), plain = paint(false);
  const mark = (kind: "same" | "removed" | "added", text: string): string => {
    if (kind === "same" || text === "") return text;
    if (isColored) return colors[kind](text);
    return kind === "removed" ? `[-${text}-]` : `{+${text}+}`;
  };
  const lines = fields.filter(({ field }) => !ALWAYS.includes(field)).map(
    ({ field, from, to }: FieldDiff) => {
      const change = mark("removed", fieldText(from)) + mark("added", fieldText(to));
      return `${clip(field, NAME_LENGTH)}: ${change}\n`;
    },
  );
  const value = parts.map(({ kind, text }) => mark(kind, visible(text))).join("");
  const content = lines.length > 0 ? `${lines.join("")}\n${value}` : value;
  const about = `${headOf(from, plain)} -> ${headOf(to, plain)}`;
  return await fence(`${to.store}/${shownKey(to.key)}`, content, about);
}

/** A field's value on one line. */
function fieldText(json: string | undefined): string {
  if (json === undefined) return "";
  const value: unknown = JSON.parse(json);
  return visibleLine(typeof value === "string" ? value : compact(json));
}

function diffJson({ from, to, fields, parts }: VersionDiff): string {
  const shown = fields.map(({ field, from, to }) => {
    const texts = [["field", JSON.stringify(field)], ["from", from], ["to", to]];
    return `{${texts.flatMap(([name, text]) => text === undefined ? [] : `"${name}":${text}`).join(",")}}`;
  });
  return `{"from":${versionJson(from)},"to":${versionJson(to)},"fields":[${shown.join(",")}],"parts":${
    JSON.stringify(parts)
  }}`;
}

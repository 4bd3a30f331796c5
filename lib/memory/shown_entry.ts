import { parseJson } from "../json/parse_json.ts";
import { compact } from "../json/layout.ts";
import { fence } from "../text/digest_fence.ts";
import { clip, excerpt } from "../text/excerpt.ts";
import { visible, visibleLine } from "../text/visible.ts";
import { type Entry, FIELDS } from "./entry.ts";
import { fieldTexts } from "./entry_fields.ts";
import {
  localTime,
  NAME_LENGTH,
  plainText,
  shownKey,
  shownName,
  shownWord,
  statusLabel,
} from "./shown_names.ts";
import type { StoredEntry } from "./stored_entry.ts";
import type { WordExcerpt } from "./words_excerpt.ts";

const NOTE_LENGTH = 150;
/** A line of a list shows so many characters of a value. */
export const LINE_LENGTH = 100;

/** How the parts of a line are marked on a terminal. */
export interface EntryLineStyle {
  /** Marks the key. */
  bold(text: string): string;
  /** Marks the status. */
  yellow(text: string): string;
}

const PLAIN: EntryLineStyle = { bold: (text) => text, yellow: (text) => text };

/** A part of a value, where the whole is too long to show. */
export interface ValuePart {
  /** The part, of the value as it is shown. */
  readonly text: string;
  /** Which part it is, in words of ours. */
  readonly said: string;
}

/**
 * An entry as `get` shows it: fenced, so that nothing in it can pass for a line of ours.
 *
 * @param stored The entry. @param isVerbose Whether to show all fields before the value.
 * @param part What to show of the value; all of it when absent.
 * @returns The fenced text.
 */
export async function entryText(stored: StoredEntry, isVerbose = false, part?: ValuePart): Promise<string> {
  const { entry, store, key } = stored;
  const about = [
    longStatus(entry),
    shownWord(entry.source, NAME_LENGTH),
    shownWord(entry.basis, NAME_LENGTH),
    entry.author !== undefined && `by ${shownName(entry.author)}`,
    localTime(entry.timestamp),
    part?.said,
  ];
  const value = part?.text ?? visible(valueAsText(stored));
  const content = isVerbose ? `${fieldLines(stored).join("\n")}\n\n${value}` : value;
  return await fence(`${store}/${shownKey(key)}`, content, about.filter(Boolean).join(" "));
}

/** An entry's value as text: a string as it is, anything else as compact JSON with its own digits. */
export function valueAsText(stored: StoredEntry): string {
  return typeof stored.entry.value === "string" ? stored.entry.value : stored.valueText;
}

/**
 * An entry as `search` and `list` show it: one bounded line.
 *
 * @param stored The entry. @param style How its parts are marked.
 * @param shown What is shown of it, and the field that it is from: the start of its value when absent.
 */
export function entryLine(
  stored: StoredEntry,
  { bold, yellow }: EntryLineStyle = PLAIN,
  { field, text }: WordExcerpt = { text: excerpt(plainText(stored), LINE_LENGTH) },
): string {
  const { entry, store, key } = stored, status = statusLabel(entry);
  const labels = [yellow(status), shownWord(entry.source, NAME_LENGTH), shownWord(entry.basis, NAME_LENGTH)]
    .filter(Boolean);
  if (field !== undefined) labels.push(`(in its ${field})`);
  return `${store}/${bold(shownKey(key))} ${labels.join(" ")}: ${text}`;
}

/** An entry as a JSON text, exact, with the defaults of the fields that the file lacks: `{store, key, entry}`. */
export function entryJson(
  { store, key, entry, text }: StoredEntry,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const has = new Set(Object.keys(parseJson(text)));
  const missing = FIELDS.filter((field) => !has.has(field) && entry[field] !== undefined)
    .map((field) => `${JSON.stringify(field)}:${JSON.stringify(entry[field])}`);
  // Joined as text: an entry in which a field stands twice can be shown, if not changed.
  const own = compact(text).slice(1, -1), whole = `{${[own, ...missing].filter(Boolean).join(",")}}`;
  const head = JSON.stringify({ store, key }).slice(0, -1), tail = JSON.stringify(more).slice(1);
  return `${head},"entry":${whole}${tail === "}" ? tail : "," + tail}`;
}

function longStatus(entry: Entry): string {
  const label = statusLabel(entry);
  if (!label || !entry.status_note) return label;
  return `${label.slice(0, -1)}: ${excerpt(entry.status_note, NOTE_LENGTH).replaceAll("]", "\\u{5d}")}]`;
}

/** Every field but the value, a line each: those of the specification first, in its order. */
function fieldLines({ entry, text }: StoredEntry): string[] {
  const texts = fieldTexts(text);
  const own = Object.keys(entry).filter((field) => !(FIELDS as readonly string[]).includes(field));
  return [...FIELDS.slice(1), ...own].flatMap((field) => {
    const value = entry[field];
    if (value === undefined) return [];
    const shown = field === "tags"
      ? entry.tags.join(", ")
      : typeof value === "string"
      ? value
      : compact(texts.get(field) ?? JSON.stringify(value));
    return [`${clip(field, NAME_LENGTH)}: ${visibleLine(shown)}`];
  });
}

import { clip } from "../text/excerpt.ts";
import { localMinute, parseInstant } from "../text/time.ts";
import { BASES, type Entry, SOURCES, STORES } from "./entry.ts";
import type { StoredEntry } from "./stored_entry.ts";

/** A key is shown whole up to this many characters. */
export const KEY_LENGTH = 120;
/** A tag or an author is shown whole up to this many characters. */
export const NAME_LENGTH = 40;

/** One word, which cannot be taken for a label, an author or a value of ours; the blank of Braille looks like none. */
const WORD = /^[^\s[\]():="\u2800]+$/u;
/** A name: words with single spaces between them. */
const NAME = /^[^\s[\]():=",;\u2800]+(?: [^\s[\]():=",;\u2800]+)*$/u;
/** What stands beside a value says so, and no name does. */
const CLAIM = new RegExp(`\\b(?:${SOURCES.join("|")}) (?:${BASES.join("|")})\\b`);

/**
 * A key, or a word that should be one of a closed set, as it may stand among the words of ctx: bounded, cleaned,
 * and in quotes where it could pass for more than one word.
 */
export function shownWord(text: string, bound: number): string {
  const word = clip(text, bound);
  return WORD.test(plain(word)) ? word : quoted(word);
}

/** An author, likewise; names have spaces. */
export function shownName(text: string): string {
  const name = clip(text, NAME_LENGTH);
  return NAME.test(plain(name)) && !CLAIM.test(plain(name)) ? name : quoted(name);
}

/** A key as displays show it. */
export function shownKey(key: string): string {
  return shownWord(key, KEY_LENGTH);
}

/** A text with the signs that others of it only look like. */
function plain(text: string): string {
  return text.normalize("NFKC");
}

/** A text in quotes, which nothing in it closes, nor keeps from closing: backslashes count where a quote follows. */
function quoted(text: string): string {
  return `"${
    text.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => slashes + slashes + (quote && '\\"'))
  }"`;
}

/** An entry's status as every display shows it (§3.6): `[superseded by KEY]`, or nothing when it is current. */
export function statusLabel({ status, superseded_by }: Pick<Entry, "status" | "superseded_by">): string {
  if (status === undefined) return "";
  const by = status === "superseded" && superseded_by !== undefined ? ` by ${shownKey(superseded_by)}` : "";
  // In brackets the name of a store is a label of ours.
  const isStore = (STORES as readonly string[]).includes(status);
  return `[${isStore ? quoted(status) : shownWord(status, NAME_LENGTH)}${by}]`;
}

/**
 * A time of an entry as people read it: local, to the minute; what is no time is shown as it is.
 *
 * @param text The time as it is stored. @param timeZone The zone (IANA); the machine's when absent.
 */
export function localTime(text: string, timeZone?: string): string {
  const instant = parseInstant(text);
  return instant ? localMinute(instant.seconds * 1000, timeZone) : text && shownWord(text, NAME_LENGTH);
}

/**
 * An entry's value as text, without the notes of its amendments (§5.2).
 *
 * @param stored The entry. @returns The text that an excerpt is made from.
 */
export function plainText(stored: StoredEntry): string {
  const { value, status_note } = stored.entry;
  if (typeof value !== "string") return stored.valueText;
  let text = value;
  while (text.startsWith("[Amended ")) {
    // The newest note is known whole, so that one which holds "]" and a line break does not end early.
    const note = `: ${status_note}]\n`, at = "[Amended YYYY-MM-DD".length;
    const end = text === value && text.startsWith(note, at) ? at + note.length : text.indexOf("]\n") + 2;
    if (end < 3) break;
    text = text.slice(end);
  }
  return text;
}

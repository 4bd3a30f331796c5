import { visible } from "../../text/visible.ts";
import { shownKey } from "../shown_names.ts";
import { type Incoming, respell } from "./on_conflict.ts";

/**
 * What whoever imports should know of the entries that come in: characters that nobody sees, and keys that look
 * like others.
 *
 * @param coming The entries. @param present The keys that the store has.
 * @returns A line for each of the two, safe to show.
 */
export function importNotes(coming: readonly Incoming[], present: Iterable<string>): string[] {
  const hidden = coming.filter(({ key, text }) => isHiding(key) || isHiding(respell(text)));
  const twins = lookalikes(coming, present), notes: string[] = [];
  if (hidden[0]) {
    notes.push(
      `${hidden.length} ${
        hidden.length === 1 ? "entry holds" : "entries hold"
      } characters that nobody sees, first ${
        nameOf(hidden[0])
      }: they are stored as they are, and shown as escapes`,
    );
  }
  if (twins[0]) {
    notes.push(
      `${twins.length} ${twins.length === 1 ? "key looks" : "keys look"} like another, first ${
        nameOf(twins[0])
      }: the accents are composed differently`,
    );
  }
  return notes;
}

/** A control character of a text stands in its JSON as an escape, but for those that break or indent a line. */
const ESCAPED_CONTROL = /\\u00[01]|\\[bf]/;

function isHiding(text: string): boolean {
  return visible(text) !== text || (text.includes("\\") && ESCAPED_CONTROL.test(text.replaceAll("\\\\", "")));
}

function lookalikes(coming: readonly Incoming[], present: Iterable<string>): Incoming[] {
  const suspects = coming.filter(({ key }) => /\P{ASCII}/u.test(key));
  if (suspects.length === 0) return [];
  const forms = new Map<string, Set<string>>();
  for (const key of [...present, ...coming.map(({ key }) => key)]) {
    const form = key.normalize(), keys = forms.get(form);
    if (keys) keys.add(key);
    else forms.set(form, new Set([key]));
  }
  return suspects.filter(({ key }) => forms.get(key.normalize())!.size > 1);
}

function nameOf({ store, key }: Incoming): string {
  return `${store}/${shownKey(key)}`;
}

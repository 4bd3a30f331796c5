import { compact } from "../json/layout.ts";
import { editEntry, type FieldChanges, fieldTexts } from "./entry_fields.ts";
import { type Facts, fieldsDue } from "./put.ts";
import type { StoredEntry } from "./stored_entry.ts";

/**
 * Puts an earlier version of an entry back: every field is as it was then, but `timestamp`, which is now, and
 * `author`, who is whoever puts it back; where nobody is known, the old signature stays.
 *
 * @param now The entry's JSON text as it stands; absent where the key is gone. @param then The version.
 * @param facts The time and the author.
 * @returns The entry's new text; what is the same in both keeps its bytes.
 * @throws {JsonSyntaxError} If a field stands in the entry twice.
 */
export function restoreEntry(now: string | undefined, then: StoredEntry, facts: Facts): string {
  const signed = new Map([["timestamp", JSON.stringify(facts.now)]]);
  if (facts.author !== undefined) signed.set("author", JSON.stringify(facts.author));
  const due = fieldsDue(then.entry, facts);
  if (now === undefined) return editEntry(then.text, signed, due);
  return editEntry(now, changesTo(now, then.text, signed), due);
}

/** What has to become of the fields of one text, so that it says what another does. */
function changesTo(now: string, then: string, signed: FieldChanges): FieldChanges {
  const from = fieldTexts(now), to = new Map<string, string | undefined>([...fieldTexts(then), ...signed]);
  const changes = new Map<string, string | undefined>();
  for (const [field, text] of from) {
    const wanted = to.get(field);
    if (wanted === undefined || compact(wanted) !== compact(text)) changes.set(field, wanted);
  }
  for (const [field, text] of to) if (!from.has(field)) changes.set(field, text);
  return changes;
}

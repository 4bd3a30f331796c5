import type { Basis, Status } from "./entry.ts";
import type { FieldChanges } from "./entry_fields.ts";
import type { Facts } from "./put.ts";
import type { StoredEntry } from "./stored_entry.ts";

/**
 * Amends an entry (§3.6, §4.3): the note goes in front of the value, over the notes that are there.
 *
 * @param old The entry. @param note What is to be added to it.
 * @param localDate The local date, `YYYY-MM-DD`. @param facts The time and the author.
 * @returns What becomes of the entry's fields.
 */
export function amendEntry(old: StoredEntry, note: string, localDate: string, facts: Facts): FieldChanges {
  const { value } = old.entry, was = typeof value === "string" ? value : old.valueText;
  const amended = JSON.stringify(`[Amended ${localDate}: ${note}]\n${was}`);
  return new Map([["value", amended], ...mark("amended", note, undefined, facts)]);
}

/**
 * Marks an entry as replaced by another (§3.6, §4.3); its value stays.
 *
 * @param by The key of the entry that replaces it. @param note Why, if it is said. @param facts The time and the author.
 * @returns What becomes of the entry's fields.
 */
export function supersedeEntry(by: string, note: string | undefined, facts: Facts): FieldChanges {
  return mark("superseded", note, by, facts);
}

/**
 * Marks an entry as done with (§3.6, §4.3); its value stays.
 *
 * @param note How, if it is said. @param facts The time and the author.
 * @returns What becomes of the entry's fields.
 */
export function resolveEntry(note: string | undefined, facts: Facts): FieldChanges {
  return mark("resolved", note, undefined, facts);
}

/**
 * Says anew how an entry's value is known (§4.4). The timestamp stays: the value is the same.
 *
 * @param basis The new basis. @param facts The author, when known.
 * @returns What becomes of the entry's fields.
 */
export function changeBasis(basis: Basis, { author }: Facts): FieldChanges {
  return new Map([["basis", JSON.stringify(basis)], ...signature(author)]);
}

/** A new status replaces the old one whole. */
function mark(status: Status, note: string | undefined, by: string | undefined, facts: Facts): FieldChanges {
  const text = (value: string | undefined) => value === undefined ? undefined : JSON.stringify(value);
  return new Map([
    ...signature(facts.author),
    ["timestamp", text(facts.now)],
    ["status", text(status)],
    ["status_note", text(note)],
    ["status_timestamp", text(facts.now)],
    ["superseded_by", text(by)],
  ]);
}

/** Whoever is known signs; where nobody is, the old signature stays. */
function signature(author: string | undefined): [string, string | undefined][] {
  return author === undefined ? [] : [["author", JSON.stringify(author)]];
}

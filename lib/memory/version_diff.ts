import { compact } from "../json/layout.ts";
import { type DiffPart, diffWords } from "../text/word_diff.ts";
import { FIELDS } from "./entry.ts";
import { fieldTexts } from "./entry_fields.ts";
import type { StoredEntry } from "./stored_entry.ts";
import type { EntryVersion } from "./versions.ts";

/** A field that differs between two versions. */
export interface FieldDiff {
  /** Its name. */
  readonly field: string;
  /** Its JSON text in the first; absent where the first lacks it. */
  readonly from?: string;
  /** Its JSON text in the second; absent where the second lacks it. */
  readonly to?: string;
}

/** Two versions of an entry, held against each other (§10, version history). */
export interface VersionDiff {
  /** The version to begin with. */
  readonly from: EntryVersion;
  /** The version that is held against it. */
  readonly to: EntryVersion;
  /** The fields that differ, but for the value: those of the specification first, in its order. */
  readonly fields: readonly FieldDiff[];
  /** The two values, as text, word by word: a string as it is, anything else as its JSON text. */
  readonly parts: readonly DiffPart[];
}

/**
 * Holds two versions of an entry against each other.
 *
 * @param from The first. @param to The second.
 * @returns What differs.
 */
export function diffVersions(from: EntryVersion, to: EntryVersion): VersionDiff {
  const a = fieldTexts(from.text), b = fieldTexts(to.text), fields: FieldDiff[] = [];
  for (const field of new Set<string>([...FIELDS, ...a.keys(), ...b.keys()])) {
    const before = a.get(field), after = b.get(field);
    const [first, second] = [before && compact(before), after && compact(after)];
    if (field !== "value" && first !== second) fields.push({ field, from: first, to: second });
  }
  return { from, to, fields, parts: diffWords(textOf(from), textOf(to)) };
}

function textOf({ entry, valueText }: StoredEntry): string {
  return typeof entry.value === "string" ? entry.value : valueText;
}

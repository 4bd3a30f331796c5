import { applyPatches, editObject, type MemberChange, readLayout } from "../json/edit.ts";
import { layOut } from "../json/layout.ts";
import { JsonSyntaxError, type ObjectSpan, scanObject } from "../json/scan.ts";
import { FIELDS } from "./entry.ts";

/** What is to become of an entry's fields: the new JSON text by field name, `undefined` to take the field out. */
export type FieldChanges = ReadonlyMap<string, string | undefined>;

/**
 * Changes fields in an entry's text. Every other field keeps its bytes and its place; a new one goes behind
 * the last field that stands before it in the table of §3.3.
 *
 * @param text The entry's JSON text: an object.
 * @param changes The fields to set and to take out.
 * @param missing The fields to set where the entry lacks them.
 * @returns The entry's new text.
 * @throws {JsonSyntaxError} If a field stands in the entry twice: no edit could tell which one counts.
 */
export function editEntry(text: string, changes: FieldChanges, missing: FieldChanges = new Map()): string {
  const span = scanObject(text, 0), layout = readLayout(text, span);
  const names = fieldNames(text, span), edits: MemberChange[] = [];
  const seen = new Set<string>();
  names.forEach((name, i) => {
    if (seen.size === seen.add(name).size) {
      throw new JsonSyntaxError(`the field ${JSON.stringify(name)} stands in it twice`, span.members[4 * i]!);
    }
  });
  const lacking = [...missing].filter(([field]) => !seen.has(field) && !changes.has(field));
  for (const [field, json] of [...changes, ...lacking]) {
    const index = names.indexOf(field), value = json && layOut(json, layout.style, layout.indent);
    if (index !== -1) edits.push({ index, text: value });
    else if (value !== undefined) edits.push({ key: field, text: value, after: placeFor(field, names) });
  }
  edits.sort((a, b) => rank(a.key) - rank(b.key)); // new fields that share a place keep the table's order
  return applyPatches(text, editObject(span, layout, edits));
}

/**
 * The exact texts of an entry's fields; of the last, as `JSON.parse` reads it, where one stands in it twice.
 *
 * @param text The entry's JSON text. @returns The fields' JSON texts by name.
 */
export function fieldTexts(text: string): Map<string, string> {
  const span = scanObject(text, 0), { members: m } = span;
  return new Map(
    fieldNames(text, span).map((
      name,
      i,
    ) => [name, text.slice(m[4 * i + 2], m[4 * i + 3])]),
  );
}

/** The name of a field that stands in an entry twice, where there is one: such an entry is damage (§8.2). */
export function repeatedField(text: string): string | undefined {
  const seen = new Set<string>();
  return fieldNames(text, scanObject(text, 0)).find((name) => seen.size === seen.add(name).size);
}

function fieldNames(text: string, { members }: ObjectSpan): string[] {
  const names: string[] = [];
  for (let i = 0; i < members.length; i += 4) {
    const name: string = JSON.parse(text.slice(members[i], members[i + 1]));
    names.push(name);
  }
  return names;
}

function rank(field: string | undefined): number {
  return (FIELDS as readonly (string | undefined)[]).indexOf(field);
}

/** The place of the last field that a new one follows in the table; -1 for the front. */
function placeFor(field: string, names: readonly string[]): number {
  const before = FIELDS.slice(0, rank(field)) as readonly string[];
  return names.findLastIndex((name) => before.includes(name));
}

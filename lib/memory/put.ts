import type { Basis, Entry, Scope, Source } from "./entry.ts";
import type { FieldChanges } from "./entry_fields.ts";

/** What a writer says of an entry besides its value (§4.2). */
export interface EntryClaims {
  /** Whose knowledge it is; by default `agent` when an author is known, else `operator` (§3.4). */
  readonly source?: Source;
  /** How the writer knows; a new entry's is `inferred`, an old one's is kept (§3.5). */
  readonly basis?: Basis;
  /** How long it is meant to stay; a new entry's is `global`, an old one's is kept (§3.7). */
  readonly scope?: Scope;
  /** Its tags; a new entry has none, an old one keeps its own. */
  readonly tags?: readonly string[];
  /** How the value was arrived at; an old entry's is removed with the value that it explained. */
  readonly derivation?: string;
}

/** What is known when an operation is carried out. */
export interface Facts {
  /** The time: RFC 3339 in UTC, whole seconds. */
  readonly now: string;
  /** Who is writing, when known (§3.4). */
  readonly author?: string;
}

/**
 * Sets an entry's value: the table of §4.2, field by field.
 *
 * @param old The entry that is there, if one is. @param valueText The new value as JSON text.
 * @param claims What the writer says of it. @param facts The time and the author.
 * @returns What becomes of the entry's fields; those not named stay as they are.
 */
export function putEntry(
  old: Entry | undefined,
  valueText: string,
  claims: EntryClaims,
  facts: Facts,
): FieldChanges {
  const text = (value: unknown) => value === undefined ? undefined : JSON.stringify(value);
  return new Map([
    ["value", valueText],
    ["source", text(claims.source ?? defaultSource(facts))],
    ["author", text(facts.author)],
    ["basis", text(claims.basis ?? old?.basis ?? "inferred")],
    ["scope", text(claims.scope ?? old?.scope ?? "global")],
    ...claims.tags || !old ? [["tags", text(claims.tags ?? [])] as const] : [],
    ["derivation", text(claims.derivation)],
    ["created", text(old?.created || facts.now)], // also where the file did not say: what it was read as
    ["timestamp", text(facts.now)],
    ["status", undefined],
    ["status_note", undefined],
    ["status_timestamp", undefined],
    ["superseded_by", undefined],
    // Where the old value was imported from: not this one.
    ["imported_from", undefined],
    ["ctxpkg", undefined],
  ]);
}

/**
 * What every entry has (§3.3), for one that another program wrote without it: what it was read as so far.
 *
 * @param old The entry that is there. @param facts The time.
 * @returns The fields, to be set where the entry lacks them.
 */
export function fieldsDue(old: Entry, facts: Facts): FieldChanges {
  return new Map([["tags", "[]"], ["created", JSON.stringify(old.created || facts.now)]]);
}

/** The source of what is written when the writer gives none (§3.4). */
export function defaultSource(facts: Facts): Source {
  return facts.author === undefined ? "operator" : "agent";
}

import { InvalidInputError } from "../errors.ts";
import { type Instant, isDate, parseSince } from "../text/time.ts";
import { BASES, isOneOf, SCOPES, SOURCES, STATUSES, type StoreName, STORES } from "./entry.ts";
import type { Filters } from "./match.ts";
import type { EntryClaims } from "./put.ts";

/** Checks that a word, where one is given, is one of a closed set. */
export function checkOneOf<T extends string>(
  what: string,
  set: readonly T[],
  word: string | undefined,
): void {
  if (word === undefined || isOneOf(set, word)) return;
  const known = set.slice(0, -1).join(", ") + " or " + set.at(-1);
  throw new InvalidInputError(`Cannot use ${quote(word)} as the ${what}: it must be ${known}`);
}

/** The store that is meant: `shared` where none is given (§3.1). */
export function checkStore(store: StoreName = "shared"): StoreName {
  checkOneOf("store", STORES, store);
  return store;
}

/** Checks a key: any string but the empty one (§3.2). */
export function checkKey(key: string, what = "key"): void {
  if (typeof key !== "string") throw new TypeError(`The ${what} must be a string: received ${typeof key}`);
  if (key === "") {
    throw new InvalidInputError(`The ${what} is empty: give a name, such as result_upload_2026_10_13`);
  }
}

/** Checks a note: it must say something. */
export function checkNote(note: string | undefined): void {
  if (note !== undefined && typeof note !== "string") {
    throw new TypeError(`The note must be a string: received ${typeof note}`);
  }
  if (note !== undefined && note.trim() === "") {
    throw new InvalidInputError("The note is blank: say what has changed");
  }
}

/** Checks what a writer says of an entry, and takes repeated tags together. */
export function checkClaims(claims: EntryClaims): EntryClaims {
  checkOneOf("source", SOURCES, claims.source);
  checkOneOf("basis", BASES, claims.basis);
  checkOneOf("scope", SCOPES, claims.scope);
  if (
    claims.tags !== undefined &&
    !(Array.isArray(claims.tags) && claims.tags.every((tag) => typeof tag === "string"))
  ) {
    throw new TypeError("The tags must be an array of strings");
  }
  for (const tag of claims.tags ?? []) {
    if (tag.trim() === "") throw new InvalidInputError("A tag is blank: give a word");
  }
  if (claims.derivation?.trim() === "") {
    throw new InvalidInputError("The derivation is blank: say how, or leave it out");
  }
  return { ...claims, tags: claims.tags && [...new Set(claims.tags)] };
}

/**
 * Checks filters (§4.6).
 *
 * @param filters What was given.
 * @returns `since`, read.
 * @throws {InvalidInputError} If one is outside its set or its grammar.
 */
export function checkFilters(filters: Filters): Instant | undefined {
  checkOneOf("store", STORES, filters.store);
  checkOneOf("source", SOURCES, filters.source);
  checkOneOf("basis", BASES, filters.basis);
  checkOneOf("scope", SCOPES, filters.scope);
  checkOneOf("status", [...STATUSES, "current"], filters.status);
  const { limit = 0, since } = filters;
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new InvalidInputError(
      `Cannot use ${quote(String(limit))} as the limit: it must be a whole number, 0 for all`,
    );
  }
  const instant = typeof since === "string" ? parseSince(since) : undefined;
  if (since !== undefined && instant === undefined) {
    throw new InvalidInputError(
      `Cannot use ${
        quote(since)
      } as a time: it must be a date such as 2026-10-13, or RFC 3339 such as 2026-10-13T09:41:07Z`,
    );
  }
  return instant;
}

/** Checks a session's date: a real one, and not in the future, since the newest name leads (§7). */
export function checkSessionDate(date: string, today: string): void {
  if (!isDate(date)) {
    throw new InvalidInputError(`Cannot use ${quote(date)} as the date: it must be a day such as 2026-10-13`);
  }
  if (date > today) throw new InvalidInputError(`Cannot use ${quote(date)} as the date: today is ${today}`);
}

function quote(given: unknown): string {
  const word = String(given);
  return JSON.stringify(word.length > 80 ? word.slice(0, 80) + "…" : word);
}

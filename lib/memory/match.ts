import { tokensOf } from "../json/layout.ts";
import { foldCase } from "../text/fold_case.ts";
import { compareInstants, type Instant, parseInstant } from "../text/time.ts";
import { type Basis, type Scope, type Source, type Status, type StoreName, STORES } from "./entry.ts";
import { spellsFilters, spellsPattern } from "./text_pretest.ts";
import type { StoredEntry } from "./stored_entry.ts";

/** What an entry must be to be among the results; all that is given must hold (§4.6). */
export interface Filters {
  /** In this store alone; in all three when absent. */
  readonly store?: StoreName;
  /** Its source is this one. */
  readonly source?: Source;
  /** Its basis is this one. */
  readonly basis?: Basis;
  /** Its scope is this one. */
  readonly scope?: Scope;
  /** It was written by this author. */
  readonly author?: string;
  /** It has all of these tags. */
  readonly tags?: readonly string[];
  /** It bears this status; `current` for none. */
  readonly status?: Status | "current";
  /** Its timestamp is at or after this: a date (its midnight in UTC), or an RFC 3339 time. */
  readonly since?: string;
  /** At most so many results, counted after ordering; 0 or absent for all. */
  readonly limit?: number;
}

/** An entry with its timestamp read, so that it is read once however often it is compared. */
export interface Dated {
  readonly stored: StoredEntry;
  /** Absent where the timestamp is none: such an entry sorts last. */
  readonly instant?: Instant;
}

/** Reads an entry's timestamp. */
export function dated(stored: StoredEntry): Dated {
  return { stored, instant: parseInstant(stored.timestamp) };
}

/**
 * Whether an entry passes the filters (§4.6); the store and the limit are the caller's to observe.
 *
 * @param entry The entry. @param filters The filters. @param since `filters.since`, read.
 * @returns Whether all of them hold.
 */
export function passes({ stored, instant }: Dated, filters: Filters, since?: Instant): boolean {
  if (since !== undefined && (instant === undefined || compareInstants(instant, since) < 0)) return false;
  const { entry } = stored;
  return (filters.source === undefined || entry.source === filters.source) &&
    (filters.basis === undefined || entry.basis === filters.basis) &&
    (filters.scope === undefined || entry.scope === filters.scope) &&
    (filters.author === undefined || entry.author === filters.author) &&
    (filters.status === undefined || (entry.status ?? "current") === filters.status) &&
    (filters.tags ?? []).every((tag) => entry.tags.includes(tag));
}

/**
 * A test that finds out, without reading an entry, that it passes none of the filters.
 *
 * @param filters The filters.
 * @returns The test: where it holds, {@linkcode passes} decides.
 */
export function mayPass(filters: Filters): (stored: StoredEntry) => boolean {
  const test = spellsFilters(filters);
  return ({ text }) => test(text);
}

/**
 * A test for a pattern (§4.6): a plain substring of the key or of the value, whatever the case and however
 * accents are composed. A value that is no string is searched in its JSON text, its numbers as they are written and
 * its strings both as they are written and as they read: `"caf\\u00e9"` is found by `café`.
 *
 * @param pattern What to look for; the empty pattern is in every entry.
 * @returns The test.
 */
export function contains(pattern: string): (stored: StoredEntry) => boolean {
  if (typeof pattern !== "string") {
    throw new TypeError(`The pattern must be a string: received ${typeof pattern}`);
  }
  const wanted = foldCase(pattern);
  if (wanted === "") return () => true;
  const mayHold = spellsPattern(pattern);
  return (stored) => {
    if (mayHold && !mayHold(stored.text) && !mayHold(stored.key)) return false;
    const { value } = stored.entry;
    if (foldCase(stored.key).includes(wanted)) return true;
    const texts = typeof value === "string" ? [value] : spellings(stored.valueText);
    return texts.some((text) => foldCase(text).includes(wanted));
  };
}

/** A JSON text as it is written, and, where it has escapes, with those only that it needs, and with none. */
function spellings(json: string): string[] {
  if (!json.includes("\\")) return [json];
  const needed: string[] = [], plain: string[] = [];
  for (const token of tokensOf(json)) {
    const text: string | undefined = token.startsWith('"') ? JSON.parse(token) : undefined;
    needed.push(text === undefined ? token : JSON.stringify(text));
    plain.push(text === undefined ? token : `"${text}"`);
  }
  return [json, needed.join(""), plain.join("")];
}

/** The order of results: newest first, then by store, then by key in code point order (§4.6). */
export function newestFirst(a: Dated, b: Dated): number {
  return compareTimes(a.instant, b.instant) ||
    STORES.indexOf(a.stored.store) - STORES.indexOf(b.stored.store) ||
    compareCodePoints(a.stored.key, b.stored.key);
}

function compareTimes(a: Instant | undefined, b: Instant | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return compareInstants(b, a);
}

/** Compares by code points, where `<` compares by UTF-16 units and puts emoji before U+E000. */
export function compareCodePoints(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] === b[i]) continue;
    const start = isInsidePair(a, i) || isInsidePair(b, i) ? i - 1 : i;
    return a.codePointAt(start)! - b.codePointAt(start)!;
  }
  return a.length - b.length;
}

/** Whether the unit at `i` is the second half of a character. */
function isInsidePair(text: string, i: number): boolean {
  return i > 0 && text.codePointAt(i - 1)! > 0xffff;
}

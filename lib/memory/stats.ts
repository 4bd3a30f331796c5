import { formatUtc, type Instant, parseInstant } from "../text/time.ts";
import type { BriefSection } from "./brief.ts";
import type { StoreName } from "./entry.ts";
import { instantBefore, isExpired, SESSION_SECONDS } from "./expired.ts";
import { type Dated, dated, newestFirst } from "./match.ts";
import type { StoredEntry } from "./stored_entry.ts";

/** How often each word occurs, the most frequent first. */
export type Counts = readonly (readonly [word: string, count: number])[];

/** What one store holds. */
export interface StoreStats {
  /** Which store. */
  readonly store: StoreName;
  /** How many entries; `null` where the file cannot be read. */
  readonly entries: number | null;
  /** The size of the file, in bytes. */
  readonly bytes: number;
  /** The size of its history, in bytes. */
  readonly history_bytes: number;
  /** By source. */
  readonly source: Counts;
  /** By basis. */
  readonly basis: Counts;
  /** By scope. */
  readonly scope: Counts;
  /** By status; `current` for none. */
  readonly status: Counts;
  /** By tag; an entry counts once for each of its tags. */
  readonly tag: Counts;
}

/** An entry by its place, and when it was last written. */
export interface EntryPlace {
  /** The store it is in. */
  readonly store: StoreName;
  /** Its key, as it is stored. */
  readonly key: string;
  /** Its timestamp, as it is stored. */
  readonly timestamp: string;
  /** The key that replaces it, where that is what it is named for. */
  readonly superseded_by?: string;
}

/** What a context holds, counted. */
export interface Stats {
  /** When it was counted: RFC 3339 in UTC. */
  readonly time: string;
  /** How many entries can be read. */
  readonly entries: number;
  /** Each store: operator, shared, agent. */
  readonly stores: readonly StoreStats[];
  /** How many entries were made in each of the last weeks, which begin on Monday in UTC, the oldest first. */
  readonly weeks: readonly { readonly monday: string; readonly created: number }[];
  /** How many were made before those weeks. */
  readonly earlier: number;
  /** How many bear no time at which they were made, or one in the future. */
  readonly undated: number;
  /** The verified entries that are current and were written longest ago, the oldest first. */
  readonly stalest_verified: BriefSection<EntryPlace>;
  /** The entries superseded by a key that their store has not, the newest first. */
  readonly superseded_by_nothing: BriefSection<EntryPlace>;
  /** The entries that hold exactly the same value, a list for each such value, the most frequent first (BR-83). */
  readonly duplicates: BriefSection<readonly EntryPlace[]>;
  /** How many working notes of sessions are older than 24 hours (§3.7). */
  readonly expired: number;
}

/** What the statistics are made from. */
export interface StatsFacts {
  /** The time, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The stores, in their order. */
  readonly stores: readonly {
    readonly store: StoreName;
    readonly count: number | null;
    readonly entries: readonly StoredEntry[];
    readonly bytes: number;
    readonly historyBytes: number;
  }[];
}

const WEEKS = 12, ITEMS = 10, WEEK_SECONDS = 7 * 86_400;
/** A Monday: 1970-01-05. */
const FIRST_MONDAY = 4 * 86_400;
/** Shorter texts, `true` or a number are the same by chance. */
const DUPLICATE_LENGTH = 16;

/**
 * Counts what a context holds (§10): by source, basis, scope, status and tag, by week, and what is worth a look.
 *
 * @param facts The entries, the sizes, the time.
 */
export function countEntries({ nowMs, stores }: StatsFacts): Stats {
  const entries = stores.flatMap((store) => store.entries);
  const before = instantBefore(nowMs, SESSION_SECONDS);
  return {
    time: formatUtc(nowMs),
    entries: entries.length,
    stores: stores.map(({ store, count, entries, bytes, historyBytes }) => ({
      store,
      entries: count,
      bytes,
      history_bytes: historyBytes,
      source: counts(entries.map(({ entry }) => entry.source)),
      basis: counts(entries.map(({ entry }) => entry.basis)),
      scope: counts(entries.map(({ entry }) => entry.scope)),
      status: counts(entries.map(({ entry }) => entry.status ?? "current")),
      tag: counts(entries.flatMap(({ entry }) => entry.tags)),
    })),
    ...growth(entries, nowMs),
    stalest_verified: stalest(entries),
    superseded_by_nothing: first(
      stores.flatMap((store) => supersededByNothing(store.entries)).map(dated).sort(newestFirst).map(place),
    ),
    duplicates: duplicates(entries),
    expired: entries.filter((stored) => isExpired(stored, before)).length,
  };
}

function counts(words: readonly string[]): Counts {
  const found = new Map<string, number>();
  for (const word of words) found.set(word, (found.get(word) ?? 0) + 1);
  return [...found].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

function growth(
  entries: readonly StoredEntry[],
  nowMs: number,
): Pick<Stats, "weeks" | "earlier" | "undated"> {
  const now = Math.floor(nowMs / 1000), thisWeek = Math.floor((now - FIRST_MONDAY) / WEEK_SECONDS);
  const created = new Array<number>(WEEKS).fill(0);
  let earlier = 0, undated = 0;
  for (const { entry } of entries) {
    const week = weekOf(parseInstant(entry.created)), age = thisWeek - week;
    if (!(age >= 0)) undated++;
    else if (age >= WEEKS) earlier++;
    else created[WEEKS - 1 - age]!++;
  }
  const monday = (index: number) => FIRST_MONDAY + (thisWeek - WEEKS + 1 + index) * WEEK_SECONDS;
  return {
    weeks: created.map((created, i) => ({ monday: formatUtc(monday(i) * 1000).slice(0, 10), created })),
    earlier,
    undated,
  };
}

/** The number of the week; NaN where there is no time. */
function weekOf(instant: Instant | undefined): number {
  return Math.floor(((instant?.seconds ?? NaN) - FIRST_MONDAY) / WEEK_SECONDS);
}

function stalest(entries: readonly StoredEntry[]): BriefSection<EntryPlace> {
  const verified = entries.filter(({ entry }) =>
    entry.basis === "verified" && entry.status !== "superseded" && entry.status !== "resolved"
  );
  // What bears no time sorts last among the newest, and so does it here: nobody knows how old it is.
  const known = verified.map(dated).filter(({ instant }) => instant !== undefined);
  return first(known.sort((a, b) => newestFirst(b, a)).map(place));
}

function supersededByNothing(entries: readonly StoredEntry[]): StoredEntry[] {
  const keys = new Set(entries.map(({ key }) => key));
  return entries.filter((stored) => isDangling(stored, keys));
}

/**
 * Whether an entry is superseded by a key that its store has not.
 *
 * @param stored The entry. @param keys The keys of its store.
 */
export function isDangling({ entry }: StoredEntry, keys: ReadonlySet<string>): boolean {
  return entry.status === "superseded" &&
    (entry.superseded_by === undefined || !keys.has(entry.superseded_by));
}

function duplicates(entries: readonly StoredEntry[]): Stats["duplicates"] {
  const byValue = new Map<string, StoredEntry[]>();
  for (const stored of entries) {
    const { value, status } = stored.entry;
    // A mark has dealt with it already.
    if (status === "superseded" || status === "resolved") continue;
    const text = stored.valueText;
    if ((typeof value === "string" ? value : text).length < DUPLICATE_LENGTH) continue;
    const same = byValue.get(text);
    if (same) same.push(stored);
    else byValue.set(text, [stored]);
  }
  const groups = [...byValue.values()].filter(({ length }) => length > 1);
  return first(
    groups.map((group) => group.map(dated).sort(newestFirst).map(place)).sort((a, b) => b.length - a.length),
  );
}

function first<T>(all: readonly T[]): BriefSection<T> {
  return { items: all.slice(0, ITEMS), more: Math.max(0, all.length - ITEMS) };
}

function place({ stored: { store, key, timestamp, entry } }: Dated): EntryPlace {
  return { store, key, timestamp, superseded_by: entry.superseded_by };
}

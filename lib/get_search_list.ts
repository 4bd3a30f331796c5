import type { Environment, ReadStore } from "./surroundings.ts";
import { CtxError, NotFoundError } from "./errors.ts";
import { checkFilters, checkKey, checkStore } from "./memory/check_arguments.ts";
import { type StoreName, STORES } from "./memory/entry.ts";
import { contains, type Dated, dated, type Filters, mayPass, newestFirst, passes } from "./memory/match.ts";
import { textsOfFilters, textsOfPattern } from "./memory/text_pretest.ts";
import { StoredEntry } from "./memory/stored_entry.ts";
import { quoteKey } from "./memory/key.ts";
import { nearest } from "./text/nearest.ts";
import { indexRead } from "./store/index/keep_index.ts";
import { withIndex } from "./store/index/store_index.ts";
import { readStoreFile } from "./store/store_file.ts";

/** What `search` and `list` find (§4.6). */
export interface EntryList {
  /** The entries: newest first, then by store (operator, shared, agent), then by key in code point order. */
  readonly results: readonly StoredEntry[];
  /** How many passed, before the limit. */
  readonly total: number;
  /** How many the limit left out. */
  readonly more: number;
  /** What could not be read: whole stores, or single entries. The results are those of the rest. */
  readonly faults: readonly CtxError[];
}

/** Reads an entry (§4.1); see `Context.get`. */
export function getEntry(env: Environment, key: string, named?: StoreName): StoredEntry {
  const store = checkStore(named);
  checkKey(key);
  const found = findEntry(env, store, key);
  if (found) return found;
  throw notFound(env, store, key);
}

/** Reads the entries that have a key, from every store (§4.1); see `Context.getAll`. */
export function getEntries(env: Environment, key: string): EntryList {
  checkKey(key);
  const results: StoredEntry[] = [], faults: CtxError[] = [];
  for (const store of STORES) {
    try {
      const found = findEntry(env, store, key);
      if (found) results.push(found);
    } catch (error) {
      if (!(error instanceof CtxError)) throw error;
      faults.push(error);
    }
  }
  if (results.length > 0) return { results, total: results.length, more: 0, faults };
  throw faults[0] ?? new NotFoundError(`No store has the key ${quoteKey(key)}`, { hint: SEARCH_HINT });
}

/** What entries are selected by, besides filters. */
export interface Selection {
  /** Whether an entry is among them. */
  readonly test: (stored: StoredEntry) => boolean;
  /** Leaves out entries beforehand, so that they need not be parsed. */
  readonly canPass?: (stored: StoredEntry) => boolean;
  /** Texts that stand, folded, in the key or text of each that is among them. */
  readonly texts: readonly string[];
}

/** Finds the entries that pass the filters and a test (§4.6); see `Context.search`. */
export function selectEntries(
  env: Environment,
  filters: Filters,
  { test, canPass = () => true, texts }: Selection = { test: () => true, texts: [] },
): EntryList {
  const since = checkFilters(filters), faults: CtxError[] = [], passed: Dated[] = [];
  const mayBeAmong = mayPass(filters);
  for (
    const { entries, faults: some } of mayHold(env, [...texts, ...textsOfFilters(filters)], filters.store)
  ) {
    faults.push(...some);
    for (const stored of entries) {
      if (!mayBeAmong(stored) || !canPass(stored) || !test(stored)) continue;
      const item = dated(stored);
      if (passes(item, filters, since)) passed.push(item);
    }
  }
  const results = passed.sort(newestFirst).map(({ stored }) => stored);
  const shown = filters.limit ? results.slice(0, filters.limit) : results;
  return { results: shown, total: results.length, more: results.length - shown.length, faults };
}

/** Reads the entries that can hold all of some texts, of one store or of all; it may read others too. */
function mayHold(env: Environment, texts: readonly string[], store?: StoreName): ReadStore[] {
  return (store ? [store] : STORES).map((name) =>
    withIndex(env.root, name, (index): ReadStore | undefined => {
      const entries = index.holding(texts);
      return entries && { store: name, count: index.count, entries, faults: [] };
    }) ?? env.readStore(name, (file) => indexRead(env.root, name, file, texts.length > 0))
  );
}

/** Finds the entries whose key or value contains a text (§4.6); see `Context.search`. */
export function searchPattern(env: Environment, pattern: string, filters: Filters): EntryList {
  return selectEntries(env, filters, { test: contains(pattern), texts: textsOfPattern(pattern) });
}

/** What is said of a key that a store lacks; names another store that has it. */
export function notFound(env: Environment, store: StoreName, key: string): NotFoundError {
  const read = env.readStores(), other = STORES.find((other) => has(read, other, key));
  return new NotFoundError(`The store ${store} has no key ${quoteKey(key)}`, {
    hint: other
      ? `The store ${other} has it: add --store ${other}.`
      : likely(read, store, key) ?? SEARCH_HINT,
  });
}

/** What somebody who named a missing key may have meant: a key as lists print it, or one that is nearly the same. */
function likely(read: readonly ReadStore[], store: StoreName, key: string): string | undefined {
  const [, listed, rest] = /^(operator|shared|agent)\/(.+)$/s.exec(key) ?? [];
  if (rest !== undefined && has(read, listed as StoreName, rest)) {
    return `Did you mean ${quoteKey(rest)} with --store ${listed}?`;
  }
  const here = read.find((one) => one.store === store)!.entries.map((stored) => stored.key);
  const close = nearest(key, here);
  return close === undefined ? undefined : `Did you mean ${quoteKey(close)}?`;
}

/** Whether a store has a key, as far as the store could be read. */
function has(read: readonly ReadStore[], store: StoreName, key: string): boolean {
  return read.some((one) => one.store === store && one.entries.some((stored) => stored.key === key));
}

const SEARCH_HINT = "ctx search finds entries by a part of their key or value.";

/** The entry of a key; `undefined` where the store has none. */
export function findEntry(env: Environment, store: StoreName, key: string): StoredEntry | undefined {
  const known = withIndex(env.root, store, (index) => index.find(key));
  if (known) return known;
  const file = readStoreFile(env.root, store);
  indexRead(env.root, store, file, false);
  const damage = file.damageOf(key);
  if (damage) throw damage;
  const text = file.text.text(key);
  return text === undefined ? undefined : new StoredEntry(store, key, text);
}

import type { Environment } from "./surroundings.ts";
import { checkFilters } from "./memory/check_arguments.ts";
import type { Entry, StoreName } from "./memory/entry.ts";
import type { Filters } from "./memory/match.ts";
import { StoredEntry } from "./memory/stored_entry.ts";
import { canMatch, parseWords, scoreOf, textsOfQuery } from "./memory/word_query.ts";
import { type EntryList, selectEntries } from "./get_search_list.ts";

/** An entry that was found by its words. */
export class FoundEntry extends StoredEntry {
  /** How often what was looked for occurs in it. */
  readonly score: number;

  /**
   * Describes what was found.
   *
   * @param found The entry.
   * @param score How often what was looked for occurs in it.
   */
  constructor({ store, key, text }: StoredEntry, score: number) {
    super(store, key, text);
    this.score = score;
  }

  /** What `JSON.stringify` makes of it: `{store, key, entry, score}`. */
  override toJSON(): { store: StoreName; key: string; entry: Entry; score: number } {
    return { ...super.toJSON(), score: this.score };
  }
}

/** What a search by words finds (§10). */
export interface FoundList extends EntryList {
  /** The entries: by score, the highest first, then newest first, then by store, then by key. */
  readonly results: readonly FoundEntry[];
}

/** Finds entries by their words (§10); see `Context.searchWords`. */
export function searchWords(env: Environment, text: string, filters: Filters): FoundList {
  checkFilters(filters);
  const query = parseWords(text), scores = new Map<StoredEntry, number>();
  const test = (stored: StoredEntry) => {
    const score = scoreOf(query, stored);
    if (score === undefined) return false;
    scores.set(stored, score);
    return true;
  };
  const selection = { test, canPass: canMatch(query), texts: textsOfQuery(query) };
  const all = selectEntries(env, { ...filters, limit: 0 }, selection);
  // Those of one score keep their order.
  const ranked = all.results.toSorted((a, b) => scores.get(b)! - scores.get(a)!);
  const shown = filters.limit ? ranked.slice(0, filters.limit) : ranked;
  return {
    results: shown.map((stored) => new FoundEntry(stored, scores.get(stored)!)),
    total: all.total,
    more: all.total - shown.length,
    faults: all.faults,
  };
}

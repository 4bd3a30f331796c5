import type { Environment } from "./surroundings.ts";
import { type CtxError, DamagedError } from "./errors.ts";
import { checkFilters } from "./memory/check_arguments.ts";
import { repeatedField } from "./memory/entry_fields.ts";
import { type ExportedStore, exportText } from "./memory/export_document.ts";
import { quoteKey } from "./memory/key.ts";
import { dated, type Filters, passes } from "./memory/match.ts";
import type { StoredEntry } from "./memory/stored_entry.ts";

/** What an export takes: the filters of `list`, but no limit, which would leave entries out unseen. */
export type ExportFilters = Omit<Filters, "limit">;

/** Entries as one JSON document (§10). */
export interface Export {
  /** The document: an entry a line, a newline at its end. */
  readonly text: string;
  /** How many entries are in it. */
  readonly total: number;
  /** What could not be read and is not in it: whole stores, or single entries. */
  readonly faults: readonly CtxError[];
}

/** Writes the entries that pass the filters as one document (§10); see `Context.export`. */
export function exportEntries(env: Environment, filters: ExportFilters): Export {
  const since = checkFilters(filters), faults: CtxError[] = [], stores: ExportedStore[] = [];
  let total = 0;
  const isAll = Object.entries(filters).every(([name, wanted]) =>
    name === "store" || wanted === undefined || (Array.isArray(wanted) && wanted.length === 0)
  );
  for (const { store, count, entries: read, faults: some } of env.readStores(filters.store)) {
    faults.push(...some);
    if (count === null) continue;
    const entries: StoredEntry[] = [];
    for (const stored of read) {
      if (!isAll && !passes(dated(stored), filters, since)) continue;
      // A document in which a name stands twice is none to other programs.
      const twice = repeatedField(stored.text);
      if (twice === undefined) entries.push(stored);
      else {
        faults.push(
          new DamagedError(
            `Left out ${quoteKey(stored.key)} of ${store}: the field ${quoteKey(twice)} stands in it twice`,
            { hint: `Take one of the two out of memory/${store}.json by hand.` },
          ),
        );
      }
    }
    total += entries.length;
    stores.push({ store, entries });
  }
  return { text: exportText(stores, env.facts().now), total, faults };
}

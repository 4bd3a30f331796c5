/**
 * Entries for tests of the rules over them.
 *
 * @module
 */

import type { StoreName } from "../../lib/memory/entry.ts";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";

/** What an entry made for a test has, where the test says nothing else of it. */
const PLAIN = { value: "v", source: "agent", basis: "inferred", scope: "global", tags: [] };

/** An entry in a store, with the fields that matter to a test. */
export function stored(
  key: string,
  fields: Record<string, unknown> = {},
  store: StoreName = "shared",
): StoredEntry {
  const when = "2026-10-13T09:00:00Z";
  return new StoredEntry(store, key, JSON.stringify({ ...PLAIN, created: when, timestamp: when, ...fields }));
}

import type { Facts } from "../put.ts";

/** What another program knows of something that becomes an entry. */
export interface ForeignEntry {
  readonly value: string;
  readonly tags: readonly string[];
  /** Where it comes from: what does not change when it is imported again. */
  readonly derivation: string;
  /** When it was first known and last changed, where that is known: RFC 3339 in UTC. */
  readonly created?: string;
  readonly timestamp?: string;
}

/**
 * The text of an entry that a tool wrote from what another program knew (§3.4, §3.5): its source is `system`, its
 * basis `reported`, so that nobody takes it for checked or for the operator's.
 *
 * @param entry What is known. @param facts The time and the author of the import.
 * @returns Its JSON text.
 */
export function foreignEntryText(entry: ForeignEntry, { now, author }: Facts): string {
  const timestamp = entry.timestamp ?? entry.created ?? now;
  return JSON.stringify({
    value: entry.value,
    source: "system",
    author,
    basis: "reported",
    scope: "global",
    tags: entry.tags,
    derivation: entry.derivation,
    created: entry.created ?? timestamp,
    timestamp,
  });
}

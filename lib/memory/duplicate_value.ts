import { StoredEntry } from "./stored_entry.ts";
import type { StoreText } from "./store_text.ts";

/** Shorter texts are the same by chance. */
const SHORTEST = 20;
/** A hint is not worth more looks than this. */
const MOST_LOOKS = 50;

/**
 * Another entry of a store that is current and holds exactly the text that an entry holds (BR-83).
 *
 * @param written The entry. @param text The store.
 * @returns Its key; `undefined` where there is none, or the value is no text of 20 characters or more. What another
 * program has spelled with other escapes is not found.
 */
export function keyOfSameValue({ store, key, entry }: StoredEntry, text: StoreText): string | undefined {
  const { value } = entry;
  if (typeof value !== "string" || value.length < SHORTEST) return undefined;
  let looks = 0;
  for (const other of text.keysHolding(JSON.stringify(value))) {
    if (looks++ === MOST_LOOKS) return undefined;
    const now = other === key ? undefined : text.text(other);
    if (now === undefined) continue;
    const found = new StoredEntry(store, other, now).entry;
    if (found.status === undefined && found.value === value) return other;
  }
  return undefined;
}

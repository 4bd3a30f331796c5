import { type Draft, type Origin, packageId, pastTime } from "./draft.ts";
import type { Item } from "./item.ts";

/** What is particular to an item. */
export interface Particulars {
  readonly key: string;
  readonly value: string;
  readonly tags: readonly string[];
  /** How sure its maker was, as it is spelled. */
  readonly confidence?: string;
  readonly created?: string;
  readonly timestamp?: string;
}

/** A number is no longer than that where anybody is to read it. */
const MOST_DIGITS = 20;
const MOST_KEY = 200;

/** What an item becomes: what is so of every kind, and what is particular to it. */
export function draftOf(
  item: Item,
  origin: Origin,
  { key, value, tags, confidence, created, timestamp }: Particulars,
): Draft {
  const layer = item.layer === "context_graph" ? "graph" : item.layer;
  const sure = confidence === undefined ? "" : `, confidence ${confidence.slice(0, MOST_DIGITS)}`;
  const first = created ?? timestamp, last = timestamp ?? created;
  return {
    item,
    key,
    valueText: JSON.stringify(value),
    said: value,
    scope: "global",
    tags,
    derivation: `Imported from ${packageId(origin)} (${layer} ${item.kind}${sure}).`,
    created: pastTime([first], origin.now),
    timestamp: pastTime([last], origin.now),
    fields: new Map(),
  };
}

/** The digits that tell items of one kind apart in their keys. */
export function shortHash({ sha256 }: Item): string {
  return sha256.slice(0, 8);
}

/** Whether a key that a package gives can be an entry's: not a reserved one, not too long, nothing hidden in it. */
export function isUsableKey(key: string): boolean {
  return key !== "" && key !== "current_focus" && key.length <= MOST_KEY && !/\p{Cc}/u.test(key);
}

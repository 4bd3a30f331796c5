import type { JsonValue } from "../json/exact.ts";

/** The stores of a context, in the order in which they are shown (§3.1). */
export const STORES: readonly ["operator", "shared", "agent"] = Object.freeze(
  ["operator", "shared", "agent"] as const,
);
/** Whose knowledge an entry can be (§3.4). */
export const SOURCES: readonly ["operator", "agent", "both", "system"] = Object.freeze(
  ["operator", "agent", "both", "system"] as const,
);
/** How a writer can know what an entry says (§3.5). */
export const BASES: readonly ["verified", "reported", "inferred"] = Object.freeze(
  ["verified", "reported", "inferred"] as const,
);
/** How long an entry can be meant to stay (§3.7). */
export const SCOPES: readonly ["global", "session"] = Object.freeze(["global", "session"] as const);
/** The marks that an entry can bear; an entry without one is current (§3.6). */
export const STATUSES: readonly ["amended", "superseded", "resolved"] = Object.freeze(
  ["amended", "superseded", "resolved"] as const,
);

/** One of a context's three stores (§3.1). */
export type StoreName = typeof STORES[number];
/** Whose knowledge an entry is (§3.4). */
export type Source = typeof SOURCES[number];
/** How the writer of an entry's value knows it (§3.5). */
export type Basis = typeof BASES[number];
/** How long an entry is meant to stay (§3.7). */
export type Scope = typeof SCOPES[number];
/** A mark on an entry that is no longer current as it stands (§3.6). */
export type Status = typeof STATUSES[number];

/** The fields of an entry in the order in which a new one is written (§3.3). */
export const FIELDS = [
  "value",
  "source",
  "author",
  "basis",
  "scope",
  "tags",
  "derivation",
  "created",
  "timestamp",
  "status",
  "status_note",
  "status_timestamp",
  "superseded_by",
] as const;

/** The name of a field that the specification defines (§3.3). */
export type Field = typeof FIELDS[number];

/**
 * One entry, under the specification's own names (§3.3). A field that the store file lacks has its default;
 * a field that the specification does not define is there as it was written.
 */
export interface Entry {
  /** What the entry says: any JSON value, with ordinary numbers. */
  readonly value: JsonValue;
  /** Whose knowledge it is (§3.4); `agent` where the file does not say, since that steers nobody. */
  readonly source: Source;
  /** Who wrote it into ctx, when known (§3.4). */
  readonly author?: string;
  /** How the writer knows (§3.5). */
  readonly basis: Basis;
  /** How long it is meant to stay (§3.7). */
  readonly scope: Scope;
  /** Its tags, in the writer's order. */
  readonly tags: readonly string[];
  /** How the value was arrived at. */
  readonly derivation?: string;
  /** When the key was first written: RFC 3339 in UTC; the empty string where the file does not say. */
  readonly created: string;
  /** When the value or the status last changed: RFC 3339 in UTC; the empty string where the file does not say. */
  readonly timestamp: string;
  /** Its mark; absent when it is current (§3.6). */
  readonly status?: Status;
  /** What was said when it was marked. */
  readonly status_note?: string;
  /** When it was marked: RFC 3339 in UTC. */
  readonly status_timestamp?: string;
  /** The key that replaces it, when it is superseded. */
  readonly superseded_by?: string;
  /** What other programs keep with the entry. */
  readonly [field: string]: JsonValue | undefined;
}

/**
 * Reads an entry as a store file has it: a field that is absent, or not of its type, has its default.
 *
 * @param raw The entry's object, which becomes the entry.
 * @returns The entry; fields the specification does not define stay as they are.
 */
export function readEntry(raw: Record<string, JsonValue | undefined>): Entry {
  // Called for every entry of a store: one look at each field, and nothing written where all is well.
  if (raw.value === undefined) raw.value = null;
  if (typeof raw.source !== "string") raw.source = "agent";
  if (typeof raw.basis !== "string") raw.basis = "inferred";
  if (typeof raw.scope !== "string") raw.scope = "global";
  if (!isTags(raw.tags)) raw.tags = Array.isArray(raw.tags) ? raw.tags.filter(isText) : [];
  const created = isText(raw.created) ? raw.created : undefined;
  const timestamp = isText(raw.timestamp) ? raw.timestamp : undefined;
  if (created === undefined) raw.created = timestamp ?? "";
  if (timestamp === undefined) raw.timestamp = created ?? "";
  for (const field of OPTIONAL) if (raw[field] !== undefined && !isText(raw[field])) delete raw[field];
  // The closed sets are widened by nobody but other implementations; what they wrote is shown, not hidden.
  return raw as unknown as Entry;
}

const OPTIONAL = [
  "author",
  "derivation",
  "status",
  "status_note",
  "status_timestamp",
  "superseded_by",
] as const satisfies Field[];

function isText(value: JsonValue | undefined): value is string {
  return typeof value === "string";
}

function isTags(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.every(isText);
}

/** Whether a word is one of a closed set. */
export function isOneOf<T extends string>(set: readonly T[], word: string): word is T {
  return (set as readonly string[]).includes(word);
}

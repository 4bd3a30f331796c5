import { compact, tokensOf } from "../../json/layout.ts";
import { compareInstants, parseInstant } from "../../text/time.ts";
import { fieldTexts } from "../entry_fields.ts";
import type { StoreName } from "../entry.ts";
import { StoredEntry } from "../stored_entry.ts";

/**
 * What an import does with an entry that is there already and differs: the newer by `timestamp` stays, what is
 * there stays, what comes in replaces it, or nothing at all is imported. Whichever gives way is in the history.
 */
export type ConflictRule = "newer" | "keep" | "replace" | "fail";

/** The rules, the default first. */
export const CONFLICT_RULES: readonly ConflictRule[] = ["newer", "keep", "replace", "fail"];

/** An entry that an import brings. */
export interface Incoming {
  /** The store that it is for. */
  readonly store: StoreName;
  /** Its key. */
  readonly key: string;
  /** Its JSON text: an object in which no field stands twice. */
  readonly text: string;
  /** Where it came from another program: whether its timestamp says when it was known, or only when it came in. */
  readonly foreign?: "dated" | "undated";
}

/** What becomes of an entry that an import brings. */
export type Outcome = "added" | "replaced" | "kept" | "same" | "conflict";

/**
 * Decides what becomes of an entry that an import brings. An old value never takes a newer one's place unless the
 * rule says so; what another program knew without a date is never the newer one, and takes the place of nothing
 * but what was imported from the same origin.
 *
 * @param incoming What comes in. @param present The text of the entry with its key; absent for a new one.
 * @param rule What to do where they differ.
 * @returns `kept` where what is there stays; `conflict` where the rule is to fail.
 */
export function mergeEntry(incoming: Incoming, present: string | undefined, rule: ConflictRule): Outcome {
  if (present === undefined) return "added";
  if (isSame(incoming, present)) return "same";
  if (rule === "fail") return "conflict";
  if (rule !== "newer") return rule === "keep" ? "kept" : "replaced";
  if (incoming.foreign === "undated") return "kept";
  const here = new StoredEntry(incoming.store, incoming.key, present);
  const there = new StoredEntry(incoming.store, incoming.key, incoming.text);
  if (incoming.foreign && here.entry.derivation !== there.entry.derivation) return "kept";
  const then = parseInstant(there.timestamp), now = parseInstant(here.timestamp);
  // Of two that are as old as each other, neither is the newer: what is there stays.
  return then && (!now || compareInstants(then, now) > 0) ? "replaced" : "kept";
}

/** What another program knows of an entry; times, marks and a basis that were given here are none of its business. */
const FOREIGN_FIELDS = ["value", "tags", "derivation"];

/**
 * Whether an entry that comes in says the same as another: the same fields with the same values, the digits of
 * their numbers included, however strings are escaped and fields are ordered. Of what another program knew, its
 * value, tags and origin alone count, so that an import which is repeated finds nothing new.
 *
 * @param incoming What comes in. @param text The other entry's JSON text.
 */
export function isSame({ text: incoming, foreign }: Incoming, text: string): boolean {
  if (incoming === text) return true;
  const a = fieldTexts(incoming), b = fieldTexts(text);
  const fields = foreign ? FOREIGN_FIELDS : a.size === b.size ? [...a.keys()] : undefined;
  return fields?.every((field) => {
    const one = a.get(field), other = b.get(field);
    return one === other || (one !== undefined && other !== undefined && respell(one) === respell(other));
  }) ?? false;
}

/**
 * A JSON text on one line with its strings escaped in one way; numbers keep their digits. No depth costs stack.
 *
 * @param text A valid JSON text.
 */
export function respell(text: string): string {
  const line = compact(text);
  if (!line.includes("\\")) return line;
  let out = "";
  for (const token of tokensOf(line)) {
    out += token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token;
  }
  return out;
}

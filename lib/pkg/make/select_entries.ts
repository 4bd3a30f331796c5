import type { CtxError } from "../../errors.ts";
import { saidIn } from "../../json/said_in.ts";
import { type StoreName, STORES } from "../../memory/entry.ts";
import { fieldTexts, repeatedField } from "../../memory/entry_fields.ts";
import type { StoredEntry } from "../../memory/stored_entry.ts";
import type { Environment } from "../../surroundings.ts";
import { compareInstants, parseInstant, parseSince } from "../../text/time.ts";
import { isCarriable } from "../items/carrier.ts";
import { credentialIn } from "../check/credential_in.ts";
import { credentialShape } from "../check/credential_shaped.ts";

/** Which entries a package takes (ctxpkg §14.3). */
export interface EntrySelection {
  /** The stores; `shared` alone when absent. */
  readonly stores?: readonly StoreName[];
  /** Only entries with one of these keys; `*` in one stands for anything. */
  readonly keys?: readonly string[];
  /** Only entries written at or after: a date, or RFC 3339. */
  readonly since?: string;
  /** Take also working notes of sessions, and the focus. */
  readonly isSessionTaken?: boolean;
}

/** An entry that is not taken, and why; its key is not named where that is why. */
export interface LeftOut {
  /** The store that it is in. */
  readonly store: StoreName;
  /** Its key. */
  readonly key?: string;
  /** Why it is not taken. */
  readonly reason: string;
  /** How many there are of it; one when absent. */
  readonly count?: number;
}

/** What a package takes. */
export interface Selected {
  /** By store, then by key. */
  readonly entries: readonly StoredEntry[];
  readonly leftOut: readonly LeftOut[];
  /** Stores and entries that cannot be read. */
  readonly faults: readonly CtxError[];
}

/** Chooses the entries of a package. What looks like a credential is never among them. */
export function selectEntries(env: Environment, selection: EntrySelection): Selected {
  const { stores = ["shared"], keys = [], since, isSessionTaken = false } = selection;
  const from = since === undefined ? undefined : parseSince(since), patterns = keys.map(patternOf);
  const entries: StoredEntry[] = [], leftOut: LeftOut[] = [], faults: CtxError[] = [];
  for (const name of STORES) {
    const isAsked = stores.includes(name), { entries: read, faults: some } = env.readStore(name);
    if (isAsked) faults.push(...some);
    let others = 0;
    for (const stored of read.toSorted((a, b) => a.key < b.key ? -1 : a.key > b.key ? 1 : 0)) {
      if (patterns.length > 0 && !patterns.some((pattern) => pattern.test(stored.key))) continue;
      const written = parseInstant(stored.timestamp);
      if (from !== undefined && !(written && compareInstants(written, from) >= 0)) continue;
      const reason = isAsked ? reasonAgainst(stored, isSessionTaken) : undefined;
      if (!isAsked) others++;
      else if (reason === undefined) entries.push(stored);
      else leftOut.push(reason);
    }
    const reason = `the store ${name} was not asked for (--store ${name})`;
    if (others > 0) leftOut.push({ store: name, reason, count: others });
  }
  return { entries, leftOut, faults };
}

/** Why an entry cannot be in a package. */
function reasonAgainst(stored: StoredEntry, isSessionTaken: boolean): LeftOut | undefined {
  const { store, key, entry, text } = stored;
  if (!isSessionTaken) {
    if (key === "current_focus") return { store, key, reason: "it is what the work is about now" };
    if (entry.scope === "session") return { store, key, reason: "it is a working note of a session" };
  }
  const twice = repeatedField(text);
  if (twice !== undefined) return { store, key, reason: "a field stands in it twice" };
  const said = `${key}\n${saidIn(text)}`;
  if (!said.isWellFormed()) return { store, key, reason: "half of a character stands in it" };
  if (!isCarriable(stored)) {
    return {
      store,
      key,
      reason: "it cannot be carried whole: too long, or a member that tools read differently",
    };
  }
  if (credentialShape(key) !== undefined) return { store, reason: "its key looks like a credential" };
  const kind = credentialIn(text) ?? credentialShape(said) ??
    credentialShape([...fieldTexts(text).keys()].join("\n"));
  return kind === undefined ? undefined : { store, key, reason: `it looks like it holds ${kind}` };
}

/** A pattern of keys, in which `*` stands for any text. */
function patternOf(pattern: string): RegExp {
  // One star after another says the same as one, and takes far longer to try.
  const parts = pattern.split(/\*+/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join(".*")}$`, "su");
}

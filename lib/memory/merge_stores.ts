import { applyPatches, editObject, type MemberChange, readLayout } from "../json/edit.ts";
import { compact } from "../json/layout.ts";
import { scanObject, skipSpace } from "../json/scan.ts";
import { compareInstants, parseInstant } from "../text/time.ts";
import { FIELDS, type StoreName } from "./entry.ts";
import { editEntry, fieldTexts } from "./entry_fields.ts";
import { StoredEntry } from "./stored_entry.ts";
import type { StoreText } from "./store_text.ts";

/** One version of a store file: its whole text, and the same text read. */
export interface StoreVersion {
  /** The whole text. */
  readonly text: string;
  /** It, read; none of its entries is a bad one. */
  readonly entries: StoreText;
}

/** A version of an entry that gave way to a newer one. */
export interface LostEntry {
  readonly key: string;
  /** Its JSON text. */
  readonly text: string;
  /** When the one that won was written: the same whichever side merges. */
  readonly at: string;
  /** Who wrote the one that won, where it says so. */
  readonly by?: string;
}

/** Two versions of a store made into one. */
export interface MergedStores {
  /** The text, laid out as ours; ours itself where theirs has nothing to add. */
  readonly text: string;
  /** What its `last_updated` says: the later of the two. */
  readonly lastUpdated: string;
  /** How many entries of ours were added, changed or taken out. */
  readonly changed: number;
  /** What was changed on both sides and is not in the text: due to the history. */
  readonly lost: readonly LostEntry[];
  /** The keys of the ancestor that are gone: their history has to go too (§4.5). */
  readonly deleted: readonly string[];
  /** The members beside the entries that both sides changed: the side that was written later has it. */
  readonly contested: readonly string[];
}

/**
 * Merges two versions of a store that grew out of one, entry by entry. Changes to different entries both stay; of
 * an entry changed on both sides the newer stays, of two as new the greater text, so that both directions agree;
 * a deletion gives way to a change that was written after the ancestor. What other programs keep with an entry or
 * beside the entries is merged by itself. Merging in the other direction gives the same entries.
 *
 * @param store The store. @param ancestor The version that both grew out of.
 * @param ours The version whose layout, and order of keys, is kept; its `entries` are changed.
 * @param theirs The other. @param now What `last_updated` says where neither side has it.
 * @returns The merged text, and what is not in it.
 * @throws {JsonSyntaxError} If a field stands twice in an entry that both sides changed.
 */
export function mergeStores(
  store: StoreName,
  ancestor: StoreVersion,
  ours: StoreVersion,
  theirs: StoreVersion,
  now: string,
): MergedStores {
  const tops = [ancestor, ours, theirs].map(({ text }) => topMembers(text)) as [Members, Members, Members];
  const stamp = stampOf(tops[1]), otherStamp = stampOf(tops[2]);
  const lastUpdated = (isNewer(otherStamp, stamp) ? otherStamp : stamp) ?? now;
  const lost: LostEntry[] = [];
  let changed = 0;
  for (const key of new Set([...ours.entries.keys(), ...theirs.entries.keys()])) {
    const old = ancestor.entries.text(key), mine = ours.entries.text(key), other = theirs.entries.text(key);
    const stored = (text: string) => new StoredEntry(store, key, text);
    let merged = isSame(old, mine) ? other : mine;
    if (!isSame(old, mine) && !isSame(old, other) && !isSame(mine, other)) {
      if (mine === undefined || other === undefined) {
        const kept = (mine ?? other)!;
        // Both sides being changed, one of them absent, the ancestor has it.
        merged = isNewer(stored(kept).timestamp, stored(old!).timestamp) ? kept : undefined;
      } else {
        const both = mergeEntry(old, stored(mine), stored(other));
        merged = both.text;
        if (both.loser !== undefined) {
          const { timestamp, author } = both.winner.entry;
          const at = parseInstant(timestamp) ? timestamp : lastUpdated;
          lost.push({ key, text: both.loser, at, by: author });
        }
      }
    }
    if (isSame(merged, mine)) continue; // also where only the layout differs: ours stays
    changed++;
    ours.entries.remove(key); // what is put in as new is laid out as ours
    if (merged !== undefined) ours.entries.put(key, merged);
  }
  const deleted = [...ancestor.entries.keys()].filter((key) => ours.entries.text(key) === undefined);
  const { changes, contested } = mergeTops(tops, stamp, otherStamp);
  const isAsOurs = changed === 0 && changes.size === 0 && lastUpdated === stamp;
  const text = isAsOurs ? ours.text : editTop(ours.entries.render(lastUpdated), changes);
  return { text, lastUpdated, changed, lost, deleted, contested };
}

type Members = ReadonlyMap<string, string>;

/** Whether two texts say the same; how they are laid out does not count, how their numbers are spelled does. */
function isSame(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && compact(a) === compact(b));
}

/** Whether a time is after another; one that cannot be read is before all others. */
function isNewer(time: string | undefined, than: string | undefined): boolean {
  const a = parseInstant(time ?? ""), b = parseInstant(than ?? "");
  return a !== undefined && (b === undefined || compareInstants(a, b) > 0);
}

/** Whether `a` comes after `b`: by time, else by text, so that the answer does not depend on who asks. */
function isLater(timeA: string | undefined, timeB: string | undefined, a: string, b: string): boolean {
  return isNewer(timeA, timeB) || (!isNewer(timeB, timeA) && compact(a) > compact(b));
}

/** Merges an entry that both sides changed, each in its own way, or that both made. */
function mergeEntry(
  old: string | undefined,
  a: StoredEntry,
  b: StoredEntry,
): { text: string; winner: StoredEntry; loser?: string } {
  const was: Members = old === undefined ? new Map() : fieldTexts(old);
  const ofA = fieldTexts(a.text), ofB = fieldTexts(b.text);
  const isChanged = (fields: Members) => FIELDS.some((field) => !isSame(was.get(field), fields.get(field)));
  // Where one side has touched nothing but foreign fields, the other's change of the entry gives way to nothing.
  const isA = isChanged(ofA) === isChanged(ofB)
    ? isLater(a.timestamp, b.timestamp, a.text, b.text)
    : isChanged(ofA);
  const [winner, won, gave] = isA ? [a, ofA, ofB] : [b, ofB, ofA], loser = isA ? b : a;
  const names = new Set([...was.keys(), ...ofA.keys(), ...ofB.keys()]),
    changes = new Map<string, string | undefined>();
  for (const name of names) {
    const isForeign = !(FIELDS as readonly string[]).includes(name);
    if (isForeign && isSame(was.get(name), won.get(name)) && !isSame(won.get(name), gave.get(name))) {
      changes.set(name, gave.get(name));
    }
  }
  const isLost = [...names].some((name) =>
    !isSame(was.get(name), gave.get(name)) && !isSame(won.get(name), gave.get(name)) && !changes.has(name)
  );
  const text = changes.size > 0 ? editEntry(winner.text, changes) : winner.text;
  return { text, winner, loser: isLost ? loser.text : undefined };
}

/** The members of a store file; of the last, where one stands in it twice. */
function topMembers(text: string): Members {
  return fieldTexts(text.slice(skipSpace(text, 0)));
}

/** What `last_updated` says, where that is a time. */
function stampOf(top: Members): string | undefined {
  const stamp: unknown = JSON.parse(top.get("last_updated") ?? "null");
  return typeof stamp === "string" && parseInstant(stamp) ? stamp : undefined;
}

/** What becomes of the members of ours beside the entries. */
function mergeTops(
  [old, ours, theirs]: readonly [Members, Members, Members],
  stamp: string | undefined,
  otherStamp: string | undefined,
): { changes: Map<string, string | undefined>; contested: string[] } {
  const changes = new Map<string, string | undefined>(), contested: string[] = [];
  for (const name of new Set([...old.keys(), ...ours.keys(), ...theirs.keys()])) {
    if (name === "entries" || name === "last_updated") continue;
    const was = old.get(name), mine = ours.get(name), other = theirs.get(name);
    if (isSame(mine, other) || isSame(was, other)) continue;
    const isContested = !isSame(was, mine);
    if (isContested) contested.push(name);
    if (!isContested || isLater(otherStamp, stamp, other ?? "", mine ?? "")) changes.set(name, other);
  }
  return { changes, contested };
}

function editTop(text: string, changes: ReadonlyMap<string, string | undefined>): string {
  const span = scanObject(text, skipSpace(text, 0)), names: string[] = [];
  for (let i = 0; i < span.members.length; i += 4) {
    names.push(JSON.parse(text.slice(span.members[i], span.members[i + 1])));
  }
  const edits = [...changes].map(([key, value]): MemberChange => {
    const index = names.lastIndexOf(key);
    return index === -1 ? { key, text: value } : { index, text: value };
  });
  return applyPatches(text, editObject(span, readLayout(text, span), edits));
}

import { respell } from "../../memory/import/on_conflict.ts";
import { StoredEntry } from "../../memory/stored_entry.ts";
import { OwnKeys } from "./own_keys.ts";
import type { Draft, Origin } from "../items/draft.ts";
import { isUsableKey, shortHash } from "../items/draft_of.ts";
import { importedFrom, isAsImported } from "./imported_entry.ts";
import { isOlder } from "../version_range.ts";
import type { Item, ItemKind } from "../items/item.ts";
import { slug } from "../items/slug.ts";

/** What becomes of an item of a package that is imported (ctxpkg §14.2). */
export type ItemOutcome =
  | "written"
  | "updated"
  | "conflict"
  | "already imported"
  | "already known"
  | "left out";

/** What becomes of one item. */
export interface ItemResult {
  /** What becomes of it; `conflict` where it is written under another key than it would have had. */
  readonly outcome: ItemOutcome;
  /** The key that it has, or that says the same already. */
  readonly key: string;
  /** The key that it would have had, where an entry that stays has that. */
  readonly conflictsWith?: string;
  /** The version of the package that it takes the place of. */
  readonly replaces?: string;
  /** Why it is left out, or known though it says something else. */
  readonly reason?: string;
}

/** The same, with the item. */
export interface ImportStep extends ItemResult {
  readonly draft: Draft;
}

/** The package that comes in. */
export interface Incoming extends Origin {
  /** The key that signed it. */
  readonly signer?: string;
  /** Whether whoever imports takes another key than the one that signed before. */
  readonly isNewKeyTaken?: boolean;
}

/** What is there before an import. */
export interface Present {
  /** An entry's JSON text, by its key. */
  text(key: string): string | undefined;
  /** The keys of the entries that were imported, by what each was: {@linkcode identityOf} its kind and its hash. */
  readonly byItem: ReadonlyMap<string, string>;
  /** The same with their packages, by {@linkcode identityOf} its kind and its value. */
  readonly byValue: ReadonlyMap<string, readonly { readonly key: string; readonly package: string }[]>;
  /** Whether the entry with a key was such an item before somebody gave it another value. */
  was(key: string, item: Item): boolean;
  /** The SHA-256 of a text; nothing where it is not known yet, and has to be asked for. */
  hashOf(text: string): string | undefined;
}

/** A context in which nothing is. */
export const NOTHING_PRESENT: Present = {
  text: () => undefined,
  byItem: new Map(),
  byValue: new Map(),
  was: () => false,
  hashOf: () => undefined,
};

/**
 * Decides what becomes of each item: what is known here already stays as it is, and what somebody here changed is never
 * written over (ctxpkg §14.2).
 *
 * @param drafts The items as entries. @param origin The package. @param present What is there.
 * @param reasonToLeaveOut Why an item is not to be imported at all; nothing where it is.
 */
export function planImport(
  drafts: readonly Draft[],
  origin: Incoming,
  present: Present,
  reasonToLeaveOut: (draft: Draft) => string | undefined,
): ImportStep[] {
  const suffix = slug(origin.name), settled = settle(drafts, origin, present, reasonToLeaveOut);
  // A key that an item of this package has already, here or in this import, is nobody else's.
  const taken = new Set<string>(), wanted = new Set<string>(), seen = new Map<string, string>();
  for (const { outcome, key } of settled.values()) if (outcome !== "left out") wanted.add(key);
  for (const key of wanted) taken.add(key);
  return drafts.map((draft): ImportStep => {
    const step = settled.get(draft), identity = identityOf(draft.item.kind, draft.item.sha256);
    if (step !== undefined) return step;
    const known = seen.get(identity);
    if (known !== undefined) return { draft, outcome: "already imported", key: known };
    const own = keyFor(draft, wanted);
    wanted.add(own);
    for (let tries = 0;; tries++) {
      const key = tries === 0 ? own : `${own}__${suffix}${tries === 1 ? "" : `_${tries}`}`;
      if (taken.has(key)) continue;
      const found = present.text(key) !== undefined && present.was(key, draft.item)
        ? { outcome: "already imported" as const }
        : outcomeAt(key, draft, origin, present);
      if (found === undefined) continue;
      taken.add(key);
      seen.set(identity, key);
      const isAway = tries > 0 && !found.outcome.startsWith("already");
      const outcome = isAway && found.outcome === "written" ? "conflict" : found.outcome;
      return { draft, key, ...found, outcome, ...isAway && { conflictsWith: own } };
    }
  });
}

const NONE: readonly never[] = [];

/** What is settled before any item is given a key: what is left out, and what is here already, under whatever key. */
function settle(
  drafts: readonly Draft[],
  { name }: Incoming,
  present: Present,
  reasonToLeaveOut: (draft: Draft) => string | undefined,
): Map<Draft, ImportStep> {
  const settled = new Map<Draft, ImportStep>(), held = new Set<string>(), byKey = new OwnKeys(slug(name));
  const hold = (draft: Draft, outcome: ItemOutcome, key: string) => {
    settled.set(draft, { draft, outcome, key });
    held.add(key);
  };
  for (const draft of drafts) {
    const reason = reasonToLeaveOut(draft),
      known = present.byItem.get(identityOf(draft.item.kind, draft.item.sha256));
    if (reason !== undefined) settled.set(draft, { draft, outcome: "left out", key: "", reason });
    else if (known !== undefined) hold(draft, "already imported", known);
  }
  for (const draft of drafts) {
    if (settled.has(draft)) continue;
    const value = respell(draft.valueText),
      here = present.byValue.get(identityOf(draft.item.kind, value)) ?? NONE;
    // What has no name of its own is known by what it says; a fact by its key too, with what may have been added to it.
    const alike = isNamed(draft)
      ? byKey.of(here, draft.key).find((one) => one.package === name && !held.has(one.key))
      : here[0];
    if (alike !== undefined) {
      hold(draft, "already known", alike.key);
      continue;
    }
    const text = present.text(draft.key);
    if (text === undefined || held.has(draft.key) || !isUsableKey(draft.key)) continue;
    if (respell(new StoredEntry("shared", draft.key, text).valueText) === value) {
      hold(draft, "already known", draft.key);
    }
  }
  return settled;
}

/** What tells an item from others: two kinds can say the same. */
export function identityOf(kind: ItemKind, text: string): string {
  return `${kind}\n${text}`;
}

/** Whether an item has a key of its own, which does not follow from what it says. */
function isNamed({ item, key }: Draft): boolean {
  return item.kind === "fact" || item.kind === "code graph" || !key.endsWith(shortHash(item));
}

/** The key that an item is to have, among those of its package. */
function keyFor({ key, item }: Draft, wanted: ReadonlySet<string>): string {
  const usable = isUsableKey(key) ? key : isUsableKey(slug(key)) ? slug(key) : `imported_${slug(key)}`;
  return wanted.has(usable) ? `${usable}_${shortHash(item)}` : usable;
}

/** What an item becomes at a key; nothing where another entry has it and stays. */
function outcomeAt(
  key: string,
  draft: Draft,
  { name, version, signer, isNewKeyTaken }: Incoming,
  present: Present,
): Pick<ImportStep, "outcome" | "replaces" | "reason"> | undefined {
  const text = present.text(key);
  if (text === undefined) return { outcome: "written" };
  const stored = new StoredEntry("shared", key, text);
  if (respell(stored.valueText) === respell(draft.valueText)) return { outcome: "already known" };
  const from = importedFrom(stored);
  if (from === undefined || from.package !== name) return undefined;
  // An older one takes nothing back.
  if (isOlder(version, from.version)) {
    return { outcome: "already known", reason: `version ${from.version}, a newer one, is here` };
  }
  const { source, basis } = stored.entry, isOurs = source !== "system" || basis !== "reported";
  // Somebody here has checked it; or whoever signs now is not who signed before.
  const isOther = from.signer !== undefined && from.signer !== signer;
  if (isOurs || (isOther && !(isNewKeyTaken && signer !== undefined))) return undefined;
  return isAsImported(stored, from, present.hashOf)
    ? { outcome: "updated", replaces: from.version }
    : undefined;
}

/** The key of what replaces an item that is superseded, as it came out. */
export function keyOfSuccessor({ mark }: Draft, steps: ReadonlyMap<Draft, ImportStep>): string | undefined {
  const by = mark?.by;
  if (by === undefined || typeof by === "string") return by;
  // One that is left out is nowhere: what has its key here is something else.
  return steps.get(by)?.key || undefined;
}

import { respell } from "../../memory/import/on_conflict.ts";
import { StoredEntry } from "../../memory/stored_entry.ts";
import type { Draft, Origin } from "../items/draft.ts";
import { isUsableKey, shortHash } from "../items/draft_of.ts";
import { importedFrom, statusText } from "./imported_entry.ts";
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
  /** Why it is left out. */
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
  /** The same, by {@linkcode identityOf} its kind and its value. */
  readonly byValue: ReadonlyMap<string, string>;
  /** Whether the entry with a key was such an item before somebody gave it another value. */
  was(key: string, item: Item): boolean;
  /** The SHA-256 of a text; nothing where it is not known yet, and has to be asked for. */
  hashOf(text: string): string | undefined;
}

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
  const taken = new Map<string, Draft>(), seen = new Map<string, string>(), suffix = slug(origin.name);
  return drafts.map((draft): ImportStep => {
    const reason = reasonToLeaveOut(draft), { sha256 } = draft.item;
    if (reason !== undefined) return { draft, outcome: "left out", key: "", reason };
    const identity = identityOf(draft.item.kind, sha256),
      known = present.byItem.get(identity) ?? seen.get(identity);
    if (known !== undefined) return { draft, outcome: "already imported", key: known };
    // What has no name of its own has its spelling in its key, and is known by what it says.
    const alike = isNamed(draft)
      ? undefined
      : present.byValue.get(identityOf(draft.item.kind, respell(draft.valueText)));
    if (alike !== undefined) return { draft, outcome: "already known", key: alike };
    const wanted = keyFor(draft, taken);
    for (let tries = 0;; tries++) {
      const key = tries === 0 ? wanted : `${wanted}__${suffix}${tries === 1 ? "" : `_${tries}`}`;
      const found = taken.has(key) ? undefined : outcomeAt(key, draft, origin, present);
      if (found === undefined && !taken.has(key) && present.was(key, draft.item)) {
        return { draft, outcome: "already imported", key };
      }
      if (found === undefined) continue;
      const isAway = tries > 0 && found.outcome !== "already known";
      seen.set(identity, key);
      if (found.outcome !== "already known") taken.set(key, draft);
      return {
        draft,
        key,
        ...found,
        ...isAway &&
          { conflictsWith: wanted, outcome: found.outcome === "written" ? "conflict" : found.outcome },
      };
    }
  });
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
function keyFor({ key, item }: Draft, taken: ReadonlyMap<string, Draft>): string {
  const usable = isUsableKey(key) ? key : isUsableKey(slug(key)) ? slug(key) : `imported_${slug(key)}`;
  return taken.has(usable) ? `${usable}_${shortHash(item)}` : usable;
}

/** What an item becomes at a key; nothing where another entry has it and stays. */
function outcomeAt(
  key: string,
  draft: Draft,
  { name, version, signer, isNewKeyTaken }: Incoming,
  present: Present,
): Pick<ImportStep, "outcome" | "replaces"> | undefined {
  const text = present.text(key);
  if (text === undefined) return { outcome: "written" };
  const stored = new StoredEntry("shared", key, text);
  if (respell(stored.valueText) === respell(draft.valueText)) return { outcome: "already known" };
  const from = importedFrom(stored);
  if (from === undefined || from.package !== name) return undefined;
  // An older one takes nothing back.
  if (isOlder(version, from.version)) return { outcome: "already known" };
  const { source, basis } = stored.entry, isOurs = source !== "system" || basis !== "reported";
  // Somebody here has checked it; or whoever signs now is not who signed before.
  const isOther = from.signer !== undefined && from.signer !== signer;
  if (isOurs || (isOther && !(isNewKeyTaken && signer !== undefined))) return undefined;
  const isAsImported = present.hashOf(stored.valueText) === from.valueSha256 &&
    (from.statusSha256 === undefined
      ? stored.entry.status === undefined
      : present.hashOf(statusText(stored.entry)) === from.statusSha256);
  return isAsImported ? { outcome: "updated", replaces: from.version } : undefined;
}

/** The key of what replaces an item that is superseded, as it came out. */
export function keyOfSuccessor({ mark }: Draft, steps: ReadonlyMap<Draft, ImportStep>): string | undefined {
  const by = mark?.by;
  if (by === undefined || typeof by === "string") return by;
  return steps.get(by)?.key || by.key;
}

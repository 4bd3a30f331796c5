import type { StoreText } from "../../memory/store_text.ts";
import { StoredEntry } from "../../memory/stored_entry.ts";
import type { Earlier } from "../../store/history/append_and_purge.ts";
import type { Draft } from "../items/draft.ts";
import { kindAt } from "../items/item.ts";
import { readHistoryEntries } from "../../store/history/versions_of_keys.ts";
import type { Root } from "../../store/root.ts";
import { respell } from "../../memory/import/on_conflict.ts";
import { identityOf, type ImportStep, keyOfSuccessor, type Present } from "./import_plan.ts";
import { importedEntryText, importedFrom, type ImportFacts } from "./imported_entry.ts";
import type { TextHashes } from "./text_hashes.ts";

/** Whether a step writes an entry. */
export function isWrite({ outcome }: Pick<ImportStep, "outcome">): boolean {
  return outcome === "written" || outcome === "updated" || outcome === "conflict";
}

/**
 * Puts the items that are to be written into a store.
 *
 * @param steps What is to become of each. @param text The store. @param facts The import. @param hashes Hashes of all
 *   that the entries say one of.
 * @returns What the history is to keep.
 */
export function carryOut(
  steps: readonly ImportStep[],
  text: StoreText,
  facts: ImportFacts,
  hashes: TextHashes,
): Earlier[] {
  const earlier: Earlier[] = [],
    byDraft = new Map<Draft, ImportStep>(steps.map((step) => [step.draft, step]));
  for (const step of steps) {
    if (!isWrite(step)) continue;
    const { draft, key, replaces } = step, old = text.text(key);
    if (old !== undefined) {
      earlier.push({ operation: "import", key, text: old, at: facts.now, by: facts.author });
      text.remove(key);
    }
    const supersededBy = keyOfSuccessor(draft, byDraft);
    text.put(key, importedEntryText(draft, facts, (value) => hashes.of(value)!, { supersededBy, replaces }));
  }
  return earlier;
}

/** The entries of a store that were imported, found again by what each was, and by what it says. */
export function importedItems(text: StoreText): Pick<Present, "byItem" | "byValue"> {
  const byItem = new Map<string, string>(), byValue = new Map<string, { key: string; package: string }[]>();
  for (const key of text.keysHolding('"ctxpkg"')) {
    const stored = new StoredEntry("shared", key, text.text(key)!), from = importedFrom(stored);
    const kind = from && kindAt(from.path);
    if (from === undefined || kind === undefined) continue;
    byItem.set(identityOf(kind, from.itemSha256), key);
    const value = identityOf(kind, respell(stored.valueText)), alike = byValue.get(value);
    if (alike !== undefined) alike.push({ key, package: from.package });
    else byValue.set(value, [{ key, package: from.package }]);
  }
  return { byItem, byValue };
}

/**
 * Tells whether an entry was an item of a package before somebody gave it another value: its history says so (ctxpkg
 * §14.2, rule 1). The history is read once, and only where something asks.
 *
 * @param root The root. @param drafts The items that may be asked for.
 */
export function itemsThatWere(root: Root, drafts: readonly Draft[]): Present["was"] {
  let histories: ReadonlyMap<string, readonly string[]> | undefined;
  return (key, item) => {
    histories ??= readHistoryEntries(root, "shared", new Set(drafts.map((draft) => draft.key)));
    return (histories.get(key) ?? []).some((text) => {
      const from = importedFrom(new StoredEntry("shared", key, text));
      return from !== undefined && from.itemSha256 === item.sha256 && kindAt(from.path) === item.kind;
    });
  };
}

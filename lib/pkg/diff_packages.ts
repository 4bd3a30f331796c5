import type { JsonView } from "../json/view.ts";
import { type Item, itemsOf, said } from "./items/item.ts";
import type { Package } from "./parse.ts";
import { sortedText } from "./object_text.ts";

/** An item that differs between two packages. */
export interface ItemDifference {
  /** What it is: `fact`, `gotcha`, `node`. */
  readonly kind: string;
  /** What it is called: a fact's category and key, a node's id; of what has no name, its first words. */
  readonly title: string;
  /** Where it stands, in the second package if it is there. */
  readonly path: string;
}

/** An item that two packages say differently. */
export interface ChangedItem extends ItemDifference {
  /** The members that differ, by their names; none where the item is no object. */
  readonly members: readonly string[];
}

/** What differs between two packages: items, whatever their order and that of their members. */
export interface PackageDifference {
  /** What only the second has. */
  readonly added: readonly ItemDifference[];
  /** What only the first has. */
  readonly removed: readonly ItemDifference[];
  /** What both have, and say differently. */
  readonly changed: readonly ChangedItem[];
}

/** Holds two packages against each other, item by item (ctxpkg §13.2). */
export async function diffPackages(before: Package, after: Package): Promise<PackageDifference> {
  const old = await identified(before), fresh = await identified(after);
  const difference = (item: Item): ItemDifference => ({
    kind: item.kind,
    title: titleOf(item),
    path: item.path,
  });
  const added: ItemDifference[] = [], changed: ChangedItem[] = [], removed: ItemDifference[] = [];
  for (const [identity, item] of fresh) {
    const was = old.get(identity);
    if (was === undefined) added.push(difference(item));
    else if (was.sha256 !== item.sha256 && sortedText(was.text) !== sortedText(item.text)) {
      changed.push({ ...difference(item), members: membersApart(was, item) });
    }
  }
  for (const [identity, item] of old) if (!fresh.has(identity)) removed.push(difference(item));
  return { added, removed, changed };
}

/** The members that only one of two items has, or that they say differently. */
function membersApart({ view: before }: Item, { view: after }: Item): string[] {
  const textOf = (member: JsonView | undefined) => member && sortedText(member.raw);
  return [...new Set([...before.members.keys(), ...after.members.keys()])].filter((name) =>
    textOf(before.members.get(name)) !== textOf(after.members.get(name))
  );
}

/** The items of a package by what makes each the same one in another package. */
async function identified(one: Package): Promise<Map<string, Item>> {
  const found = new Map<string, Item>(), counts = new Map<string, number>();
  for (const item of await itemsOf(one.contentView, one)) {
    const name = nameOf(item) ?? sortedText(item.text), base = JSON.stringify([item.layer, item.kind, name]);
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    found.set(`${base}${count}`, item);
  }
  return found;
}

/** What an item is called in its package; nothing where it has no name, and is what it says. */
function nameOf({ kind, view }: Item): string | undefined {
  if (kind === "fact") {
    return JSON.stringify([said(view, "category"), said(view, "key")]);
  }
  // lean-ctx leaves it empty.
  if (kind === "node" || kind === "gotcha") return said(view, "id") || undefined;
  return kind === "code graph" || kind === "task" ? "" : undefined;
}

function titleOf({ kind, view }: Item): string {
  if (kind === "fact") return [said(view, "category"), said(view, "key")].join("/");
  if (kind === "node") return said(view, "id") ?? "";
  if (kind === "code graph") return "";
  return view.string ?? said(view, "trigger", "summary", "description") ?? "";
}

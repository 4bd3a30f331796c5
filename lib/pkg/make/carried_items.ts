import type { StoredEntry } from "../../memory/stored_entry.ts";
import { NOTHING_PRESENT, planImport } from "../import/import_plan.ts";
import type { Draft, Origin } from "../items/draft.ts";
import { draftsOf } from "../items/drafts_of_items.ts";
import { importedFrom, isAsImported, statusText } from "../import/imported_entry.ts";
import { type Item, itemsOf } from "../items/item.ts";
import type { Package } from "../parse.ts";
import { sortedText } from "../object_text.ts";
import { membersOf, type Part, partText } from "./part.ts";
import { slug } from "../items/slug.ts";
import { TextHashes } from "../import/text_hashes.ts";

/** A package of which entries go back out, with those of its items that do. */
export interface CarriedPackage {
  readonly package: Package;
  /** The entries, by the paths of their items. */
  readonly entries: ReadonlyMap<string, StoredEntry>;
  readonly items: readonly Item[];
  /** Nodes that say what another of the items says, with that item's path. */
  readonly repeated: readonly { readonly item: Item; readonly path: string }[];
}

/** Entries that were imported and are as they were, with the items that they came from (ctxpkg §14.5). */
export class CarriedItems {
  /** The packages that they are from. */
  readonly packages: readonly CarriedPackage[];
  readonly #items = new Map<StoredEntry, Item>();

  constructor(packages: readonly CarriedPackage[]) {
    this.packages = packages;
    for (const { entries, items } of packages) {
      for (const item of items) {
        const stored = entries.get(item.path);
        if (stored !== undefined) this.#items.set(stored, item);
      }
    }
  }

  /** Whether an entry goes back into the layer that it came from. */
  has(stored: StoredEntry): boolean {
    return this.#items.has(stored);
  }

  /** The item that an entry came from. */
  itemOf(stored: StoredEntry): Item | undefined {
    return this.#items.get(stored);
  }

  /** The fact that an entry came from, which then says where it was imported from. */
  factOf(stored: StoredEntry): Part | undefined {
    const item = this.#items.get(stored);
    if (item?.kind !== "fact") return undefined;
    const members = membersOf(item.view), from = stored.entry.imported_from;
    if (typeof from === "string" && (members.get("imported_from") ?? "null") === "null") {
      members.set("imported_from", JSON.stringify(from));
    }
    return members;
  }

  /**
   * What of a layer goes back, its facts and the graph of version 2 aside: list by list.
   *
   * @param layer The layer's name. @param entries All entries of the export, in its order.
   */
  lists(layer: string, entries: readonly StoredEntry[]): Map<string, Part> {
    const lists = new Map<string, Part>(),
      add = (list: string, parts: readonly Part[]) =>
        void lists.set(list, [...(lists.get(list) ?? []) as readonly Part[], ...parts]);
    for (const stored of entries) {
      const item = this.#items.get(stored);
      if (item?.layer !== layer || item.kind === "fact" || item.kind === "node") continue;
      if (item.kind === "task") lists.set("task_description", item.text);
      else if (item.kind === "code graph") {
        for (const list of ["nodes", "edges"]) {
          add(list, [...item.view.get(list)?.items() ?? []].map(membersOf));
        }
      } else add(listOf(item), [item.view.kind === "object" ? membersOf(item.view) : item.text]);
    }
    if (layer === "session" && lists.size > 0) add("files_touched", this.#filesTouched());
    // Two packages can hold parts of one graph of code.
    if (layer === "graph") {
      for (const [list, parts] of lists) lists.set(list, distinct(parts as readonly Part[]));
    }
    return lists;
  }

  /** The files that the sessions touched of which something goes back, each once. */
  #filesTouched(): string[] {
    const sessions = this.packages.filter(({ entries, items }) =>
      items.some(({ layer, path }) => layer === "session" && entries.has(path))
    );
    const files = sessions.flatMap(({ package: { contentView } }) =>
      [...contentView.get("session")?.get("files_touched")?.items() ?? []].map(({ raw }) => raw)
    );
    return [...new Set(files)];
  }
}

/**
 * Finds the items of entries that were imported and that nobody has edited or marked since.
 *
 * @param entries Entries. @param kept The packages that are kept. @param isTaken Whether an item's text may go out; the
 *   entry of another goes out as it is here. @param isTaskTaken Whether something else says what the session was about.
 */
export async function carriedItems(
  entries: readonly StoredEntry[],
  kept: readonly Package[],
  isTaken: (text: string) => boolean,
  isTaskTaken = false,
): Promise<CarriedItems> {
  const hashes = new TextHashes(), bySha256 = new Map(kept.map((one) => [one.sha256, one]));
  const imported = entries.flatMap((stored) => {
    const from = importedFrom(stored);
    return from !== undefined && bySha256.has(from.sha256) ? [{ stored, from }] : [];
  });
  await hashes.learn(imported.flatMap(({ stored }) => [stored.valueText, statusText(stored.entry)]));
  const unchanged = imported.filter(({ stored, from }) =>
    isAsImported(stored, from, (text) => hashes.of(text))
  );
  let hasTask = isTaskTaken;
  const packages: CarriedPackage[] = [];
  for (const [sha256, group] of Map.groupBy(unchanged, ({ from }) => from.sha256)) {
    const one = bySha256.get(sha256)!,
      items = await itemsOf(one.contentView, one),
      found = new Map<string, StoredEntry>();
    const byPath = new Map(items.map((item) => [item.path, item]));
    const { name, version } = one, origin = { name, version, now: one.manifest.created_at };
    const drafts = draftsOf(items, one.contentView, origin), keys = keysOf(drafts.drafts, origin);
    for (const { stored, from } of group) {
      const item = byPath.get(from.path);
      if (item === undefined || item.sha256 !== from.itemSha256 || found.has(item.path)) continue;
      // One that had to take another key would come out as if it had its own: what points to it must find it.
      if (stored.key.startsWith(`${keys.get(from.path)}__${slug(name)}`)) continue;
      // What of it did not become the entry can hold what the entry does not.
      if (!isTaken(item.text)) continue;
      // A session is about one thing: another goes out as a fact.
      if (item.kind === "task" && hasTask) continue;
      hasTask ||= item.kind === "task";
      found.set(item.path, stored);
    }
    packages.push({ package: one, entries: found, items, repeated: drafts.repeated });
  }
  return new CarriedItems(packages);
}

/** The keys that the items of a package have in a context where nothing else is, by their paths. */
function keysOf(drafts: readonly Draft[], origin: Origin): Map<string, string> {
  const steps = planImport(drafts, origin, NOTHING_PRESENT, () => undefined);
  return new Map(steps.map(({ draft, key }) => [draft.item.path, key]));
}

/** Parts, each once, whatever the order of their names. */
function distinct(parts: readonly Part[]): Part[] {
  return [...new Map(parts.map((part) => [sortedText(partText(part)), part])).values()];
}

/** The list of its layer that an item stands in. */
function listOf({ path }: Item): string {
  return /\.(\w+)\[\d+\]$/.exec(path)![1]!;
}

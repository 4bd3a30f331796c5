import type { JsonView } from "../../json/view.ts";
import { valueAsText } from "../../memory/shown_entry.ts";
import type { StoredEntry } from "../../memory/stored_entry.ts";
import type { CarriedItems, CarriedPackage } from "./carried_items.ts";
import { isTime } from "../check_shape.ts";
import { NODE_OF_ENTRY } from "../items/drafts_of_graph.ts";
import { categoryOf, confidenceOf } from "./fact_of_entry.ts";
import { objectText, sortedText } from "../object_text.ts";
import { isCode, said } from "../items/item.ts";
import { membersOf, type Part } from "./part.ts";

/** Categories that are no type of a node. */
const PLAIN_FACTS = ["note", "result"];

/** A graph that is being written: nodes by their ids, and edges. */
class WrittenGraph {
  readonly nodes = new Map<string, Map<string, string>>();
  readonly edges: Map<string, string>[] = [];
  readonly #same = new Map<string, string>();
  readonly #linked = new Set<string>();

  /** A node of a package, under another id where one has its own. */
  add(id: string, members: Map<string, string>, from: string): string {
    const says = textOf(id, members), same = this.#same.get(says);
    // The same node can have come by several ways, each of which gave it another beginning.
    if (same !== undefined) return same;
    let free = id;
    for (let i = 1; this.nodes.has(free); i++) free = `${from}#${id}${i === 1 ? "" : `_${i}`}`;
    if (free !== id) members.set("id", JSON.stringify(free));
    this.nodes.set(free, members);
    this.#same.set(says, free);
    return free;
  }

  link(from: string, to: string, type: string): void {
    const edge = [["from", from], ["to", to], ["type", type]] as const;
    this.join(new Map(edge.map(([name, text]) => [name, JSON.stringify(text)])));
  }

  /** An edge, once. */
  join(members: Map<string, string>): void {
    const says = sortedText(objectText(members));
    if (!this.#linked.has(says)) this.edges.push(members);
    this.#linked.add(says);
  }
}

/** What a node says, whatever packages it has gone through. */
function textOf(id: string, members: ReadonlyMap<string, string>): string {
  const others = [...members].filter(([name]) => name !== "id" && name !== "supersedes");
  return `${id.slice(id.lastIndexOf("#") + 1)}\n${sortedText(objectText(others))}`;
}

/**
 * The graph of a package of entries (ctxpkg §14.3): the nodes that were imported and are as they were, and one for each
 * other entry where that is asked for.
 *
 * @param entries The entries. @param carried What of them was imported. @param isWhole Whether each gets a node.
 * @returns The graph; nothing where it would be empty and was not asked for.
 */
export function graphOfEntries(
  entries: readonly StoredEntry[],
  carried: CarriedItems,
  isWhole: boolean,
): Part | undefined {
  const graph = new WrittenGraph(), ids = new Map<StoredEntry, string>();
  for (const one of carried.packages) addCarried(graph, one, ids);
  if (isWhole) addEntries(graph, entries, ids, carried);
  if (!isWhole && graph.nodes.size === 0) return undefined;
  return new Map<string, Part>([["nodes", [...graph.nodes.values()]], ["edges", graph.edges]]);
}

/** Adds what of a package's graph goes out again: the nodes of the entries that do, code with its entry, and their edges. */
function addCarried(
  graph: WrittenGraph,
  { package: { name, contentView }, entries, items, repeated }: CarriedPackage,
  ids: Map<StoredEntry, string>,
): void {
  const own = new Map<string, string>();
  const add = (view: JsonView, stored: StoredEntry | undefined) => {
    const id = said(view, "id") ?? "", free = graph.add(id, membersOf(view), name);
    own.set(id, free);
    if (stored !== undefined && !ids.has(stored)) ids.set(stored, free);
  };
  for (const { kind, path, view } of items) {
    if (kind === "node" && entries.has(path)) add(view, entries.get(path));
  }
  for (const { item, path } of repeated) if (entries.has(path)) add(item.view, entries.get(path));
  const all = contentView.get("context_graph");
  if (items.some(({ kind, path }) => kind === "code graph" && entries.has(path))) {
    for (const node of all?.get("nodes")?.items() ?? []) if (isCode(node)) add(node, undefined);
  }
  if (own.size === 0) return;
  for (const id of own.values()) {
    const members = graph.nodes.get(id)!, replaced = JSON.parse(members.get("supersedes") ?? "null");
    const renamed = own.get(replaced);
    if (renamed !== undefined) members.set("supersedes", JSON.stringify(renamed));
    // It would be taken for another package's.
    else if (replaced !== null) members.delete("supersedes");
  }
  for (const edge of all?.get("edges")?.items() ?? []) {
    const from = own.get(said(edge, "from") ?? ""), to = own.get(said(edge, "to") ?? "");
    if (from === undefined || to === undefined) continue;
    const members = membersOf(edge);
    members.set("from", JSON.stringify(from)).set("to", JSON.stringify(to));
    graph.join(members);
  }
}

/** Adds a node for each entry that has none, what they replace, and what they are derived from. */
function addEntries(
  graph: WrittenGraph,
  entries: readonly StoredEntry[],
  ids: Map<StoredEntry, string>,
  carried: CarriedItems,
): void {
  const byKey = new Map<string, string>();
  for (const stored of entries) {
    // A graph of code goes out by itself; its entry only says so.
    if (carried.itemOf(stored)?.kind === "code graph") continue;
    const id = ids.get(stored) ?? addNode(graph, stored);
    if (stored.store === "shared" || !byKey.has(stored.key)) byKey.set(stored.key, id);
    ids.set(stored, id);
  }
  for (const stored of entries) {
    const id = ids.get(stored);
    if (id === undefined) continue;
    const { status, superseded_by, derivation } = stored.entry;
    const by = status === "superseded" && superseded_by !== undefined ? byKey.get(superseded_by) : undefined;
    if (by !== undefined && by !== id) {
      graph.link(by, id, "supersedes");
      const successor = graph.nodes.get(by)!;
      if (!successor.has("supersedes")) successor.set("supersedes", JSON.stringify(id));
    }
    for (const word of wordsOf(derivation)) {
      const other = byKey.get(word);
      if (other !== undefined && other !== id) graph.link(id, other, "related_to");
    }
  }
}

function addNode(graph: WrittenGraph, stored: StoredEntry): string {
  const { store, key, entry } = stored, category = categoryOf(stored);
  const id = store === "shared" ? NODE_OF_ENTRY + key : `ctx:${store}/${key}`;
  const members: readonly (readonly [string, string | undefined])[] = [
    ["id", id],
    ["type", PLAIN_FACTS.includes(category) ? "fact" : category],
    ["content", valueAsText(stored)],
    ["category", category],
    ["created_at", isTime(entry.created) ? entry.created : undefined],
  ];
  const texts = members.flatMap(([name, text]) =>
    text === undefined ? [] : [[name, JSON.stringify(text)] as const]
  );
  return graph.add(id, new Map([...texts, ["confidence", confidenceOf(stored)]]), "ctx");
}

/** The words of a text, each once: those that a key can be, with and without what surrounds them. */
function wordsOf(text = ""): Set<string> {
  return new Set([...text.matchAll(/\w+/g), ...text.matchAll(/[^\s,;:()"'`]+/g)].map(([word]) => word));
}

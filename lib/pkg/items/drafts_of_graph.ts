import type { JsonView } from "../../json/view.ts";
import type { Draft, Origin } from "./draft.ts";
import { pastTime } from "./draft.ts";
import { draftOf, isUsableKey, shortHash } from "./draft_of.ts";
import { isCode, type Item, said } from "./item.ts";
import { slug, wordsSlug } from "./slug.ts";

/** The id of a node that was an entry begins so; its key follows. */
export const NODE_OF_ENTRY = "ctx:shared/";

/** A node of a graph: its content. */
export function nodeOf(item: Item, origin: Origin): Draft {
  const { view } = item, value = said(view, "content") ?? "", type = slug(said(view, "type") ?? "");
  const id = said(view, "id") ?? "", category = said(view, "category");
  const key = id.startsWith(NODE_OF_ENTRY) ? id.slice(NODE_OF_ENTRY.length) : "";
  const tags = category === undefined || slug(category) === type ? [type] : [type, slug(category)];
  return draftOf(item, origin, {
    key: isUsableKey(key) ? key : `${type}_${wordsSlug(value)}_${shortHash(item)}`,
    value,
    tags,
    confidence: view.get("confidence")?.raw,
    created: said(view, "created_at"),
  });
}

/** The graph of a program's text: how large it is. It stays in the stored package. */
export function codeGraphOf(item: Item, content: JsonView, origin: Origin): Draft {
  const graph = content.get("graph"), all = content.get("context_graph");
  const ids = new Set<string>();
  for (const node of all?.get("nodes")?.items() ?? []) if (isCode(node)) ids.add(said(node, "id") ?? "");
  const isCodeEdge = (edge: JsonView) => ids.has(said(edge, "from") ?? "") || ids.has(said(edge, "to") ?? "");
  const codeEdges = ids.size === 0 ? 0 : countOf(all?.get("edges"), isCodeEdge);
  const nodes = countOf(graph?.get("nodes")) + ids.size, edges = countOf(graph?.get("edges")) + codeEdges;
  const value =
    `The package holds a graph of code with ${counted(nodes, "node")} and ${counted(edges, "edge")}; ` +
    `ctx pkg export ${origin.name}@${origin.version} prints it.`;
  return draftOf(item, origin, {
    key: `graph_${slug(origin.name)}`,
    value,
    tags: ["graph"],
    created: graph && said(graph, "exported_at"),
  });
}

/** Two statements of a package of which it says itself that one contradicts the other. */
export interface Contradiction {
  readonly from: Draft;
  readonly to: Draft;
}

/**
 * Marks the nodes that others of the package replace.
 *
 * @param drafts The items that become entries. @param repeated Those that say what another says already.
 * @param content The content. @param origin The package, and the time.
 * @returns The contradictions that the graph states.
 */
export function markSuperseded(
  drafts: readonly Draft[],
  repeated: readonly { readonly item: Item; readonly path: string }[],
  content: JsonView,
  { now }: Origin,
): Contradiction[] {
  const byPath = new Map(drafts.map((draft) => [draft.item.path, draft]));
  const nodes = new Map<string, { readonly view: JsonView; readonly draft: Draft }>();
  const add = ({ view }: Item, draft: Draft) => void nodes.set(said(view, "id") ?? "", { view, draft });
  for (const draft of drafts) if (draft.item.kind === "node") add(draft.item, draft);
  for (const { item, path } of repeated) add(item, byPath.get(path)!);
  if (nodes.size === 0) return [];
  const draftAt = (id: string | undefined) => id === undefined ? undefined : nodes.get(id)?.draft;
  const supersede = (by: Draft | undefined, old: Draft | undefined) => {
    if (by === undefined || old === undefined || by === old || old.mark !== undefined) return;
    // What was an entry says itself what became of it.
    if (old.claimed !== undefined) return;
    const status_timestamp = pastTime([by.created], now);
    old.mark = { status: "superseded", status_timestamp, by };
  };
  for (const { view, draft } of nodes.values()) supersede(draft, draftAt(said(view, "supersedes")));
  const contradictions: Contradiction[] = [];
  for (const edge of content.get("context_graph")?.get("edges")?.items() ?? []) {
    const type = said(edge, "type"),
      from = draftAt(said(edge, "from")),
      to = draftAt(said(edge, "to"));
    if (type === "supersedes") supersede(from, to);
    if (type === "contradicts" && from && to) {
      contradictions.push({ from, to });
    }
  }
  return contradictions;
}

function countOf(list: JsonView | undefined, isCounted: (item: JsonView) => boolean = () => true): number {
  let count = 0;
  for (const item of list?.items() ?? []) if (isCounted(item)) count++;
  return count;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

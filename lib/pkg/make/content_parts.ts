import { GRAPH_FORMAT } from "../graph/graph.ts";
import type { Part } from "./part.ts";

type Members = ReadonlyMap<string, Part>;

/** The lists that each layer has, also where they are empty. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  knowledge: ["facts", "patterns", "insights"],
  graph: ["nodes", "edges"],
  session: ["findings", "decisions", "next_steps", "files_touched"],
  patterns: ["patterns"],
  gotchas: ["gotchas"],
  context_graph: ["nodes", "edges"],
};

/**
 * A content with all that its layers have to have.
 *
 * @param content The content, as far as there is something in it. @param at When it is exported.
 */
export function wholeContent(content: Members, at: string): Members {
  return new Map(
    Array.from(content, ([layer, part]): [string, Part] => {
      const lists = LISTS[layer];
      if (lists === undefined || !(part instanceof Map)) return [layer, part];
      const given = part as Members;
      const rest: [string, Part][] = layer === "context_graph"
        ? [["format", JSON.stringify(GRAPH_FORMAT)]]
        : [["exported_at", JSON.stringify(at)]];
      return [
        layer,
        new Map<string, Part>([...lists.map((list) => [list, []] as [string, Part]), ...rest, ...given]),
      ];
    }),
  );
}

/** What a manifest counts of a content. */
export interface ContentCounts {
  readonly stats: Readonly<Record<string, number>>;
  /** Absent where there is no graph of version 2. */
  readonly graphSummary?: Readonly<Record<string, unknown>>;
}

/** Counts what a content holds (ctxpkg §3, §14.3). */
export function countsOf(content: Members): ContentCounts {
  const listOf = (layer: string, list: string): readonly Part[] => {
    const part = (content.get(layer) as Members | undefined)?.get(list);
    return Array.isArray(part) ? part : [];
  };
  const stats = {
    knowledge_facts: listOf("knowledge", "facts").length,
    graph_nodes: listOf("graph", "nodes").length,
    graph_edges: listOf("graph", "edges").length,
    pattern_count: listOf("knowledge", "patterns").length + listOf("patterns", "patterns").length,
    gotcha_count: listOf("gotchas", "gotchas").length,
  };
  if (!content.has("context_graph")) return { stats };
  const nodes = listOf("context_graph", "nodes"), types = new Set<string>();
  let freshness: string | undefined;
  for (const node of nodes) {
    const type = textOf(node, "type"), created = textOf(node, "created_at");
    if (type !== undefined) types.add(type);
    if (created !== undefined && Date.parse(created) > Date.parse(freshness ?? "0000-01-01T00:00:00Z")) {
      freshness = created;
    }
  }
  const graphSummary = {
    node_count: nodes.length,
    edge_count: listOf("context_graph", "edges").length,
    node_types: [...types].sort((a, b) => a < b ? -1 : a > b ? 1 : 0),
    freshness,
  };
  return { stats, graphSummary };
}

/** A text that a part says under a name. */
export function textOf(part: Part, name: string): string | undefined {
  if (!(part instanceof Map)) return undefined;
  const json = (part as Members).get(name);
  if (typeof json !== "string" || !json.startsWith('"')) return undefined;
  return JSON.parse(json);
}

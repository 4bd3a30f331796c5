import { type ContextGraph, GRAPH_FORMAT, type GraphEdge, type GraphNode } from "./graph.ts";

/** A package's graph that comes in. */
export interface IncomingGraph {
  /** The package's name, which goes in front of the id of each of its nodes. */
  readonly name: string;
  /** The package's own hash, `integrity.sha256`: by it a repeat is known. */
  readonly sha256: string;
  /** Its graph, with the ids that it has within the package. */
  readonly graph: ContextGraph;
}

/** The graphs of some packages, made into one. */
export interface ComposedGraph {
  /** The one; each id begins with the name of its package: `auth-notes#N1`. */
  readonly graph: ContextGraph;
  /** The hashes of the packages that went into it. */
  readonly packages: readonly string[];
}

/** That one node contradicts another: nothing is changed by it, and somebody should hear of it. */
export interface GraphConflict {
  /** The id of the node that contradicts. */
  readonly from: string;
  /** The id of the node that it contradicts. */
  readonly to: string;
}

/** What became of a composition. */
export interface Composition extends ComposedGraph {
  /** The contradictions that the package brought, one for each edge that says so. */
  readonly conflicts: readonly GraphConflict[];
}

/** What the first package is composed with. */
export const EMPTY_COMPOSITION: ComposedGraph = {
  graph: { format: GRAPH_FORMAT, nodes: [], edges: [] },
  packages: [],
};

/**
 * Puts a package's graph to those of others (ctxpkg §6.4). Its ids get the package's name in front, so that a package
 * can touch nothing but what came from one of the same name. What the base has keeps its content, source and times; it
 * gets the larger activation and confidence, and a category if it has none. A node that another one of the package
 * supersedes counts 0 from then on, and its edges stay out. A package that is part of the base already changes nothing.
 *
 * Neither argument is changed. The time it takes grows with the number of nodes and edges, whatever they say.
 *
 * @param base What there is. @param incoming What comes in.
 *
 * @example Compose two versions of a package
 * ```ts
 * import { composeGraphs, EMPTY_COMPOSITION } from "@ctx/ctx/package";
 * import { assertEquals } from "@std/assert";
 *
 * const format = "ctxpkg-graph-v2", node = { type: "fact", content: "One queue per tenant.", activation: 0.9 };
 * const first = composeGraphs(EMPTY_COMPOSITION, {
 *   name: "auth-notes",
 *   sha256: "1".repeat(64),
 *   graph: { format, nodes: [{ ...node, id: "N1" }], edges: [] },
 * });
 * const second = composeGraphs(first, {
 *   name: "auth-notes",
 *   sha256: "2".repeat(64),
 *   graph: { format, nodes: [{ ...node, id: "N2", content: "One queue.", supersedes: "N1" }], edges: [] },
 * });
 * assertEquals(second.graph.nodes.map(({ id, activation }) => [id, activation]), [
 *   ["auth-notes#N1", 0],
 *   ["auth-notes#N2", 0.9],
 * ]);
 * ```
 */
export function composeGraphs(base: ComposedGraph, incoming: IncomingGraph): Composition {
  const { graph, packages } = base;
  if (packages.includes(incoming.sha256)) return { graph, packages, conflicts: [] };
  const { nodes: comingNodes, edges: comingEdges } = named(incoming);
  const superseded = new Set(
    comingNodes.map(({ supersedes }) => supersedes).filter((id) => id !== undefined),
  );
  const nodes = composeNodes(graph.nodes, comingNodes, superseded), ids = new Set(nodes.map(({ id }) => id));
  const conflicts = comingEdges.filter(({ type, to }) => type === "contradicts" && ids.has(to))
    .map(({ from, to }) => ({ from, to }));
  const standing = comingEdges.filter(({ from, to }) =>
    [from, to].every((id) => ids.has(id) && !superseded.has(id))
  );
  return {
    graph: { format: graph.format, nodes, edges: composeEdges(graph.edges, standing) },
    packages: [...packages, incoming.sha256],
    conflicts,
  };
}

/** A package's graph, with its name in front of every id. */
function named({ name, graph: { format, nodes, edges } }: IncomingGraph): ContextGraph {
  const full = (id: string) => `${name}#${id}`;
  return {
    format,
    nodes: nodes.map((node) => {
      const { id, supersedes } = node;
      return { ...node, id: full(id), ...(supersedes === undefined ? {} : { supersedes: full(supersedes) }) };
    }),
    edges: edges.map((edge) => ({ ...edge, from: full(edge.from), to: full(edge.to) })),
  };
}

function composeNodes(
  base: readonly GraphNode[],
  incoming: readonly GraphNode[],
  superseded: ReadonlySet<string>,
): GraphNode[] {
  const nodes = [...base], at = new Map<string, number>();
  // Of several nodes with one id, the first is the one that others are merged into.
  for (let i = nodes.length - 1; i >= 0; i--) at.set(nodes[i]!.id, i);
  for (const node of incoming) {
    const found = at.get(node.id);
    if (found === undefined) at.set(node.id, nodes.push(node) - 1);
    else if (!superseded.has(node.id)) nodes[found] = raised(nodes[found]!, node);
  }
  // lean-ctx drops what only the package has and supersedes itself; here it is kept, for whoever asks what it was.
  return nodes.map((node) => superseded.has(node.id) ? { ...node, activation: 0 } : node);
}

/** A node that is there, with what another one of the same id adds to it. */
function raised(node: GraphNode, { activation, category, confidence }: GraphNode): GraphNode {
  const isSurer = confidence !== undefined && confidence > (node.confidence ?? -1);
  return {
    ...node,
    activation: Math.max(node.activation, activation),
    ...(node.category === undefined && category !== undefined ? { category } : {}),
    ...(isSurer ? { confidence } : {}),
  };
}

function composeEdges(base: readonly GraphEdge[], incoming: readonly GraphEdge[]): GraphEdge[] {
  const edges = [...base], keyOf = edgeKeys();
  const at = new Map(edges.map((edge, i) => [keyOf(edge), i]));
  for (const edge of incoming) {
    const key = keyOf(edge), found = at.get(key);
    if (found === undefined) at.set(key, edges.push(edge) - 1);
    else edges[found] = joined(edges[found]!, edge);
  }
  return edges;
}

function joined(edge: GraphEdge, { weight, coactivations }: GraphEdge): GraphEdge {
  return {
    ...edge,
    // Halved first: the sum of two large weights could be infinite, which no JSON can hold.
    weight: edge.weight / 2 + weight / 2,
    coactivations: Math.min(edge.coactivations + coactivations, Number.MAX_SAFE_INTEGER),
  };
}

/** Makes keys of edges, equal where `from`, `to` and `type` are: short ones, however long these are. */
function edgeKeys(): (edge: GraphEdge) => string {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, number = numbers.size);
    return number;
  };
  return ({ from, to, type }) => `${numberOf(from)} ${numberOf(to)} ${numberOf(type)}`;
}

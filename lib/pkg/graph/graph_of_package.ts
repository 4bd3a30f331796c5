import type { Package } from "../parse.ts";
import type { JsonView } from "../../json/view.ts";
import { type ContextGraph, GRAPH_FORMAT, type GraphEdge, type GraphNode } from "./graph.ts";
import { type ItemMember, may, must, readItems } from "./read_items.ts";

const NODE = [
  must("string", "id"),
  must("string", "type"),
  must("string", "content"),
  may("share", "activation"),
  may("string", "category"),
  may("string", "source"),
  may("time", "created_at"),
  may("whole", "decay_half_life_days"),
  may("string", "blob_ref"),
  may("string", "file_path"),
  may("whole", "line_start"),
  may("whole", "line_end"),
  may("share", "confidence"),
  may("string", "supersedes"),
];
const EDGE = [
  must("string", "from"),
  must("string", "to"),
  must("string", "type"),
  may("number", "weight"),
  may("whole", "coactivations"),
  may("string", "metadata"),
];
// What a fact supersedes is a version of a fact, by a hash, and no node.
const FACT = [
  must("string", "value", "content"),
  may("string", "category"),
  may("string", "source"),
  may("string", "source_session", "source"),
  may("time", "created_at"),
  may("share", "confidence"),
];
const PATTERN = [
  must("string", "description", "content"),
  may("string", "name", "category"),
  may("string", "pattern_type", "category"),
  may("string", "source_session", "source"),
  may("time", "created_at"),
];
const GOTCHA = [
  must("string", "trigger"),
  must("string", "resolution"),
  may("string", "category"),
  may("share", "confidence"),
];
/** The lists of the layers whose items are nodes (ctxpkg §6.3). */
const LISTS:
  readonly (readonly [layer: string, list: string, type: string, members: readonly ItemMember[]])[] = [
    ["knowledge", "facts", "fact", FACT],
    ["knowledge", "patterns", "pattern", PATTERN],
    ["patterns", "patterns", "pattern", PATTERN],
    ["gotchas", "gotchas", "gotcha", GOTCHA],
  ];
const FINDING = [must("string", "summary"), may("string", "file"), may("whole", "line")];
const DECISION = [must("string", "summary"), may("string", "rationale")];

/**
 * The graph of a package that was verified: its `context_graph`, where it is of version 2 and has one (ctxpkg §6.2),
 * else its layers (§6.3). Of those, facts, patterns and gotchas become a node each, with the place where they stand as
 * its id (`knowledge.facts[3]`), and the session becomes one, `session`; there are no edges.
 *
 * Absent members get the format's defaults, null is absent, activation and confidence are from 0 to 1 whatever a package
 * says, and whole numbers at most 2^53 − 1. An edge whose end is no node is left out, and so is an item of the wrong
 * shape, which no import lets in (§5). Ids are as they are in the package, also where a hostile one says an id twice.
 * Nothing is thrown.
 *
 * @param content The content. @param facts What the manifest says.
 */
export function graphOf(
  content: JsonView,
  { schemaVersion }: { readonly schemaVersion: number },
): ContextGraph {
  const graph = schemaVersion === 2 ? content.get("context_graph") : undefined;
  return graph === undefined ? graphOfLayers(content) : graphOfVersion2(graph);
}

function graphOfVersion2(graph: JsonView): ContextGraph {
  const nodes: GraphNode[] = [], edges: GraphEdge[] = [], ids = new Set<string>();
  for (const { values } of readItems(graph.get("nodes"), NODE)) {
    const node = { activation: 1, ...values } as unknown as GraphNode;
    nodes.push(node);
    ids.add(node.id);
  }
  for (const { values } of readItems(graph.get("edges"), EDGE)) {
    const edge = { weight: 1, coactivations: 0, ...values } as unknown as GraphEdge;
    if (ids.has(edge.from) && ids.has(edge.to)) edges.push(edge);
  }
  return { format: GRAPH_FORMAT, nodes, edges };
}

function graphOfLayers(content: JsonView): ContextGraph {
  const nodes: GraphNode[] = [];
  for (const [layer, list, type, members] of LISTS) {
    for (const { values, at } of readItems(content.get(layer)?.get(list), members)) {
      const { trigger, resolution, ...others } = values;
      const said = trigger === undefined ? {} : { content: `${trigger}\n---\n${resolution}` };
      nodes.push(
        { id: `${layer}.${list}[${at}]`, type, activation: 1, ...said, ...others } as unknown as GraphNode,
      );
    }
  }
  const session = content.get("session");
  if (session !== undefined) {
    const text = [...linesOfSession(session)].join("\n");
    nodes.push({ id: "session", type: "session", content: text, activation: 1 });
  }
  return { format: GRAPH_FORMAT, nodes, edges: [] };
}

/** What a session says, a line each: its task, what was found and decided, what was to be done next. */
function* linesOfSession(session: JsonView): Generator<string> {
  const task = session.get("task_description")?.string;
  if (task !== undefined) yield task;
  for (const { values: { summary, file, line } } of readItems(session.get("findings"), FINDING)) {
    const place = line === undefined ? file : `${file}:${line}`;
    yield file === undefined ? `Finding: ${summary}` : `Finding: ${summary} (${place})`;
  }
  for (const { values: { summary, rationale } } of readItems(session.get("decisions"), DECISION)) {
    yield `Decision: ${summary}`;
    if (rationale !== undefined) yield `Rationale: ${rationale}`;
  }
  for (const { string } of session.get("next_steps")?.items() ?? []) {
    if (string !== undefined) yield `Next step: ${string}`;
  }
}

/**
 * The graph of a package (ctxpkg §6.2, §6.3): its own, else its layers read as one.
 *
 * @param one The package, as `parsePackage` opens it.
 *
 * @example The facts of a package as nodes
 * ```ts
 * import { buildPackage, graphOfPackage, parsePackage } from "@ctx/ctx/package";
 * import { assertEquals } from "@std/assert";
 *
 * const facts = [{ category: "result", key: "timeout", value: "300 s is enough.", confidence: 0.9 }];
 * const text = await buildPackage({ name: "notes", at: "2026-10-13T09:41:07Z", content: { knowledge: { facts } } });
 * const { package: one } = await parsePackage(new TextEncoder().encode(text));
 * assertEquals(graphOfPackage(one!).nodes.map(({ type, content }) => [type, content]), [["fact", "300 s is enough."]]);
 * ```
 */
export function graphOfPackage(one: Package): ContextGraph {
  return graphOf(one.contentView, one);
}

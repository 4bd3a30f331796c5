import { assertEquals } from "@std/assert";
import { JsonView } from "../../../lib/json/view.ts";
import type { ContextGraph, GraphNode } from "../../../lib/pkg/graph/graph.ts";
import { graphOf } from "../../../lib/pkg/graph/graph_of_package.ts";
import { readDocument } from "../../../lib/pkg/read_document.ts";

const VECTORS = new URL("../vectors/", import.meta.url);

/** The graph of a content that a program or a text gives. */
function graphIn(content: unknown, schemaVersion = 2): ContextGraph {
  return graphOf(new JsonView(typeof content === "string" ? content : JSON.stringify(content)), {
    schemaVersion,
  });
}

/** A content of version 2 with a graph. */
const withGraph = (nodes: unknown, edges: unknown = []) => ({
  context_graph: { format: "ctxpkg-graph-v2", nodes, edges },
});

async function graphOfVector(name: string, schemaVersion: number): Promise<ContextGraph> {
  const document = readDocument(await Deno.readFile(new URL(name, VECTORS)));
  if ("code" in document) throw new Error(document.message);
  return graphOf(document.content, { schemaVersion });
}

const made = "2026-10-13T09:41:07Z";

Deno.test("a graph of version 2 is read with its defaults and its own ids (ctxpkg §6.2)", async () => {
  assertEquals(await graphOfVector("v2-signed-graph.ctxpkg", 2), {
    format: "ctxpkg-graph-v2",
    nodes: [
      {
        id: "ctx:shared/a",
        type: "decision",
        content: "Raise the timeout — für jetzt",
        activation: 1,
        category: "decision",
        created_at: made,
        confidence: 0.9,
        supersedes: "ctx:shared/b",
      },
      { id: "ctx:shared/b", type: "decision", content: "Chunk the uploads", activation: 0 },
      {
        id: "ctx:shared/c",
        type: "gotcha",
        content: "trigger\n---\nresolution",
        activation: 0.8,
        created_at: made,
        decay_half_life_days: 90,
      },
    ],
    edges: [
      { from: "ctx:shared/a", to: "ctx:shared/b", type: "supersedes", weight: 1, coactivations: 0 },
      { from: "ctx:shared/c", to: "ctx:shared/a", type: "supports", weight: 0.75, coactivations: 3 },
    ],
  });
});

Deno.test("every member of a node and of an edge is read, null is absent, and others are ignored (ctxpkg §3, §6.2)", () => {
  const whole: Required<GraphNode> = {
    id: "N1",
    type: "code_function",
    content: "main",
    activation: 0.5,
    category: "function",
    source: "s",
    created_at: "2026-10-13T11:41:07.123456789+02:00",
    decay_half_life_days: 0,
    blob_ref: "sha256-0",
    file_path: "src/main.ts",
    line_start: 1,
    line_end: 4294967296,
    confidence: 0,
    supersedes: "N0",
  };
  const bare = { id: "N2", type: "anything", content: "" };
  const nulls = Object.fromEntries(
    Object.keys(whole).filter((name) => !(name in bare)).map((name) => [name, null]),
  );
  const edge = { from: "N1", to: "N2", type: "calls", weight: -2.5, coactivations: 7, metadata: "{}" };
  const graph = graphIn(withGraph(
    [{ ...whole, embedding: [1, 2] }, { ...nulls, ...bare }],
    [edge, { from: "N2", to: "N2", type: "x", weight: null, coactivations: null, metadata: null, more: 1 }],
  ));
  assertEquals(graph.nodes, [whole, { ...bare, activation: 1 }]);
  assertEquals(graph.edges, [edge, { from: "N2", to: "N2", type: "x", weight: 1, coactivations: 0 }]);
});

Deno.test("an edge whose end is no node is ignored, and so is what is no edge of this package (ctxpkg §6.2)", () => {
  const nodes = [{ id: "a", type: "fact", content: "" }, { id: "__proto__", type: "fact", content: "" }];
  const edges = [
    ["a", "b"],
    ["b", "a"],
    ["a", "constructor"],
    ["toString", "a"],
    ["a", "__proto__"],
    ["__proto__", "a"],
    ["a", "a"],
  ].map(([from, to]) => ({ from, to, type: "supports" }));
  const graph = graphIn(withGraph(nodes, edges));
  assertEquals(graph.edges.map(({ from, to }) => [from, to]), [["a", "__proto__"], ["__proto__", "a"], [
    "a",
    "a",
  ]]);
});

Deno.test("layers are read as a graph: facts, patterns, gotchas and one session, all of activation 1 (ctxpkg §6.3)", async () => {
  const graph = await graphOfVector("v1-lean-ctx-pretty.ctxpkg", 1);
  const fact = {
    type: "fact",
    activation: 1,
    source: "5f0c2a7e",
    created_at: "2026-10-01T08:00:00.123456789Z",
  };
  assertEquals(graph, {
    format: "ctxpkg-graph-v2",
    nodes: [
      {
        ...fact,
        id: "knowledge.facts[0]",
        content: "Der Zwischenspeicher läuft über Redis — 60 s TTL 🚦",
        category: "architecture",
        confidence: 1,
      },
      {
        ...fact,
        id: "knowledge.facts[1]",
        content: 'Errors carry a code: "E_…" and a path like src/a\\b.',
        category: "convention",
        confidence: 0.8,
      },
      {
        ...fact,
        id: "knowledge.facts[2]",
        content: "One queue per tenant.",
        category: "architecture",
        confidence: 0.9,
      },
      // Its supersedes is the hash of a fact, not a node's id.
      {
        ...fact,
        id: "knowledge.facts[3]",
        content: "One shared queue, partitioned by tenant.",
        category: "architecture",
        confidence: 0.85,
      },
      {
        id: "knowledge.patterns[0]",
        type: "pattern",
        content: "Wrap I/O errors with the path.",
        activation: 1,
        category: "error-handling",
        source: "5f0c2a7e",
        created_at: "2026-10-01T08:00:00Z",
      },
      {
        id: "gotchas.gotchas[0]",
        type: "gotcha",
        content: "tests fail after a clean\n---\nrun the generator first",
        activation: 1,
        category: "build",
        confidence: 0.8,
      },
      {
        id: "session",
        type: "session",
        content: [
          "Raise the upload limit",
          "Finding: The proxy cuts off at 30 s (deploy/proxy.conf:12)",
          "Finding: Chunking is not needed",
          "Decision: Raise the proxy timeout",
          "Rationale: cheaper than chunking",
          "Next step: Add a progress bar",
        ].join("\n"),
        activation: 1,
      },
    ],
    edges: [],
  });
});

Deno.test("layers are read by the names of the v1 text as well (ctxpkg §5, §6.3)", () => {
  const content = {
    knowledge: {
      facts: [{ category: "c", key: "k", value: "v", confidence: 0.5, source: "README" }, {
        value: "w",
        source: "README",
        source_session: "s",
      }],
      patterns: [{ name: "n", description: "in knowledge" }],
      insights: [{ summary: "not a node" }],
    },
    graph: { nodes: [{ kind: "file", name: "a.ts", file_path: "a.ts" }], edges: [] },
    patterns: { patterns: [{ pattern_type: "t", name: "n", description: "in patterns" }] },
    session: {
      task_description: null,
      findings: [{ summary: "f", file: "a.ts" }],
      decisions: [],
      next_steps: [],
    },
  };
  const graph = graphIn(content, 1);
  assertEquals(graph.nodes, [
    {
      id: "knowledge.facts[0]",
      type: "fact",
      content: "v",
      activation: 1,
      category: "c",
      confidence: 0.5,
      source: "README",
    },
    { id: "knowledge.facts[1]", type: "fact", content: "w", activation: 1, source: "s" },
    { id: "knowledge.patterns[0]", type: "pattern", content: "in knowledge", activation: 1, category: "n" },
    { id: "patterns.patterns[0]", type: "pattern", content: "in patterns", activation: 1, category: "t" },
    { id: "session", type: "session", content: "Finding: f (a.ts)", activation: 1 },
  ]);
});

Deno.test("a context_graph counts in version 2 only, and there before the layers (ctxpkg §3.3, §6.3)", () => {
  const patterns = { patterns: [{ description: "p" }] }, nodes = [{ id: "N1", type: "fact", content: "n" }];
  const ids = (content: unknown, schemaVersion: number) =>
    graphIn(content, schemaVersion).nodes.map(({ id }) => id);
  const both = { patterns, ...withGraph(nodes) };
  assertEquals(ids(both, 1), ["patterns.patterns[0]"]);
  assertEquals(ids(both, 2), ["N1"]);
  assertEquals(ids({ patterns, context_graph: null }, 2), ["patterns.patterns[0]"]);
  assertEquals(graphIn({}), { format: "ctxpkg-graph-v2", nodes: [], edges: [] });
});

Deno.test("an item of the wrong shape is left out, and the others keep their places (ctxpkg §5)", () => {
  const node = { id: "N1", type: "fact", content: "c" }, edge = { from: "N1", to: "N1", type: "t" };
  const nodes: readonly unknown[] = [
    "N1",
    null,
    [],
    { type: "fact", content: "c" },
    { ...node, id: 1 },
    { id: "N1", content: "c" },
    { ...node, content: null },
    { ...node, activation: "1" },
    { ...node, confidence: [] },
    { ...node, category: [] },
    { ...node, created_at: "2026-10-13" },
    { ...node, created_at: "2026-02-30T00:00:00Z" },
    { ...node, decay_half_life_days: 0.5 },
    { ...node, line_start: -1 },
    { ...node, line_end: "7" },
    { ...node, supersedes: true },
  ];
  for (const item of nodes) {
    assertEquals(graphIn(withGraph([node, item])).nodes.length, 1, JSON.stringify(item));
  }
  const edges: readonly unknown[] = [
    { to: "N1", type: "t" },
    { ...edge, to: {} },
    { ...edge, type: 7 },
    { ...edge, weight: "1" },
    { ...edge, coactivations: -1 },
    { ...edge, metadata: {} },
  ];
  for (const item of edges) {
    assertEquals(graphIn(withGraph([node], [item, edge])).edges.length, 1, JSON.stringify(item));
  }
  // What is spelled with a point is no whole number, though a program could not tell.
  const spelled = JSON.stringify(withGraph([{ ...node, line_start: 7 }])).replace(":7", ":7.0");
  assertEquals(graphIn(spelled).nodes, []);
  for (const list of [{}, null, undefined, "N1"]) assertEquals(graphIn(withGraph(list, list)).nodes, []);
  const layers = {
    knowledge: { facts: [{ key: "k" }, { value: "v" }], patterns: null },
    patterns: {},
    gotchas: { gotchas: [{ trigger: "t" }, { resolution: "r" }] },
    session: {
      task_description: 1,
      findings: [{}],
      decisions: [{ summary: "d", rationale: 1 }],
      next_steps: ["n", 2],
    },
  };
  assertEquals(graphIn(layers, 1).nodes, [
    { id: "knowledge.facts[1]", type: "fact", content: "v", activation: 1 },
    { id: "session", type: "session", content: "Next step: n", activation: 1 },
  ]);
});

Deno.test("numbers beyond what the format has are taken for its nearest ones (ctxpkg §6.2, §11.2)", () => {
  const node = { id: "N1", type: "fact", content: "c" };
  const text = JSON.stringify(withGraph([
    { ...node, activation: 1.5, confidence: -0.5, line_end: 7 },
    { ...node, activation: -1e300, confidence: 1e300 },
  ])).replace(":7", `:1${"0".repeat(300)}`);
  const { nodes } = graphIn(text);
  assertEquals(nodes.map(({ activation, confidence }) => [activation, confidence]), [[1, 0], [0, 1]]);
  assertEquals(nodes[0]!.line_end, 2 ** 53 - 1);
});

Deno.test("a graph with names of every object's own members, and with one id twice, is read as it is (ctxpkg §2, §6.2)", () => {
  const text = `{"context_graph":{"nodes":[
    {"id":"__proto__","type":"constructor","content":"a","__proto__":{"category":"no"},"supersedes":"__proto__"},
    {"\\u0069d":"__proto__","type":"fact","content":"b"}
  ],"edges":[],"__proto__":{"nodes":[]}}}`;
  const graph = graphIn(text);
  assertEquals(graph.nodes, [
    { id: "__proto__", type: "constructor", content: "a", activation: 1, supersedes: "__proto__" },
    { id: "__proto__", type: "fact", content: "b", activation: 1 },
  ]);
});

Deno.test("200,000 nodes, or one with a million other members, are read in one go (ctxpkg §15)", () => {
  const nodes = Array.from({ length: 200_000 }, (_, i) => `{"id":"N${i}","type":"f","content":""}`).join(",");
  const junk = Array.from({ length: 1_000_000 }, (_, i) => `"${i}":0`).join(",");
  const one = `{${junk},"id":"N","type":"f","content":""}`;
  for (const [list, count] of [[nodes, 200_000], [one, 1]] as const) {
    const graph = graphIn(`{"context_graph":{"nodes":[${list}],"edges":[]}}`);
    assertEquals(graph.nodes.length, count);
  }
});

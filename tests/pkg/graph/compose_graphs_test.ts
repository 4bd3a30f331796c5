import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  type ComposedGraph,
  composeGraphs,
  type Composition,
  EMPTY_COMPOSITION,
  type IncomingGraph,
} from "../../../lib/pkg/graph/compose_graphs.ts";
import type { GraphEdge, GraphNode } from "../../../lib/pkg/graph/graph.ts";

const pure = { permissions: "none" } as const;

const node = (id: string, said: Partial<GraphNode> = {}): GraphNode => ({
  id,
  type: "fact",
  content: `content of ${id}`,
  activation: 0.5,
  ...said,
});
const edge = (from: string, to: string, said: Partial<GraphEdge> = {}): GraphEdge => ({
  from,
  to,
  type: "supports",
  weight: 1,
  coactivations: 0,
  ...said,
});

/** A package of some name, with a hash of its own. */
function packageOf(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[] = [],
  name = "notes",
  sha256 = name,
): IncomingGraph {
  return { name, sha256, graph: { format: "ctxpkg-graph-v2", nodes, edges } };
}

/** Nodes, and edges where there are some. */
type Parts = readonly [nodes: readonly GraphNode[], edges?: readonly GraphEdge[]];

/** What comes of two versions of a package, the later onto the earlier. */
function composed(base: Parts, incoming: Parts): Composition {
  const first = composeGraphs(EMPTY_COMPOSITION, packageOf(base[0], base[1], "notes", "1"));
  return composeGraphs(first, packageOf(incoming[0], incoming[1], "notes", "2"));
}

/** What a composition has, in few words: ids without the package's name. */
function shown({ graph: { nodes, edges } }: ComposedGraph): {
  nodes: (readonly [string, number])[];
  edges: (readonly [string, number, number])[];
} {
  const short = (id: string) => id.replace(/^notes#/, "");
  return {
    nodes: nodes.map(({ id, activation }) => [short(id), activation]),
    edges: edges.map(({ from, to, type, weight, coactivations }) => [
      `${short(from)} ${type} ${short(to)}`,
      weight,
      coactivations,
    ]),
  };
}

Deno.test(
  "every id gets the package's name in front, so that equal ids of two packages stay apart (ctxpkg §6.2)",
  pure,
  () => {
    const nodes = [node("N1", { supersedes: "N2" }), node("ctx:shared/a")],
      edges = [edge("N1", "ctx:shared/a")];
    const first = composeGraphs(EMPTY_COMPOSITION, packageOf(nodes, edges, "auth-notes"));
    assertEquals(first, {
      graph: {
        format: "ctxpkg-graph-v2",
        nodes: [
          { ...nodes[0]!, id: "auth-notes#N1", supersedes: "auth-notes#N2" },
          { ...nodes[1]!, id: "auth-notes#ctx:shared/a" },
        ],
        edges: [{ ...edges[0]!, from: "auth-notes#N1", to: "auth-notes#ctx:shared/a" }],
      },
      packages: ["auth-notes"],
      conflicts: [],
    });
    const both = composeGraphs(first, packageOf([node("N1", { content: "other" })], [], "@acme/auth"));
    assertEquals(both.graph.nodes.map(({ id, content }) => [id, content]), [
      ["auth-notes#N1", "content of N1"],
      ["auth-notes#ctx:shared/a", "content of ctx:shared/a"],
      ["@acme/auth#N1", "other"],
    ]);
    assertEquals(both.packages, ["auth-notes", "@acme/auth"]);
  },
);

Deno.test(
  "a node that is there keeps what it says, and gains activation, confidence and a category (ctxpkg §6.4, 2)",
  pure,
  () => {
    const rows:
      readonly (readonly [base: Partial<GraphNode>, incoming: Partial<GraphNode>, Partial<GraphNode>])[] = [
        [{ activation: 0.5 }, { activation: 0.8 }, { activation: 0.8 }],
        [{ activation: 0.9 }, { activation: 0.3 }, { activation: 0.9 }],
        [{}, { category: "c" }, { category: "c" }],
        [{ category: "b" }, { category: "c" }, { category: "b" }],
        [{ category: "" }, { category: "c" }, { category: "" }],
        [{}, { confidence: 0 }, { confidence: 0 }],
        [{ confidence: 0.5 }, { confidence: 0.9 }, { confidence: 0.9 }],
        [{ confidence: 0.8 }, { confidence: 0.3 }, { confidence: 0.8 }],
        [{ confidence: 0.8 }, {}, { confidence: 0.8 }],
        [{ source: "b", created_at: "2026-01-01T00:00:00Z" }, {
          type: "gotcha",
          content: "other",
          source: "i",
          created_at: "2026-02-02T00:00:00Z",
          file_path: "a.ts",
        }, { source: "b", created_at: "2026-01-01T00:00:00Z" }],
      ];
    for (const [base, incoming, expected] of rows) {
      const { graph } = composed([[node("a", base)]], [[node("a", incoming)]]);
      assertEquals(graph.nodes, [{ ...node("a", { ...base, ...expected }), id: "notes#a" }]);
    }
  },
);

Deno.test("a new node is appended in its place in the order (ctxpkg §6.4, 2)", pure, () => {
  const { graph } = composed([[node("a"), node("b")]], [[node("c"), node("a"), node("d")]]);
  assertEquals(graph.nodes.map(({ id }) => id), ["notes#a", "notes#b", "notes#c", "notes#d"]);
});

Deno.test(
  "a superseded node of the base counts 0, and takes nothing from the one that comes in (ctxpkg §6.4, 1 to 3)",
  pure,
  () => {
    const { graph, conflicts } = composed(
      [[node("old"), node("other")]],
      [[node("old", { activation: 1, category: "c", confidence: 1 }), node("new", { supersedes: "old" })]],
    );
    assertEquals(graph.nodes, [
      { ...node("old", { activation: 0 }), id: "notes#old" },
      { ...node("other"), id: "notes#other" },
      { ...node("new"), id: "notes#new", supersedes: "notes#old" },
    ]);
    assertEquals(conflicts, []);
  },
);

Deno.test(
  "a superseded node that only the package has is kept with activation 0, and its edges stay out (ctxpkg §6.4)",
  pure,
  () => {
    const result = composeGraphs(
      EMPTY_COMPOSITION,
      packageOf([node("old"), node("new", { supersedes: "old" }), node("x", { supersedes: "nowhere" })], [
        edge("old", "x"),
        edge("x", "old"),
        edge("new", "old", { type: "supersedes" }),
        edge("new", "x"),
      ]),
    );
    assertEquals(shown(result), {
      nodes: [["old", 0], ["new", 0.5], ["x", 0.5]],
      edges: [["new supports x", 1, 0]],
    });
  },
);

Deno.test("a package supersedes nothing of another one, whatever it names (ctxpkg §6.2, §6.4)", pure, () => {
  const first = composeGraphs(EMPTY_COMPOSITION, packageOf([node("N1")], [], "mine"));
  const ids = ["N1", "mine#N1"];
  const second = composeGraphs(
    first,
    packageOf(
      [...ids.map((supersedes, i) => node(`x${i}`, { supersedes })), node("mine#N1", { activation: 1 })],
      [],
      "theirs",
    ),
  );
  assertEquals(second.graph.nodes[0], first.graph.nodes[0]);
  assertEquals(second.graph.nodes.map(({ id, activation }) => [id, activation]), [
    ["mine#N1", 0.5],
    ["theirs#x0", 0.5],
    ["theirs#x1", 0.5],
    ["theirs#mine#N1", 0],
  ]);
});

Deno.test("nodes that supersede themselves or each other in a ring all count 0 (ctxpkg §6.4)", pure, () => {
  const ring = [["a", "b"], ["b", "c"], ["c", "a"], ["self", "self"]] as const;
  const result = composeGraphs(
    EMPTY_COMPOSITION,
    packageOf([...ring.map(([id, supersedes]) => node(id, { supersedes })), node("free")], [
      edge("a", "b"),
      edge("free", "free"),
      edge("self", "free"),
    ]),
  );
  assertEquals(shown(result), {
    nodes: [["a", 0], ["b", 0], ["c", 0], ["self", 0], ["free", 0.5]],
    edges: [["free supports free", 1, 0]],
  });
});

Deno.test(
  "each contradiction of what is there, or came along, is a conflict, and changes nothing (ctxpkg §6.4, 4)",
  pure,
  () => {
    const { conflicts, graph } = composed([[node("old"), node("gone")]], [
      [node("new"), node("newer", { supersedes: "gone" })],
      [
        edge("new", "old", { type: "contradicts" }),
        edge("new", "new", { type: "contradicts" }),
        edge("new", "gone", { type: "contradicts" }),
        edge("new", "nowhere", { type: "contradicts" }),
        edge("new", "old", { type: "Contradicts" }),
        edge("new", "old", { type: "conflicts_with" }),
      ],
    ]);
    assertEquals(conflicts, [
      { from: "notes#new", to: "notes#old" },
      { from: "notes#new", to: "notes#new" },
      // It is superseded, and still a node of the base.
      { from: "notes#new", to: "notes#gone" },
    ]);
    assertEquals(graph.nodes.map(({ activation }) => activation), [0.5, 0, 0.5, 0.5]);
  },
);

Deno.test(
  "an edge that is there gets the mean weight and both counts, and keeps its metadata (ctxpkg §6.4, 5)",
  pure,
  () => {
    const nodes = [node("a"), node("b")];
    const result = composed([nodes, [edge("a", "b", { weight: 0.6, coactivations: 1, metadata: "m" })]], [
      nodes,
      [
        edge("a", "b", { weight: 1, coactivations: 2, metadata: "n" }),
        edge("a", "b", { type: "contradicts", weight: 0.9 }),
        edge("b", "a", { weight: 0.1 }),
        edge("a", "nowhere"),
        edge("nowhere", "a"),
      ],
    ]);
    assertEquals(shown(result).edges, [
      ["a supports b", 0.8, 3],
      ["a contradicts b", 0.9, 0],
      ["b supports a", 0.1, 0],
    ]);
    assertEquals(result.graph.edges[0]!.metadata, "m");
  },
);

Deno.test("edges of superseded nodes that are there stay (ctxpkg §6.4)", pure, () => {
  const result = composed([[node("old"), node("x")], [edge("old", "x", { weight: 0.5 })]], [
    [node("new", { supersedes: "old" }), node("x")],
    [edge("old", "x", { weight: 0.9, coactivations: 4 })],
  ]);
  assertEquals(shown(result), {
    nodes: [["old", 0], ["x", 0.5], ["new", 0.5]],
    edges: [["old supports x", 0.5, 0]],
  });
});

Deno.test(
  "weights and counts stay numbers that JSON can hold, however large they are (ctxpkg §2, §6.4)",
  pure,
  () => {
    const nodes = [node("a")],
      huge = edge("a", "a", { weight: 1.5e308, coactivations: Number.MAX_SAFE_INTEGER });
    assertEquals(shown(composed([nodes, [huge]], [nodes, [huge, huge]])).edges, [
      ["a supports a", 1.5e308, Number.MAX_SAFE_INTEGER],
    ]);
    const low = edge("a", "a", { weight: -1e308 });
    assertEquals(shown(composed([nodes, [huge]], [nodes, [low]])).edges[0]![1], 2.5e307);
  },
);

Deno.test(
  "an edge is known by all three of its texts, wherever the border between them lies (ctxpkg §6.4, 5)",
  pure,
  () => {
    const nodes = ["a", "a b", "b", "b c", "", "1", "0 1"].map((id) => node(id));
    const edges = [
      edge("a", "b c", { type: "d" }),
      edge("a b", "b", { type: "c d" }),
      edge("a", "b", { type: "c d" }),
      edge("a b", "b c", { type: "" }),
      edge("", "", { type: "" }),
      edge("1", "0 1", { type: "1" }),
      edge("0 1", "1", { type: "1" }),
    ];
    const result = composed([nodes, edges], [nodes, edges.map((each) => ({ ...each, coactivations: 1 }))]);
    assertEquals(result.graph.edges.map(({ coactivations }) => coactivations), edges.map(() => 1));
  },
);

Deno.test("an id that a package says twice is one node, and an edge one edge (ctxpkg §6.4)", pure, () => {
  const result = composeGraphs(
    EMPTY_COMPOSITION,
    packageOf(
      [
        node("a"),
        node("a", { activation: 0.9, content: "other", category: "c" }),
        node("old"),
        node("old"),
        node("n", {
          supersedes: "old",
        }),
      ],
      [edge("a", "n", { coactivations: 1 }), edge("a", "n", { weight: 0, coactivations: 2 })],
    ),
  );
  assertEquals(shown(result), {
    nodes: [["a", 0.9], ["old", 0], ["n", 0.5]],
    edges: [["a supports n", 0.5, 3]],
  });
  assertEquals([result.graph.nodes[0]!.content, result.graph.nodes[0]!.category], ["content of a", "c"]);
  // The same where a base that somebody else made says it twice: the first is the one.
  const base = {
    graph: { format: "ctxpkg-graph-v2", nodes: [node("p#a"), node("p#a")], edges: [] },
    packages: [],
  } as const;
  const onto = composeGraphs(base, packageOf([node("a", { activation: 1 })], [], "p"));
  assertEquals(onto.graph.nodes.map(({ activation }) => activation), [1, 0.5]);
});

Deno.test("a package that is part of the base already changes nothing (ctxpkg §6.4)", pure, () => {
  const incoming = packageOf([node("a"), node("b")], [
    edge("a", "b", { coactivations: 2 }),
    edge("a", "b", { type: "contradicts" }),
  ]);
  const first = composeGraphs(EMPTY_COMPOSITION, incoming),
    other = composeGraphs(first, packageOf([], [], "other"));
  assertEquals(first.conflicts.length, 1);
  for (const base of [first, other]) {
    const again = composeGraphs(base, incoming);
    assertEquals(again, { graph: base.graph, packages: base.packages, conflicts: [] });
    assertStrictEquals(again.graph, base.graph);
  }
});

Deno.test("names that every object has are ids and types like any other (ctxpkg §2)", pure, () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", ""];
  const nodes = names.map((id) => node(id, { type: id })),
    edges = names.map((id) => edge(id, id, { type: id }));
  const result = composeGraphs(EMPTY_COMPOSITION, packageOf(nodes, edges, "__proto__"));
  assertEquals(result.graph.nodes.map(({ id }) => id), names.map((id) => `__proto__#${id}`));
  assertEquals(result.graph.edges.length, names.length);
  assertEquals(({} as Record<string, unknown>).type, undefined);
});

Deno.test(
  "200,000 nodes that are hostile together are composed without a pile of calls or a search for each (ctxpkg §15)",
  pure,
  () => {
    const count = 200_000, all = Array.from({ length: count }, (_, i) => i);
    // A chain of supersedes through all of them, a star of edges, and one edge said many times.
    const chain = packageOf(
      all.map((i) => node(`N${i}`, { supersedes: `N${i + 1}` })),
      all.map((i) => edge("N0", `N${i}`)),
    );
    const first = composeGraphs(EMPTY_COMPOSITION, chain);
    assertEquals(first.graph.nodes.length, count);
    assertEquals(first.graph.nodes.filter(({ activation }) => activation > 0).length, 1);
    assertEquals(first.graph.edges.length, 1);
    const flood = packageOf(
      all.map((i) => node(`N${i % 2 === 0 ? i : 0}`, { activation: 1 })),
      all.map((i) => edge("N0", i % 2 === 0 ? `N${i}` : "N0", { type: "contradicts", coactivations: 1 })),
      "notes",
      "flood",
    );
    const second = composeGraphs(first, flood);
    assertEquals(second.graph.nodes.length, count);
    assertEquals(second.conflicts.length, count);
    assertEquals(second.graph.edges.length, 1 + count / 2);
    assertEquals(second.graph.edges[1]!.coactivations, count / 2 + 1);
  },
);

const ids = fc.constantFrom("a", "b", "c", "d", "e", "__proto__"),
  unit = fc.constantFrom(0, 0.25, 0.5, 1),
  nodes = fc.array(
    fc.record({
      id: ids,
      type: fc.constantFrom("fact", "gotcha"),
      content: fc.string({ maxLength: 3 }),
      activation: unit,
      category: fc.constantFrom("x", "y"),
      confidence: unit,
      supersedes: ids,
    }, { requiredKeys: ["id", "type", "content", "activation"] }),
    { maxLength: 8 },
  ),
  edges = fc.array(
    fc.record({
      from: ids,
      to: ids,
      type: fc.constantFrom("supports", "contradicts"),
      weight: fc.constantFrom(0, 0.5, 1, 2),
      coactivations: fc.nat(3),
    }),
    { maxLength: 12 },
  ),
  packages = fc.tuple(nodes, edges, fc.constantFrom("p", "q"), fc.constantFrom("1", "2", "3", "4"))
    .map((parts) => packageOf(...parts));

/** Freezes a value through and through, so that whoever changes it fails. */
function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value);
    for (const each of Object.values(value)) frozen(each);
  }
  return value;
}

function composedOf(list: readonly IncomingGraph[]): ComposedGraph {
  return list.reduce<ComposedGraph>(
    (base, each) => composeGraphs(frozen(base), frozen(each)),
    EMPTY_COMPOSITION,
  );
}

Deno.test(
  "a package that comes in again changes nothing, and neither argument is ever changed (ctxpkg §6.4)",
  pure,
  () => {
    fc.assert(fc.property(fc.array(packages, { minLength: 1, maxLength: 5 }), (list) => {
      const once = composedOf(list);
      for (const each of list) {
        const again = composeGraphs(once, each);
        assertEquals([again.graph, again.packages, again.conflicts], [once.graph, once.packages, []]);
      }
    }));
  },
);

Deno.test(
  "the same graph under another hash adds no node and no edge, and changes no node (ctxpkg §6.4)",
  pure,
  () => {
    fc.assert(fc.property(fc.array(packages, { maxLength: 3 }), packages, (list, last) => {
      const once = composeGraphs(composedOf(list), { ...last, sha256: "x" });
      const twice = composeGraphs(once, { ...last, sha256: "y" });
      const keys = ({ graph }: ComposedGraph) => graph.edges.map(({ from, to, type }) => [from, to, type]);
      assertEquals(twice.graph.nodes, once.graph.nodes);
      assertEquals(keys(twice), keys(once));
      assertEquals(twice.conflicts, once.conflicts);
    }));
  },
);

Deno.test(
  "whatever is composed, ids and edges are said once, edges join nodes, and the base's nodes keep their order (ctxpkg §6.4)",
  pure,
  () => {
    fc.assert(fc.property(fc.array(packages, { maxLength: 4 }), packages, (list, last) => {
      const base = composedOf(list), { graph } = composeGraphs(base, last);
      const known = new Set(graph.nodes.map(({ id }) => id));
      assertEquals(known.size, graph.nodes.length);
      assertEquals(
        new Set(graph.edges.map((each) => JSON.stringify([each.from, each.to, each.type]))).size,
        graph.edges.length,
      );
      assert(graph.edges.every(({ from, to }) => known.has(from) && known.has(to)));
      assertEquals(
        graph.nodes.slice(0, base.graph.nodes.length).map(({ id, content }) => [id, content]),
        base.graph.nodes.map(({ id, content }) => [id, content]),
      );
      const others = ({ graph: { nodes } }: ComposedGraph) =>
        nodes.filter(({ id }) => !id.startsWith(`${last.name}#`));
      assertEquals(others({ graph, packages: [] }), others(base));
    }));
  },
);

Deno.test(
  "a composition says what the rules say, one after the other, of any two graphs (ctxpkg §6.4)",
  pure,
  () => {
    fc.assert(
      fc.property(nodes, edges, nodes, edges, (baseNodes, baseEdges, comingNodes, comingEdges) => {
        const base = composeGraphs(EMPTY_COMPOSITION, packageOf(baseNodes, baseEdges, "p", "1"));
        const found = composeGraphs(base, packageOf(comingNodes, comingEdges, "p", "2"));
        assertEquals(
          [found.graph.nodes, found.graph.edges, found.conflicts],
          byTheRules(base, comingNodes, comingEdges),
        );
      }),
      { numRuns: 500 },
    );
  },
);

/** The rules of §6.4 as they are written, on copies, with a search for each step. */
function byTheRules(
  base: ComposedGraph,
  comingNodes: readonly GraphNode[],
  comingEdges: readonly GraphEdge[],
): unknown {
  type Open<T> = { -readonly [K in keyof T]: T[K] };
  const full = (id: string) => `p#${id}`;
  const inNodes = comingNodes.map((each) => {
    const copy: Open<GraphNode> = { ...each, id: full(each.id) };
    if (each.supersedes !== undefined) copy.supersedes = full(each.supersedes);
    return copy;
  });
  const inEdges = comingEdges.map((each) => ({ ...each, from: full(each.from), to: full(each.to) }));
  const nodes: Open<GraphNode>[] = structuredClone(base.graph.nodes) as Open<GraphNode>[];
  const edges: Open<GraphEdge>[] = structuredClone(base.graph.edges) as Open<GraphEdge>[];
  const inB = (id: string) => nodes.find((each) => each.id === id);
  // 1
  const superseded = inNodes.flatMap(({ supersedes }) => supersedes ?? []);
  // 2, but a superseded node that only the package has is kept
  for (const each of inNodes) {
    const there = inB(each.id);
    if (superseded.includes(each.id)) {
      if (there === undefined) nodes.push({ ...each, activation: 0 });
    } else if (there === undefined) nodes.push({ ...each });
    else {
      if (each.activation > there.activation) there.activation = each.activation;
      if (there.category === undefined && each.category !== undefined) there.category = each.category;
      if (
        each.confidence !== undefined &&
        (there.confidence === undefined || each.confidence > there.confidence)
      ) {
        there.confidence = each.confidence;
      }
    }
  }
  // 3
  for (const each of nodes) if (superseded.includes(each.id)) each.activation = 0;
  // 4
  const conflicts = inEdges.filter(({ type, to }) => type === "contradicts" && inB(to) !== undefined)
    .map(({ from, to }) => ({ from, to }));
  // 5
  for (const each of inEdges) {
    if (superseded.includes(each.from) || superseded.includes(each.to)) continue;
    if (inB(each.from) === undefined || inB(each.to) === undefined) continue;
    const there = edges.find(({ from, to, type }) =>
      from === each.from && to === each.to && type === each.type
    );
    if (there === undefined) edges.push({ ...each });
    else {
      there.weight = (there.weight + each.weight) / 2;
      there.coactivations += each.coactivations;
    }
  }
  return [nodes, edges, conflicts];
}

import { assert, assertEquals } from "@std/assert";
import { packageOfEntries } from "../../../lib/pkg/entries.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import { stored } from "../../support/entries.ts";
import { packageBytes } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const AT = "2026-10-13T10:00:00Z", NOW = () => new Date("2026-11-01T00:00:00Z");
type Members = Record<string, unknown>;

interface Graph {
  readonly format: string;
  readonly nodes: (Members & { id: string; content: string })[];
  readonly edges: (Members & { from: string; to: string; type: string })[];
}

/** The package of entries with a graph of them. */
async function ofEntries(entries: ReturnType<typeof stored>[]) {
  const text = await packageOfEntries(entries, { name: "notes", at: AT, hasGraph: true });
  const { manifest, content } = JSON.parse(text);
  return { manifest, graph: content.context_graph as Graph, facts: content.knowledge.facts as Members[] };
}

/** A package of version 2 with nodes and edges. */
async function graphPackage(name: string, nodes: readonly Members[], edges: readonly Members[] = []) {
  const content = { context_graph: { format: "ctxpkg-graph-v2", nodes, edges } };
  return await packageBytes(JSON.stringify(content), { name, schema_version: 2 });
}

/** What is exported of packages that were imported one after the other. */
async function throughHere(packages: readonly Uint8Array[], level: 1 | 2 = 1): Promise<Graph> {
  await using root = await TemporaryRoot.make();
  const here = new Packages({ home: root.path, now: NOW });
  for (const bytes of packages) await here.import(bytes);
  return JSON.parse((await here.create("copy", { level })).text).content.context_graph;
}

/** Edges as the contents of the nodes that they join: ids are free, and what is joined is not. */
function joined({ nodes, edges }: Graph): string[] {
  const contents = new Map(nodes.map(({ id, content }) => [id, content]));
  return edges.map(({ from, to, type }) => `${contents.get(from)} -${type}-> ${contents.get(to)}`).sort();
}

Deno.test("each entry is a node, and a fact besides (ctxpkg §14.3)", async () => {
  const entries = [
    stored("decision_x", { value: "Yes.", basis: "verified" }),
    stored("note", { value: { a: 1 } }),
    stored("result_y", { value: "3" }),
    stored("z", { value: "Z", tags: ["gotcha"] }, "operator"),
  ];
  const { manifest, graph, facts } = await ofEntries(entries);
  assertEquals(facts.map(({ key }) => key), ["decision_x", "note", "result_y", "z"]);
  const created_at = "2026-10-13T09:00:00Z";
  assertEquals(graph.nodes as Members[], [
    {
      category: "decision",
      confidence: 0.9,
      content: "Yes.",
      created_at,
      id: "ctx:shared/decision_x",
      type: "decision",
    },
    {
      category: "note",
      confidence: 0.5,
      content: '{"a":1}',
      created_at,
      id: "ctx:shared/note",
      type: "fact",
    },
    {
      category: "result",
      confidence: 0.5,
      content: "3",
      created_at,
      id: "ctx:shared/result_y",
      type: "fact",
    },
    { category: "gotcha", confidence: 0.5, content: "Z", created_at, id: "ctx:operator/z", type: "gotcha" },
  ]);
  assertEquals([manifest.schema_version, manifest.conformance_level, manifest.layers], [2, 2, ["knowledge"]]);
  const { node_count, edge_count, node_types, freshness } = manifest.graph_summary;
  assertEquals([node_count, edge_count, node_types, freshness], [
    4,
    0,
    ["decision", "fact", "gotcha"],
    created_at,
  ]);
});

Deno.test("what is superseded has an edge from its successor, which says so itself too (ctxpkg §14.3)", async () => {
  const { graph } = await ofEntries([
    stored("new", { value: "new" }),
    stored("old", { value: "old", status: "superseded", superseded_by: "new" }),
    stored("lost", { value: "lost", status: "superseded", superseded_by: "gone" }),
    stored("self", { value: "self", status: "superseded", superseded_by: "self" }),
  ]);
  assertEquals(joined(graph), ["new -supersedes-> old"]);
  const superseding = graph.nodes.filter(({ supersedes }) => supersedes !== undefined);
  assertEquals(superseding.map(({ id, supersedes }) => [id, supersedes]), [[
    "ctx:shared/new",
    "ctx:shared/old",
  ]]);
});

Deno.test("a derivation that has another's key as a whole word is related to it (ctxpkg §14.3)", async () => {
  const { graph } = await ofEntries([
    stored("cache", { value: "C" }),
    stored("cache_size", { value: "S", derivation: "From cache (and cache_size itself), not caches." }),
    stored("x", { value: "X", derivation: "Precache and cache_sizes; uncached." }),
    stored("y", { value: "Y", derivation: "cache_size, cache_size: twice" }),
  ]);
  assertEquals(joined(graph), ["S -related_to-> C", "Y -related_to-> S"]);
});

Deno.test("of two packages whose ids collide every node, edge and supersedes comes through, joined as it was (ctxpkg §6.2, §14.5)", async () => {
  const nodes = (name: string) => [
    { id: "N1", type: "insight", content: `${name} old` },
    { id: "N2", type: "insight", content: `${name} new`, supersedes: "N1" },
  ];
  const edges = [{ from: "N2", to: "N1", type: "extends", weight: 0.5, metadata: "m" }];
  const names = ["a", "b", "c"];
  const packages = await Promise.all(names.map((name) => graphPackage(name, nodes(name), edges)));
  const graph = await throughHere(packages);
  assertEquals(graph.nodes.map(({ content }) => content).sort(), [
    "a new",
    "a old",
    "b new",
    "b old",
    "c new",
    "c old",
  ]);
  const ids = new Map(graph.nodes.map(({ id, content }) => [content, id]));
  assertEquals(new Set(ids.values()).size, 6);
  // The first one keeps its ids; the others' are prefixed by their packages' names.
  const prefixes = [...ids.values()].map((id) => id.split("#").length === 1 ? "" : id.split("#")[0]).sort();
  assertEquals(prefixes.filter((prefix) => prefix === ""), ["", ""]);
  assertEquals(prefixes.slice(2).every((prefix) => names.includes(prefix!)), true);
  for (const name of names) {
    const successor = graph.nodes.find(({ content }) => content === `${name} new`)!;
    assertEquals(successor.supersedes, ids.get(`${name} old`));
  }
  assertEquals(joined(graph), names.map((name) => `${name} new -extends-> ${name} old`));
  for (const { weight, metadata } of graph.edges) assertEquals([weight, metadata], [0.5, "m"]);
});

Deno.test("an id that has the form of a prefixed one takes no other's place (ctxpkg §14.5)", async () => {
  const first = [{ id: "N1", type: "a", content: "1" }, { id: "b#N1", type: "a", content: "2" }];
  const graph = await throughHere([
    await graphPackage("a", first),
    await graphPackage("b", [{ id: "N1", type: "a", content: "3" }], [{ from: "N1", to: "N1", type: "x" }]),
  ]);
  assertEquals(graph.nodes.map(({ content }) => content).sort(), ["1", "2", "3"]);
  assertEquals(new Set(graph.nodes.map(({ id }) => id)).size, 3);
  assertEquals(joined(graph), ["3 -x-> 3"]);
});

Deno.test("an edge goes out where both of its ends do (ctxpkg §6.2, §14.5)", async () => {
  const nodes = ["1", "2", "3"].map((n) => ({ id: `ctx:shared/n${n}`, type: "insight", content: n }));
  const edges = [["1", "2"], ["2", "3"], ["1", "9"]].map(([from, to]) => ({
    from: `ctx:shared/n${from}`,
    to: `ctx:shared/n${to}`,
    type: "supports",
  }));
  await using root = await TemporaryRoot.make();
  const here = new Packages({ home: root.path, now: NOW });
  await here.import(await graphPackage("notes", nodes, edges));
  const graph = JSON.parse((await here.create("copy", { keys: ["n1", "n2"] })).text).content.context_graph;
  assertEquals([joined(graph), graph.nodes.length], [["1 -supports-> 2"], 2]);
});

Deno.test("at level 2 each entry has one node, an imported one its own (ctxpkg §14.3, §14.5)", async () => {
  await using root = await TemporaryRoot.make();
  const here = new Packages({ home: root.path, now: NOW });
  const old = { id: "N7", type: "insight", content: "theirs", activation: 0.25 };
  await here.import(await graphPackage("notes", [old, { id: "C", type: "code_file", content: "main.rs" }]));
  const [key] = [...(await root.entries()).keys()].filter((key) => key.startsWith("insight_"));
  await root.open().set("mine", "mine", { derivation: `From ${key}.` });
  const graph: Graph = JSON.parse((await here.create("copy", { level: 2 })).text).content.context_graph;
  const byId = Object.fromEntries(graph.nodes.map(({ id, content }) => [id, content]));
  assertEquals([byId.N7, byId.C, byId["ctx:shared/mine"]], ["theirs", "main.rs", "mine"]);
  assertEquals(graph.nodes.find(({ id }) => id === "N7")!.activation, 0.25);
  assertEquals(joined(graph), ["mine -related_to-> theirs"]);
});

Deno.test("a context of nothing imported gets a graph only where it is asked for (ctxpkg §11.1, §14.3)", async () => {
  await using root = await TemporaryRoot.make();
  await root.open().set("a", "v");
  const here = new Packages({ home: root.path, now: NOW });
  const [one, two] = await Promise.all(
    ([1, 2] as const).map(async (level) => JSON.parse((await here.create("copy", { level })).text)),
  );
  assertEquals([one.manifest.schema_version, one.content.context_graph], [1, undefined]);
  assertEquals([two.manifest.schema_version, two.content.context_graph.nodes.length], [2, 1]);
  assert(two.manifest.graph_summary);
});

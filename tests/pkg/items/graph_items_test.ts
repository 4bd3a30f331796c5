import { assert, assertEquals } from "@std/assert";
import type { StoredEntry } from "../../../lib/memory/stored_entry.ts";
import { draftsOf } from "../../../lib/pkg/items/drafts_of_items.ts";
import { itemsOf } from "../../../lib/pkg/items/item.ts";
import { entriesOfPackage } from "../../../lib/pkg/entries.ts";
import { type Package, parsePackage } from "../../../lib/pkg/parse.ts";
import { packageBytes } from "../../support/packages.ts";

const NOW = "2026-11-01T00:00:00Z", THEN = "2026-10-01T08:00:00Z";
type Members = Readonly<Record<string, unknown>>;

async function packageOf(nodes: readonly Members[], edges: readonly Members[] = [], layers: Members = {}) {
  const graph = { format: "ctxpkg-graph-v2", nodes, edges };
  const content = JSON.stringify({ ...layers, context_graph: graph });
  const { package: incoming, verification } = await parsePackage(
    await packageBytes(content, { schema_version: 2 }),
  );
  assert(incoming, JSON.stringify(verification.faults));
  return incoming;
}

/** What becomes of a graph in an empty context. */
async function imported(
  nodes: readonly Members[],
  edges: readonly Members[] = [],
  layers: Members = {},
): Promise<StoredEntry[]> {
  return await entriesOfPackage(await packageOf(nodes, edges, layers), NOW);
}

async function contradictions(incoming: Package): Promise<readonly (readonly [string, string])[]> {
  const origin = { name: "demo", version: "1.0.0", now: NOW }, { contentView } = incoming;
  const { contradictions } = draftsOf(await itemsOf(contentView, incoming), contentView, origin);
  return contradictions.map(({ from, to }) => [from.key, to.key]);
}

async function hash(item: Members): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(item)));
  return new Uint8Array(digest).toHex().slice(0, 8);
}

/** A node without an id of an entry. */
function node(id: string, content: string, more: Members = {}): Members {
  return { id, type: "insight", content, ...more };
}

function marks(entries: readonly StoredEntry[]): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(({ entry }) => [String(entry.value), [entry.status, entry.superseded_by]]),
  );
}

Deno.test("a node is an entry by its type, its words and its hash (ctxpkg §14.2)", async () => {
  const full = {
    id: "N1",
    type: "Policy Rule",
    content: "Never log a request's body at all, ever",
    activation: 0.4,
    category: "Security",
    source: "s",
    created_at: THEN,
    confidence: 0.75,
  };
  const bare = { id: "N2", type: "finding", content: "" };
  const entries = await imported([full, bare]);
  assertEquals(entries.map(({ key, entry }) => [key, entry.value, entry.tags, entry.created]), [
    [
      `policy_rule_never_log_a_request_s_body_at_${await hash(full)}`,
      full.content,
      ["policy_rule", "security", "imported"],
      THEN,
    ],
    [`finding_item_${await hash(bare)}`, "", ["finding", "imported"], NOW],
  ]);
  assertEquals(entries[0]!.entry.derivation, "Imported from demo@1.0.0 (graph node, confidence 0.75).");
});

Deno.test("a node that was an entry of shared has that entry's key, where one can have it (ctxpkg §6.2, §14.2)", async () => {
  const usable = ["a", "x/y", "A b", "k".repeat(200), "ctx:shared/x"];
  for (const key of usable) {
    assertEquals((await imported([node(`ctx:shared/${key}`, "v")])).map(({ key }) => key), [key]);
  }
  for (const key of ["current_focus", "", "k".repeat(201), "a\u0007b", "a\u009bb"]) {
    const [stored] = await imported([node(`ctx:shared/${key}`, "v")]);
    assert(stored!.key !== key && stored!.key.length <= 200 && /^[a-z0-9_]+$/.test(stored!.key), stored!.key);
  }
  const other = node("ctx:operator/a", "v");
  assertEquals((await imported([other])).map(({ key }) => key), [`insight_v_${await hash(other)}`]);
});

Deno.test("a node that says what a fact, a gotcha or a pattern says adds nothing (ctxpkg §14.2)", async () => {
  const layers = {
    knowledge: {
      facts: [{ category: "c", key: "k", value: "A fact.", confidence: 1 }],
      patterns: [{ name: "p", description: "A pattern." }],
      insights: [{ summary: "An insight." }],
    },
    gotchas: { gotchas: [{ category: "build", trigger: "When", resolution: "Then" }] },
  };
  const contents = ["A fact.", "A pattern.", "When\n---\nThen", "An insight.", "A fact"];
  const entries = await imported(contents.map((content, i) => node(`N${i}`, content)), [], layers);
  const values = entries.map(({ entry }) => entry.value);
  assertEquals(values, ["A fact.", "A pattern.", "An insight.", "When\n---\nThen", "An insight.", "A fact"]);
});

Deno.test("a node that another one's supersedes names is superseded by that one's key (ctxpkg §14.2)", async () => {
  const entries = await imported([
    node("N1", "old"),
    node("N2", "new", { supersedes: "N1" }),
    node("N3", "lost", { supersedes: "N9" }),
    node("N4", "self", { supersedes: "N4" }),
  ]);
  const keyOfNew = entries.find(({ entry }) => entry.value === "new")!.key;
  assertEquals(marks(entries), {
    old: ["superseded", keyOfNew],
    new: [undefined, undefined],
    lost: [undefined, undefined],
    self: [undefined, undefined],
  });
});

Deno.test("the end of a supersedes edge is superseded by its beginning, and of no other edge (ctxpkg §14.2)", async () => {
  const nodes = [node("N1", "old"), node("ctx:shared/new", "new"), node("N3", "third")];
  const entries = await imported(nodes, [
    { from: "ctx:shared/new", to: "N1", type: "supersedes" },
    { from: "N3", to: "ctx:shared/new", type: "contradicts" },
    { from: "N3", to: "ctx:shared/new", type: "caused_by" },
    { from: "N3", to: "gone", type: "supersedes" },
    { from: "gone", to: "N3", type: "supersedes" },
  ]);
  assertEquals(marks(entries), {
    old: ["superseded", "new"],
    new: [undefined, undefined],
    third: [undefined, undefined],
  });
});

Deno.test("a fact that a node repeats is superseded through that node (ctxpkg §14.2)", async () => {
  const layers = { knowledge: { facts: [{ category: "c", key: "k", value: "old", confidence: 1 }] } };
  const entries = await imported(
    [node("N1", "old"), node("ctx:shared/b", "new", { supersedes: "N1" })],
    [],
    layers,
  );
  assertEquals(marks(entries), { old: ["superseded", "b"], new: [undefined, undefined] });
});

Deno.test("what contradicts what is told, and changes nothing (ctxpkg §14.2)", async () => {
  const nodes = [node("ctx:shared/a", "yes"), node("ctx:shared/b", "no")];
  const edges = [{ from: "ctx:shared/a", to: "ctx:shared/b", type: "contradicts" }];
  assertEquals(await contradictions(await packageOf(nodes, edges)), [["a", "b"]]);
  assertEquals(marks(await imported(nodes, edges)), {
    yes: [undefined, undefined],
    no: [undefined, undefined],
  });
  assertEquals(
    await contradictions(
      await packageOf(nodes, [{ from: "ctx:shared/a", to: "gone", type: "contradicts" }]),
    ),
    [],
  );
});

Deno.test("code in either graph is counted into one entry, and is no entry itself (ctxpkg §14.2)", async () => {
  const nodes = [
    node("N1", "fn main", { type: "code_function" }),
    node("N2", "main.rs", { type: "code_file" }),
    node("N3", "An insight."),
  ];
  const edges = [
    { from: "N2", to: "N1", type: "contains" },
    { from: "N3", to: "N1", type: "related_to" },
    { from: "N3", to: "N3", type: "related_to" },
  ];
  const valueOf = (entries: readonly StoredEntry[]) =>
    String(entries.find(({ key }) => key === "graph_demo")?.entry.value);
  const alone = await imported(nodes, edges);
  assertEquals(alone.map(({ key }) => key).sort(), [
    "graph_demo",
    `insight_an_insight_${await hash(nodes[2]!)}`,
  ]);
  assert(/\b2 nodes\b.*\b2 edges\b/.test(valueOf(alone)), valueOf(alone));
  const graph = { nodes: [{ kind: "file", name: "a", file_path: "a" }], edges: [] };
  const both = await imported(nodes, edges, { graph });
  assertEquals(both.length, 2);
  assert(/\b3 nodes\b.*\b2 edges\b/.test(valueOf(both)), valueOf(both));
});

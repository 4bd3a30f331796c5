import { assert, assertEquals, assertRejects } from "@std/assert";
import { RefusedError } from "../../../lib/errors.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import { packageBytes, type Said } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

/** Something that looks like a GitLab token, never a real one. */
const TOKEN = ["glpat", "abcdefghij0123456789"].join("-");
type Members = Readonly<Record<string, unknown>>;

/** A text in which one letter is an escape of JSON. */
const hidden = (text: string) => text.replace("l", "\\u006c");

/** A document with the escapes of its texts resolved, and those of the texts in them. */
const decoded = (json: string) => json.replaceAll(/\\+u006c/g, "l").replaceAll(/\\+u0061/g, "a");

const FACT = { category: "result", key: "k", value: "v", confidence: 0.5 };
const fact = (more: Members) => `{"knowledge":{"facts":[${JSON.stringify({ ...FACT, ...more })}]}}`;
const carrying = (carrier: string) => fact({ source_session: `ctx1:${carrier}` });
const graph = (node: Members, edges: readonly Members[] = []) =>
  JSON.stringify({ context_graph: { format: "ctxpkg-graph-v2", nodes: [node], edges } });

/** Contents of one item that holds it somewhere. */
const CONTENTS: Readonly<Record<string, string>> = {
  "its value": fact({ value: `use ${TOKEN}` }),
  "its key": fact({ key: `x ${TOKEN}` }),
  "its category": fact({ category: TOKEN }),
  "its value, behind an escape": fact({ value: TOKEN }).replace(TOKEN, hidden(TOKEN)),
  "a member that nobody knows": fact({ extra: { a: [TOKEN] } }),
  "a member that nobody knows, behind an escape": fact({ extra: TOKEN }).replace(TOKEN, hidden(TOKEN)),
  "a member's name": fact({ [TOKEN]: 1 }),
  "a member's name, behind an escape": fact({ [TOKEN]: 1 }).replace(TOKEN, hidden(TOKEN)),
  "a value beside its member's name": fact({ "p\\u0061ssword": "hunter2hunter2" }).replaceAll("\\\\u", "\\u"),
  "the carrier": carrying(`{"author":"${TOKEN}"}`),
  "the carrier's tags": carrying(`{"tags":["${TOKEN}"]}`),
  "the carrier's derivation, behind an escape": carrying(`{"derivation":"${hidden(TOKEN)}"}`),
  "the carrier's note": carrying(`{"status":"resolved","status_note":"${TOKEN}"}`),
  "the carrier's fields, one deep": carrying(`{"fields":{"a":"${hidden(TOKEN)}"}}`),
  "the carrier's fields, two deep": carrying(`{"fields":{"a":{"b":["${hidden(TOKEN)}"]}}}`),
  "the carrier's fields, as a name": carrying(`{"fields":{"a":{"${hidden(TOKEN)}":1}}}`),
  "what replaces it": carrying(`{"status":"superseded","superseded_by":"${hidden(TOKEN)}"}`),
  "a carrier's store, behind an escape": carrying(`{"store":"${hidden(TOKEN)}"}`),
  "a carrier that is not the one that is read": fact({
    source_session: "ctx1:{}",
    source: `ctx1:{"author":"${hidden(TOKEN)}"}`,
  }),
  "a value that is JSON": fact({
    value: `{"a":"${hidden(TOKEN)}"}`,
    source_session: 'ctx1:{"value_type":"json"}',
  }),
  "a pattern's example": JSON.stringify({
    patterns: { patterns: [{ name: "p", description: "d", examples: [TOKEN] }] },
  }),
  "a pattern's files": JSON.stringify({
    patterns: { patterns: [{ name: "p", description: "d", file_patterns: [TOKEN] }] },
  }),
  "an insight's sources": JSON.stringify({
    knowledge: { insights: [{ summary: "s", from_sessions: [TOKEN] }] },
  }),
  "a gotcha's severity": JSON.stringify({
    gotchas: { gotchas: [{ category: "c", trigger: "t", resolution: "r", severity: TOKEN }] },
  }),
  "the place that a finding becomes": JSON.stringify({
    session: { findings: [{ summary: "s", file: "password", line: 1234567890 }] },
  }),
  "a decision's reason": JSON.stringify({ session: { decisions: [{ summary: "s", rationale: TOKEN }] } }),
  "a next step": JSON.stringify({ session: { next_steps: [TOKEN] } }),
  "the task": JSON.stringify({ session: { task_description: TOKEN } }),
  "a node's content": graph({ id: "N1", type: "t", content: TOKEN }),
  "a node's id": graph({ id: `ctx:shared/${TOKEN}`, type: "t", content: "c" }),
};

async function bytesOf(content: string, said: Said = {}): Promise<Uint8Array> {
  return await packageBytes(content, { schema_version: content.includes("context_graph") ? 2 : 1, ...said });
}

for (const [where, content] of Object.entries(CONTENTS)) {
  Deno.test(`an item is left out for a credential in ${where}, the rest goes in, and --force takes both (ctxpkg §10, §14.2)`, async () => {
    await using root = await TemporaryRoot.make();
    const packages = new Packages({ home: root.path });
    // A good item beside it, in a layer that no other content has.
    const both = `{"graph":{"nodes":[],"edges":[]},${content.slice(1)}`;
    const { items } = await packages.import(await bytesOf(both));
    const left = items.filter(({ outcome }) => outcome === "left out");
    assertEquals([items.length, left.length, left[0]?.key], [2, 1, ""]);
    assert(/looks like/.test(left[0]!.reason!) && !JSON.stringify(items).includes(TOKEN), left[0]!.reason);
    assertEquals([...(await root.entries()).keys()], ["graph_demo"]);
    const store = await root.read("memory/shared.json");
    assert(!store.includes(TOKEN) && !/hunter2|1234567890/.test(store));
    const forced = await packages.import(await bytesOf(both), { force: true });
    assertEquals(forced.items.map(({ outcome }) => outcome).sort(), ["already imported", "written"]);
    assertEquals((await root.entries()).size, 2);
  });
}

Deno.test("a package whose name or version looks like a credential is refused, and --force takes it (ctxpkg §10)", async () => {
  for (const said of [{ name: TOKEN }, { version: `1.0.0-${TOKEN}` }]) {
    await using root = await TemporaryRoot.initialised();
    const packages = new Packages({ home: root.path }), bytes = await bytesOf(fact({}), said);
    const before = await root.snapshot();
    const error = await assertRejects(() => packages.import(bytes), RefusedError, "looks like");
    assert(!error.message.includes(TOKEN), error.message);
    assertEquals(await root.snapshot(), before);
    await packages.import(bytes, { force: true });
    assertEquals((await root.entries()).size, 1);
  }
});

Deno.test("where the settings only warn of credentials nothing is left out (ctxpkg §10)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("config.jsonc", '{"credentials":"warn"}');
  const { items } = await new Packages({ home: root.path }).import(await bytesOf(CONTENTS["its value"]!));
  assertEquals(items.map(({ outcome }) => outcome), ["written"]);
});

/** Contents that hold one where no entry does, with as many good items. */
const BESIDE: Readonly<Record<string, string>> = {
  "an edge's metadata": graph({ id: "N1", type: "t", content: "c" }, [
    { from: "N1", to: "N1", type: "x", metadata: TOKEN },
    { from: "N1", to: "N1", type: "y", metadata: "plain" },
  ]),
  "an edge's member, behind an escape": graph({ id: "N1", type: "t", content: "c" }, [
    { from: "N1", to: "N1", type: "x", other: TOKEN },
    { from: "N1", to: "N1", type: "y", metadata: "plain" },
  ]).replace(TOKEN, hidden(TOKEN)),
  "the files that were touched": JSON.stringify({
    session: { next_steps: ["c"], files_touched: [TOKEN, "plain"] },
  }),
  "a node of code": graph({ id: "N1", type: "t", content: "c" }).replace(
    '"nodes":[',
    `"nodes":[{"id":"N2","type":"code_file","content":"plain"},{"id":"N3","type":"code_file","content":"${TOKEN}"},`,
  ),
  "the graph of code": JSON.stringify({
    graph: {
      nodes: [{ kind: "file", name: TOKEN, file_path: "a" }, { kind: "file", name: "plain", file_path: "b" }],
      edges: [{
        source_path: "a",
        source_name: "a",
        target_path: "b",
        target_name: "b",
        kind: "x",
        metadata: hidden(TOKEN),
      }],
    },
  }).replace("\\\\u", "\\u"),
};

for (const [where, content] of Object.entries(BESIDE)) {
  Deno.test(`no package gives away a credential that came in ${where} (ctxpkg §14.3)`, async () => {
    await using root = await TemporaryRoot.make();
    const packages = new Packages({ home: root.path });
    await packages.import(await bytesOf(content), { force: true });
    await root.open().set("mine", "plain too");
    for (const [level, profile] of [[1, "portable"], [2, "portable"], [1, "lean-ctx"]] as const) {
      const { text } = await packages.create("copy", { level, profile, stores: ["shared", "agent"] });
      assert(!decoded(text).includes(TOKEN), `${level} ${profile}`);
      assert(text.includes("plain too"));
    }
  });
}

for (const [where, content] of Object.entries(CONTENTS)) {
  Deno.test(`no package gives away a credential that was taken with --force in ${where} (ctxpkg §14.3)`, async () => {
    await using root = await TemporaryRoot.make();
    const packages = new Packages({ home: root.path });
    await packages.import(await bytesOf(content), { force: true });
    await root.open().set("mine", "plain");
    for (const level of [1, 2] as const) {
      const { text } = await packages.create("copy", { level }), said = decoded(text);
      assert(!said.includes(TOKEN) && !said.includes("hunter2") && !said.includes("password:12345"), said);
      assert(text.includes('"mine"'));
    }
  });
}

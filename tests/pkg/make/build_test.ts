import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { InvalidInputError } from "../../../lib/errors.ts";
import { packageOfEntries } from "../../../lib/pkg/entries.ts";
import { buildPackage, type PackageParts } from "../../../lib/pkg/make/build.ts";
import { PROFILES } from "../../../lib/pkg/make/profile.ts";
import { verifyPackage } from "../../../lib/pkg/verify.ts";
import { stored } from "../../support/entries.ts";

const AT = "2026-10-13T09:41:07Z";
const FACT = { category: "result", key: "timeout", value: "300 s is enough.", confidence: 0.9 };
const NODE = { id: "a", type: "fact", content: "A." };
const CONTENT = { knowledge: { facts: [FACT] } };
const encode = (text: string) => new TextEncoder().encode(text);

type Document = { manifest: Record<string, unknown>; content: Record<string, Record<string, unknown>> };

async function built(parts: Partial<PackageParts> = {}): Promise<{ text: string } & Document> {
  const text = await buildPackage({ name: "notes", at: AT, content: CONTENT, ...parts });
  return { text, ...JSON.parse(text) };
}

/** What Python makes of a package's content: sorted, compact, hashed. */
async function hashedByPython(text: string): Promise<string> {
  const program = "import sys,json,hashlib;c=json.load(sys.stdin)['content'];" +
    "t=json.dumps(c,sort_keys=True,separators=(',',':'),ensure_ascii=False).encode();" +
    "print(hashlib.sha256(t).hexdigest(),len(t))";
  const child = new Deno.Command("python3", { args: ["-c", program], stdin: "piped", stdout: "piped" })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(encode(text));
  await writer.close();
  return new TextDecoder().decode((await child.output()).stdout).trim();
}

/** Every object within a value. */
function* objectsOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsOf(inner);
}

/** All layers, with something in each. */
const ALL: PackageParts["content"] = {
  session: { task_description: "a", findings: [{ summary: "f", line: 3 }], next_steps: ["n"] },
  knowledge: { facts: [FACT, { ...FACT, key: "b" }], patterns: [{ name: "p", description: "d" }] },
  graph: {
    nodes: [{ kind: "file", name: "a", file_path: "a.ts" }, { kind: "file", name: "b", file_path: "b.ts" }],
    edges: [{ source_path: "a.ts", source_name: "a", target_path: "b.ts", target_name: "b", kind: "calls" }],
  },
  patterns: { patterns: [{ name: "q", description: "d" }] },
  gotchas: { gotchas: [{ id: "g", category: "build", trigger: "t", resolution: "r" }] },
  context_graph: {
    nodes: [
      { ...NODE, created_at: "2026-02-01T00:00:00Z" },
      { ...NODE, id: "b", type: "decision", created_at: "2026-02-01T01:00:00+02:00" },
      { ...NODE, id: "c", type: "fact" },
    ],
    edges: [{ from: "a", to: "b", type: "supports" }],
  },
};

for (
  const [vector, profile] of [["v1-compact-sorted", "portable"], ["v1-for-lean-ctx", "lean-ctx"]] as const
) {
  Deno.test(`the two entries of ${vector} give the hashes of that vector (ctxpkg §11.3, §18)`, async () => {
    const path = new URL(`../vectors/${vector}.ctxpkg`, import.meta.url);
    const { manifest: { integrity } } = JSON.parse(await Deno.readTextFile(path));
    const times = { created: AT, timestamp: AT, source: "agent" }, key = "result_upload_timeout_2026_10_13";
    const entries = [
      stored(key, {
        value: "Uploads über 50 MB failed at 30 s; now a 200 MB upload takes 71 s.",
        basis: "verified",
        author: "Agent One",
        tags: ["uploads", "result"],
        derivation: "Reproduced before and after.",
        ...times,
      }),
      stored("finding_upload_cause", {
        value: "Probably the disk / the RAID.",
        ...times,
        status: "superseded",
        status_note: "measured since",
        status_timestamp: AT,
        superseded_by: key,
      }),
    ];
    const at = "2026-10-13T10:00:00Z";
    const text = await packageOfEntries(entries, { name: "ctx-notes", version: "1.0.0", at, profile });
    assertEquals(JSON.parse(text).manifest.integrity, integrity);
  });
}

Deno.test("a package in either profile is accepted, for its bytes, whatever its texts say (ctxpkg §11.1)", async () => {
  const text = fc.string({ unit: "binary", maxLength: 30 }).filter((text) => text.isWellFormed());
  const fact = fc.record({
    category: text,
    key: text,
    value: text,
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const list = fc.array(fact, { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(list, fc.constantFrom(...PROFILES), text, async (facts, profile, description) => {
      const { text, content } = await built({ profile, description, content: { knowledge: { facts } } });
      const { isAccepted, reading, faults } = await verifyPackage(encode(text), { isStrict: true });
      assertEquals([isAccepted, reading, faults], [true, "bytes", []]);
      const values = (content.knowledge!.facts as typeof facts).map(({ key, value }) => [key, value]);
      assertEquals(values, facts.map(({ key, value }) => [key, value]));
    }),
    { numRuns: 60 },
  );
});

Deno.test("a portable package has one hash for whoever sorts and whoever does not (ctxpkg §11.2)", async () => {
  const { text, manifest, content } = await built({ content: ALL });
  const { content_hash, byte_size } = manifest.integrity as Record<string, unknown>;
  assertEquals(await hashedByPython(text), `${content_hash} ${byte_size}`);
  assertEquals(Object.keys(content).length, 6);
  for (const object of objectsOf(JSON.parse(text))) {
    assertEquals(Object.keys(object), Object.keys(object).sort());
  }
});

/** A package's text with its strings taken out. */
const withoutStrings = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"/g, "_");

Deno.test("a portable package has no null, also where a program gives it one (ctxpkg §11.2)", async () => {
  const facts = [{ ...FACT, valid_until: null }], session = { task_description: null };
  const { text } = await built({ content: { knowledge: { facts }, session } });
  assert(!withoutStrings(text).includes("null"), text);
});

Deno.test("a portable package has no exponent, also where JavaScript prints one (ctxpkg §11.2)", async () => {
  // Python prints 1e-07 where JavaScript prints 1e-7.
  for (const confidence of [1e-7, 0.00001234e-3]) {
    const { text } = await built({ content: { knowledge: { facts: [{ ...FACT, confidence }] } } });
    assert(!/\d[eE]/.test(withoutStrings(text)), text);
  }
});

Deno.test("a package is of version 1 unless it has a scope, a graph or dependencies (ctxpkg §11.1)", async () => {
  const { manifest: plain } = await built();
  assertEquals([plain.schema_version, plain.conformance_level, plain.scope, plain.version], [
    1,
    undefined,
    undefined,
    "1.0.0",
  ]);
  const dependencies = [{ name: "@acme/base", version_req: "^1" }];
  const context_graph = { nodes: [NODE], edges: [] };
  for (
    const more of [{ name: "@acme/notes" }, { dependencies }, { content: { ...CONTENT, context_graph } }]
  ) {
    const { manifest, text } = await built(more);
    assertEquals([manifest.schema_version, manifest.conformance_level], [2, 2]);
    assertEquals(manifest.scope, more.name && "@acme");
    assertEquals(manifest.dependencies, more.dependencies);
    assertEquals((await verifyPackage(encode(text), { isStrict: true })).faults, []);
    // SemVer is asked for there alone (§3.2).
    for (const version of ["1", "1..0", "01.0.0", "v1.0.0", "1.0.0\n"]) {
      await assertRejects(() => built({ ...more, version }), InvalidInputError, "it is not SemVer");
    }
    assertEquals((await built({ ...more, version: "1.0.0-rc.1+5" })).manifest.version, "1.0.0-rc.1+5");
  }
  assertEquals((await built({ version: "1..0" })).manifest.version, "1..0");
});

Deno.test("names, versions, times and texts that no package can have are refused (ctxpkg §3.1, §3.2)", async () => {
  const names = [
    "",
    ".",
    "..",
    "a b",
    "a/../b",
    "/a",
    "a/",
    "a//b",
    "@acme",
    "@/a",
    "é",
    "a".repeat(129),
    "a\n",
  ];
  for (const name of names) {
    await assertRejects(() => built({ name }), InvalidInputError, undefined, JSON.stringify(name));
  }
  for (const version of ["", ".1", "1 0", "1/0", "v\n", "1".repeat(65)]) {
    await assertRejects(() => built({ version }), InvalidInputError, "E_VERSION");
  }
  for (const at of ["", "2026-10-13", "2026-10-13T09:41:07", "2026-02-30T00:00:00Z"]) {
    await assertRejects(() => built({ at }), InvalidInputError, "created_at");
  }
  const half = { knowledge: { facts: [{ ...FACT, value: "\ud800" }] } };
  await assertRejects(() => built({ content: half }), InvalidInputError, "E_SURROGATE");
  for (const name of ["a".repeat(128), "A._-9", "@org/team/service"]) {
    assertEquals((await built({ name })).manifest.name, name);
  }
});

Deno.test("the same parts at the same time give the same bytes, and at another time others (ctxpkg §11.1)", async () => {
  for (const profile of PROFILES) {
    const one = await built({ content: ALL, profile }), again = await built({ content: ALL, profile });
    assertEquals(one.text, again.text);
    const later = await built({ content: ALL, profile, at: "2026-10-13T09:41:08Z" });
    assertNotEquals(later.manifest.integrity, one.manifest.integrity);
  }
});

Deno.test("a manifest counts what its content holds, and says how small it packs (ctxpkg §3, §11.1, §14.3)", async () => {
  const { manifest: { stats, graph_summary, layers }, content } = await built({ content: ALL });
  const { compression_ratio: ratio, ...counts } = stats as Record<string, number>;
  assertEquals(counts, {
    knowledge_facts: 2,
    graph_nodes: 2,
    graph_edges: 1,
    pattern_count: 2,
    gotcha_count: 1,
  });
  assertEquals(graph_summary, {
    node_count: 3,
    edge_count: 1,
    node_types: ["decision", "fact"],
    freshness: "2026-02-01T00:00:00Z",
  });
  assertEquals([...layers as string[]].sort(), ["gotchas", "graph", "knowledge", "patterns", "session"]);
  const { gzipSync } = await import("node:zlib"), bytes = encode(JSON.stringify(content));
  assert(Math.abs(ratio! - gzipSync(bytes).length / bytes.length) < 0.02, `${ratio}`);
  assertEquals(ratio, Number(ratio!.toFixed(4)));
});

Deno.test("a manifest has what it must have, and tells nothing of host, user or folder (ctxpkg §3, §11.1)", async () => {
  const { manifest } = await built({ description: "d", tags: ["t"] });
  assertEquals(Object.keys(manifest).sort(), [
    ...["created_at", "description", "integrity", "layers", "name", "provenance"],
    ...["schema_version", "stats", "tags", "version"],
  ]);
  assertEquals([manifest.description, manifest.created_at, manifest.tags], ["d", AT, ["t"]]);
  const { tool, tool_version, ...rest } = manifest.provenance as Record<string, string>;
  assertEquals([tool, rest], ["ctx", {}]);
  assertMatch(tool_version!, /^\d+\.\d+\.\d+/);
  // A description is required, also where nobody gives one.
  assertEquals((await built()).manifest.description, "");
});

Deno.test("a package is laid out by two spaces, with line feeds and one at its end (ctxpkg §11.1)", async () => {
  for (const profile of PROFILES) {
    // Without numbers that JavaScript would print otherwise, its own layout is the same.
    const content = { session: { findings: [{ summary: "f" }] } },
      { text } = await built({ content, profile });
    assertEquals(text, JSON.stringify(JSON.parse(text), null, 2) + "\n");
  }
});

Deno.test("a package of 10,000,000 bytes is refused, and one of fewer is made (ctxpkg §2)", async () => {
  const of = (length: number) => built({ content: { session: { next_steps: ["x".repeat(length)] } } });
  const { length } = encode((await of(9_990_000)).text), rest = 10_000_000 - (length - 9_990_000);
  await assertRejects(() => of(rest), InvalidInputError, "E_SIZE");
  // As many digits of byte_size, one byte less; the ratio of a longer text may have a digit less.
  assert(encode((await of(rest - 100)).text).length < 10_000_000);
});

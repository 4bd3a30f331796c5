import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { CREDENTIAL } from "../../support/cli_calls.ts";
import { type RawEntry, rawEntry, Trial } from "../../support/cli_trial.ts";
import { tarStream } from "../../support/tar_stream.ts";

const T2 = "2026-02-01T00:00:00Z";

function exportOf(stores: Readonly<Record<string, Readonly<Record<string, RawEntry>>>>): string {
  const parts = Object.entries(stores).map(([store, entries]) => [store, { entries }]);
  return JSON.stringify({ type: "ctx-export", version: "1", stores: Object.fromEntries(parts) });
}

Deno.test("import says what became of what, and --json says it of each entry (§10)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { a: rawEntry("a"), b: rawEntry("b", { timestamp: T2 }), c: rawEntry("c") });
  const input = exportOf({
    shared: { a: rawEntry("A", { timestamp: T2 }), b: rawEntry("B"), c: rawEntry("c"), d: rawEntry("d") },
  });
  const { status, out } = await t.with({ input }, "import", "--dry-run");
  assertEquals([status, out], [
    0,
    "an export of ctx, nothing is written: 1 added, 1 replaced, 1 kept, 1 the same\n" +
    "  shared/a: replaced\n  shared/b: kept\n  shared/d: added\n",
  ]);
  assertEquals((await t.entry("a"))?.value, "a");
  const { out: json } = await t.with({ input }, "import", "--json");
  assertEquals(JSON.parse(json), {
    format: "ctx",
    dryRun: false,
    skipped: 0,
    added: 1,
    replaced: 1,
    kept: 1,
    same: 1,
    refused: 0,
    instructions: 0,
    entries: [
      { store: "shared", key: "a", outcome: "replaced" },
      { store: "shared", key: "b", outcome: "kept" },
      { store: "shared", key: "d", outcome: "added" },
    ],
    warnings: [],
  });
  assertEquals((await t.entry("a"))?.value, "A");
});

Deno.test("export and import carry statuses, so that nothing refuted comes back to life (BR-100)", async () => {
  await using from = await Trial.make();
  await using to = await Trial.make();
  for (
    const words of [
      ["set", "old", "use A"],
      ["set", "new", "use B"],
      ["supersede", "old", "--by", "new", "--note", "faster"],
      ["set", "port", "8080"],
      ["amend", "port", "it is 8443"],
      ["set", "issue", "fails"],
      ["resolve", "issue", "--note", "mended"],
    ]
  ) assertEquals((await from.ctx(...words)).status, 0);
  const { out: input } = await from.ctx("export");
  assertEquals((await to.with({ input }, "import")).status, 0);
  assertEquals(JSON.parse((await to.ctx("export")).out).stores, JSON.parse(input).stores);
  const older = exportOf({ shared: { port: rawEntry("8080", { timestamp: "2026-01-01T00:00:00Z" }) } });
  await to.with({ input: older }, "import");
  assertStringIncludes(String((await to.entry("port"))?.value), "it is 8443");
});

Deno.test("import says aloud that standing instructions come in (§11)", async () => {
  await using t = await Trial.make();
  const input = exportOf({ operator: { x: rawEntry("ask", { source: "operator", tags: ["directive"] }) } });
  const plan = await t.with({ input }, "import", "--dry-run");
  assertStringIncludes(plan.err.join(), "1 standing instruction of the operator would be imported");
  const { err } = await t.with({ input }, "import");
  assertEquals(err.length, 1);
  assertStringIncludes(err[0]!, "1 standing instruction of the operator was imported");
  assertEquals((await t.with({ input }, "import")).err, []);
});

Deno.test("import of anything else into the operator store is refused (§3.1)", async () => {
  await using t = await Trial.make();
  const input = tarStream([{ path: "a.md", content: "x" }]);
  const { status, err } = await t.with({ input }, "import", "--store", "operator");
  assertEquals([status, err.length], [2, 1]);
  assertStringIncludes(err[0]!, "operator");
});

Deno.test("import leaves out what looks like a credential, names the entry, and fails (§11, BR-40)", async () => {
  await using t = await Trial.make();
  const input = exportOf({
    shared: { a: rawEntry("fine"), b: rawEntry(CREDENTIAL), [CREDENTIAL]: rawEntry("x") },
  });
  for (const more of [[], ["--json"]]) {
    const { status, out, err } = await t.with({ input }, "import", ...more);
    assertEquals([status, err.length], [1, 1]);
    assertStringIncludes(err[0]!, "2 entries look like holding a credential");
    assertStringIncludes(out, "the field value looks like an AWS access key id");
    assert(!(out + err.join()).includes(CREDENTIAL));
  }
  assertEquals([(await t.entry("a"))?.value, await t.entry("b")], ["fine", undefined]);
  assertEquals((await t.with({ input }, "import", "--force")).status, 0);
});

Deno.test("import shows at most twenty entries, each on a bounded line that data cannot break", async () => {
  await using t = await Trial.make();
  const keys = Array.from({ length: 30 }, (_, i) => `${i}\n\u001b[31m${"x".repeat(10_000)}`);
  const input = exportOf({ shared: Object.fromEntries(keys.map((key) => [key, rawEntry("v")])) });
  const { out } = await t.with({ input }, "import");
  const lines = out.trimEnd().split("\n");
  assertEquals(lines.length, 22);
  assertEquals(lines.at(-1), "  and 10 more: --json shows them");
  assert(lines.every((line) => line.length < 200) && !out.includes("\u001b"));
});

Deno.test("import keeps keys that are every object's, and what is nested in values (BR-31)", async () => {
  await using t = await Trial.make();
  const input = '{"type":"ctx-export","version":"1","stores":{"shared":{"entries":{' +
    '"__proto__":{"value":{"__proto__":{"polluted":1.0}}},"constructor":{"value":1}}}}}';
  assertEquals((await t.with({ input }, "import")).status, 0);
  assertEquals(({} as { polluted?: unknown }).polluted, undefined);
  assertEquals((await t.ctx("get", "__proto__", "--raw")).out, '{"__proto__":{"polluted":1.0}}');
});

Deno.test("import notes characters that nobody sees (BR-29)", async () => {
  await using t = await Trial.make();
  const { err } = await t.with({ input: exportOf({ shared: { k: rawEntry("a\u202eb") } }) }, "import");
  assertEquals(err.length, 1);
  assertStringIncludes(err[0]!, "characters that nobody sees, first shared/k");
});

Deno.test("import takes notes and MCP memory files, and again without a change", async () => {
  await using t = await Trial.make();
  const notes = tarStream([
    { path: "n/Upload limits.md", content: "---\ntags: [uploads]\n---\n50 MB.\n" },
    { path: "n/pic.png", content: "x" },
  ]);
  const graph = '{"type":"entity","name":"Ada","entityType":"person","observations":["likes maths"]}\n';
  for (
    const [input, line] of [
      [notes, "Markdown notes: 1 added, 0 replaced, 0 kept, 0 the same, 1 other files passed over"],
      [graph, "an MCP memory file: 1 added, 0 replaced, 0 kept, 0 the same"],
    ] as const
  ) {
    assertEquals((await t.with({ input }, "import")).out.split("\n")[0], line);
    const before = await t.snapshot();
    assertStringIncludes((await t.with({ input }, "import")).out, "0 added, 0 replaced, 0 kept, 1 the same");
    assertEquals(await t.snapshot(), before);
  }
  const { source, basis, tags } = (await t.entry("upload_limits"))!;
  assertEquals([source, basis, tags], ["system", "reported", ["uploads"]]);
});

Deno.test("import answers hostile input with one clear line, in time linear in its length", async () => {
  await using t = await Trial.make();
  const open = '{"type":"ctx-export","version":"1","stores":{"shared":{"entries":{"k":{"value":';
  for (
    const input of [
      new Uint8Array(20_000_000).fill(0x78),
      new Uint8Array(20_000_000),
      open + "[".repeat(5_000_000),
      `{"type":"entity","name":"a","entityType":"b","observations":${"[".repeat(5_000_000)}}\n`,
      tarStream([{ path: "a/../../b.md", content: "x" }]),
    ]
  ) {
    const { status, out, err } = await t.with({ input }, "import");
    assertEquals([status, out, err.length], [2, "", 1]);
    assert(err[0]!.startsWith("ctx: Cannot import: ") && err[0]!.length < 400, err[0]);
  }
});

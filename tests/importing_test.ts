import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { ConflictError, DamagedError, InvalidInputError, LockTimeoutError } from "../lib/errors.ts";
import { respell } from "../lib/memory/import/on_conflict.ts";
import { repeatedField } from "../lib/memory/entry_fields.ts";
import { StoreText } from "../lib/memory/store_text.ts";
import { key, objectText } from "./support/json_texts.ts";
import { tarStream } from "./support/tar_stream.ts";
import { entryJson, storeJson, TemporaryRoot } from "./support/temporary_root.ts";

const T1 = "2026-01-01T00:00:00Z", T2 = "2026-02-01T00:00:00Z";
const CREDENTIAL = "AKIA" + "ABCDEFGHIJKLMNOP";
type Entries = Readonly<Record<string, string>>;

/** An export with these entries, each given as JSON text. */
function exportOf(stores: Readonly<Record<string, Entries>>): string {
  const parts = Object.entries(stores).map(([store, entries]) =>
    `"${store}":{"entries":{${
      Object.entries(entries).map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    }}}`
  );
  return `{"type":"ctx-export","version":"1","exported":"${T2}","stores":{${parts}}}`;
}

Deno.test("an export imported into an empty root gives equal stores, whatever they hold (§10, §3.3)", async () => {
  const entry = objectText.filter((text) => repeatedField(text) === undefined);
  const entries = fc.uniqueArray(fc.tuple(key, entry), { maxLength: 5, selector: ([key]) => key });
  await fc.assert(
    fc.asyncProperty(entries, entries, async (shared, agent) => {
      await using from = await TemporaryRoot.make();
      await using to = await TemporaryRoot.initialised();
      for (const [store, entries] of [["shared", shared], ["agent", agent]] as const) {
        const members = entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`);
        await from.write(`memory/${store}.json`, `{"type":"${store}","version":"1","entries":{${members}}}`);
      }
      const { text } = await from.open().export();
      const report = await to.open().import(text, { force: true });
      assertEquals(report.added, shared.length + agent.length);
      for (const [store, entries] of [["shared", shared], ["agent", agent]] as const) {
        if (entries.length === 0) continue;
        const got = new StoreText(await to.read(`memory/${store}.json`));
        assertEquals([...got.keys()], entries.map(([key]) => key));
        for (const [key, text] of entries) assertEquals(respell(got.text(key)!), respell(text));
      }
      const before = await to.snapshot(), again = await to.open().import(text);
      assertEquals([again.same, again.entries], [report.added, []]);
      assertEquals(await to.snapshot(), before, "importing twice changes nothing");
    }),
    { numRuns: 25 },
  );
});

Deno.test("import() keeps the newer of two that differ, and the other in the history (BR-100)", async () => {
  await using root = await TemporaryRoot.make();
  const mine = {
    same: entryJson("same", { x: 1 }),
    mine_is_newer: entryJson("mine", { timestamp: T2, status: "resolved" }),
    theirs_is_newer: entryJson("mine", { timestamp: T1 }),
    only_mine: entryJson("mine"),
  };
  const theirs = {
    same: mine.same.replace("{", "{ "),
    mine_is_newer: entryJson("theirs"),
    theirs_is_newer: entryJson("theirs", {
      timestamp: T2,
      status: "superseded",
      superseded_by: "same",
      n: 1,
    }),
    only_theirs: entryJson("theirs"),
  };
  await root.write("memory/shared.json", storeJson(mine));
  const before = await root.read("memory/shared.json");
  const context = root.open({ author: "Ada", now: () => new Date("2026-10-13T09:41:07Z") });
  const report = await context.import(exportOf({ shared: theirs }));
  assertEquals([report.added, report.replaced, report.kept, report.same, report.refused], [1, 1, 1, 1, 0]);
  assertEquals(report.entries, [
    { store: "shared", key: "mine_is_newer", outcome: "kept", reason: undefined },
    { store: "shared", key: "theirs_is_newer", outcome: "replaced", reason: undefined },
    { store: "shared", key: "only_theirs", outcome: "added", reason: undefined },
  ]);
  const after = await root.read("memory/shared.json"), entries = await root.entries();
  for (const key of ["same", "mine_is_newer", "only_mine"] as const) {
    const line = `    ${JSON.stringify(key)}: ${mine[key]}`;
    assert(before.includes(line) && after.includes(line), `${key} keeps its bytes`);
  }
  assertEquals(entries.get("theirs_is_newer"), JSON.parse(theirs.theirs_is_newer));
  const head = { at: "2026-10-13T09:41:07Z", operation: "import", by: "Ada" };
  assertEquals(await root.history(), [
    { ...head, key: "mine_is_newer", entry: JSON.parse(theirs.mine_is_newer) },
    { ...head, key: "theirs_is_newer", entry: JSON.parse(mine.theirs_is_newer) },
  ]);
  const snapshot = await root.snapshot();
  const again = await context.import(exportOf({ shared: theirs }));
  assertEquals([again.same, again.kept], [3, 1]);
  assertEquals(await root.snapshot(), snapshot, "importing twice changes nothing");
});

Deno.test("import() does with what differs as it is told (BR-100)", async () => {
  for (
    const [onConflict, value, lost] of [["keep", "mine", "theirs"], ["replace", "theirs", "mine"]] as const
  ) {
    for (const timestamp of [T1, T2]) {
      await using root = await TemporaryRoot.make();
      await root.write(
        "memory/shared.json",
        storeJson({ k: entryJson("mine", { timestamp: "2026-01-15T00:00:00Z" }) }),
      );
      await root.open().import(exportOf({ shared: { k: entryJson("theirs", { timestamp }) } }), {
        onConflict,
      });
      assertEquals((await root.entries()).get("k")?.value, value);
      assertEquals((await root.history()).map(({ entry }) => (entry as { value: unknown }).value), [lost]);
    }
  }
});

Deno.test("import() with fail writes nothing to any store where one entry differs", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("memory/agent.json", storeJson({ k: entryJson("mine") }, "agent"));
  const before = await root.snapshot();
  const theirs = exportOf({ shared: { fresh: entryJson("x") }, agent: { k: entryJson("theirs") } });
  const error = await assertRejects(() => root.open().import(theirs, { onConflict: "fail" }), ConflictError);
  assertStringIncludes(error.message, 'agent/"k" differs');
  assertEquals(await root.snapshot(), before);
  const same = exportOf({ shared: { fresh: entryJson("x") }, agent: { k: entryJson("mine") } });
  assertEquals((await root.open().import(same, { onConflict: "fail" })).added, 1);
});

Deno.test("import() writes nothing to any store where one is damaged", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("memory/agent.json", "{");
  const before = await root.snapshot();
  const theirs = exportOf({ shared: { fresh: entryJson("x") }, agent: { k: entryJson("theirs") } });
  await assertRejects(() => root.open().import(theirs), DamagedError);
  assertEquals(await root.snapshot(), before);
  assertEquals((await root.open().import(theirs, { store: "shared" })).added, 1);
});

Deno.test("import() with dryRun says what would happen, and makes nothing", async () => {
  await using root = await TemporaryRoot.make();
  const theirs = exportOf({ shared: { a: entryJson("x") }, operator: { b: entryJson("y") } });
  const plan = await root.open().import(theirs, { dryRun: true });
  await assertRejects(() => Deno.stat(root.path), Deno.errors.NotFound);
  const done = await root.open().import(theirs);
  assertEquals({ ...plan, dryRun: false }, done);
});

Deno.test("import() lays entries out as the file is, and leaves what it does not bring as it is", async () => {
  await using root = await TemporaryRoot.make();
  const line = `{"type":"shared","version":"1","entries":{"old":${entryJson("v")}},"other":[1.0]}`;
  await root.write("memory/shared.json", line);
  const now = () => new Date("2026-10-13T09:41:07Z");
  await root.open({ now }).import(exportOf({ shared: { k: '{\n "value": [1.10,\n 2]}' } }));
  assertEquals(
    await root.read("memory/shared.json"),
    `{"type":"shared","version":"1","last_updated":"2026-10-13T09:41:07Z","entries":{"old":${
      entryJson("v")
    },"k":{"value":[1.10,2]}},"other":[1.0]}`,
  );
});

Deno.test("import() leaves out what looks like a credential, entry by entry, and never repeats it (§11, BR-40)", async () => {
  await using root = await TemporaryRoot.make();
  const escaped = CREDENTIAL.replace("K", "\\u004b");
  const theirs = exportOf({
    shared: {
      fine: entryJson("x"),
      value: entryJson(`see ${CREDENTIAL}`),
      escaped: `{"value":"${escaped}"}`,
      nested: entryJson({ deep: [{ password: "hunter2" + "hunter2" }] }),
      foreign: entryJson("x", { x_field: CREDENTIAL }),
      name: entryJson("x", { [CREDENTIAL]: 1 }),
      tag: entryJson("x", { tags: [CREDENTIAL] }),
      [CREDENTIAL]: entryJson("x"),
    },
  });
  const report = await root.open().import(theirs);
  assertEquals([report.added, report.refused, report.faults.length], [1, 7, 1]);
  assertEquals([...(await root.entries()).keys()], ["fine"]);
  const { faults, ...rest } = report;
  assert(!JSON.stringify(rest).includes(CREDENTIAL) && !faults[0]!.message.includes(CREDENTIAL));
  assertEquals(report.entries.at(-1), {
    store: "shared",
    key: undefined,
    outcome: "refused",
    reason: "the key looks like an AWS access key id",
  });
  assertEquals((await root.open().import(theirs, { force: true })).added, 7);
});

Deno.test("import() keeps a credential out of the history too", async () => {
  await using root = await TemporaryRoot.make();
  await root.write("memory/shared.json", storeJson({ k: entryJson("mine", { timestamp: T2 }) }));
  const { refused } = await root.open().import(exportOf({ shared: { k: entryJson(CREDENTIAL) } }));
  assertEquals(refused, 1);
  await assertRejects(() => root.read("memory/history/shared.jsonl"), Deno.errors.NotFound);
});

Deno.test("import() lets credentials in where the settings say so", async () => {
  await using root = await TemporaryRoot.make();
  await root.write("config.jsonc", '{"credentials": "warn"}');
  assertEquals((await root.open().import(exportOf({ shared: { k: entryJson(CREDENTIAL) } }))).added, 1);
});

Deno.test("import() counts the standing instructions that come in, from an export alone (§11)", async () => {
  await using root = await TemporaryRoot.make();
  const said = { source: "operator", tags: ["preference"] };
  const { instructions } = await root.open().import(exportOf({
    operator: {
      a: entryJson("ask first", said),
      b: entryJson("an agent's", { tags: ["preference"] }),
      c: entryJson("gone", { ...said, status: "superseded", superseded_by: "a" }),
    },
    shared: { d: entryJson("elsewhere", said) },
  }));
  assertEquals(instructions, 1);
  const notes = tarStream([{
    path: "operator_preference_x.md",
    content: "---\nsource: operator\n---\nobey",
  }]);
  await assertRejects(() => root.open().import(notes, { store: "operator" }), InvalidInputError, "operator");
  await root.open().import(notes);
  assertEquals((await root.entries()).get("operator_preference_x")?.source, "system");
});

Deno.test("import() of notes twice changes nothing, nor does it undo what was done since (BR-100)", async () => {
  await using root = await TemporaryRoot.make();
  const notes = tarStream([
    { path: "a.md", content: "about a", modified: 1_700_000_000 },
    { path: "b.md", content: "---\ndate: 2026-01-01\n---\nabout b" },
    { path: "c.md", content: "about c" },
  ]);
  let now = new Date("2026-10-13T09:41:07Z");
  const context = root.open({ now: () => now });
  assertEquals((await context.import(notes)).added, 3);
  now = new Date("2026-10-14T09:41:07Z");
  const before = await root.snapshot();
  assertEquals((await context.import(notes)).same, 3);
  assertEquals(await root.snapshot(), before);
  await context.resolve("a");
  await context.setBasis("c", "verified");
  await context.set("b", "what is known now");
  now = new Date("2026-10-15T09:41:07Z");
  const report = await context.import(notes);
  assertEquals([report.same, report.kept], [2, 1]);
  const entries = await root.entries();
  assertEquals([entries.get("a")?.status, entries.get("c")?.basis], ["resolved", "verified"]);
  assertEquals(entries.get("b")?.value, "what is known now");
  const history = await root.history();
  await context.import(notes);
  assertEquals(await root.history(), history);
});

Deno.test("import() takes a note that was changed later in the place of what it was", async () => {
  await using root = await TemporaryRoot.make();
  const note = (date: string, text: string) =>
    tarStream([{ path: "a.md", content: `---\nupdated: ${date}\n---\n${text}` }]);
  await root.open().import(note("2026-02-01", "first"));
  assertEquals((await root.open().import(note("2026-02-02", "second"))).replaced, 1);
  assertEquals((await root.open().import(note("2026-02-01", "first"))).kept, 1);
  assertEquals((await root.entries()).get("a")?.value, "second");
});

Deno.test("import() takes one store of an export, where one is named", async () => {
  await using root = await TemporaryRoot.make();
  const theirs = exportOf({ shared: { a: entryJson("x") }, agent: { b: entryJson("y") } });
  assertEquals((await root.open().import(theirs, { store: "agent" })).added, 1);
  assertEquals((await root.names()).filter((name) => name.endsWith(".json")), ["memory/agent.json"]);
});

Deno.test("import() refuses words outside their sets before anything else (§9.1)", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open();
  await assertRejects(() => context.import("", { from: "csv" as "ctx" }), InvalidInputError, "csv");
  await assertRejects(() => context.import("", { store: "mine" as "agent" }), InvalidInputError, "mine");
  await assertRejects(() => context.import("", { onConflict: "ask" as "keep" }), InvalidInputError, "ask");
});

Deno.test("import() waits for the lock once, and writes nothing without it (§8.4)", async () => {
  await using root = await TemporaryRoot.initialised();
  using lock = await Deno.open(root.at("memory/.lock"), { read: true, write: true });
  await lock.lock(true);
  const before = await root.snapshot();
  const theirs = exportOf({ shared: { a: entryJson("x") }, agent: { b: entryJson("y") } });
  await assertRejects(() => root.open({ lockTimeoutMs: 20 }).import(theirs), LockTimeoutError);
  assertEquals(await root.snapshot(), before);
});

Deno.test("import() beside other writes of one process loses none", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open();
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`in_${i}`, entryJson(i)]));
  await Promise.all([
    ...Array.from({ length: 20 }, (_, i) => context.set(`set_${i}`, i)),
    context.import(exportOf({ shared: many, agent: many })),
    ...Array.from({ length: 20 }, (_, i) => context.set(`more_${i}`, i)),
  ]);
  assertEquals((await root.entries()).size, 240);
  assertEquals((await root.entries("agent")).size, 200);
});

import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  ConflictError,
  DamagedError,
  InvalidInputError,
  JsonText,
  NotFoundError,
  RefusedError,
} from "@ctx/ctx";
import type { Context } from "../lib/context.ts";
import { entryJson, storeJson, TemporaryRoot } from "./support/temporary_root.ts";

const HISTORY = "memory/history/shared.jsonl", STORE = "memory/shared.json";
const CREDENTIAL = "AKIA" + "ABCDEFGHIJKLMNOP";

/** A context whose clock moves by a minute with every look at it, from 09:00 in UTC. */
function clocked(root: TemporaryRoot, author?: string): Context {
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 9, 13, 9, minutes++));
  return root.open({ author, now, timeZone: "UTC" });
}

const valuesOf = async (context: Context, key = "k") =>
  (await context.history(key)).map(({ entry }) => entry.value);

Deno.test("history gives what an entry is and was: when, by whom, by which operation (§10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const first = clocked(root, "Agent One");
  await first.set("k", new JsonText("1.10"));
  await first.setBasis("k", "verified");
  await first.amend("k", "a note");
  await first.supersede("k", "other");
  await root.open({ now: () => new Date("2026-10-13T12:00:00Z") }).set("k", "new");
  const found = await first.history("k");
  assertEquals(
    found.map(({ version, operation, by, entry }) => [version, operation, by, entry.status, entry.basis]),
    [
      [0, "set", undefined, undefined, "verified"],
      [1, "supersede", "Agent One", "superseded", "verified"],
      [2, "amend", "Agent One", "amended", "verified"],
      [3, "basis", "Agent One", undefined, "verified"],
      [4, "set", "Agent One", undefined, "inferred"],
    ],
  );
  assertEquals(found.at(-1)!.valueText, "1.10");
  for (const [i, { from, until }] of found.entries()) {
    assertEquals(until, found[i - 1]?.from, "each stood until the next came");
    assertEquals(from.endsWith("Z"), true);
  }
});

Deno.test("history of a key that no store or history has is not found, and names where it is (§10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "v", { store: "agent" });
  const error = await assertRejects(() => context.history("k"), NotFoundError);
  assertStringIncludes(error.hint!, "--store agent");
  await assertRejects(() => context.history(""), InvalidInputError);
  assertEquals((await context.history("k", { store: "agent" })).length, 1);
});

Deno.test("at gives what was believed at a time, local or not, or says that nothing was (§10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const dates = ["2026-10-10T08:00:00Z", "2026-10-12T22:30:00Z", "2026-10-14T08:00:00Z"];
  for (const [n, date] of dates.entries()) await root.open({ now: () => new Date(date) }).set("k", `v${n}`);
  const paris = root.open({ timeZone: "Europe/Paris" });
  const said = async (time: string) => (await paris.at("k", time)).entry.value;
  // In Paris the second value was written on the 13th, at 00:30.
  for (
    const time of ["2026-10-10T10:00", "2026-10-10", "2026-10-12", "2026-10-12T22:29:59Z", "2026-10-13T00:29"]
  ) {
    assertEquals(await said(time), "v0", time);
  }
  for (const time of ["2026-10-13T00:30", "2026-10-13 00:30:00", "2026-10-13", "2026-10-14T07:59:59.9Z"]) {
    assertEquals(await said(time), "v1", time);
  }
  for (const time of ["2026-10-14T08:00:00Z", "2026-10-14", "2999-01-01"]) {
    assertEquals(await said(time), "v2");
  }
  for (const time of ["2026-10-09", "2026-10-10T09:59", "2026-10-10T07:59:59Z"]) {
    const error = await assertRejects(() => paris.at("k", time), NotFoundError, "was not there yet");
    assertStringIncludes(error.message, `at ${time}`);
  }
  await assertRejects(() => paris.at("k", "yesterday"), InvalidInputError, "2026-10-13T12:00");
});

Deno.test("at says when the history does not reach back that far, and when the key was gone", async () => {
  await using root = await TemporaryRoot.initialised();
  const times = { created: "2026-01-01T00:00:00Z", timestamp: "2026-03-01T00:00:00Z" };
  await root.write(STORE, storeJson({ k: entryJson("v", times) }));
  await assertRejects(() => root.open().at("k", "2026-02-01"), NotFoundError, "is not known");
  await assertRejects(() => root.open().at("k", "2025-12-01"), NotFoundError, "was not there yet");
  const gone = {
    at: "2026-04-01T00:00:00Z",
    operation: "cleanup",
    key: "gone",
    entry: JSON.parse(entryJson("w", times)),
  };
  await root.write(HISTORY, JSON.stringify(gone) + "\n");
  assertEquals((await root.open().at("gone", "2026-03-15")).entry.value, "w");
  await assertRejects(() => root.open().at("gone", "2026-04-02"), NotFoundError, "not there any more");
});

Deno.test("undo puts the last version back, signed and dated, and what it undid into the history (§10)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write(
    STORE,
    storeJson({ k: entryJson("a", { source: "operator", basis: "verified", tags: ["t"], x: 1 }) }),
  );
  const before = (await root.entries()).get("k")!;
  const context = clocked(root, "Agent One");
  await context.resolve("k", { note: "done" });
  await context.set("k", "b", { tags: ["u"] });
  const resolved = JSON.parse((await root.read(HISTORY)).trim().split("\n")[1]!).entry;
  const undone = await context.undo("k");
  const { timestamp, ...rest } = (await root.entries()).get("k")!,
    { timestamp: _old, ...expected } = resolved;
  assertEquals(rest, { ...expected, author: "Agent One" });
  assertEquals(timestamp, "2026-10-13T09:02:00Z");
  assertEquals(undone.earlier?.entry.value, "b");
  const { operation, by, entry } = (await root.history()).at(-1)! as {
    operation: string;
    by: string;
    entry: { value: string };
  };
  assertEquals([operation, by, entry.value], ["undo", "Agent One", "b"]);
  assertEquals(rest.x, before.x, "what others keep comes back too");
});

Deno.test("undo twice gives the first back, whatever was changed and how it is spelled (§10)", async () => {
  const change = fc.constantFrom("set", "amend", "resolve", "supersede", "basis");
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.jsonValue(),
      async (changes, value) => {
        await using root = await TemporaryRoot.initialised();
        const context = root.open({ author: "A", now: () => new Date("2026-10-13T09:41:07Z") });
        await root.write(STORE, storeJson({ k: '{ "value":1.10, "x":12345678901234567890 }' }));
        for (const one of changes) {
          if (one === "set") {
            await context.set("k", new JsonText(JSON.stringify(value)), {
              basis: "verified",
            });
          } else if (one === "amend") await context.amend("k", "note");
          else if (one === "resolve") await context.resolve("k");
          else if (one === "supersede") await context.supersede("k", "k");
          else await context.setBasis("k", "reported");
        }
        const known = async () => ({ ...(await root.entries()).get("k"), timestamp: "now" });
        const first = await known(), count = (await context.history("k")).length;
        await context.undo("k");
        await context.undo("k");
        assertEquals(await known(), first);
        assertStringIncludes(await root.read(STORE), "12345678901234567890");
        assertEquals((await context.history("k")).at(-1)!.valueText, "1.10");
        assertEquals((await context.history("k")).length >= count, true);
      },
    ),
    { numRuns: 25 },
  );
});

Deno.test("undo of a key without an earlier version, or without an entry, writes nothing (§10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "v");
  const before = await root.contents();
  await assertRejects(() => context.undo("k"), NotFoundError, "no earlier version");
  await assertRejects(() => context.undo("none"), NotFoundError, 'no key "none"');
  await assertRejects(() => context.undo(""), InvalidInputError);
  assertEquals(await root.contents(), before);
  await using absent = await TemporaryRoot.make();
  await assertRejects(() => absent.open().undo("k"), NotFoundError);
  assertEquals((await Array.fromAsync(Deno.readDir(absent.outside))).length, 0);
});

Deno.test("undo brings back a key that was cleaned up", async () => {
  await using root = await TemporaryRoot.initialised();
  const line = {
    at: "2026-04-01T00:00:00Z",
    operation: "cleanup",
    key: "k",
    entry: JSON.parse(entryJson("w", { x: 1 })),
  };
  await root.write(HISTORY, JSON.stringify(line) + "\n");
  const context = clocked(root), { entry, earlier } = await context.undo("k");
  assertEquals([entry.value, entry.x, entry.timestamp, earlier], ["w", 1, "2026-10-13T09:00:00Z", undefined]);
  assertEquals(await valuesOf(context), ["w", "w"]);
});

Deno.test("undo does not bring a credential back unless it is told to (§11)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", CREDENTIAL, { force: true });
  await context.set("k", "kept in the vault");
  const before = await root.contents();
  const error = await assertRejects(() => context.undo("k"), RefusedError, "the earlier value looks like");
  assertEquals(error.message.includes(CREDENTIAL), false);
  assertEquals(await root.contents(), before);
  const { warnings, entry } = await context.undo("k", { force: true });
  assertEquals([warnings.length, entry.value], [1, CREDENTIAL]);
});

Deno.test("undo sees the changes that share its write", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "a");
  const [, , undone] = await Promise.all([context.set("k", "b"), context.set("k", "c"), context.undo("k")]);
  assertEquals(undone.entry.value, "b");
  const done = await Promise.allSettled([context.delete("k"), context.set("k", "d"), context.undo("k")]);
  assertEquals(done.map(({ status }) => status), ["fulfilled", "fulfilled", "rejected"]);
  assertEquals((await context.get("k")).entry.value, "d");
  assertEquals(await valuesOf(context), ["d"], "what was deleted does not come back");
});

Deno.test("undo of a damaged store or entry changes nothing and names it", async () => {
  await using root = await TemporaryRoot.initialised();
  const line = JSON.stringify({ at: "2026-04-01T00:00:00Z", operation: "set", key: "k", entry: {} });
  await root.write(HISTORY, line + "\n");
  for (const bad of ['{"k": {"value":1,"value":2}}', '{"k": 7}', '{"k": {']) {
    await root.write(STORE, `{"type":"shared","version":"1","entries":${bad}}`);
    await assertRejects(() => root.open().undo("k"), DamagedError);
    assertEquals(await root.read(HISTORY), line + "\n");
  }
});

Deno.test("a torn last line and lines of others do not hide what is whole (BR-10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = clocked(root);
  for (const value of ["a", "b", "c"]) await context.set("k", value);
  const whole = await root.read(HISTORY);
  for (
    const noise of [
      "null\n",
      '{"key":"k"}\n',
      "<html>\n",
      "\n\n",
      '{"at":"2026-10-13T09:41:07Z","key":"k","entry":{"va',
    ]
  ) {
    await root.write(HISTORY, noise + (noise.endsWith("\n") ? "" : "\n") + whole + noise);
    assertEquals(await valuesOf(context), ["c", "b", "a"], noise);
  }
});

Deno.test("a crash between the history and the store leaves no version of its own", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = clocked(root);
  await context.set("k", "a");
  const store = await root.read(STORE);
  await context.set("k", "b");
  await root.write(STORE, store);
  assertEquals(await valuesOf(context), ["a"]);
  await context.set("k", "c");
  assertEquals(await valuesOf(context), ["c", "a"]);
  assertEquals((await context.undo("k")).entry.value, "a");
});

Deno.test("delete leaves no version (§4.5)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "a");
  await context.set("k", "b");
  await context.delete("k");
  await assertRejects(() => context.history("k"), NotFoundError);
  await context.set("k", "c");
  assertEquals(await valuesOf(context), ["c"]);
});

Deno.test("diff holds two versions against each other: fields and words (§10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = clocked(root, "A");
  await context.set("k", "the port is 8080", { tags: ["a"] });
  await context.set("k", "the port is 8443", { tags: ["b"], basis: "verified" });
  const { from, to, fields, parts } = await context.diff("k");
  assertEquals([from.version, to.version], [1, 0]);
  assertEquals(fields.map(({ field, from, to }) => [field, from, to]), [
    ["basis", '"inferred"', '"verified"'],
    ["tags", '["a"]', '["b"]'],
    ["timestamp", '"2026-10-13T09:00:00Z"', '"2026-10-13T09:01:00Z"'],
  ]);
  assertEquals(parts, [
    { kind: "same", text: "the port is " },
    { kind: "removed", text: "8080" },
    { kind: "added", text: "8443" },
  ]);
  const back = await context.diff("k", { from: 0, to: 1 });
  assertEquals(back.parts.map(({ kind, text }) => [kind, text])[1], ["removed", "8443"]);
  assertEquals((await context.diff("k", { from: 0, to: 0 })).fields, []);
  await assertRejects(() => context.diff("k", { from: 2 }), NotFoundError, "the versions 0 to 1");
});

Deno.test("a key of any spelling has its history, and no other's", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open(),
    keys = ["k", 'a"b', "a\\b", "a\nb", "é", "\ud83d", "__proto__", "2026", "key", "value"];
  for (const round of ["old", "new"]) {
    for (const key of keys) await context.set(key, `${round} ${JSON.stringify(key)}`);
  }
  for (const key of keys) {
    assertEquals(await valuesOf(context, key), [`new ${JSON.stringify(key)}`, `old ${JSON.stringify(key)}`]);
  }
});

Deno.test("a write that is refused is no version (§4.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "a");
  await assertRejects(() => context.set("k", "b", { onlyNew: true }), ConflictError);
  assertEquals(await valuesOf(context), ["a"]);
});

import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { DamagedError, InvalidInputError, LockTimeoutError, RefusedError } from "../lib/errors.ts";
import { entryJson, storeJson, TemporaryRoot } from "./support/temporary_root.ts";

const NOW = "2026-10-13T09:00:00Z", OLD = "2026-10-12T08:59:59Z", YOUNG = "2026-10-12T09:00:00Z";
const now = () => new Date(NOW);

function note(timestamp: string, more: Readonly<Record<string, unknown>> = {}): string {
  return entryJson("a note", { scope: "session", timestamp, ...more });
}

/** A root with an old note, a young one and an old entry that is to be kept, in every store. */
async function rootWithNotes(): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.initialised();
  for (const store of ["operator", "shared", "agent"]) {
    const kept = entryJson(1, { timestamp: OLD, more: "1.10" }).replace('"1.10"', "1.10");
    const entries = { first: note(YOUNG), old: note(OLD, { own: [1] }), kept };
    await root.write(`memory/${store}.json`, storeJson(entries, store));
  }
  return root;
}

Deno.test("cleanup() removes the notes of sessions that are older than 24 hours, from every store (§3.7)", async () => {
  await using root = await rootWithNotes();
  const { removed, undated, faults, dryRun } = await root.open({ now }).cleanup();
  assertEquals(removed.map(({ store, key }) => `${store}/${key}`), [
    "operator/old",
    "shared/old",
    "agent/old",
  ]);
  assertEquals([undated, faults, dryRun], [0, [], false]);
  for (const store of ["operator", "shared", "agent"]) {
    const entries = {
      first: note(YOUNG),
      kept: entryJson(1, { timestamp: OLD, more: "1.10" }).replace('"1.10"', "1.10"),
    };
    const expected = storeJson(entries, store).replace(
      '"last_updated": "2026-01-01T00:00:00Z"',
      `"last_updated": "${NOW}"`,
    );
    assertEquals(await root.read(`memory/${store}.json`), expected, "what stays keeps its bytes");
  }
  assertEquals(await root.leftovers(), []);
});

Deno.test("cleanup() keeps what it removes in the history (§3.7)", async () => {
  await using root = await rootWithNotes();
  await root.open({ now, author: "Agent One" }).cleanup({ store: "agent" });
  assertEquals(await root.history("agent"), [{
    at: NOW,
    operation: "cleanup",
    by: "Agent One",
    key: "old",
    entry: JSON.parse(note(OLD, { own: [1] })),
  }]);
  assertEquals((await root.entries("shared")).has("old"), true, "the other stores are as they were");
});

Deno.test("cleanup() takes an age, and a dry run changes nothing (§3.7, BR-82)", async () => {
  await using root = await rootWithNotes();
  const before = await root.snapshot(), context = root.open({ now });
  const look = await context.cleanup({ dryRun: true, olderThanSeconds: 0, store: "shared" });
  assertEquals([look.dryRun, look.removed.map(({ key }) => key)], [true, ["first", "old"]]);
  assertEquals((await context.cleanup({ olderThanSeconds: 7 * 86_400 })).removed, []);
  assertEquals(
    (await context.cleanup({ dryRun: true })).removed.map(({ text }) => text),
    ["operator", "shared", "agent"].map(() => note(OLD, { own: [1] })),
  );
  await root.open({ now }).cleanup({ dryRun: true });
  assertEquals(before.split("\n").filter((line) => line.includes(".json")).length, 3);
  assertEquals(
    (await root.snapshot()).split("\n").filter((line) => line.includes(".json")),
    before.split("\n").filter((line) => line.includes(".json")),
    "where nothing is old enough nothing is replaced",
  );
});

Deno.test("cleanup() counts the notes whose time cannot be read, and leaves them (§3.7, BR-61)", async () => {
  await using root = await TemporaryRoot.initialised();
  const entries = { a: note("yesterday"), b: note("2026-02-30T00:00:00Z"), c: note(OLD) };
  await root.write("memory/shared.json", storeJson(entries));
  const { removed, undated } = await root.open({ now }).cleanup();
  assertEquals([removed.map(({ key }) => key), undated], [["c"], 2]);
  assertEquals([...(await root.entries()).keys()], ["a", "b"]);
});

Deno.test("cleanup() of a damaged store changes nothing in it, names it, and cleans up the others", async () => {
  await using root = await rootWithNotes();
  await root.write("memory/shared.json", '{"entries":{');
  const { removed, faults } = await root.open({ now }).cleanup();
  assertEquals(removed.map(({ store }) => store), ["operator", "agent"]);
  assertEquals(faults.map(({ code, path }) => [code, path]), [["damaged", root.at("memory/shared.json")]]);
  assertEquals(await root.read("memory/shared.json"), '{"entries":{');
  await assertRejects(() => root.open({ now }).cleanup({ store: "shared" }), DamagedError);
});

Deno.test("cleanup() makes no root, and refuses an age and a store that cannot be", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open({ now });
  assertEquals((await context.cleanup()).removed, []);
  assertEquals([...Deno.readDirSync(root.outside)], []);
  for (const olderThanSeconds of [-1, 1.5, NaN, Infinity]) {
    await assertRejects(() => context.cleanup({ olderThanSeconds }), InvalidInputError);
  }
  await assertRejects(() => context.cleanup({ store: "mine" as "shared" }), InvalidInputError);
});

Deno.test("cleanup() by an agent leaves an enforced store of the operator's alone, and says so (§3.1)", async () => {
  await using root = await rootWithNotes();
  await root.write("config.jsonc", '{"enforce_stores": true}');
  const agent = root.open({ now, author: "Agent One" });
  for (const dryRun of [true, false]) {
    const { removed, faults } = await agent.cleanup({ dryRun });
    assertEquals(removed.map(({ store }) => store), ["shared", "agent"]);
    assertEquals(faults.map(({ code }) => code), ["refused"]);
  }
  await assertRejects(() => agent.cleanup({ store: "operator" }), RefusedError);
  assertEquals((await root.open({ now }).cleanup()).removed.map(({ store }) => store), ["operator"]);
  assertEquals((await agent.cleanup()).faults, [], "nothing to refuse, nothing to say");
});

Deno.test("cleanup() waits for the lock as every write does (§8.4)", async () => {
  await using root = await rootWithNotes();
  using held = await Deno.open(root.at("memory/.lock"), { read: true, write: true });
  await held.lock(true);
  const error = await assertRejects(() => root.open({ now, lockTimeoutMs: 20 }).cleanup(), LockTimeoutError);
  assertStringIncludes(error.message, "nothing was written");
  await held.unlock();
});

Deno.test("cleanup() takes exactly the old notes, whatever the store holds, and a second time none (§3.7)", async () => {
  const times = fc.constantFrom(
    OLD,
    YOUNG,
    NOW,
    "2020-01-01T00:00:00+09:00",
    "2999-01-01T00:00:00Z",
    "soon",
    "",
  );
  const entries = fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.tuple(fc.constantFrom("session", "global", "Session"), times, fc.json()),
    { noNullPrototype: true, maxKeys: 8 },
  );
  await fc.assert(
    fc.asyncProperty(entries, async (all) => {
      await using root = await TemporaryRoot.initialised();
      const texts = Object.entries(all).map(([key, [scope, timestamp, value]]) => {
        const text = entryJson(0, { scope, timestamp, created: timestamp }).replace(
          '"value":0',
          () => `"value":${value}`,
        );
        return [key, text] as [string, string];
      });
      await root.write("memory/shared.json", storeJson(Object.fromEntries(texts)));
      const isOld = (key: string) =>
        all[key]![0] === "session" && (all[key]![1] === OLD || all[key]![1].startsWith("2020"));
      const look = await root.open({ now }).cleanup({ dryRun: true });
      const { removed } = await root.open({ now }).cleanup();
      assertEquals(removed.map(({ key, text }) => [key, text]), texts.filter(([key]) => isOld(key)));
      assertEquals(look.removed.map(({ key }) => key), removed.map(({ key }) => key));
      const { results } = await root.open().list();
      const left = new Map(results.map(({ key, text }) => [key, text]));
      assertEquals(left, new Map(texts.filter(([key]) => !isOld(key))));
      assertEquals((await root.open({ now }).cleanup()).removed, []);
    }),
    { numRuns: 40 },
  );
});

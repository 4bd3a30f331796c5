import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  ConflictError,
  CtxError,
  InvalidInputError,
  NotFoundError,
  RefusedError,
  StorageError,
} from "../lib/errors.ts";
import { JsonText, type JsonValue } from "../lib/json/exact.ts";
import { ctx } from "./support/command.ts";
import { entryJson, storeJson, TemporaryRoot } from "./support/temporary_root.ts";

/** A clock that goes on by a second at each look. */
function clock(start = "2026-10-13T09:41:07Z"): () => Date {
  let at = Date.parse(start);
  return () => new Date((at += 1000) - 1000);
}

Deno.test("set() then get() gives the entry with the defaults of §3.3, without an author (§4.1, §4.2)", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open({ now: clock(), author: "  " });
  const written = await context.set("k", "value");
  assertEquals(written.earlier, undefined);
  const { store, key, entry } = await context.get("k");
  assertEquals([store, key], ["shared", "k"]);
  assertEquals(JSON.parse(JSON.stringify(entry)), {
    value: "value",
    source: "operator",
    basis: "inferred",
    scope: "global",
    tags: [],
    created: "2026-10-13T09:41:07Z",
    timestamp: "2026-10-13T09:41:07Z",
  });
  assertEquals((await root.entries()).get("k"), JSON.parse(JSON.stringify(entry)));
});

Deno.test("a write gives what it was before, and the author decides the source (§3.4, §4.2)", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open({ author: "Agent One" });
  const first = await context.set("k", 1);
  assertEquals([first.entry.source, first.entry.author], ["agent", "Agent One"]);
  const second = await root.open().set("k", 2);
  assertEquals([second.earlier?.text, second.earlier?.entry.value], [first.text, 1]);
  assertEquals([second.entry.source, second.entry.author], ["operator", undefined]);
  assertEquals((await context.amend("k", "note")).entry.author, "Agent One");
  assertEquals((await root.open().resolve("k")).entry.author, "Agent One");
});

Deno.test("get() of a key that another store has names that store; getAll() gives it from every store (§4.1, §9.1)", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open();
  await context.set("k", "agents'", { store: "agent" });
  const error = await assertRejects(() => context.get("k"), NotFoundError);
  assertStringIncludes(error.hint!, "--store agent");
  await context.set("k", "operator's", { store: "operator" });
  assertEquals((await context.getAll("k")).results.map(({ store }) => store), ["operator", "agent"]);
  await assertRejects(() => context.getAll("missing"), NotFoundError);
});

Deno.test("every operation on a missing key fails, and makes or changes no store (§4)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("there", "v");
  const before = await root.snapshot(), context = root.open();
  for (
    const attempt of [
      () => context.get("k"),
      () => context.amend("k", "n"),
      () => context.supersede("k", "there"),
      () => context.resolve("k"),
      () => context.setBasis("k", "verified"),
      () => context.delete("k"),
      () => context.delete("there", { store: "agent" }),
    ]
  ) {
    await assertRejects(attempt, NotFoundError);
  }
  assertEquals(await root.snapshot(), before);
});

Deno.test("arguments outside their sets are refused before anything is touched (§4)", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open();
  for (
    const attempt of [
      () => context.set("", "v"),
      () => context.set("k", "v", { store: "other" as "shared" }),
      () => context.set("k", "v", { basis: "sure" as "verified" }),
      () => context.set("k", "v", { tags: [" "] }),
      () => context.amend("k", " \n"),
      () => context.supersede("k", ""),
      () => context.list({ since: "yesterday" }),
      () => context.list({ limit: -1 }),
      () => context.search("x", { status: "open" as "current" }),
    ]
  ) {
    await assertRejects(attempt, InvalidInputError);
  }
  assertEquals([...Deno.readDirSync(root.outside)], []);
});

Deno.test("set() with onlyNew lets one of eight processes have a key (§9.1)", async () => {
  await using root = await TemporaryRoot.initialised();
  const runs = await Promise.all(
    Array.from({ length: 8 }, (_, n) => ctx(root.path, ["set", "k", `writer ${n}`, "--new"])),
  );
  const winners = runs.flatMap(({ code }, n) => code === 0 ? [n] : []);
  assertEquals(winners.length, 1);
  assertEquals((await root.entries()).get("k")!.value, `writer ${winners[0]}`);
  for (const { code, stderr } of runs) if (code !== 0) assertStringIncludes(stderr, "already");
});

Deno.test("set() with ifTimestamp refuses the second of two who read the same entry (§9.1, BR-08)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open({ now: clock() });
  const { entry: { timestamp } } = await context.set("k", "first");
  const outcomes = await Promise.allSettled(
    ["a", "b"].map((value) => context.set("k", value, { ifTimestamp: timestamp })),
  );
  assertEquals(outcomes.map(({ status }) => status), ["fulfilled", "rejected"]);
  const { reason } = outcomes[1] as PromiseRejectedResult;
  assert(reason instanceof ConflictError);
  await assertRejects(() => context.set("missing", "v", { ifTimestamp: timestamp }), ConflictError);
  assertEquals((await context.get("k")).entry.value, "a");
});

Deno.test("what looks like a credential is refused in every place, and never repeated or written (§11)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open(), secret = "ghp_" + "a1B2".repeat(9);
  await context.set("k", "v");
  const before = await root.snapshot();
  for (
    const attempt of [
      () => context.set("k", `x ${secret}`),
      () => context.set("k", { deep: [secret] }),
      () => context.set(secret, "v"),
      () => context.set("k", "v", { derivation: secret }),
      () => context.set("k", "v", { tags: ["t", secret] }),
      () => context.amend("k", secret),
      () => context.supersede("k", "k2", { note: secret }),
      () => context.resolve("k", { note: secret }),
    ]
  ) {
    const error = await assertRejects(attempt, RefusedError);
    assert(!`${error.message} ${error.hint}`.includes(secret));
  }
  assertEquals(await root.snapshot(), before);
  const { warnings } = await context.set("k", secret, { force: true });
  assertEquals([warnings.length, warnings[0]!.includes(secret)], [1, false]);
});

Deno.test("list() and search() give the readable stores beside the faults of the others (§4.6, §9.1)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("memory/operator.json", storeJson({ a: entryJson("needle") }, "operator"));
  await root.write("memory/agent.json", "[]");
  const context = root.open();
  for (const { results, total, faults } of [await context.list(), await context.search("NEEDLE")]) {
    assertEquals([results.map(({ key }) => key), total, faults.length], [["a"], 1, 1]);
  }
  assertEquals((await context.list({ store: "operator" })).faults, []);
});

Deno.test("keys that JavaScript knows, or would reorder, are keys like any other, in the file's order (§3.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open(),
    keys = ["z", "__proto__", "2026", "constructor", "01", "1", "toString", "hasOwnProperty"];
  for (const key of keys) await context.set(key, { __proto__: null, key });
  for (const key of keys) assertEquals((await context.get(key)).valueText, JSON.stringify({ key }));
  const places = keys.map((key) =>
    root.read("memory/shared.json").then((text) => text.indexOf(`\n    ${JSON.stringify(key)}: {`))
  );
  const found = await Promise.all(places);
  assertEquals(found, found.toSorted((a, b) => a - b));
  assertEquals(({} as Record<string, unknown>).key, undefined);
  for (const key of keys) {
    assertEquals((await ctx(root.path, ["get", key])).code, 0);
    await context.delete(key);
  }
  assertEquals((await context.list()).total, 0);
});

Deno.test("a value given as text keeps its spelling through set, get and history (§9.1)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  for (const text of ["12345678901234567890", "1.0", "1e400", "-0", '[1.10,{"a":0.1e-7}]', '"\\u00e9"']) {
    await context.set("k", new JsonText(text));
    assertEquals((await context.get("k")).valueText, text);
  }
  const spelled = (await root.read("memory/history/shared.jsonl")).trim().split("\n");
  assertStringIncludes(spelled[0]!, '"entry":{"value":12345678901234567890,');
  assertStringIncludes(spelled[3]!, '"entry":{"value":-0,');
});

Deno.test("a context outlives its root: one that is made anew, or moved in by a link, is the one it uses (§8.1)", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open();
  await context.set("k", "first");
  await Deno.remove(root.path, { recursive: true });
  await assertRejects(() => context.get("k"), NotFoundError);
  await context.set("k", "second");
  assertEquals((await context.get("k")).entry.value, "second");
  await Deno.rename(root.path, `${root.outside}/elsewhere`);
  await Deno.symlink("elsewhere", root.path);
  assertEquals((await context.get("k")).entry.value, "second");
});

Deno.test("a context on a root whose parent cannot be made fails with the path (§8.1)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.writeTextFile(`${root.outside}/file`, "");
  const context = root.open({ home: `${root.outside}/file/ctx` });
  const error = await assertRejects(() => context.set("k", "v"), StorageError);
  assertStringIncludes(error.message, `${root.outside}/file/ctx`);
});

/** Any string but the empty one, halves of surrogate pairs included. */
const anyKey = fc.oneof(
  fc.string({ minLength: 1, unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 20 }).map((units) =>
    String.fromCharCode(...units)
  ),
  fc.constantFrom("__proto__", "constructor", "2026", "01", "-", "--", "entries", "a".repeat(10_000)),
);
const anyValue = fc.jsonValue({ stringUnit: "binary" }) as fc.Arbitrary<JsonValue>;

Deno.test("any key and any JSON value come out as they went in, beside any others (§3.2, §4.2)", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(anyKey, anyValue), { minLength: 1, maxLength: 6, selector: ([key]) => key }),
      async (pairs) => {
        await using root = await TemporaryRoot.make();
        const context = root.open();
        const others = new Map<string, string>();
        for (const [key, value] of pairs) {
          const { text } = await context.set(key, value, { force: true });
          for (const [other, before] of others) assertEquals((await context.get(other)).text, before);
          others.set(key, text);
        }
        for (const [key, value] of pairs) {
          const stored = await context.get(key);
          assertEquals(stored.entry.value, JSON.parse(stored.valueText));
          // -0, which JSON.stringify makes 0 of, stays what it was, however deep it stands.
          assertEquals(stored.entry.value, value);
        }
        // Any strict parser finds the same keys, in the same order but where an object itself reorders them.
        const { entries } = JSON.parse(await root.read("memory/shared.json"));
        assertEquals(Object.keys(entries).sort(), pairs.map(([key]) => key).sort());
        for (const [key] of pairs) await context.delete(key);
        assertEquals((await context.list()).total, 0);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("any key and any JSON value come out of the command as they went in (§9.1)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("beside", "stays");
  const before = (await root.open().get("beside")).text;
  // Deno takes a carriage return off the end of every word that it hands over.
  const word = fc.string({ minLength: 1, unit: "binary" }).filter((text) => !/\0|\r$/.test(text));
  await fc.assert(
    fc.asyncProperty(word, anyValue, async (key, value) => {
      const text = JSON.stringify(value);
      const set = await ctx(root.path, ["set", "--force", "--as", "json", "--", key, text]);
      assertEquals([set.code, set.stdout === ""], [0, false], set.stderr);
      const got = await ctx(root.path, ["get", "--json", "--", key]);
      const document = JSON.parse(got.stdout);
      assertEquals([got.code, document.key, JSON.stringify(document.entry.value)], [0, key, text]);
      if (typeof value !== "string") {
        assertEquals((await ctx(root.path, ["get", "--raw", "--", key])).stdout.trimEnd(), text);
      }
      if (key !== "beside") assertEquals((await root.open().get("beside")).text, before);
    }),
    { numRuns: 30 },
  );
});

const VALID = new TextEncoder().encode(storeJson({
  a: entryJson("text \u00e9\ud83d\ude00", { status: "amended", status_note: "n", tags: ["decision"] }),
  current_focus: entryJson({ deep: [1.5, null, true, "x"] }),
}));

/** Bytes of any kind, and stores in which something was changed, taken out or put in. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.jsonValue().map((value) => new TextEncoder().encode(JSON.stringify(value))),
  fc.dictionary(fc.string(), fc.jsonValue()).map((entries) =>
    new TextEncoder().encode(JSON.stringify({ entries }))
  ),
  fc.dictionary(
    fc.string({ minLength: 1 }),
    fc.dictionary(
      fc.constantFrom(
        "value",
        "source",
        "author",
        "basis",
        "scope",
        "tags",
        "timestamp",
        "created",
        "status",
        "status_note",
        "superseded_by",
      ),
      fc.jsonValue(),
    ),
  ).map((entries) => new TextEncoder().encode(JSON.stringify({ entries }))),
  fc.tuple(fc.nat(VALID.length - 1), fc.nat(3), fc.uint8Array({ maxLength: 3 })).map(([at, out, put]) =>
    new Uint8Array([...VALID.subarray(0, at), ...put, ...VALID.subarray(at + out)])
  ),
);

Deno.test("any bytes as a store file are read or refused, and change only where a write succeeds (§8.2, BR-13)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open(), path = root.at("memory/shared.json");
  await fc.assert(
    fc.asyncProperty(anyBytes, fc.nat(5), async (bytes, which) => {
      await Deno.writeFile(path, bytes);
      const { results, faults } = await context.list(), found = await context.search("x");
      assertEquals(found.faults.length, faults.length);
      const start = await context.start();
      assert(start.text.isWellFormed());
      assertEquals(start.faults.length, faults.length);
      assertEquals(await Deno.readFile(path), bytes);

      const write = [
        () => context.set("a", "w"),
        () => context.set("new", [1]),
        () => context.amend("a", "note"),
        () => context.resolve("a"),
        () => context.setBasis("a", "reported"),
        () => context.delete("a"),
      ][which]!;
      const error = await write().then(() => undefined, (error) => error);
      if (error !== undefined) {
        assert(error instanceof CtxError, String(error));
        assertEquals(await Deno.readFile(path), bytes);
        return;
      }
      assertEquals(faults, []);
      // What was not written to is there as it was.
      const after = new Map((await context.list()).results.map(({ key, text }) => [key, text]));
      for (const { key, text } of results) {
        if (key !== "a" && key !== "new") assertEquals(after.get(key), text);
      }
      JSON.parse(await root.read("memory/shared.json"));
    }),
    { numRuns: 400 },
  );
});

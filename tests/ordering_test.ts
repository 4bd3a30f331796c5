import { assert, assertEquals, assertRejects } from "@std/assert";
import { BASES, type JsonValue, LockTimeoutError, type SetOptions } from "@ctx/ctx";
import { ForeignLock } from "./support/processes.ts";
import { TemporaryRoot } from "./support/temporary_root.ts";
import { testWith } from "./support/test_with.ts";

const SECRET = "token=" + "abcdefgh12345";

Deno.test("writes of one context are carried out in the order of the calls, however long each takes to be checked", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("config.jsonc", "{}");
  const context = root.open();
  const gone = [context.set("k", "1"), context.delete("k")];
  await Promise.all(gone);
  assertEquals((await context.list()).total, 0);
  await Promise.all([context.set("s", SECRET, { force: true }), context.set("s", "clean")]);
  assertEquals((await context.get("s")).entry.value, "clean");
});

Deno.test("a write takes the value and the options as they are when it is asked for", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open(), value = { a: 1 }, tags = ["one"], options: SetOptions = { tags };
  const written = context.set("k", value, options);
  value.a = 2;
  tags.push("two");
  await written;
  const { entry } = await context.get("k");
  assertEquals([entry.value, entry.tags], [{ a: 1 }, ["one"]]);
});

Deno.test("what is written after a delete in the same breath keeps its history", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "v0");
  await Promise.all([context.delete("k"), context.set("k", "v1"), context.set("k", "v2")]);
  assertEquals((await context.get("k")).entry.value, "v2");
  const history = await root.read("memory/history/shared.jsonl");
  assert(history.includes('"v1"') && !history.includes('"v0"'), history);
});

Deno.test("delete purges a key that left the store by another way, and then has nothing to do", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("sec", "the-old-secret");
  await context.set("sec", "the-new-secret");
  await root.write("memory/shared.json", '{"entries":{}}');
  await context.delete("sec");
  for (const text of Object.values(await root.contents())) assert(!String(text).includes("the-old-secret"));
  await assertRejects(() => context.delete("sec"), Error, "no key");
});

testWith("python3", "a write behind another keeps its own time and heeds its own signal", async () => {
  await using root = await TemporaryRoot.initialised();
  const waits: string[] = [];
  await using _lock = await ForeignLock.take(root.path);
  const began = performance.now();
  const head = root.open({ lockTimeoutMs: 2500 }).set("a", 1).catch((error) => error);
  const short = root.open({ lockTimeoutMs: 200 }).set("b", 1).catch((error) => error);
  const aborted = root.open().set("c", 1, { signal: AbortSignal.timeout(300) }).catch((error) => error);
  const told = root.open({ lockTimeoutMs: 2000, onWait: () => waits.push("told") }).set("d", 1).catch((
    error,
  ) => error);
  assert(await short instanceof LockTimeoutError);
  assertEquals((await aborted).code, "interrupted");
  assert(performance.now() - began < 1500);
  assert(await told instanceof LockTimeoutError && await head instanceof LockTimeoutError);
  assertEquals(waits, ["told"]);
});

Deno.test("two stores that are one file lose nothing when they are written at once", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("first", 1);
  await Deno.symlink("shared.json", root.at("memory/operator.json"));
  await Promise.all([
    root.open().set("p", 1, { store: "operator" }),
    root.open().set("q", 1),
    root.open().set("r", 1, { store: "operator" }),
  ]);
  assertEquals([...(await root.entries()).keys()].sort(), ["first", "p", "q", "r"]);
});

Deno.test("settings and closed sets that are handed out cannot change what others get", async () => {
  await using root = await TemporaryRoot.initialised();
  const settings = await root.open().settings() as { credentials: string };
  try {
    settings.credentials = "warn";
  } catch (error) {
    assert(error instanceof TypeError);
  }
  await assertRejects(() => root.open().set("x", "AKIA" + "ABCDEFGHIJKLMNOP"), Error, "Refused");
  assert(Object.isFrozen(BASES));
});

Deno.test("a missing or wrong argument is refused, and nothing is written", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("a", 1);
  const before = await root.contents(),
    any = context as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (
    const wrong of [
      () => any.amend!("a"),
      () => any.setBasis!("a"),
      () => any.set!("a", new Map([["b", 1]])),
      () => any.set!("a", 1, { tags: "abc" }),
      () => any.set!("a", 1, { source: null }),
      () => any.resolve!("a", { note: 5 }),
      () => any.search!(),
      () => any.list!({ since: 5 }),
    ]
  ) {
    const error = await assertRejects(wrong, Error);
    assert(!/undefined \(reading|null \(reading|is not a function/.test(error.message), error.message);
  }
  assertEquals(await root.contents(), before);
});

Deno.test("a credential is found in a JSON value however it is escaped, and in a field that stands twice (§11)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open(), key = "AKIA" + "ABCDEFGHIJKLMNOP";
  const values: JsonValue[] = [{ a: `key:\n${key}` }, { a: `t:\t${key}` }, {
    line: 'password="' + 'hunter2hunter2"',
  }, {
    [key]: 1,
  }];
  for (const value of values) await assertRejects(() => context.set("k", value), Error, "Refused");
  const { JsonText } = await import("@ctx/ctx");
  for (const text of [`{"a":"${key}","a":"x"}`, `{"a":"\\u0041${key.slice(1)}"}`]) {
    await assertRejects(() => context.set("k", new JsonText(text)), Error, "Refused");
  }
});

Deno.test("start takes no longer for thousands of entries that are no objects", async () => {
  await using root = await TemporaryRoot.initialised();
  const entries = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i) => [`key_${i}`, "text".repeat(15)]),
  );
  await root.write("memory/agent.json", JSON.stringify({ entries }));
  const began = performance.now(), { faults } = await root.open().start();
  assert(performance.now() - began < 5000);
  assert(faults.some((fault) => fault.includes("more entries")), faults.join("\n"));
});

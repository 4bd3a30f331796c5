import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { entryJson, TemporaryRoot } from "../../support/temporary_root.ts";

const HISTORY = "memory/history/shared.jsonl", BOUND = 256 * 1024;
const NOW = "2026-10-13T09:41:07Z";

const line = (key: string, at: string, value: string) =>
  JSON.stringify({ at, operation: "set", key, entry: JSON.parse(entryJson(value)) }) + "\n";

/** A root with a history a little longer than what is left alone: half of it old, half of it of today. */
async function grown(config: string, newest = NOW): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.initialised(), value = "v".repeat(400);
  const half = Math.ceil(BOUND / line("k0", NOW, value).length / 2);
  const lines = (at: string) =>
    Array.from({ length: half }, (_, n) => line(`k${n % 10}`, at, `${n} ${value}`)).join("");
  await root.write("config.jsonc", config);
  await root.write(HISTORY, lines("2026-01-01T00:00:00Z") + lines(newest));
  await Deno.chmod(root.at(HISTORY), 0o600);
  assert((await Deno.stat(root.at(HISTORY))).size > BOUND);
  return root;
}

const open = (root: TemporaryRoot) => root.open({ now: () => new Date(NOW) });
const size = async (root: TemporaryRoot) => (await Deno.stat(root.at(HISTORY))).size;

/** Two writes: the second one replaces something, so that the history is written. */
async function write(root: TemporaryRoot, key = "k"): Promise<void> {
  await open(root).set(key, "a");
  await open(root).set(key, "b");
}

Deno.test("a history is kept whole where config.jsonc says nothing", async () => {
  for (const config of ["{}", "{ // nothing\n}", '{"history_days": 0, "history_versions": 0}', "{damaged"]) {
    await using root = await grown(config);
    const before = await root.read(HISTORY);
    await write(root);
    assertStringIncludes(await root.read(HISTORY), before);
  }
});

Deno.test("a grown history loses what is older than history_days (docs/store_format.md)", async () => {
  await using root = await grown('{"history_days": 30}');
  const before = await root.read(HISTORY);
  await write(root);
  const [first, ...rest] = await root.history();
  assertEquals(rest.pop()?.key, "k");
  const kept = before.trimEnd().split("\n").map((line) => JSON.parse(line)).filter(({ at }) => at === NOW);
  assertEquals(rest, kept);
  const bytes = kept.reduce((sum, line) => sum + JSON.stringify(line).length + 1, 0);
  assertEquals(first, { at: NOW, operation: "retention", bytes });
  assertEquals(await root.mode(HISTORY), 0o600);
  assertEquals(await root.leftovers(), []);
});

Deno.test("a grown history keeps the newest history_versions of each key", async () => {
  await using root = await grown('{"history_versions": 3}');
  await write(root);
  const keys = (await root.history()).map(({ key }) => key);
  for (let n = 0; n < 10; n++) assertEquals(keys.filter((key) => key === `k${n}`).length, 3);
  assertEquals((await open(root).history("k")).length, 2);
});

Deno.test("a history is not trimmed again before it is twice as long, nor below 256 KiB", async () => {
  await using root = await grown('{"history_days": 30}', NOW);
  await write(root);
  const trimmed = await root.read(HISTORY);
  await root.write(HISTORY, trimmed + line("late", "2026-01-01T00:00:00Z", "v"));
  await write(root, "another");
  assertStringIncludes(await root.read(HISTORY), '"late"');
  await root.write(
    HISTORY,
    (await root.read(HISTORY)) + line("late", "2026-01-01T00:00:00Z", "v".repeat(2 * BOUND)),
  );
  await write(root, "one more");
  assertEquals((await root.read(HISTORY)).includes('"late"'), false);
  assertLess(await size(root), 2 * BOUND);
  assertEquals((await root.history()).filter(({ operation }) => operation === "retention").length, 1);
});

Deno.test("a history that cannot be read for its retention does not fail the write", async () => {
  await using root = await grown('{"history_days": 30}');
  // A folder bears the name of the settings: they cannot be read, and their defaults keep everything.
  await Deno.remove(root.at("config.jsonc"));
  await Deno.mkdir(root.at("config.jsonc"));
  await write(root);
  assertEquals((await open(root).get("k")).entry.value, "b");
  assertEquals((await root.history()).at(-1)?.key, "k");
});

Deno.test("what is trimmed is gone from the versions, and the rest is found", async () => {
  await using root = await grown('{"history_versions": 2}');
  await open(root).set("k0", "now");
  await write(root);
  assertEquals((await open(root).history("k0")).map(({ version }) => version), [0, 1, 2]);
  await open(root).delete("k0");
  assertEquals((await root.history()).filter(({ key }) => key === "k0"), []);
  assertEquals((await root.history())[0]?.operation, "retention", "a purge leaves the line that has no key");
});

import { assert, assertEquals, assertLess, assertRejects, assertStringIncludes } from "@std/assert";
import { StorageError } from "../../../lib/errors.ts";
import {
  appendHistory,
  historyHas,
  historyName,
  stagePurge,
} from "../../../lib/store/history/append_and_purge.ts";
import { Root } from "../../../lib/store/root.ts";
import { ctx } from "../../support/command.ts";
import { storeJson, TemporaryRoot } from "../../support/temporary_root.ts";

const HISTORY = "memory/history/shared.jsonl";

Deno.test("every operation that changes an entry appends it as it was, spelling included (docs/store_format.md)", async () => {
  await using root = await TemporaryRoot.initialised();
  const odd =
    '{ "value" : 1.10, "source":"agent","x_big":12345678901234567890, "x":"\\u00e9 \\ud83d", "timestamp":"2026-01-01T00:00:00Z" }';
  await root.write("memory/shared.json", storeJson({ k: odd }));
  const context = root.open({ author: "Agent One", now: () => new Date("2026-10-13T09:41:07Z") });
  const before: unknown[] = [];
  const steps: [string, () => Promise<unknown>][] = [
    ["basis", () => context.setBasis("k", "verified")],
    ["amend", () => context.amend("k", "a note")],
    ["resolve", () => context.resolve("k")],
    ["supersede", () => context.supersede("k", "other")],
    ["set", () => context.set("k", "new")],
  ];
  for (const [, step] of steps) {
    before.push(JSON.parse((await context.get("k")).text));
    await step();
  }
  assertEquals(
    await root.history(),
    steps.map(([operation], n) => ({
      at: "2026-10-13T09:41:07Z",
      operation,
      by: "Agent One",
      key: "k",
      entry: before[n],
    })),
  );
  const [first] = (await root.read(HISTORY)).split("\n");
  assertStringIncludes(
    first!,
    '"entry":{"value":1.10,"source":"agent","x_big":12345678901234567890,"x":"\\u00e9 \\ud83d","timestamp":"2026-01-01T00:00:00Z"}}',
  );
});

Deno.test("a new key, a write that is refused and one that finds no key append nothing (docs/store_format.md)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "v");
  await context.set("k", "w", { onlyNew: true }).catch(() => {});
  await context.amend("missing", "note").catch(() => {});
  await context.set("k", "w", { ifTimestamp: "2020-01-01T00:00:00Z" }).catch(() => {});
  assertEquals((await root.names()).filter((name) => name.includes("history")), []);
});

Deno.test("a line that a crash has torn stays alone on its line, and what follows is whole (BR-10)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  for (const value of ["v0", "v1", "v2"]) await context.set("k", value);
  const whole = await Deno.readFile(root.at(HISTORY));
  for (const cut of [1, 2, 10, whole.length - 3]) {
    await Deno.writeFile(root.at(HISTORY), whole.subarray(0, whole.length - cut));
    await context.set("k", "next");
    const lines = (await root.read(HISTORY)).split("\n");
    assertEquals(lines.pop(), "");
    assertEquals(JSON.parse(lines.at(-1)!).operation, "set");
    // What stood there is there still, byte for byte, and nothing is on its line.
    const kept = new TextDecoder().decode(whole.subarray(0, whole.length - cut)).split("\n");
    assertEquals(lines.slice(0, -1), kept.filter((line, n) => line !== "" || n < kept.length - 1));
  }
});

Deno.test("appendHistory() writes nothing for nothing, and keeps the order of the changes (docs/store_format.md)", async () => {
  await using root = await TemporaryRoot.initialised();
  const opened = new Root(root.path), at = "2026-10-13T09:41:07Z";
  await appendHistory(opened, "agent", []);
  assertEquals((await root.names()).includes("memory/history/"), false);
  const keys = ["b", "__proto__", "a\nb", "\ud83d"];
  await appendHistory(opened, "agent", keys.map((key) => ({ operation: "set", key, text: "{\n}", at })));
  assertEquals(
    (await root.history("agent")).map(({ key, entry, by }) => [key, entry, by]),
    keys.map((key) => [key, {}, undefined]),
  );
  assertEquals(historyName("agent"), "memory/history/agent.jsonl");
});

Deno.test("stagePurge() leaves alone a history without the key, and what in it is no line of ours (§4.5)", async () => {
  await using root = await TemporaryRoot.initialised();
  const opened = new Root(root.path);
  assertEquals(await stagePurge(opened, "shared", new Set(["k"])), undefined);
  const foreign = 'null\n7\n"k"\n[]\n<html>\n{"key":["k"]}\n';
  await root.write(HISTORY, foreign);
  assertEquals(await stagePurge(opened, "shared", new Set(["k"])), undefined);
  await root.write(
    HISTORY,
    foreign + '{"key":"k","entry":{}}\n{"key":"other","entry":{}}\n{"at":"x","key":"k","ent',
  );
  const staged = await stagePurge(opened, "shared", new Set(["k"]));
  await staged!.commit();
  assertEquals(await root.read(HISTORY), foreign + '{"key":"other","entry":{}}\n');
});

Deno.test("delete leaves nothing of the entry under the root, earlier values and torn lines included (§4.5)", async () => {
  await using root = await TemporaryRoot.initialised();
  const secret = "sesame-\u00e9\ud83d\ude00-open",
    escaped = JSON.stringify(secret).replace(
      /[^ -~]/g,
      (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"),
    );
  const context = root.open();
  await context.set("other", "stays");
  await context.set("other", "stays too");
  await context.set("leak", secret);
  await context.amend("leak", secret);
  await context.set("leak", { deep: [secret] });
  await context.resolve("leak", { note: secret });
  // Another program spells it with escapes, and a crash has torn its line.
  const line = `{"at":"2026-10-13T09:41:07Z","operation":"set","key":"leak","entry":{"value":${escaped}`;
  await root.write(HISTORY, await root.read(HISTORY) + `${line}}}\n${line}`);
  const { code } = await ctx(root.path, ["delete", "leak"]);
  assertEquals(code, 0);
  for (const name of await root.names()) {
    if (name.endsWith("/")) continue;
    const text = await root.read(name);
    for (const part of ["sesame", "leak"]) assert(!text.includes(part), `${part} is still in ${name}`);
  }
  assertEquals((await root.history()).map(({ key }) => key), ["other"]);
  assertEquals((await root.entries()).get("other")!.value, "stays too");
});

/** A line of the history as ctx writes it. */
function line(key: string, value: string, more: Readonly<Record<string, string>> = {}): string {
  return JSON.stringify({ at: "2026-10-13T09:41:07Z", operation: "set", ...more, key, entry: { value } });
}

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("stagePurge() keeps the bytes of all other lines, torn and foreign ones too (§4.5)", async () => {
  await using root = await TemporaryRoot.initialised();
  const opened = new Root(root.path), e = 0xe9;
  const torn = encode(line("other", "caf\u00e9")).subarray(0, -4); // in the middle of the é
  assertEquals(torn.at(-1), 0xc3);
  const kept = [
    encode(line("other", 'says "k" and {"key":"k"}', { by: "k" })),
    torn,
    new Uint8Array([0x7b, e, 0xff, 0xfe]),
    encode(`\ufeff${line("k", "behind a mark")}`),
    encode('{"at":"2026-10-13T09:41:07Z","operation":"set","key":"other","entry":{"value":"k'),
    encode('{"note":"k"}'),
    encode("\r"),
    new Uint8Array(),
    encode(line("kk", "x")),
    encode(line("long", "y".repeat(3_000_000))),
    torn,
  ];
  const gone = [
    encode(line("k", "plain")),
    encode('{ "\\u006bey" : "\\u006b" , "entry":{}}'),
    encode(line("k", "z".repeat(2_500_000))),
    encode(line("k", "behind a long author", { by: "b".repeat(10_000) })),
    encode(line("k", "caf\u00e9")).subarray(0, -4),
    encode('{"entry":{"value":"x"},"key":"k"}'),
    encode('{"at":"2026-10-13T09:41:07Z","entry":{"tags":["k"],"value":"tor'),
    encode('{"at":"2026-10-13T09:41:07Z","operation":"set","key":"k'),
  ];
  const joined = (lines: readonly Uint8Array[]) =>
    new Uint8Array(lines.flatMap((part) => [part, encode("\n")]).flatMap((part) => [...part]));
  const mixed = kept.flatMap((part, n) => gone[n] === undefined ? [part] : [gone[n], part]);
  await root.write(HISTORY, joined(mixed).subarray(0, -1));
  const staged = await stagePurge(opened, "shared", new Set(["k"]));
  await staged!.commit();
  const left = await Deno.readFile(root.at(HISTORY)), wanted = joined(kept);
  assertEquals(left.length, wanted.length);
  assert(left.every((byte, at) => byte === wanted[at]));
  assertEquals(await stagePurge(opened, "shared", new Set(["k"])), undefined);
});

Deno.test("stagePurge() takes a key that was torn in the middle for the keys that begin so (§4.5)", async () => {
  await using root = await TemporaryRoot.initialised();
  const opened = new Root(root.path), key = 'p\u00e4ss"w\u{1f600}rd';
  const whole = encode(line(key, "x")), start = new TextDecoder().decode(whole).indexOf('"key":"') + 8;
  for (let cut = start; cut < whole.length; cut++) {
    await root.write(HISTORY, whole.subarray(0, cut));
    assertEquals(historyHas(opened, "shared", key), true, `cut at ${cut}`);
    assertEquals(historyHas(opened, "shared", "other"), false, `cut at ${cut}`);
  }
});

Deno.test("historyHas() finds a key whose entry is gone, and nothing where there is no history (§4.5)", async () => {
  await using root = await TemporaryRoot.initialised();
  const opened = new Root(root.path);
  assertEquals(historyHas(opened, "shared", "k"), false);
  await root.write(HISTORY, `${line("other", "k")}\n${line("k", "v")}\n`);
  for (const [key, found] of [["k", true], ["other", true], ["v", false], ["", false]] as const) {
    assertEquals(historyHas(opened, "shared", key), found, key);
  }
  assertEquals(historyHas(opened, "agent", "k"), false);
});

Deno.test("a history that is larger than a string can be is purged with bounded memory (§4.5)", async () => {
  await using root = await TemporaryRoot.initialised();
  const opened = new Root(root.path), before = Deno.memoryUsage().rss;
  await root.write(HISTORY, `${line("k", "first")}\n`);
  // A hole in the file takes no room on the disk, and is a line of nothing but zeros.
  const size = 513 * 2 ** 20;
  await Deno.truncate(root.at(HISTORY), size);
  await Deno.writeTextFile(root.at(HISTORY), `\n${line("other", "x")}\n${line("k", "last")}`, {
    append: true,
  });
  const staged = await stagePurge(opened, "shared", new Set(["k"]));
  const { size: left } = await Deno.stat(staged!.path);
  assertEquals(
    left,
    size + 1 + encode(line("other", "x")).length + 1 - encode(line("k", "first")).length - 1,
  );
  await staged!.discard();
  assertLess(Deno.memoryUsage().rss - before, 400 * 2 ** 20);
});

Deno.test("a history's folder that cannot be synced fails the write as any disk does, and the store stands (§8.3)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "v");
  const sync = Deno.FsFile.prototype.sync;
  Deno.FsFile.prototype.sync = () => Promise.reject(new Error("Input/output error (os error 5)"));
  try {
    const error = await assertRejects(() => context.set("k", "w"), StorageError);
    assertStringIncludes(error.message, `Cannot write "${root.at(HISTORY)}"`);
  } finally {
    Deno.FsFile.prototype.sync = sync;
  }
  assertEquals((await root.entries()).get("k")!.value, "v");
});

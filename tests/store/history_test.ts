import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { appendHistory, historyName, stagePurge } from "../../lib/store/history.ts";
import { Root } from "../../lib/store/root.ts";
import { ctx } from "../support/command.ts";
import { storeJson, TemporaryRoot } from "../support/temporary_root.ts";

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

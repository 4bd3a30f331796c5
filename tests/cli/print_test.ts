import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { messageLine } from "../../lib/cli/print.ts";
import { Trial } from "../support/cli_trial.ts";

const pure = { permissions: "none" } as const;

Deno.test("messageLine() is one bounded line that ends what is wrong before what to do", pure, () => {
  assertEquals(messageLine("It is wrong"), "ctx: It is wrong");
  assertEquals(messageLine("It is wrong", "Do this."), "ctx: It is wrong. Do this.");
  assertEquals(messageLine("It is wrong.", "Do this."), "ctx: It is wrong. Do this.");
  assertEquals(messageLine("a\nb\x1b\ud800"), "ctx: a\\u{a}b\\u{1b}\ufffd");
  assertEquals(messageLine("x".repeat(5000)), `ctx: ${"x".repeat(1000)}…`);
});

Deno.test("a number keeps its digits in every output (§9.1, BR-86)", async () => {
  await using t = await Trial.make();
  for (const number of ["77950e8", "8.10", "12345678901234567890", "1e-999", "-0", "1.0", "1E+2"]) {
    assertEquals((await t.ctx("set", "n", number)).status, 0);
    assertStringIncludes((await t.ctx("get", "n")).out, `\n${number}\n`);
    assertEquals((await t.ctx("get", "n", "--raw")).out, number);
    assertStringIncludes((await t.ctx("get", "n", "--json")).out, `"value":${number},`);
    assertStringIncludes((await t.ctx("list", "--json")).out, `"value":${number},`);
    assertStringIncludes((await t.ctx("list")).out, `: ${number}\n`);
    assertEquals((await t.ctx("search", number.toLowerCase())).out, (await t.ctx("list")).out);
    assertStringIncludes(await t.read("memory/shared.json"), `"value": ${number},`);
  }
});

Deno.test("values that only JavaScript accepts are strings (BR-89)", async () => {
  await using t = await Trial.make();
  const texts = "NaN Infinity -Infinity 0x10 1_000 .5 5. +1 01 'a' 1e999 -1e999 [1e999] undefined {a:1}";
  for (const text of texts.split(" ")) {
    await t.ctx("set", "k", text);
    assertEquals((await t.entry("k"))?.value, text);
    assertEquals((await t.ctx("get", "k", "--raw")).out, text);
  }
  await t.ctx("set", "k", '"\\ud800"');
  assertStringIncludes(await t.read("memory/shared.json"), '"value": "\\ud800"');
});

Deno.test("--json gives entries exactly, with the defaults of fields that are absent (§9.1)", async () => {
  await using t = await Trial.make();
  await t.store(
    "shared",
    '{"k": {"x": {"n": 1.10}, "value": [1.0, "\\u00e9"]}, "__proto__": {"value": {"__proto__": 1}}}',
  );
  const { out } = await t.ctx("get", "k", "--json");
  assertStringIncludes(out, '"x":{"n":1.10}');
  assertStringIncludes(out, '"value":[1.0,"\\u00e9"]');
  const { store, key, entry } = JSON.parse(out);
  assertEquals([store, key, entry.source, entry.basis, entry.scope, entry.tags], [
    "shared",
    "k",
    "agent",
    "inferred",
    "global",
    [],
  ]);
  assertStringIncludes((await t.ctx("get", "__proto__", "--json")).out, '"value":{"__proto__":1}');
  assertStringIncludes((await t.ctx("list", "--json")).out, '"key":"__proto__"');
});

Deno.test("lists have one shape under --json for none, one and many (BR-93)", async () => {
  await using t = await Trial.make();
  assertEquals(JSON.parse((await t.ctx("list", "--json")).out), { results: [], total: 0, more: 0 });
  for (let i = 1; i <= 3; i++) {
    await t.ctx("set", `k${i}`, "v");
    const { results, total, more } = JSON.parse((await t.ctx("search", "v", "--limit", "2", "--json")).out);
    assertEquals([results.length, total, more], [Math.min(i, 2), i, Math.max(0, i - 2)]);
  }
  const sessions = JSON.parse((await t.ctx("session", "list", "--json")).out);
  assertEquals(sessions, { results: [], total: 0, more: 0 });
});

Deno.test("times are in UTC under --json (§9.1)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "decision_a", "v");
  const stored = (await t.entry("decision_a"))!.timestamp;
  assertMatch(String(stored), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assertEquals(JSON.parse((await t.ctx("get", "decision_a", "--json")).out).entry.timestamp, stored);
  assertEquals(JSON.parse((await t.ctx("list", "--json")).out).results[0].entry.timestamp, stored);
  for (const command of ["brief", "start"]) {
    const times = (await t.ctx(command, "--json")).out.match(/"\d{4}-\d\d-\d\d[ T]\d\d:\d\d[^"]*"/g) ?? [];
    assert(times.length >= 3, "the brief's own, and one of each item");
    for (const time of times) assertMatch(time, /Z"$/);
  }
});

Deno.test("under --json control characters are JSON escapes (BR-30)", async () => {
  await using t = await Trial.make();
  await t.with({ input: "a\x1b]0;pwn\x07b\x7f\x9bc" }, "set", "k\x9b", "-");
  for (const words of [["get", "k\x9b"], ["list"], ["search", "pwn"], ["brief"], ["start"]]) {
    const { out } = await t.ctx(...words, "--json");
    // deno-lint-ignore no-control-regex
    assert(!/[\x00-\x09\x0b-\x1f\x7f-\x9f]/.test(out), words[0]);
  }
  assertEquals(
    JSON.parse((await t.ctx("get", "k\x9b", "--json")).out).entry.value,
    "a\x1b]0;pwn\x07b\x7f\x9bc",
  );
});

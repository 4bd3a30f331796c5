import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { rawEntry, Trial } from "../../support/cli_trial.ts";

Deno.test("set of a new key says where it is, and nothing on standard error", async () => {
  await using t = await Trial.make();
  const { status, out, err } = await t.ctx("set", "result_upload", "200 MB take 71 s");
  assertEquals([status, out, err], [0, "shared/result_upload: new\n", []]);
});

Deno.test("set keeps what is given, field by field (§4.2)", async () => {
  await using t = await Trial.make();
  const options = ["--store=agent", "--source", "both", "--basis", "verified", "--scope=session"];
  await t.as("A", "set", "k", "v", ...options, "--tag", "a", "--derivation", "measured");
  const { created, timestamp, ...rest } = (await t.entry("k", "agent"))!;
  assertEquals(created, timestamp);
  assertEquals(rest, {
    value: "v",
    source: "both",
    author: "A",
    basis: "verified",
    scope: "session",
    tags: ["a"],
    derivation: "measured",
  });
});

Deno.test("set over a value says whose it was, when, and what puts it back (BR-06)", async () => {
  await using t = await Trial.make();
  await t.as("A", "set", "plan", "three paragraphs");
  const { status, out } = await t.as("B", "set", "plan", "one line");
  assertEquals(status, 0);
  assertMatch(
    out,
    /^shared\/plan: replaced the value of \d{4}-\d\d-\d\d \d\d:\d\d by A; ctx undo puts it back\n$/,
  );
  assertStringIncludes(await t.read("memory/history/shared.jsonl"), "three paragraphs");
  await t.store("agent", { old: { value: 1 } });
  const unknown = await t.ctx("set", "old", "2", "--store", "agent");
  assertStringIncludes(
    unknown.out,
    "the value of an unknown time by agent; ctx undo --store agent puts it back\n",
  );
});

Deno.test("set --new takes a new key and no other (BR-06)", async () => {
  await using t = await Trial.make();
  assertEquals((await t.ctx("set", "k", "first", "--new")).status, 0);
  assertEquals((await t.ctx("set", "k", "second", "--new")).status, 1);
  assertEquals((await t.entry("k"))?.value, "first");
  assertEquals((await t.ctx("set", "k", "in another store", "--new", "--store", "agent")).status, 0);
});

Deno.test("set --if-timestamp takes the entry that was read and no other (BR-08)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("as both read it", { timestamp: "2026-01-02T00:00:00Z" }) });
  const read = JSON.parse((await t.ctx("get", "k", "--json")).out).entry.timestamp;
  assertEquals((await t.ctx("set", "k", "a2", "--if-timestamp", read)).status, 0);
  const { status, err } = await t.ctx("set", "k", "b2", "--if-timestamp", read);
  assertEquals([status, err.length], [1, 1]);
  assertStringIncludes(err[0]!, "ctx get --json");
  assertEquals((await t.entry("k"))?.value, "a2");
});

Deno.test("set - reads a string from standard input, one final newline left out (BR-90)", async () => {
  await using t = await Trial.make();
  const text = "`rm -rf x` $(id) \"q\" 'q' \\n ! \t ü\n\n  second\n";
  for (
    const [input, value] of [
      [text, text.slice(0, -1)],
      ["42\n", "42"],
      ['{"a":1}', '{"a":1}'],
      ["a\r\n", "a"],
      ["a\n\n", "a\n"],
      ["", ""],
      ["\ufeffx", "\ufeffx"],
    ] as const
  ) {
    const { status } = await t.with({ input }, "set", "k", "-");
    assertEquals([status, (await t.entry("k"))?.value], [0, value]);
  }
});

Deno.test("set refuses standard input that is not UTF-8", async () => {
  await using t = await Trial.make();
  const { status, err } = await t.with({ input: new Uint8Array([0x61, 0xff]) }, "set", "k", "-");
  assertEquals([status, err], [2, ["ctx: Standard input is not UTF-8: nothing was written"]]);
});

Deno.test("set reads standard input for - alone, and not behind -- (§9.1)", async () => {
  await using t = await Trial.make();
  for (const [words, value] of [[["--", "-"], "-"], [["-", "-"], "- -"], [["a", "-"], "a -"]] as const) {
    assertEquals((await t.ctx("set", "k", ...words)).status, 0);
    assertEquals((await t.entry("k"))?.value, value);
  }
  assertEquals((await t.ctx("set", "--", "k", "-")).status, 0);
  assertEquals((await t.entry("k"))?.value, "-");
});

Deno.test("set --as decides between a string and JSON", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "42", "--as", "string");
  assertEquals((await t.entry("k"))?.value, "42");
  await t.with({ input: '{"n": 1.10}\n' }, "set", "k", "-", "--as", "json");
  assertStringIncludes(await t.read("memory/shared.json"), '"n": 1.10');
});

Deno.test("set keeps tags that are not given, and takes them off with --no-tags (§4.2)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v", "--tag", "a", "--tag", "b");
  await t.ctx("set", "k", "w");
  assertEquals((await t.entry("k"))?.tags, ["a", "b"]);
  await t.ctx("set", "k", "w", "--no-tags");
  assertEquals((await t.entry("k"))?.tags, []);
});

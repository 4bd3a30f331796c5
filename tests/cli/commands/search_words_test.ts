import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { rawEntry, Trial } from "../../support/cli_trial.ts";

async function prepare(): Promise<Trial> {
  const t = await Trial.make();
  await t.store("shared", {
    once: rawEntry("the proxy timeout"),
    twice: rawEntry("a proxy, a proxy"),
    log: rawEntry("nothing", { derivation: "seen in the proxy's log" }),
    exact: rawEntry("other"),
  });
  return t;
}

Deno.test("search --words shows what holds all words, the best match first (§10)", async () => {
  await using t = await prepare();
  const { status, out, err } = await t.ctx("search", "--words", "proxy");
  assertEquals([status, err], [0, []]);
  assertEquals(out.split("\n").map((line) => line.split(" ")[0]), [
    "shared/twice",
    "shared/log",
    "shared/once",
    "",
  ]);
  assertMatch(out, /^shared\/log .* \(in its derivation\): seen in the proxy's log$/m);
  assertMatch((await t.ctx("search", "--words", '"proxy timeout"')).out, /^shared\/once [^\n]*\n$/);
  assertMatch((await t.ctx("search", "--words", "-proxy")).out, /^shared\/exact [^\n]*\n$/);
  assertEquals((await t.ctx("search", "--words", "proxy nowhere")).out, "");
  assertEquals((await t.ctx("search", "proxy")).out.split("\n").length, 3, "plain search has two lines");
});

Deno.test("search --words marks the words on a terminal alone (§10)", async () => {
  await using t = await prepare();
  const { out } = await t.with({ isTerminal: true }, "search", "--words", "proxy");
  assertStringIncludes(out, "the \x1b[1mproxy\x1b[0m timeout");
  for (const around of [{}, { isTerminal: true, variables: { NO_COLOR: "1" } }]) {
    assertMatch((await t.with(around, "search", "--words", "proxy")).out, /: the proxy timeout$/m);
  }
});

Deno.test("search --words --json carries the score, and the digits of numbers", async () => {
  await using t = await Trial.make();
  await t.store("shared", '{"k": {"value": {"port": 8.10, "other": "port"}}}');
  const { out } = await t.ctx("search", "--words", "port", "--json");
  const { results, total, more } = JSON.parse(out);
  assertEquals([results.length, results[0].key, results[0].score, total, more], [1, "k", 2, 1, 0]);
  assertMatch(out, /"port":8\.10/);
  assertEquals(JSON.parse((await t.ctx("search", "--words", "none", "--json")).out).results, []);
});

Deno.test("search --words obeys the limit, and says what it left out (BR-85)", async () => {
  await using t = await prepare();
  const { out, err } = await t.ctx("search", "--words", "proxy", "--limit", "1");
  assertMatch(out, /^shared\/twice [^\n]*\n$/);
  assertMatch(err.join(), /showing 1 of 3/);
});

for (
  const query of [
    "don't",
    "pre-edit",
    "memory:safe",
    "(python",
    '"',
    "*",
    "a AND",
    "%",
    "_",
    "\\",
    "[",
    "",
    "-",
  ]
) {
  Deno.test(`search --words reads ${JSON.stringify(query)} (BR-94)`, async () => {
    await using t = await Trial.make();
    await t.ctx("set", "with", "don't pre-edit a memory:safe (python and");
    await t.ctx("set", "without", "nothing");
    const { status, out, err } = await t.ctx("search", "--words", query);
    assertEquals([status, err], [0, []]);
    assertEquals(out.includes("shared/with "), true);
    assertEquals(
      out.includes("shared/without "),
      !/[a-z]/.test(query),
      "a query without a word is met by all",
    );
  });
}

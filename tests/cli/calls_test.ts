import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { COMMANDS } from "../../lib/cli/catalog.ts";
import { BAD, CREDENTIAL, GOOD, lockOf, prepare } from "../support/cli_calls.ts";

Deno.test("every command has calls here that are right", () => {
  // What serves a protocol, or is about files outside the root, is called in tests of its own.
  const used = new Set([...GOOD.map(([[name]]) => name), "mcp", "wire", "unwire", "launch"]);
  assertEquals(Object.keys(COMMANDS).filter((name) => !used.has(name)), []);
});

for (const [words, input] of GOOD) {
  Deno.test(`ctx ${words.join(" ")} succeeds and says nothing on standard error (§9.1)`, async () => {
    await using t = await prepare();
    const { status, err, out } = await t.with({ input: input ?? undefined }, ...words);
    assertEquals(err, []);
    assertEquals(status, 0);
    assert(out === "" || out.endsWith("\n") || words.includes("--raw"), "the last line is ended");
  });

  Deno.test(`ctx ${words.join(" ")} --json prints one JSON document (§9.1, BR-93)`, async () => {
    await using t = await prepare();
    const variables = { FORCE_COLOR: "1" };
    const { status, out } = await t.with({ input: input ?? undefined, variables }, ...words, "--json");
    assertEquals(status, 0);
    assertEquals(typeof JSON.parse(out), "object");
    assertEquals(out.indexOf("\n"), out.length - 1, "it is one line, and ended");
    assert(!out.includes("\x1b"));
  });
}

for (const [expected, words, says, input] of BAD) {
  const typed = words.map((word) => word.replace(CREDENTIAL, "CREDENTIAL") || "''").join(" ");
  Deno.test(`ctx ${typed}${input ? " < input" : ""} fails: ${says} (§9.1)`, async () => {
    await using t = await prepare();
    const before = await t.snapshot();
    const { status, out, err } = await t.with({ input }, ...words);
    assertEquals(status, expected);
    assertEquals(out, "");
    assertEquals(err.length, 1);
    assertMatch(err[0]!, /^ctx: [^\n\r]+$/);
    assertStringIncludes(err[0]!, says);
    assert(!err[0]!.includes(CREDENTIAL));
    assertEquals(await t.snapshot(), before.concat(await lockOf(t, before)).sort(), "nothing is written");
  });

  Deno.test(`ctx ${typed}${input ? " < input" : ""} --json fails with one JSON document (§9.1)`, async () => {
    await using t = await prepare();
    const { status, out } = await t.with({ input, variables: { FORCE_COLOR: "1" } }, "--json", ...words);
    assertEquals(status, expected);
    const { error, ...rest } = JSON.parse(out);
    assertEquals(rest, {});
    assertEquals(typeof error.code, "string");
    assertEquals(typeof error.message, "string");
    assertEquals(["string", "undefined"].includes(typeof error.hint), true);
    assertStringIncludes(`${error.message} ${error.hint}`, says);
    assert(!out.includes(CREDENTIAL));
    assertEquals(out.indexOf("\n"), out.length - 1);
  });
}

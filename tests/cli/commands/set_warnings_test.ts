import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Trial } from "../../support/cli_trial.ts";

Deno.test("set warns when it keeps the basis verified for a new value (§3.5)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v", "--basis", "verified");
  const { status, err } = await t.ctx("set", "k", "w");
  assertEquals([status, err.length], [0, 1]);
  assertStringIncludes(err[0]!, '"k" keeps the basis verified');
  assertEquals((await t.ctx("set", "k", "x", "--basis", "verified")).err, []);
  assertEquals((await t.ctx("set", "k", "y", "--basis", "inferred")).err, []);
});

Deno.test("set warns when it turns an operator's entry into an agent's (§4.2)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "ask", "Ask first.", "--store", "operator");
  const { status, err } = await t.as("A", "set", "ask", "Ask.", "--store", "operator");
  assertEquals([status, err.length], [0, 1]);
  assertStringIncludes(err[0]!, "was the operator's and is now the agent's: give --source operator");
  await t.ctx("set", "ask", "Ask first.", "--store", "operator");
  const said = await t.as("A", "set", "ask", "Ask!", "--store", "operator", "--source", "operator");
  assertEquals(said.err, []);
});

Deno.test("set warns of a new key in another form than §3.2 recommends, once", async () => {
  await using t = await Trial.make();
  for (const key of ["Key", "two words", "kebab-case", "ключ", "a.b", " "]) {
    const { status, err } = await t.ctx("set", key, "v");
    assertEquals([status, err.length], [0, 1], key);
    assertStringIncludes(err[0]!, "lowercase snake_case");
    assertEquals((await t.ctx("set", key, "w")).err, []);
  }
  for (const key of ["k", "result_2026_10_13", "_", "0123"]) {
    assertEquals((await t.ctx("set", key, "v")).err, []);
  }
});

Deno.test("set warns of a key that looks like one that is there (BR-27)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "cafe\u0301", "v");
  const { status, err } = await t.ctx("set", "caf\u00e9", "v");
  assertEquals(status, 0);
  assert(err.some((line) => line.includes("another key looks the same")));
});

Deno.test("set warns that an instruction in another store will not show as one (§5.2)", async () => {
  await using t = await Trial.make();
  const { status, err } = await t.ctx("set", "ask", "Ask first.", "--tag", "preference");
  assertEquals([status, err.length], [0, 1]);
  assertStringIncludes(err[0]!, "will not show as a standing instruction");
  assert(!(await t.ctx("brief")).out.includes("STANDING INSTRUCTIONS"));
  assertEquals((await t.ctx("set", "ask", "Ask.", "--tag", "preference", "--store", "operator")).err, []);
  assertStringIncludes(
    (await t.ctx("brief")).out,
    "STANDING INSTRUCTIONS (the operator's)\n  - ask [operator]: Ask.",
  );
});

Deno.test("warnings are in the JSON document too (BR-93)", async () => {
  await using t = await Trial.make();
  const { status, out, err } = await t.ctx("set", "Key", "v", "--json");
  const { store, key, entry, warnings } = JSON.parse(out);
  assertEquals([status, store, key, entry.value, warnings.length], [0, "shared", "Key", "v", 1]);
  assertEquals(err, [`ctx: ${warnings[0]}`]);
});

Deno.test("set names the key that holds the same value already, and writes all the same (BR-83)", async () => {
  await using t = await Trial.make();
  const value = "The proxy times out after 71 s.";
  await t.ctx("set", "first", value);
  const { status, err } = await t.ctx("set", "second", value);
  assertEquals(status, 0);
  assertMatch(err.join("\n"), /^ctx: the same value is also in "first": .*ctx supersede$/);
  assertEquals((await t.entry("second"))?.value, value);
  assertEquals((await t.ctx("set", "second", value)).err, [], "it was said once");
  await t.ctx("resolve", "first");
  assertEquals((await t.ctx("set", "third", value)).err.length, 1, "the second is current");
});

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { StorageError } from "../../lib/errors.ts";
import { CREDENTIAL, GOOD, lockOf, prepare } from "../support/cli_calls.ts";
import { call, Trial } from "../support/cli_trial.ts";

Deno.test("the codes of failures under --json are those of the errors (§9.1)", async () => {
  await using t = await prepare();
  for (
    const [words, code] of [
      [["get", "none"], "not_found"],
      [["get", "k", "--store", "mine"], "invalid_input"],
      [["set", "k", CREDENTIAL], "refused"],
      [["set", "k", "v", "--new"], "conflict"],
    ] as const
  ) {
    assertEquals(JSON.parse((await t.ctx(...words, "--json")).out).error.code, code);
  }
  await t.write("memory/agent.json", "[]");
  const { status, out } = await t.ctx("get", "k", "--store", "agent", "--json");
  assertEquals([status, JSON.parse(out).error.code], [1, "damaged"]);
});

Deno.test("a list that cannot read a store shows the rest and exits 1 (§9.1, BR-09)", async () => {
  await using t = await prepare();
  await t.write("memory/operator.json", '{"entries":{}}x');
  for (const words of [["list"], ["search", "a value"]]) {
    const { status, out, err } = await t.ctx(...words);
    assertEquals(status, 1);
    assertStringIncludes(out, "shared/k agent inferred: a value\n");
    assertEquals(err.length, 1);
    assertStringIncludes(err[0]!, "operator.json");
    assertStringIncludes(err[0]!, "line 1, column 15");
  }
});

Deno.test("get and set of a damaged store fail, name the place, and change nothing (BR-09)", async () => {
  await using t = await prepare();
  await t.write("memory/shared.json", '{"type":"shared","version":"1","entries":{"a":{"value":1}}}x');
  const before = await t.read("memory/shared.json");
  for (const words of [["get", "a"], ["set", "b", "2"], ["delete", "a"], ["amend", "a", "n"]]) {
    const { status, out, err } = await t.ctx(...words);
    assertEquals([status, out, err.length], [1, "", 1], words[0]);
    assertStringIncludes(err[0]!, "line 1, column 60");
  }
  assertEquals(await t.read("memory/shared.json"), before);
  for (const command of ["start", "brief"]) {
    const { status, out, err } = await t.ctx(command);
    assertEquals([status, err.length], [0, 1]);
    assertStringIncludes(out, "shared ?");
    assertStringIncludes(out, 'shared.json": line 1, column 60');
  }
});

Deno.test("a fault of ctx itself is one line without a stack trace, and exits 1", async () => {
  await using t = await Trial.make();
  const { status, out, err } = await t.ctx("set", "k", "-");
  assertEquals(
    [status, out, err.length],
    [1, "", 1],
    "standard input fails here with an error that nobody expects",
  );
  assertMatch(err[0]!, /^ctx: A fault of ctx itself: Error: standard input was read\. .*report it/);
  assert(!err[0]!.includes(".ts"));
});

Deno.test("a reader that goes away is success (§9.1)", async () => {
  await using t = await prepare();
  for (const words of [["list"], ["get", "k"], ["start"], ["help"], ["get", "none", "--json"]]) {
    const { status, err } = await t.with({ isReaderGone: true }, ...words);
    assertEquals(err, [], words.join(" "));
    assertEquals(status, words.includes("none") ? 1 : 0);
  }
});

Deno.test("a full standard output is a failure that standard error hears of, but of start and brief (§5.1, §9.1)", async () => {
  await using t = await prepare();
  const outFault = new StorageError("Cannot write to standard output: it is full");
  for (
    const [words, status] of [[["list"], 1], [["set", "k", "w"], 1], [["start"], 0], [["brief"], 0]] as const
  ) {
    const answer = await t.with({ outFault }, ...words);
    assertEquals([answer.status, answer.err], [status, ["ctx: Cannot write to standard output: it is full"]]);
  }
  const { status, err } = await t.with({ outFault }, "get", "none", "--json");
  assertEquals([status, err.length], [1, 1]);
  assertStringIncludes(err[0]!, 'no key "none"', "what went wrong first is what is said");
});

Deno.test("an interrupt that came before the write exits 130 and writes nothing (§9.1)", async () => {
  await using t = await prepare();
  const before = await t.snapshot();
  for (const words of [["set", "k", "w"], ["amend", "k", "n"], ["delete", "k"]]) {
    const { status, err } = await t.with({ interrupt: AbortSignal.abort() }, ...words);
    assertEquals([status, err.length], [130, 1]);
    assertStringIncludes(err[0]!, "nothing was written");
  }
  assertEquals(await t.snapshot(), before.concat(await lockOf(t, before)).sort());
});

Deno.test("only - reads standard input, and session write (BR-51)", async () => {
  await using t = await prepare();
  for (const [words, input] of GOOD) {
    if (input === undefined) assertEquals((await t.ctx(...words)).status, 0, words.join(" "));
    if (words[0] === "delete") await t.ctx("set", "k", "v");
  }
});

Deno.test("what data says stays on the one line of a message", async () => {
  await using t = await prepare();
  const { err } = await t.ctx("get", "a\n=== end\x1b]0;title\x07\u202e");
  assertEquals(err.length, 1);
  assertMatch(err[0]!, /^[ -~]*$/);
});

Deno.test("ctx alone prints the help (BR-92)", async () => {
  assertEquals((await call([])).out, (await call(["help"])).out);
});

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { splitWords } from "../../lib/cli/argv.ts";
import { InvalidInputError } from "../../lib/errors.ts";
import { Trial } from "../support/cli_trial.ts";

const pure = { permissions: "none" } as const;

/** The positional words and the options of a call, in their order. */
function split(...args: string[]): [positional: readonly string[], options: string[]] {
  const { command, positional, options } = splitWords(args);
  const spelled = options.map(({ name, value }) => value === undefined ? name : `${name}=${value}`);
  return [command === undefined ? [] : [command, ...positional], spelled];
}

Deno.test("splitWords() takes words with one dash as data (§9.1)", pure, () => {
  for (const word of ["-5", "-", "-x", "-abc", "-h2", "-1e5", "–5"]) {
    assertEquals(split("set", "k", word), [["set", "k", word], []]);
  }
});

Deno.test("splitWords() knows options anywhere before -- (§9.1)", pure, () => {
  const expected: ReturnType<typeof split> = [["set", "k", "v"], ["store=agent"]];
  assertEquals(split("--store", "agent", "set", "k", "v"), expected, "before the command's word");
  assertEquals(split("set", "--store=agent", "k", "v"), expected);
  assertEquals(split("set", "k", "--store", "agent", "v"), expected);
  assertEquals(split("set", "k", "v", "--store", "agent"), expected);
});

Deno.test("splitWords() takes everything behind -- as data, another -- too (§9.1)", pure, () => {
  assertEquals(split("set", "k", "--", "--tag", "x", "--", "-h", "-v"), [
    ["set", "k", "--tag", "x", "--", "-h", "-v"],
    [],
  ]);
  assertEquals(split("--", "set", "k", "v"), [["set", "k", "v"], []]);
  assertEquals(split("get", "--", "-v"), [["get", "-v"], []]);
});

Deno.test("splitWords() counts how many words stand before --", pure, () => {
  assertEquals(splitWords(["set", "k", "-"]).beforeDashes, 2);
  assertEquals(splitWords(["set", "k", "--", "-"]).beforeDashes, 1);
  assertEquals(splitWords(["set", "--", "k", "-"]).beforeDashes, 0);
});

Deno.test("splitWords() takes an option's value whatever it looks like", pure, () => {
  assertEquals(split("resolve", "k", "--note", "--json"), [["resolve", "k"], ["note=--json"]]);
  assertEquals(split("resolve", "k", "--note", "--"), [["resolve", "k"], ["note=--"]]);
  assertEquals(split("list", "--tag=a=b"), [["list"], ["tag=a=b"]]);
  assertEquals(split("list", "--tag="), [["list"], ["tag="]]);
  assertEquals(split("list", "--tag", ""), [["list"], ["tag="]]);
});

Deno.test("splitWords() keeps numbers as they are spelled (BR-88)", pure, () => {
  assertEquals(split("set", "0123", "007", "--tag=1.10", "--tag", "007", "--tag", "-0"), [
    ["set", "0123", "007"],
    ["tag=1.10", "tag=007", "tag=-0"],
  ]);
});

Deno.test("splitWords() knows -h before the first positional word, and -v of get alone (§9.1)", pure, () => {
  assertEquals(split("-h"), [[], ["help"]]);
  assertEquals(split("set", "-h"), [["set"], ["help"]]);
  assertEquals(split("set", "k", "-h"), [["set", "k", "-h"], []]);
  assertEquals(split("get", "k", "-v"), [["get", "k"], ["verbose"]]);
  assertEquals(split("get", "-v", "k"), [["get", "k"], ["verbose"]]);
  assertEquals(split("set", "k", "-v"), [["set", "k", "-v"], []]);
  assertEquals(split("search", "-v"), [["search", "-v"], []]);
});

Deno.test("splitWords() names the nearest option to one that it does not know (§9.1)", pure, () => {
  for (
    const [typed, meant] of [["--tga", "--tag"], ["--sotre", "--store"], ["--LIMIT", "--limit"], [
      "--deriv",
      "--derivation",
    ]] as const
  ) {
    const error = assertThrows(() => splitWords(["set", "k", "v", typed, "x"]), InvalidInputError);
    assertEquals(error.message, `There is no option ${typed}`);
    assertStringIncludes(error.hint!, `Did you mean ${meant}?`);
  }
});

Deno.test("splitWords() says how to write a value that begins with two dashes", pure, () => {
  const error = assertThrows(() => splitWords(["set", "k", "--zzzzzzzz"]), InvalidInputError);
  assertStringIncludes(error.hint!, "--");
  assertEquals(error.hint!.includes("Did you mean"), false);
});

Deno.test("splitWords() knows no option by the name of something that every object has", pure, () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    assertThrows(() => splitWords(["list", `--${name}`, "x"]), InvalidInputError, `--${name}`);
  }
});

Deno.test("splitWords() refuses an option without its value, and a switch with one", pure, () => {
  assertThrows(() => splitWords(["list", "--tag"]), InvalidInputError, "--tag needs a value");
  assertThrows(() => splitWords(["list", "--json=1"]), InvalidInputError, "--json takes no value");
  assertThrows(() => splitWords(["list", "--json="]), InvalidInputError, "--json takes no value");
});

Deno.test("ctx set stores what looks like an option or a number as the value it is (§9.1, BR-88)", async () => {
  await using t = await Trial.make();
  for (
    const [words, value] of [
      [["-5"], -5],
      [["007"], "007"],
      [["8.10"], 8.1],
      [["--", "-"], "-"],
      [["--", "--verbose"], "--verbose"],
      [["-v"], "-v"],
      [["-h"], "-h"],
      [["a", "", "b"], "a  b"],
      [["two", "words"], "two words"],
      [[""], ""],
    ] as const
  ) {
    assertEquals((await t.ctx("set", "k", ...words)).status, 0, words.join(" "));
    assertEquals((await t.entry("k"))?.value, value);
  }
  await t.ctx("set", "node_version", "8.10");
  assertEquals((await t.ctx("get", "node_version", "--raw")).out, "8.10");
});

Deno.test("keys, tags and authors are strings, also where they look like numbers (BR-88)", async () => {
  await using t = await Trial.make();
  const { status } = await t.as("5e3", "set", "0123", "x", "--tag", "1.10", "--tag=007", "--tag", "true");
  assertEquals(status, 0);
  const entry = await t.entry("0123");
  assertEquals(entry?.tags, ["1.10", "007", "true"]);
  assertEquals(entry?.author, "5e3");
  assertEquals((await t.ctx("list", "--tag", "007", "--author", "5e3")).out.startsWith("shared/0123 "), true);
  assertEquals((await t.ctx("list", "--tag", "7")).out, "");
  assertEquals((await t.ctx("list", "--author", "5000")).out, "");
});

Deno.test("a note may look like an option (§9.1)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  const { status, out } = await t.ctx("resolve", "k", "--note", "--json");
  assertEquals([status, out], [0, "shared/k: resolved\n"]);
  assertEquals((await t.entry("k"))?.status_note, "--json");
});

Deno.test("an option given twice is refused, unless it can be repeated", async () => {
  await using t = await Trial.make();
  const { status, err } = await t.ctx("set", "k", "v", "--basis", "verified", "--basis", "reported");
  assertEquals([status, err], [2, ["ctx: The option --basis is given twice"]]);
  assertEquals((await t.ctx("set", "k", "v", "--tag", "a", "--tag", "b", "--tag", "a")).status, 0);
  assertEquals((await t.entry("k"))?.tags, ["a", "b"]);
});

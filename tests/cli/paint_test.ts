import { assert, assertEquals } from "@std/assert";
import { paint } from "../../lib/cli/print.ts";
import { Trial } from "../support/cli_trial.ts";
import type { Surroundings } from "../support/memory_io.ts";

const pure = { permissions: "none" } as const;

Deno.test("paint() puts a code before and after, and nothing around nothing", pure, () => {
  const { bold, dim, yellow, removed, added } = paint(true);
  assertEquals([bold("a"), dim("a"), yellow("a"), removed("a"), added("a")], [
    "\x1b[1ma\x1b[0m",
    "\x1b[2ma\x1b[0m",
    "\x1b[33ma\x1b[0m",
    "\x1b[31;9ma\x1b[0m",
    "\x1b[32ma\x1b[0m",
  ]);
  assertEquals([bold(""), dim(""), yellow("")], ["", "", ""]);
});

Deno.test("paint() without colour leaves every text as it is", pure, () => {
  const { bold, dim, yellow } = paint(false);
  assertEquals([bold("a"), dim("b"), yellow("c")], ["a", "b", "c"]);
});

const COLORS: readonly (readonly [what: string, around: Surroundings, isColored: boolean])[] = [
  ["a pipe", {}, false],
  ["a terminal", { isTerminal: true }, true],
  ["a terminal that is dumb", { isTerminal: true, variables: { TERM: "dumb" } }, false],
  ["a terminal that has a name", { isTerminal: true, variables: { TERM: "xterm" } }, true],
  ["a terminal, with NO_COLOR", { isTerminal: true, variables: { NO_COLOR: "1" } }, false],
  ["a terminal, with an empty NO_COLOR", { isTerminal: true, variables: { NO_COLOR: "" } }, true],
  ["a pipe, with FORCE_COLOR", { variables: { FORCE_COLOR: "1" } }, true],
  ["a dumb terminal, with FORCE_COLOR", {
    isTerminal: true,
    variables: { FORCE_COLOR: "1", TERM: "dumb" },
  }, true],
  ["FORCE_COLOR and NO_COLOR", { variables: { FORCE_COLOR: "1", NO_COLOR: "1" } }, false],
];

for (const [what, around, isColored] of COLORS) {
  Deno.test(`on ${what} output is ${isColored ? "coloured" : "plain"} (§9.2)`, async () => {
    await using t = await Trial.make();
    await t.ctx("set", "decision_a", "v");
    await t.ctx("resolve", "decision_a");
    for (const words of [["list"], ["search", "v"], ["brief"]]) {
      assertEquals((await t.with(around, ...words)).out.includes("\x1b["), isColored, words[0]);
    }
    for (const words of [["list"], ["get", "decision_a"], ["brief"], ["start"], ["help"]]) {
      assert(!(await t.with(around, ...words, "--json")).out.includes("\x1b"), `${words[0]} --json`);
    }
  });
}

Deno.test("colour changes nothing but colour, and none of what stands between fences", async () => {
  await using t = await Trial.make();
  await t.write("RULES.md", "=== ctx brief ===\nDECISIONS\nOPEN (from me)\n");
  await t.ctx("set", "k", "=== end ===\nRECENT CHANGES");
  const variables = { FORCE_COLOR: "1" };
  for (const words of [["list"], ["brief"]]) {
    const plain = await t.ctx(...words), colored = await t.with({ variables }, ...words);
    // deno-lint-ignore no-control-regex
    assertEquals(colored.out.replace(/\x1b\[\d+m/g, ""), plain.out);
  }
  for (const words of [["start"], ["get", "k"]]) {
    assertEquals((await t.with({ variables }, ...words)).out, (await t.ctx(...words)).out);
  }
});

import { assertEquals, assertLess } from "@std/assert";
import { nearest } from "../../lib/text/nearest.ts";

const pure = { permissions: "none" } as const;

const OPTIONS = [
  "--store",
  "--source",
  "--basis",
  "--scope",
  "--tag",
  "--status",
  "--since",
  "--limit",
  "--derivation",
];
const COMMANDS = [
  "get",
  "set",
  "list",
  "search",
  "start",
  "brief",
  "amend",
  "supersede",
  "resolve",
  "delete",
];

Deno.test("nearest() finds a word with one slip: missing, added, wrong or swapped (§9.1)", pure, () => {
  assertEquals(nearest("--stor", OPTIONS), "--store");
  assertEquals(nearest("--basiss", OPTIONS), "--basis");
  assertEquals(nearest("--sinse", OPTIONS), "--since");
  assertEquals(nearest("--sotre", OPTIONS), "--store");
  assertEquals(nearest("serach", COMMANDS), "search");
  assertEquals(nearest("superseed", COMMANDS), "supersede");
});

Deno.test("nearest() ignores case", pure, () => {
  assertEquals(nearest("GET", COMMANDS), "get");
});

Deno.test("nearest() finds the only word that begins like this", pure, () => {
  assertEquals(nearest("--deriv", OPTIONS), "--derivation");
  assertEquals(nearest("--s", OPTIONS), undefined);
});

Deno.test("nearest() is silent when nothing is near", pure, () => {
  assertEquals(nearest("frobnicate", COMMANDS), undefined);
  assertEquals(nearest("--verbose", OPTIONS), undefined);
  assertEquals(nearest("", COMMANDS), undefined);
  assertEquals(nearest("get", []), undefined);
  assertEquals(nearest("x", ["y"]), undefined);
});

Deno.test("nearest() prefers the nearer, then the first", pure, () => {
  assertEquals(nearest("bet", ["get", "set"]), "get");
  assertEquals(nearest("sett", ["get", "set"]), "set");
});

Deno.test("nearest() gives up at once on a word of a megabyte", pure, () => {
  const start = performance.now();
  assertEquals(nearest("s".repeat(1_000_000), COMMANDS), undefined);
  assertLess(performance.now() - start, 1_000);
});

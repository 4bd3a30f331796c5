import { assertEquals, assertLess } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
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

/** The edit distance by its definition: the ends of both words agree, or one slip makes them. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  return Math.min(
    distance(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
    distance(a.slice(0, -1), b) + 1,
    distance(a, b.slice(0, -1)) + 1,
    isSwap ? distance(a.slice(0, -2), b.slice(0, -2)) + 1 : Infinity,
  );
}

Deno.test("nearest() takes a word for another within one slip of four letters, two of more", pure, () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 2, maxLength: 6 });
  fc.assert(fc.property(word, word, (wanted, known) => {
    const isNear = distance(wanted, known) <= (known.length <= 4 ? 1 : 2) &&
      distance(wanted, known) < known.length;
    const isBeginning = wanted.length >= 3 && known.startsWith(wanted);
    assertEquals(nearest(wanted, [known]), isNear || isBeginning ? known : undefined);
  }));
});

import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { Utf8Slices } from "../../lib/json/utf8_slices.ts";

const pure = { permissions: "none" } as const;

/** The offsets at which the characters of a text begin, and its end. */
function boundaries(text: string): number[] {
  const offsets = [0];
  for (const character of text) offsets.push(offsets.at(-1)! + new TextEncoder().encode(character).length);
  return offsets;
}

Deno.test("Utf8Slices cuts the same strings as a decoder, in any order of pieces", pure, () => {
  const run = fc.tuple(
    fc.constantFrom("a", "é", "日", "\u{1f600}", "\ufffd", "\ufeff"),
    fc.integer({ min: 1, max: 3 }),
  );
  fc.assert(
    fc.property(fc.array(run, { maxLength: 12 }), fc.array(fc.tuple(fc.nat(), fc.nat())), (runs, cuts) => {
      const text = runs.map(([character, count]) => character.repeat(count)).join("");
      const characters = [...text],
        at = boundaries(text),
        slices = new Utf8Slices(new TextEncoder().encode(text));
      for (const [a, b] of cuts) {
        const from = Math.min(a, b) % at.length, to = Math.max(from, Math.max(a, b) % at.length);
        assertEquals(slices.slice(at[from]!, at[to]!), characters.slice(from, to).join(""));
      }
    }),
  );
});

Deno.test("Utf8Slices cuts pieces beyond, over and longer than what it decodes at once", pure, () => {
  const block = 64 * 1024;
  const text = "a".repeat(block - 1) + "é" + "b".repeat(3 * block) + "\ufffd" + "c".repeat(block);
  const characters = [...text],
    at = boundaries(text),
    slices = new Utf8Slices(new TextEncoder().encode(text));
  const cuts = [
    [0, 10],
    [block - 3, block],
    [block - 2, block + 2],
    [block + 5, 2 * block],
    [3, characters.length],
    [characters.length - 5, characters.length],
    [4 * block - 2, 4 * block + 2],
    [0, 10],
    [characters.length, characters.length],
  ];
  for (const [from, to] of cuts) {
    assertEquals(slices.slice(at[from!]!, at[to!]!), characters.slice(from, to).join(""), `${from} to ${to}`);
  }
});

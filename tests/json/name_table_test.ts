import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { NameTable } from "../../lib/json/name_table.ts";

/** A text with names in it, and a table that has been given all of them. */
function given(names: readonly string[]): { table: NameTable; isNew: boolean[] } {
  const quoted = names.map((name) => JSON.stringify(name)), text = quoted.join(), table = new NameTable(text);
  let at = 1;
  const isNew = names.map((name, i) => {
    const answer = table.add(name, at, quoted[i] !== `"${name}"`);
    at += quoted[i]!.length + 1;
    return answer;
  });
  return { table, isNew };
}

Deno.test("a table knows each name that it was given, and no other", () => {
  const names = fc.array(
    fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom("", "a", "ab", '"', "\\", "a\n", "é", "😀")),
    {
      maxLength: 40,
    },
  );
  fc.assert(fc.property(names, (list) => {
    assertEquals(given(list).isNew, list.map((name, i) => list.indexOf(name) === i));
  }));
});

Deno.test("a table takes hundreds of thousands of names, and knows each of them again", () => {
  const names = Array.from({ length: 300_000 }, (_, i) => (i * 7919 % 1_000_003).toString(36));
  const { table, isNew } = given(names);
  assert(isNew.every((answer) => answer));
  for (const name of [names[0]!, names[150_000]!, names.at(-1)!]) {
    assertEquals(table.add(name, 1, true), false);
  }
  assertEquals(table.add("a new one", 1, true), true);
  assertEquals(table.add("a new one", 1, true), false);
});

/** Where a name belongs in a table of the first size, as the table lays it out. */
function placeOf(name: string, order = 0): number {
  let sum = 0x811c9dc5 + order * 0x3c6ef372;
  for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
  sum = Math.imul(sum ^ sum >>> 16, 0x85ebca6b);
  sum = Math.imul(sum ^ sum >>> 13, 0xc2b2ae35);
  return (sum ^ sum >>> 16) & 0xfff;
}

Deno.test("names that were made to crowd a table, in one order or in each that it tries, are told apart", () => {
  for (const orders of [1, 2, 4]) {
    const crowded = Array.from({ length: orders }, (_, order) => {
      const found: string[] = [];
      for (let i = 0; found.length < 150; i++) {
        if (placeOf(`${order}_${i}`, order) === 7) found.push(`${order}_${i}`);
      }
      return found;
    }).flat();
    const names = [...crowded, "\n", ...Array.from({ length: 5000 }, (_, i) => `n${i}`)];
    const { table, isNew } = given(names);
    assertEquals(isNew.indexOf(false), -1);
    for (const name of names) assertEquals(table.add(name, 1, false), false, name);
    assertEquals(table.add("another", 1, false), true);
  }
});

Deno.test("a name with quotes in it is not taken for a name that stands before another, though it belongs where that is", () => {
  let i = 0;
  while (placeOf(`x${i}`) !== placeOf(`x${i}":1,"b`)) i++;
  const text = `"x${i}":1,"b":2`, table = new NameTable(text);
  assertEquals([table.add(`x${i}`, 1, false), table.add("b", text.indexOf("b"), false)], [true, true]);
  assertEquals(table.add(`x${i}":1,"b`, 0, true), true);
});

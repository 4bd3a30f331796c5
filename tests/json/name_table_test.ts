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

Deno.test("a table takes a million names, and knows each of them again", () => {
  const names = Array.from({ length: 300_000 }, (_, i) => (i * 7919 % 1_000_003).toString(36));
  const { table, isNew } = given(names);
  assert(isNew.every((answer) => answer));
  for (const name of [names[0]!, names[150_000]!, names.at(-1)!]) {
    assertEquals(table.add(name, 1, true), false);
  }
  assertEquals(table.add("a new one", 1, true), true);
  assertEquals(table.add("a new one", 1, true), false);
});

Deno.test("names that were made to crowd a table take no longer, and are told apart all the same", () => {
  // Names whose sums agree in their last bits, found by trying.
  const sum = (name: string) => {
    let sum = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
    return (sum ^ sum >>> 15) >>> 0;
  };
  const crowded: string[] = [];
  for (let i = 0; crowded.length < 300; i++) {
    if ((sum(i.toString(36)) & 0xfff) === 7) crowded.push(i.toString(36));
  }
  const names = [...crowded, "\n", ...Array.from({ length: 5000 }, (_, i) => `n${i}`)];
  const { table, isNew } = given(names);
  assertEquals(isNew.indexOf(false), -1);
  for (const name of names) assertEquals(table.add(name, 1, false), false, name);
  assertEquals(table.add("another", 1, false), true);
});

Deno.test("a name with quotes in it is not taken for a name that stands before another", () => {
  const text = '"x":1,"b":2', table = new NameTable(text);
  assertEquals([table.add("x", 1, false), table.add("b", 7, false)], [true, true]);
  assertEquals(table.add('x":1,"b', 0, true), true);
  // Whichever place a name gets, it is one of these.
  for (let i = 0; i < 5000; i++) assertEquals(table.add(`"${i}`, 0, true), true);
});

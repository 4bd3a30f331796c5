import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { compactBytes, sortedBytes } from "../../lib/json/canonical.ts";
import { NOTHING_ODD } from "../../lib/json/form_counts.ts";
import { LikeObjects } from "../../lib/json/like_objects.ts";
import { respelledBytes, respelledNames } from "../../lib/json/respell.ts";
import { JsonSyntaxError } from "../../lib/json/scan.ts";
import { readStrictly, type Spelling } from "../../lib/json/strict.ts";

const DEPTH = 8;

/** How the objects are spelled as the items of an array; `undefined` where they are not read. */
function readAll(objects: readonly string[]): Spelling | undefined {
  try {
    return readStrictly(`{"x":{"y":[${objects}]}}`, 0, DEPTH).spellings.get("x");
  } catch (error) {
    assert(error instanceof JsonSyntaxError);
    return undefined;
  }
}

const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  string: fc.constantFrom('"v"', '"é 👍"', '"a\\n\\"b\\\\"', '""', '"x y"'),
  number: fc.constantFrom("1", "0.5", "-12.25", "0", "123456789012345"),
  float: fc.constantFrom("1.0", "2.50", "1e5", "0.7"),
  word: fc.constantFrom("null", "true", "false"),
  list: fc.constantFrom("[]", '["a","b"]', "[1,2.5,null]", '[ "a" ]'),
  object: fc.constantFrom('{"in":1,"out":"x"}', '{"in":2,"out":null}', '{ "in":2,"out":null}'),
};
/** What seldom stands there: other kinds, other spellings, and what nobody may write. */
const odd = fc.constantFrom(
  '"\\u0041"',
  '"\\/"',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '"\n"',
  '"\\x"',
  "1e400",
  "01",
  "-0",
  "1.",
  "[[1]]",
  "[1e999]",
  "[1.0]",
  '[{"a":1}]',
  '{"in":1,"in":2}',
  "{}",
  "[[[[[[1]]]]]]",
  "nul",
  "",
  '"',
);
const shape = fc.uniqueArray(fc.constantFrom("a", "b", "key", "n1", "n10", "n2", "value", "x-y", "é"), {
  minLength: 1,
})
  .chain((names) =>
    fc.tuple(
      fc.constant(names),
      fc.array(fc.constantFrom(...Object.keys(values)), { minLength: 9, maxLength: 9 }),
    )
  );
const space = fc.constantFrom("", "", " ", "\n    ");
const objects = fc.tuple(shape, space).chain(([[names, kinds], space]) =>
  fc.array(
    fc.tuple(...names.map((_, i) => fc.oneof({ weight: 300, arbitrary: values[kinds[i]!]! }, odd))).map((
      values,
    ) => `{${space}${names.map((name, i) => `"${name}":${space}${values[i]}`).join(`,${space}`)}${space}}`),
    { minLength: 1, maxLength: 60, size: "max" },
  )
);

Deno.test("objects that are like others are read as strictly as each of them alone, and their form is no better than it is", () => {
  let read = 0, refused = 0;
  fc.assert(
    fc.property(objects, (objects) => {
      const together = readAll(objects), isGood = objects.every((object) => readAll([object]) !== undefined);
      assertEquals(together !== undefined, isGood, objects.join());
      if (!together) return void refused++;
      read++;
      const bytes = new TextEncoder().encode(`{"y":[${objects}]}`), compact = compactBytes(bytes);
      if (together.isCompact) assertEquals(compact, bytes);
      if (together.hasPlainNames) assertEquals(respelledNames(compact), compact);
      if (together.isSorted) assertEquals(sortedBytes(compact), compact);
      const sorted = sortedBytes(respelledNames(compact));
      if (together.isPlain) assertEquals(respelledBytes(sorted), sorted);
    }),
    { numRuns: 3000 },
  );
  assert(read > 500 && refused > 200, `${read} were read, ${refused} refused`);
});

Deno.test("after eight objects one that is like them is passed over whole, and none that is not", () => {
  const likes = new LikeObjects(), counts = { ...NOTHING_ODD }, known = '{"b":"x","a":[1,2.5]}';
  assertEquals(likes.endOf(known, 0, DEPTH, counts), 0);
  for (let i = 0; i < 8; i++) likes.learn(known, 0, known.length, true);
  for (
    const text of [
      known,
      '{"b":"a \\n longer one","a":[]}',
      '{"b":null,"a":null}',
      '{"b":"","a":["v",true,7]}',
    ]
  ) {
    assertEquals(likes.endOf(` ${text},`, 1, DEPTH, counts), text.length + 1, text);
  }
  assertEquals(counts, { ...NOTHING_ODD, unordered: 4 });
  for (
    const text of [
      '{"a":[1],"b":"x"}',
      '{"b":"x"}',
      '{"b":"x","a":[1],"c":1}',
      '{"b":"x","b":[1]}',
      '{"b":1,"a":[1]}',
      '{"b":"\\u0041","a":[1]}',
      '{"b":"x","a":[1.0]}',
      '{"b":"x","a":[[1]]}',
      '{"b": "x","a":[1]}',
      '{"b":"x","a":[1,]}',
    ]
  ) assertEquals(likes.endOf(text, 0, DEPTH, counts), 0, text);
  assertEquals(likes.endOf(known, 0, 1, counts), 0);
  assertEquals(likes.endOf(known, 0, 2, counts), known.length);
});

Deno.test("where next to none is like another, no more looks are taken", () => {
  const likes = new LikeObjects(), counts = { ...NOTHING_ODD }, known = '{"a":1}', other = '{"b":1}';
  for (let i = 0; i < 8; i++) likes.learn(known, 0, known.length, true);
  for (let i = 0; i < 300; i++) assertEquals(likes.endOf(other, 0, DEPTH, counts), 0);
  assertEquals(likes.endOf(known, 0, DEPTH, counts), 0);
});

Deno.test("white space within strings is none between tokens: facts of many words are as compact as they stand", () => {
  const facts = Array.from({ length: 20 }, (_, i) => `{"key":"a key","value":"the words\\n\\tof fact ${i}"}`);
  const odd = facts.map((fact) => fact.replace(",", ", "));
  const spelled = { isCompact: true, isSorted: true, hasPlainNames: true, isPlain: true };
  assertEquals(readAll(facts), spelled);
  assertEquals(readAll(odd), { ...spelled, isCompact: false });
  // Those that are learned first, or last, do not speak for the others.
  assertEquals(readAll([...facts, ...odd]), { ...spelled, isCompact: false });
  assertEquals(readAll([...odd, ...facts]), { ...spelled, isCompact: false });
});

Deno.test("what is almost like an object with empty lists and much white space is told in no time", () => {
  const list = (blanks: number) => `[${" ".repeat(blanks)}]`;
  const object = (lists: number, blanks: number, last: string) => {
    const members = Array.from({ length: lists }, (_, i) => `"a${i}": ${list(blanks)}`);
    return `{ ${[...members, `"z": ${last}`].join(" , ")} }`;
  };
  for (const [lists, blanks] of [[40, 1], [40, 50], [10, 20_000], [0, 0]] as const) {
    const known = Array<string>(8).fill(object(lists, blanks, "1")), began = performance.now();
    for (const last of ["{}", "[1]", "01", `[${" ".repeat(100_000)}{}]`]) {
      const isJson = last !== "01";
      assertEquals(readAll([...known, object(lists, blanks, last)]) !== undefined, isJson, last);
    }
    for (const last of ["{ }", "[ [ ] ]"]) {
      readAll([...known, object(lists, blanks, last).replace("[ ]", last)]);
    }
    const took = performance.now() - began;
    assert(took < 2000, `${lists} lists of ${blanks} blanks took ${took} ms`);
  }
  const pair = Array<string>(8).fill('{ "a": [1], "b": "x" }'), began = performance.now();
  readAll([...pair, `{ "a": [${" ".repeat(1_000_000)}{}], "b": "x" }`, `{${" ".repeat(1_000_000)}"a": {} }`]);
  assert(performance.now() - began < 2000);
});

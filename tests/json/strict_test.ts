import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { JsonSyntaxError } from "../../lib/json/scan.ts";
import { compactBytes, sortedBytes } from "../../lib/json/canonical.ts";
import { respelledBytes } from "../../lib/json/respell.ts";
import { DoubtfulJsonError } from "../../lib/json/doubt.ts";
import { readStrictly } from "../../lib/json/strict.ts";

const DEPTH = 127;

/** What is doubtful about a text, and where. */
function doubtOf(text: string): [string, number] {
  const error = assertThrows(() => readStrictly(text, 0, DEPTH), DoubtfulJsonError);
  return [error.doubt, error.offset];
}

Deno.test("readStrictly() passes over whatever JSON.stringify writes, to its end", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(3), (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    assertEquals(readStrictly(`${text} `, 0, DEPTH).view.end, text.length);
  }));
});

Deno.test("readStrictly() refuses what JSON.parse refuses", () => {
  const grammar = fc.array(
    fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b"',
      "1",
      "0",
      "01",
      "-",
      "1.5",
      "1.",
      "1e3",
      "true",
      "nul",
      " ",
      "\t",
      "\n",
      '"\\x"',
      '"\\n"',
      "\u00a0",
    ),
    { maxLength: 12 },
  ).map((parts) => parts.join(""));
  let taken = 0;
  fc.assert(
    fc.property(grammar, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      let end: number | undefined, isDoubtful = false;
      try {
        end = readStrictly(text, text.search(/[^ \t\n]|$/), DEPTH).view.end;
      } catch (error) {
        if (!(error instanceof JsonSyntaxError)) throw error;
        isDoubtful = error instanceof DoubtfulJsonError;
      }
      const isWhole = end !== undefined && text.slice(end).trim() === "" && !text.includes("\u00a0");
      if (isWhole) taken++;
      if (!isDoubtful) assertEquals(isWhole, isJson, text);
    }),
    { numRuns: 3000 },
  );
  assertEquals(taken > 50, true, `${taken} of the texts were JSON`);
});

Deno.test("readStrictly() refuses a name that an object says twice, however it is spelled and however many there are", () => {
  assertEquals(doubtOf('{"a":1,"a":2}'), ["duplicate", 7]);
  assertEquals(doubtOf('{"a":1,"\\u0061":2}'), ["duplicate", 7]);
  assertEquals(doubtOf('[{"x":{"__proto__":1,"__proto__":2}}]')[0], "duplicate");
  const many = Array.from({ length: 1000 }, (_, i) => `"k${i}":${i}`).join();
  assertEquals(readStrictly(`{${many}}`, 0, DEPTH).view.end, many.length + 2);
  assertEquals(doubtOf(`{${many},"k500":1}`), ["duplicate", many.length + 2]);
  for (const count of [5000, 20_000]) {
    for (const start of ["", '"\\u0041":1,"z":1,']) {
      const more = start +
        Array.from({ length: count }, (_, i) => `"${(i * 7919 % 1_000_003).toString(36)}":0`).join();
      assertEquals(readStrictly(`{${more}}`, 0, DEPTH).view.end, more.length + 2);
      for (const name of [(7919).toString(36), "\\u0030", ...start === "" ? [] : ["A", "z", "\\u0041"]]) {
        assertEquals(doubtOf(`{${more},"${name}":1}`), ["duplicate", more.length + 2], name);
      }
    }
  }
  // The same name in two objects is no doubt.
  for (const text of ['[{"a":1},{"a":2}]', '{"a":{"a":{"a":1}},"b":{"a":1}}']) {
    assertEquals(readStrictly(text, 0, DEPTH).view.end, text.length);
  }
});

Deno.test("readStrictly() refuses an escape that is half of a pair, and takes whole pairs and what only looks like one", () => {
  for (
    const half of [
      "\\ud83d",
      "\\uDE00",
      "\\ud83d\\ud83d\\ude00",
      "\\ude00\\ud83d",
      "\\ud83dx",
      "\\ud83d\\n",
      "\\\\\\ud800",
    ]
  ) {
    assertEquals(doubtOf(`{"a":"${half}"}`)[0], "surrogate", half);
    assertEquals(doubtOf(`{"${half}":1}`)[0], "surrogate", half);
  }
  for (
    const whole of ["\\ud83d\\ude00", "\\uD83D\\uDE00x\\ud83d\\ude00", "\\\\ud83d", "\\ud7ff\\ue000", "😀"]
  ) {
    const text = `["${whole}"]`;
    assertEquals(readStrictly(text, 0, DEPTH).view.end, text.length, whole);
  }
  for (const broken of ["\\ud83d\\u12", "\\ud83d\\uzzzz", "\\u12", "\\x"]) {
    const error = assertThrows(() => readStrictly(`["${broken}"]`, 0, DEPTH), JsonSyntaxError);
    assertEquals(error instanceof DoubtfulJsonError, false, broken);
  }
  assertEquals(doubtOf('["\\ud83d\\ude00", "\\ud83d"]'), ["surrogate", 18]);
});

Deno.test("readStrictly() refuses a number that no double holds", () => {
  for (const number of ["1e400", "-1e400", `1${"0".repeat(400)}`, "1e309", `${"9".repeat(309)}`]) {
    assertEquals(doubtOf(`[${number}]`), ["number", 1], number);
  }
  for (const number of ["1e308", "-0", "0", "12345678901234567890", "0e999", "1e-999", "5E+3", "1.0"]) {
    assertEquals(readStrictly(`[${number}]`, 0, DEPTH).view.end, number.length + 2, number);
  }
});

Deno.test("readStrictly() counts how many containers are open at once, and no deeper text costs stack", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  assertEquals(readStrictly(nested(DEPTH), 0, DEPTH).view.end, 2 * DEPTH);
  assertEquals(doubtOf(nested(DEPTH + 1)), ["depth", DEPTH]);
  assertEquals(doubtOf('{"a":'.repeat(1_000_000)), ["depth", 5 * DEPTH]);
  const wide = `[${"[],{},".repeat(1000)}1]`;
  assertEquals(readStrictly(wide, 0, 2).view.end, wide.length);
});

Deno.test("readStrictly() keeps the members of the outer objects, and says how each is spelled", () => {
  const compact = '{"a":{"b":1,"c":[2,3]},"d":"x"}',
    all = { isCompact: true, isSorted: true, hasPlainNames: true, isPlain: true };
  const { view, spellings } = readStrictly(compact, 0, DEPTH);
  assertEquals([...view.members.keys()], ["a", "d"]);
  assertEquals([view.get("a")!.raw, view.get("a")!.get("c")!.raw, view.get("d")!.string], [
    '{"b":1,"c":[2,3]}',
    "[2,3]",
    "x",
  ]);
  assertEquals([...spellings], [["a", all], ["d", all]]);
  const long = "x".repeat(100);
  for (
    const [value, spelling] of [
      ['{"b":1,"a":2}', { ...all, isSorted: false }],
      ['[{"a":1},{"z":{"b":1,"a":1}}]', { ...all, isSorted: false }],
      ['{"é":1,"\\u0065":2}', { ...all, isSorted: false, hasPlainNames: false, isPlain: false }],
      ["[1 ]", { ...all, isCompact: false }],
      ["[\n]", { ...all, isCompact: false }],
      ['{"a" :1}', { ...all, isCompact: false }],
      ['{"a":\t1}', { ...all, isCompact: false }],
      ["1.0", { ...all, isPlain: false }],
      ["[1e2]", { ...all, isPlain: false }],
      ["[-0]", { ...all, isPlain: false }],
      ["[12345678901234567890]", { ...all, isPlain: false }],
      ["[9007199254740993]", { ...all, isPlain: false }],
      ["[999999999999999,0.12345678901234,-123456.789012345]", all],
      ['{"a\\n":1}', all],
      ['{"\\u0061":1}', { ...all, isSorted: false, hasPlainNames: false, isPlain: false }],
      ["[-1,0,-12,true,false,null]", all],
      ['"\\n\\u0000\\u001f\\"\\\\"', all],
      ['"\\/"', { ...all, isPlain: false }],
      ['"\\u00e9"', { ...all, isPlain: false }],
      ['"\\u001F"', { ...all, isPlain: false }],
      ['"\\u000a"', { ...all, isPlain: false }],
      ['"\\ud83d\\ude00"', { ...all, isPlain: false }],
      ["[0.5,12.25,0.000001,-1.5]", all],
      ["[1.50]", { ...all, isPlain: false }],
      ["[0.0000001]", { ...all, isPlain: false }],
      ["[1.0e1]", { ...all, isPlain: false }],
      [`["${long}"]`, all],
      [`["${long}\\n${long}"]`, all],
      [`["${long}\\/${long}"]`, { ...all, isPlain: false }],
      [`["${long}"," ","\\/"]`, { ...all, isPlain: false }],
      [`[" \u00a0é"]`, all],
    ] as const
  ) {
    const reading = readStrictly(`{"before": [1.0 ,{"b":1,"a":1}],"x":${value},"after":"\\n" }`, 0, DEPTH);
    assertEquals(reading.spellings.get("x"), spelling, value);
    assertEquals(reading.view.get("x")?.raw, value);
  }
  const many = `{${Array.from({ length: 100 }, (_, i) => `"k${i}":${i}`)}}`;
  const outer = readStrictly(many, 0, DEPTH, new Set(["k99", "k0", "none"])).view;
  assertEquals([outer.members.size, outer.leftOut, outer.get("k99")?.raw], [65, 35, "99"]);
  assertEquals(readStrictly(`[[${many}]]`, 0, DEPTH).view.raw, `[[${many}]]`);
});

Deno.test("what readStrictly() calls plain, sorted and compact is what its canonical form is", () => {
  const values = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" });
  fc.assert(fc.property(values, fc.boolean(), (value, isWide) => {
    const text = `{"x":${JSON.stringify(value, null, isWide ? 1 : 0)}}`,
      bytes = new TextEncoder().encode(text);
    const { isCompact, isSorted, isPlain } = readStrictly(text, 0, DEPTH).spellings.get("x")!;
    const compact = compactBytes(bytes), sorted = sortedBytes(compact);
    if (isCompact) assertEquals(compact, bytes);
    if (isSorted) assertEquals(sorted, compact);
    if (isPlain) assertEquals(respelledBytes(sorted), sorted);
  }));
});

const digits = fc.oneof(
  fc.nat(),
  fc.constantFrom("0", "7", "1000000", "123456789012345", "9".repeat(16), "8".repeat(100)),
);
const scalar = fc.oneof(
  fc.tuple(
    fc.constantFrom("", "-"),
    digits,
    fc.oneof(
      fc.constant(""),
      fc.tuple(fc.constantFrom("", "0", "000000"), digits).map(([a, b]) => `.${a}${b}`),
    ),
    fc.constantFrom(
      "",
      "",
      "",
      "e5",
      "E+07",
      "e-300",
      "e-9999",
      "e99",
      "e299",
      "e300",
      "e308",
      "e309",
      "e+0000001",
    ),
  ).map((parts) => parts.join("")),
  fc.constantFrom(
    "true",
    "false",
    "null",
    "01",
    "1.",
    ".5",
    "-",
    "+1",
    "1e",
    "nul",
    "true1",
    '"a"',
    "[]",
    "{}",
  ),
);
const gap = fc.oneof({ weight: 9, arbitrary: fc.constant("") }, fc.constantFrom(" ", "\n\t", "\r "));

Deno.test("an array of scalars is read as strictly as each of them alone, and its form is no better than theirs", () => {
  let read = 0, plain = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(gap, scalar, gap), { minLength: 1, maxLength: 12 }), (items) => {
      const array = `[${items.map((parts) => parts.join("")).join()}]`, text = `{"x":${array}}`;
      const alone = items.map(([, item]) => endOf(`{"x":${item}}`));
      const isGood = alone.every((end) => end !== undefined);
      assertEquals(endOf(text) !== undefined, isGood, text);
      if (!isGood) return;
      read++;
      const { isCompact, isPlain } = readStrictly(text, 0, DEPTH).spellings.get("x")!;
      const bytes = new TextEncoder().encode(array), compact = compactBytes(bytes);
      assertEquals(isCompact, compact.length === bytes.length, text);
      if (isPlain) {
        plain++;
        assertEquals(respelledBytes(compact), compact, text);
      }
    }),
    { numRuns: 5000 },
  );
  assert(read > 300 && plain > 100, `${read} could be read, ${plain} were plain`);
});

Deno.test("of numbers one behind the other, none that is spelled in another way is taken for a plain one", () => {
  const odd = [
    "1.0",
    "1e2",
    "-0",
    "-0.0",
    "1.50",
    "0.0000001",
    "-0.00000012",
    "1.0e1",
    "1E2",
    "9007199254740993",
  ];
  odd.push("9999999999999999", "12345678901234567890", "0.12345678901234567", "123456789.123456789");
  for (const number of odd) {
    for (
      const array of [
        `[1,${number}]`,
        `[1,${number},2,3.5]`,
        `[1, ${number} ]`,
        `[null,-1 ,\n${number},true]`,
      ]
    ) {
      assertEquals(readStrictly(`{"x":${array}}`, 0, DEPTH).spellings.get("x")!.isPlain, false, array);
    }
  }
});

const part = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.constantFrom("abcdefghij".repeat(8), "x", "é👍", "\\n", "\\\\", '\\"', "\\/", "\\u0041"),
  },
  {
    weight: 20,
    arbitrary: fc.constantFrom("\\u001f", "\\u001F", "\\u00E9", "\\ud83d\\ude00", "\\uD83D\\uDE00"),
  },
  fc.constantFrom("\\ud83d", "\\ude00", "\\x", "\\u00", "\n", '"'),
);

Deno.test("a long string is read as strictly as a short one, whatever its escapes, and called plain only where it is", () => {
  let read = 0, plain = 0;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40, size: "max" }), (parts) => {
      const string = `"${parts.join("")}"`, isGood = isWellFormed(string), text = `{"x":${string}}`;
      assertEquals(endOf(text), isGood ? text.length : undefined, text);
      if (!isGood) return;
      read++;
      if (!readStrictly(text, 0, DEPTH).spellings.get("x")!.isPlain) return;
      plain++;
      assertEquals(JSON.stringify(JSON.parse(string)), string);
    }),
    { numRuns: 4000 },
  );
  assert(read > 1000 && plain > 50, `${read} could be read, ${plain} were plain`);
});

/** Whether a text is one string that has no half of a pair in it. */
function isWellFormed(text: string): boolean {
  try {
    return (JSON.parse(text) as string).isWellFormed();
  } catch {
    return false;
  }
}

function endOf(text: string): number | undefined {
  try {
    return readStrictly(text, 0, DEPTH).view.end;
  } catch (error) {
    assert(error instanceof JsonSyntaxError);
    return undefined;
  }
}

import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertLess,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  expectEnd,
  JsonSyntaxError,
  placeOf,
  scanObject,
  skipSpace,
  skipValue,
} from "../../lib/json/scan.ts";
import { mutated, objectText, parseBytes, valueText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** Whether a whole text is one value; any error but a JsonSyntaxError within the text is a fault. */
function accepts(bytes: Uint8Array, scan: (bytes: Uint8Array, at: number) => number = skipValue): boolean {
  try {
    expectEnd(bytes, scan(bytes, skipSpace(bytes, 0)));
    return true;
  } catch (error) {
    assertInstanceOf(error, JsonSyntaxError);
    assert(error.offset >= 0 && error.offset <= bytes.length, `offset ${error.offset} of ${bytes.length}`);
    return false;
  }
}

const scanWhole = (bytes: Uint8Array, at: number) => scanObject(bytes, at).end;

function refusal(bytes: Uint8Array): JsonSyntaxError {
  return assertThrows(() => expectEnd(bytes, skipValue(bytes, skipSpace(bytes, 0))), JsonSyntaxError);
}

Deno.test("skipValue() accepts every JSON text and ends behind it (RFC 8259)", pure, () => {
  fc.assert(fc.property(valueText, (text) => {
    const bytes = encode(text);
    assert(parseBytes(bytes));
    assertEquals(skipValue(bytes, 0), bytes.length);
  }));
});

Deno.test("skipValue() accepts a text with one byte changed exactly when JSON.parse does", pure, () => {
  fc.assert(
    fc.property(mutated(valueText), (bytes) => assertEquals(accepts(bytes), parseBytes(bytes) !== undefined)),
    { numRuns: 3000 },
  );
});

Deno.test(
  "scanObject() accepts an object with one byte changed exactly when JSON.parse gives an object",
  pure,
  () => {
    fc.assert(
      fc.property(mutated(objectText), (bytes) => {
        const parsed = parseBytes(bytes)?.value;
        const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
        assertEquals(accepts(bytes, scanWhole), isObject);
      }),
      { numRuns: 3000 },
    );
  },
);

Deno.test("skipValue() accepts what any bytes hold exactly when JSON.parse does", pure, () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
    assertEquals(accepts(bytes), parseBytes(bytes) !== undefined);
  }));
});

Deno.test("skipValue() refuses what only looser readers take for JSON", pure, () => {
  const refused = [
    ..."NaN Infinity -Infinity undefined 0x10 1_000 .5 5. +1 01 -01 1e 1e+ - -. 'a' tru nul True".split(" "),
    ...'[1,] {"a":1,} {a:1} {"a"} {"a":} {,} [,] [1} // /**/1 1// truefalse nullnull 1.e5'.split(" "),
    "[1 2]",
    '"a\nb"',
    '"a\tb"',
    '"\x00"',
    '"\\x41"',
    '"\\u12G4"',
    '"\\u123"',
    '"\\',
    '"abc',
    "",
    " ",
    "\ufeff1",
    "1\ufeff",
    "\u00a01",
    "\f1",
    "\v1",
    "\u20281",
    "1 2",
  ];
  for (const text of refused) {
    assertThrows(() => JSON.parse(text), SyntaxError);
    assert(!accepts(encode(text)), JSON.stringify(text));
  }
});

Deno.test("scanObject() gives the spans of keys and values in the text's order", pure, () => {
  const text = ' {"b" : [1, {"x":2}] ,\n\t"é\\"": "日本", "b":null}';
  const bytes = encode(text), span = scanObject(bytes, 1), slices: string[] = [];
  for (let i = 0; i < span.members.length; i += 2) {
    slices.push(decode(bytes.subarray(span.members[i], span.members[i + 1])));
  }
  assertEquals(slices, ['"b"', '[1, {"x":2}]', '"é\\""', '"日本"', '"b"', "null"]);
  assertEquals([span.start, span.end], [1, bytes.length]);
  assertEquals(scanObject(encode("{ \r\n}"), 0), { start: 0, end: 5, members: [] });
});

Deno.test("scanObject() leaves the passing over of values to its caller's function", pure, () => {
  const bytes = encode('{"a": {"b": 1}, "c": 2}'), seen: number[][] = [];
  scanObject(bytes, 0, (valueStart, keyStart, keyEnd) => {
    seen.push([valueStart, keyStart, keyEnd]);
    return skipValue(bytes, valueStart);
  });
  assertEquals(seen, [[6, 1, 4], [21, 16, 19]]);
});

Deno.test(
  "skipValue() takes exactly the UTF-8 that the Encoding Standard takes, in every two bytes",
  pure,
  () => {
    const bytes = encode('"  "');
    for (let first = 0x80; first <= 0xff; first++) {
      for (let second = 0x20; second <= 0xff; second++) {
        bytes[1] = first;
        bytes[2] = second;
        assertEquals(
          accepts(bytes),
          parseBytes(bytes) !== undefined,
          `${first.toString(16)} ${second.toString(16)}`,
        );
      }
    }
  },
);

Deno.test(
  "skipValue() takes exactly the UTF-8 that the Encoding Standard takes, at the edges of three and four",
  pure,
  () => {
    const edges = [0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0],
      ends = [0x22, 0x7f, 0x80, 0xbf, 0xc0];
    for (let first = 0xe0; first <= 0xff; first++) {
      for (const second of edges) {
        for (const third of ends) {
          const three = new Uint8Array([0x22, first, second, third, 0x22]);
          assertEquals(accepts(three), parseBytes(three) !== undefined, `${three}`);
          for (const fourth of ends) {
            const four = new Uint8Array([0x22, first, second, third, fourth, 0x22]);
            assertEquals(accepts(four), parseBytes(four) !== undefined, `${four}`);
          }
        }
      }
    }
  },
);

const BROKEN_UTF8: readonly [what: string, bytes: readonly number[]][] = [
  ["a continuation alone", [0x80]],
  ["an overlong slash of two bytes", [0xc0, 0xaf]],
  ["an overlong NUL of two bytes", [0xc1, 0x80]],
  ["an overlong slash of three bytes", [0xe0, 0x80, 0xaf]],
  ["an overlong form of four bytes", [0xf0, 0x8f, 0xbf, 0xbf]],
  ["a high surrogate", [0xed, 0xa0, 0x80]],
  ["a low surrogate", [0xed, 0xbf, 0xbf]],
  ["a pair of surrogates", [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
  ["U+110000", [0xf4, 0x90, 0x80, 0x80]],
  ["a first byte of five", [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ["FF", [0xff]],
  ["two bytes cut to one", [0xc3]],
  ["three bytes cut to two", [0xe2, 0x82]],
  ["four bytes cut to three", [0xf0, 0x9f, 0x98]],
];

Deno.test("skipValue() names broken UTF-8 where it begins, within a string and outside one", pure, () => {
  for (const [what, broken] of BROKEN_UTF8) {
    const inString = refusal(new Uint8Array([0x22, 0x61, ...broken, 0x22]));
    assertEquals([inString.message, inString.offset], ["it is not UTF-8", 2], what);
    const atEnd = refusal(new Uint8Array([0x22, 0x61, ...broken]));
    assertEquals([atEnd.message, atEnd.offset], ["it is not UTF-8", 2], what);
    const outside = refusal(new Uint8Array([0x5b, ...broken]));
    assertEquals([outside.message, outside.offset], ["it is not UTF-8", 1], what);
  }
  const partOfMark = refusal(new Uint8Array([0xef, 0x41]));
  assertEquals(partOfMark.message, "it is not UTF-8");
});

Deno.test("skipValue() says what stands where something else is due", pure, () => {
  const cases: [text: string, message: string, offset: number][] = [
    ["", "it is empty", 0],
    ["\ufeff{}", "a byte order mark stands where a value is due", 0],
    ["[1, \ufffd]", "U+FFFD stands where a value is due", 4],
    ["[1, x]", '"x" stands where a value is due', 4],
    ["[1 2]", '"2" stands where "," or "]" is due', 3],
    ['{"a" 1}', '"1" stands where ":" is due', 5],
    ["{1:2}", '"1" stands where a key in double quotes is due', 1],
    ['{"a":1', 'it ends where "," or "}" is due', 6],
    ['"a\n"', "U+000A stands where a string without raw control characters is due", 2],
    ["1 1", '"1" stands where the end of the text is due', 2],
    ["[\u{1f600}]", "U+1F600 stands where a value is due", 1],
  ];
  for (const [text, message, offset] of cases) {
    const error = refusal(encode(text));
    assertEquals([error.message, error.offset], [message, offset], text);
  }
});

Deno.test("skipValue() goes a million levels deep without a stack", pure, () => {
  const depth = 1_000_000;
  const arrays = encode("[".repeat(depth) + "]".repeat(depth));
  assertEquals(skipValue(arrays, 0), arrays.length);
  const objects = encode('{"a":'.repeat(depth) + "1" + "}".repeat(depth));
  assertEquals(skipValue(objects, 0), objects.length);
  assertEquals(refusal(encode("[".repeat(depth))).offset, depth);
  assertEquals(refusal(encode("[".repeat(depth) + "}")).offset, depth);
});

Deno.test("skipValue() takes time in proportion to the text", pure, () => {
  const long = 4_000_000, start = performance.now();
  for (
    const text of [
      `"${"\\\\".repeat(long / 2)}"`,
      `"${"\\u0041".repeat(long / 6)}"`,
      `"${"é".repeat(long / 2)}"`,
      "9".repeat(long),
      " ".repeat(long) + "1",
      `[${"1,".repeat(long / 2)}1]`,
    ]
  ) assert(accepts(encode(text)));
  assert(!accepts(encode('"' + "\\".repeat(long) + "x")));
  // Anything quadratic would take hours.
  assertLess(performance.now() - start, 10_000);
});

Deno.test("placeOf() counts lines and characters from 1, whatever the line breaks and widths", pure, () => {
  const bytes = encode('{\r\n  "é": 1,\n\n\t"日本\u{1f600}": x\r\n}');
  const places: [before: string, line: number, column: number][] = [
    ["", 1, 1],
    ["{", 1, 2],
    ["{\r\n", 2, 1],
    ['{\r\n  "é"', 2, 6],
    ['{\r\n  "é": 1,\n', 3, 1],
    ['{\r\n  "é": 1,\n\n', 4, 1],
    ['{\r\n  "é": 1,\n\n\t"日本\u{1f600}": ', 4, 9],
    ['{\r\n  "é": 1,\n\n\t"日本\u{1f600}": x\r\n}', 5, 2],
  ];
  for (const [before, line, column] of places) {
    assertEquals(placeOf(bytes, encode(before).length), { line, column }, JSON.stringify(before));
  }
  const error = refusal(bytes);
  assertEquals(placeOf(bytes, error.offset), { line: 4, column: 9 });
  assertStringIncludes(error.message, '"x"');
});

Deno.test("placeOf() finds a place in one very long line without copying it", pure, () => {
  const bytes = new Uint8Array(20_000_000).fill(0x61), start = performance.now();
  assertEquals(placeOf(bytes, bytes.length), { line: 1, column: bytes.length + 1 });
  assertLess(performance.now() - start, 2_000);
});

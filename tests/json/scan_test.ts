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
import { flatObjectText, mutated, objectText, parse, valueText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;

/** Whether a whole text is one value; any error but a JsonSyntaxError within the text is a fault. */
function accepts(text: string, scan: (text: string, at: number) => number = skipValue): boolean {
  try {
    expectEnd(text, scan(text, skipSpace(text, 0)));
    return true;
  } catch (error) {
    assertInstanceOf(error, JsonSyntaxError);
    assert(error.offset >= 0 && error.offset <= text.length, `offset ${error.offset} of ${text.length}`);
    return false;
  }
}

const scanWhole = (text: string, at: number) => scanObject(text, at).end;

function refusal(text: string): JsonSyntaxError {
  return assertThrows(() => expectEnd(text, skipValue(text, skipSpace(text, 0))), JsonSyntaxError);
}

/** Passes over a value member by member where it is an object, so that no regular expression takes it whole. */
function skipSlowly(text: string, at: number): number {
  return text[at] === "{"
    ? scanObject(text, at, (start) => skipSlowly(text, start)).end
    : skipValue(text, at);
}

/** Where a scan ends, or where and why it fails. */
function outcome(text: string, at: number, scan: (text: string, at: number) => number) {
  try {
    return { end: scan(text, at) };
  } catch (error) {
    assertInstanceOf(error, JsonSyntaxError);
    return { offset: error.offset, message: error.message };
  }
}

/** Objects whole and with one character wrong, flat as entries mostly are, and nested. */
const anyObject = fc.oneof(flatObjectText, objectText, mutated(flatObjectText), mutated(objectText));

Deno.test("skipValue() accepts every JSON text and ends behind it (RFC 8259)", pure, () => {
  fc.assert(fc.property(valueText, (text) => {
    assert(parse(text));
    assertEquals(skipValue(text, 0), text.length);
  }));
});

Deno.test("skipValue() accepts a text with one character changed exactly when JSON.parse does", pure, () => {
  fc.assert(
    fc.property(mutated(valueText), (text) => assertEquals(accepts(text), parse(text) !== undefined)),
    { numRuns: 3000 },
  );
});

Deno.test(
  "scanObject() accepts an object with one character changed exactly when JSON.parse gives an object",
  pure,
  () => {
    fc.assert(
      fc.property(mutated(objectText), (text) => {
        const parsed = parse(text)?.value;
        const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
        assertEquals(accepts(text, scanWhole), isObject);
      }),
      { numRuns: 3000 },
    );
  },
);

Deno.test("skipValue() accepts what any characters spell exactly when JSON.parse does", pure, () => {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0xff }),
    fc.integer({ min: 0, max: 0xffff }),
    fc.constantFrom(...[...'{}[],:"\\01-+.eEtrufalsn '].map((c) => c.charCodeAt(0))),
  );
  fc.assert(fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
    const text = String.fromCharCode(...units);
    assertEquals(accepts(text), parse(text) !== undefined);
  }));
});

Deno.test(
  "skipValue() takes exactly the characters in a string, and outside one, that JSON.parse takes",
  pure,
  () => {
    for (let code = 0; code <= 0xffff; code++) {
      const c = String.fromCharCode(code), name = code.toString(16);
      for (const text of [`"${c}"`, `{"${c}":[1]}`, `"\\${c}"`, `{${c}"a":1}`, `[${c}1]`]) {
        assertEquals(accepts(text), parse(text) !== undefined, `${name} in ${JSON.stringify(text)}`);
      }
    }
  },
);

Deno.test(
  "skipValue() takes an object whole exactly where, and says of it exactly what, a scan of its members does",
  pure,
  () => {
    fc.assert(
      fc.property(anyObject, mutated(fc.constant("")), mutated(fc.constant("")), (text, before, behind) => {
        const all = before + text + behind;
        assertEquals(outcome(all, before.length, skipValue), outcome(all, before.length, skipSlowly));
      }),
      { numRuns: 5000 },
    );
  },
);

Deno.test(
  "skipValue() ends an object where JSON.parse can read it, and refuses one that it can read nowhere",
  pure,
  () => {
    fc.assert(
      fc.property(anyObject, (text) => {
        fc.pre(text.startsWith("{"));
        const { end } = outcome(text, 0, skipValue);
        const ends = [...text.matchAll(/\}/g)].map(({ index }) => index + 1);
        const whole = ends.filter((at) => parse(text.slice(0, at)) !== undefined);
        assertEquals(end === undefined ? [] : [end], whole);
      }),
      { numRuns: 5000 },
    );
  },
);

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
    assertEquals(parse(text), undefined);
    // Alone, within an array, and where a regular expression takes the object whole.
    for (const around of [text, `[${text}]`, `{"k":${text}}`, `{"k":[${text}],"l":1}`]) {
      if (parse(around) === undefined) assert(!accepts(around), JSON.stringify(around));
    }
  }
});

Deno.test("scanObject() gives the spans of keys and values in the text's order", pure, () => {
  const text = ' {"b" : [1, {"x":2}] ,\n\t"é\\"": "日本", "b":null}';
  const span = scanObject(text, 1), slices: string[] = [];
  for (let i = 0; i < span.members.length; i += 2) {
    slices.push(text.slice(span.members[i], span.members[i + 1]));
  }
  assertEquals(slices, ['"b"', '[1, {"x":2}]', '"é\\""', '"日本"', '"b"', "null"]);
  assertEquals([span.start, span.end], [1, text.length]);
  assertEquals(scanObject("{ \r\n}", 0), { start: 0, end: 5, members: [] });
});

Deno.test("scanObject() counts in UTF-16 units", pure, () => {
  // { " \u{1f600} " : " \u00e9 " } : a character of two units, and one of one
  assertEquals(scanObject('{"\u{1f600}":"\u00e9"}', 0), { start: 0, end: 10, members: [1, 5, 6, 9] });
});

Deno.test("scanObject() leaves the passing over of values to its caller's function", pure, () => {
  const text = '{"a": {"b": 1}, "c": 2}', seen: number[][] = [];
  scanObject(text, 0, (valueStart, keyStart, keyEnd) => {
    seen.push([valueStart, keyStart, keyEnd]);
    return skipValue(text, valueStart);
  });
  assertEquals(seen, [[6, 1, 4], [21, 16, 19]]);
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
    const error = refusal(text);
    assertEquals([error.message, error.offset], [message, offset], text);
  }
});

Deno.test("skipValue() goes a million levels deep without a stack", pure, () => {
  const depth = 1_000_000;
  const arrays = "[".repeat(depth) + "]".repeat(depth);
  assertEquals(skipValue(arrays, 0), arrays.length);
  const objects = '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
  assertEquals(skipValue(objects, 0), objects.length);
  assertEquals(refusal("[".repeat(depth)).offset, depth);
  assertEquals(refusal("[".repeat(depth) + "}").offset, depth);
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
  ) assert(accepts(text));
  assert(!accepts('"' + "\\".repeat(long) + "x"));
  // Anything quadratic would take hours.
  assertLess(performance.now() - start, 10_000);
});

/** Values of an object that are more than a regular expression keeps track of, or as long as one that is. */
const VAST: Readonly<Record<string, () => string>> = {
  "2,000,000 members": () => {
    const members = Array.from({ length: 2_000_000 }, (_, i) => `"k${i}":${i}`);
    return `{${members.join(",")}}`;
  },
  "a string of 20,000,000 characters": () => `{"k":"${"a".repeat(20_000_000)}"}`,
  "a string of 20,000,000 characters beyond Latin 1": () => `{"k":"${"\u65e5".repeat(20_000_000)}"}`,
  "a key of 20,000,000 characters": () => `{"${"a".repeat(20_000_000)}":1}`,
  "a string of 2,000,000 escapes": () => `{"k":"${"\\n".repeat(2_000_000)}"}`,
  "a string of 2,000,000 escapes, each behind a character": () => `{"k":"${"a\\u0041".repeat(2_000_000)}"}`,
  "an array of 3,000,000 numbers": () => `{"k":[${"1, ".repeat(2_999_999)}1]}`,
  "a number of 4,000,000 digits": () => `{"k":${"9".repeat(4_000_000)}}`,
  "4,000,000 spaces": () => `{"k":${" ".repeat(4_000_000)}1}`,
};

for (const [what, make] of Object.entries(VAST)) {
  Deno.test(
    `skipValue() passes over an object with ${what}, and refuses it broken, in time in proportion`,
    pure,
    () => {
      const text = make(), start = performance.now();
      assertEquals(skipValue(text, 0), text.length);
      assertEquals(scanObject(text, 0).end, text.length);
      assertEquals(skipValue(`[${text},${text}]`, 0), 2 * text.length + 3);
      const cut = refusal(text.slice(0, -1));
      assertEquals(cut.offset, text.length - 1);
      // The fault at the very end, where all that stands before it could be gone through again.
      assertEquals(refusal(text.slice(0, -1) + "]").offset, text.length - 1);
      // Anything quadratic would take hours.
      assertLess(performance.now() - start, 20_000);
    },
  );
}

Deno.test("skipValue() takes time in proportion to the text, however its objects are nested", pure, () => {
  const wide = '{"a":"b","c":[1,2,3]', depth = 200_000, start = performance.now();
  for (
    const text of [
      `${`${wide},"d":`.repeat(depth)}1${"}".repeat(depth)}`,
      `${`${wide},"d":[`.repeat(depth)}1${"]}".repeat(depth)}`,
      `${'{"d":'.repeat(depth)}1${',"a":"b","c":[1,2,3]}'.repeat(depth)}`,
      `[${`${wide},"d":{}},`.repeat(depth)}1]`,
    ]
  ) {
    assertEquals(skipValue(text, 0), text.length);
    assertEquals(refusal(text.slice(0, -1)).offset, text.length - 1);
  }
  // Anything quadratic would take hours.
  assertLess(performance.now() - start, 20_000);
});

Deno.test("placeOf() counts lines and characters from 1, whatever the line breaks and widths", pure, () => {
  const text = '{\r\n  "\u00e9": 1,\n\n\t"\u65e5\u672c\u{1f600}": x\r\n}';
  const places: [before: string, line: number, column: number][] = [
    ["", 1, 1],
    ["{", 1, 2],
    ["{\r\n", 2, 1],
    ['{\r\n  "\u00e9"', 2, 6],
    ['{\r\n  "\u00e9": 1,\n', 3, 1],
    ['{\r\n  "\u00e9": 1,\n\n', 4, 1],
    ['{\r\n  "\u00e9": 1,\n\n\t"\u65e5\u672c\u{1f600}": ', 4, 9],
    [text, 5, 2],
  ];
  for (const [before, line, column] of places) {
    assert(text.startsWith(before));
    assertEquals(placeOf(text, before.length), { line, column }, JSON.stringify(before));
  }
  const error = refusal(text);
  assertEquals(placeOf(text, error.offset), { line: 4, column: 9 });
  assertStringIncludes(error.message, '"x"');
});

Deno.test("placeOf() finds a place in one very long line without copying it", pure, () => {
  const text = "a".repeat(20_000_000), start = performance.now();
  assertEquals(placeOf(text, text.length), { line: 1, column: text.length + 1 });
  assertLess(performance.now() - start, 2_000);
});

Deno.test("scanObject() finds the same where flat members are passed over in one step, and the same faults", () => {
  const flat = fc.dictionary(
    fc.string({ maxLength: 3 }),
    fc.oneof(fc.string(), fc.double(), fc.constant(["}", 1])),
  );
  const values = fc.dictionary(
    fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('"', "\\", "a\n", "}", "{")),
    fc.oneof({ weight: 3, arbitrary: flat }, fc.jsonValue({ maxDepth: 2 })),
    { maxKeys: 8 },
  );
  const outcome = (text: string, isStepped: boolean) => {
    const found: string[] = [];
    const note = (start: number, end: number) => void found.push(text.slice(start, end));
    try {
      const skip = (start: number, from: number, to: number) => {
        note(from, to);
        return skipValue(text, start);
      };
      const { start, end, members } = scanObject(text, 0, skip, isStepped ? note : undefined);
      return { start, end, members: Array.from(members), found };
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      return { message: error.message, offset: error.offset };
    }
  };
  fc.assert(
    fc.property(
      values,
      fc.constantFrom(0, 2, "\t"),
      fc.nat(),
      fc.constantFrom("", "}", ",", '"', "{", " "),
      (value, indent, at, other) => {
        const text = JSON.stringify(value, null, indent), place = at % text.length;
        assertEquals(outcome(text, true), outcome(text, false));
        const broken = text.slice(0, place) + other + text.slice(place + 1);
        assertEquals(outcome(broken, true), outcome(broken, false), broken);
      },
    ),
    { numRuns: 1000 },
  );
});

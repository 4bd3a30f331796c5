import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { entriesInPieces } from "../../lib/memory/entries_in_pieces.ts";
import { StoreText } from "../../lib/memory/store_text.ts";
import { piecesOf } from "../support/pieces.ts";

type Passed = readonly (readonly [key: string, text: string])[];

function passedOver(text: string, size: number): Passed | undefined {
  const passed: [string, string][] = [];
  const count = entriesInPieces(piecesOf(text, size), (key, entry) => passed.push([key, entry]));
  if (count !== undefined) assertEquals(count, passed.length);
  return count === undefined ? undefined : passed;
}

/** What reading the text whole gives; `undefined` where it is no store, or an entry in it is no object. */
function readWhole(text: string): Passed | undefined {
  try {
    const read = new StoreText(text);
    if (read.bad.length > 0) return undefined;
    return [...read.read("shared")].map(({ key, text }) => [key, text] as const);
  } catch {
    return undefined;
  }
}

const space = fc.constantFrom("", "", " ", "\n  ", "\r\n\t");
const time = fc.constantFrom(
  '"2026-10-13T09:41:07Z"',
  '"2026-10-13T09:41:07.25+00:00"',
  '"soon"',
  '["2026-10-13T09:41:07Z"]',
);
const value = fc.constantFrom(
  '"v"',
  '"a \\"quoted\\" one, {}"',
  '"},\\n \\"k\\": {"',
  '"\\u00e9 \\\\"',
  '"Привет"',
  "-1.50e3",
  "true",
  "[]",
  '["a" , null ,7]',
  "{}",
  '{"timestamp": "2026-10-13T09:41:07Z", "entries": {}}',
  '[{"a": 1}]',
);
const entry = fc.tuple(space, value, time, fc.boolean()).map(([s, value, time, isFirst]) => {
  const members = [`"value"${s}:${s}${value}`, `"timestamp":${s}${time}`, `"tags" :${s}[${s}]`];
  return `{${s}${(isFirst ? members.reverse() : members).join(`${s},${s}`)}${s}}`;
});
const rest = fc.constantFrom(
  "",
  '"type": "shared", ',
  '"note": "\\"entries\\": {", ',
  '"more": {"entries": {"k": {}}}, ',
);
const store = fc.tuple(
  rest,
  space,
  fc.array(fc.tuple(fc.string({ maxLength: 30 }), entry), { maxLength: 8 }),
  rest,
)
  .map(([before, s, entries, after]) => {
    const members = entries.map(([key, text], i) => `${JSON.stringify(key + i)}${s}:${s}${text}${s}`);
    const tail = after.replace(/^"|, $/g, (part) => part === '"' ? ', "z' : "");
    return `${s}{${before}"entries"${s}:${s}{${s}${members.join(`,${s}`)}}${tail}${s}}${s}`;
  });
const size = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 2000 }));

Deno.test("what is passed over in pieces, however they are cut, are the entries that reading it whole gives (§8.2)", () => {
  let told = 0, runs = 0;
  fc.assert(
    fc.property(store, size, (text, size) => {
      const passed = passedOver(text, size), whole = readWhole(text);
      assert(whole, text);
      runs++;
      if (passed) told++;
      assertEquals(passed ?? whole, whole);
      // Only what could be mistaken for the entries has to be read whole.
      if (!/"(?:note|more)".*"entries.*"entries/s.test(text)) assert(passed, text);
    }),
    { numRuns: 1500 },
  );
  assert(told > runs / 4, `${told} of ${runs}`);
});

Deno.test("what is wrong with a store is not passed over: it is read whole, which says what it is (§8.2)", () => {
  const change = fc.tuple(
    fc.nat(),
    fc.constantFrom("", "}", "{", ",", '"', ":", "\\", "\u0001", "\ufffd", "7"),
    fc.nat(2),
  );
  let wrong = 0;
  fc.assert(
    fc.property(store, change, size, (text, [at, put, out], size) => {
      const from = at % (text.length + 1), changed = text.slice(0, from) + put + text.slice(from + out);
      const passed = passedOver(changed, size), whole = readWhole(changed);
      if (!whole) wrong++;
      if (passed) assertEquals(passed, whole);
    }),
    { numRuns: 4000 },
  );
  assert(wrong > 1000, `${wrong} were wrong`);
});

Deno.test("a key that is there twice, an entry that is no object, and a file that ends too early have to be read whole", () => {
  const whole = '{"entries": {"a": {"timestamp": "2026-10-13T09:41:07Z"}, "b": {"value": {}}}, "z": 1}';
  assertEquals(passedOver(whole, 7)?.length, 2);
  for (let end = 0; end < whole.length; end++) assertEquals(passedOver(whole.slice(0, end), 7), undefined);
  for (const text of [whole.replace('"b"', '"a"'), whole.replace('"b"', '"\\u0061"')]) {
    for (const size of [1, 7, 1000]) assertEquals(passedOver(text, size), undefined, text);
  }
  assertEquals(passedOver(whole.replace('{"value": {}}', "[]"), 7), undefined);
  assertEquals(passedOver(whole.replace("}}}", "}},}"), 7), undefined);
  assertEquals(passedOver(`${whole} x`, 7), undefined);
  assertEquals(passedOver(`\ufeff${whole}`, 7), undefined);
  assertEquals(passedOver(whole.replace('"z"', '"entries"'), 7), undefined);
});

Deno.test("an entry of megabytes, which no piece holds, and one of a million members are read a few times at most", () => {
  const long = `{"entries": {"a": {"value": "${"x".repeat(8_000_000)}"}, "b": {}}}`;
  const many = `{"entries": {"a": {"value": [${"1,".repeat(1_000_000)}2]}, "b": {}}}`;
  for (const text of [long, many, `${long.slice(0, -3)}`]) {
    const began = performance.now();
    assertEquals(passedOver(text, 65_536)?.length, text.endsWith("}}}") ? 2 : undefined);
    const took = performance.now() - began;
    // To read each again with every piece would take more than a hundred times as long.
    assert(took < 3000, `${took} ms`);
  }
});

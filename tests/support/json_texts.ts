/**
 * Arbitrary JSON texts in spellings that `JSON.stringify` never gives: odd white space, escapes, lone surrogates,
 * numbers whose digits matter.
 *
 * @module
 */

import fc from "npm:fast-check@4.11.0";

/** White space of JSON, often none. */
export const space: fc.Arbitrary<string> = fc.array(fc.constantFrom(" ", "\t", "\n", "\r\n"), {
  maxLength: 3,
})
  .map((parts) => parts.join(""));

/** A number whose spelling `JSON.parse` followed by `JSON.stringify` would often change. */
export const numberText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "0",
    "-0",
    "1.0",
    "1.10",
    "8.10",
    "1e5",
    "1E+05",
    "77950e8",
    "-1.5e-10",
    "0.1000",
    "1e400",
    "1e-999",
  ),
  fc.constantFrom("12345678901234567890", "9007199254740993", "-98765432109876543210.50"),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
);

/**
 * A string's text, with its quotes; lone surrogates stand in it only as escapes, so that it has a UTF-8. It never ends
 * in a backslash: V8 15.0 gives a key that is one quotation mark, spelled as an escape, the name of a backslash, where it
 * has just read that key in a like object, and so would be no oracle.
 */
export const stringText: fc.Arbitrary<string> = fc.array(
  fc.oneof(
    fc.constantFrom(..."abz019_-. {}[]:,/'é日\u{1f600}\u{1f469}\u200d\u2028\u202e\ufeff\ufffd\x7f\x80"),
    fc.constantFrom('\\"', "\\\\_", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"),
    fc.constantFrom("\\u0041", "\\u00E9", "\\u00e9", "\\u0000", "\\ud83d\\ude00", "\\ud800", "\\uDFFF"),
  ),
  { maxLength: 8 },
).map((parts) => `"${parts.join("")}"`);

/** An array's or object's text made of its members' texts, with white space wherever it may stand. */
function container(
  open: string,
  members: readonly string[],
  close: string,
  spaces: readonly string[],
): string {
  const pad = (at: number) => spaces[at % spaces.length] ?? "";
  return open + pad(0) + members.map((member, i) => pad(i + 1) + member + pad(i + 2)).join(",") + close;
}

const spaces = fc.array(space, { minLength: 1, maxLength: 5 });

const tree = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("true", "false", "null"),
    numberText,
    stringText,
    tie("array"),
    tie("object"),
  ),
  array: fc.tuple(fc.array(tie("value"), { maxLength: 4 }), spaces)
    .map(([items, around]) => container("[", items, "]", around)),
  object: fc.tuple(fc.array(fc.tuple(stringText, space, space, tie("value")), { maxLength: 4 }), spaces)
    .map(([members, around]) =>
      container(
        "{",
        members.map(([key, before, after, value]) => `${key}${before}:${after}${value}`),
        "}",
        around,
      )
    ),
}));

const scalarText = fc.oneof(fc.constantFrom("true", "false", "null"), numberText, stringText);

/** An object's text whose values are scalars and arrays of them, with white space wherever it may stand. */
export const flatObjectText: fc.Arbitrary<string> = fc.tuple(
  fc.array(
    fc.tuple(
      stringText,
      space,
      space,
      fc.oneof(
        scalarText,
        fc.tuple(fc.array(scalarText, { maxLength: 4 }), spaces)
          .map(([items, around]) => container("[", items, "]", around)),
      ),
    ),
    { maxLength: 4 },
  ),
  spaces,
).map(([members, around]) =>
  container(
    "{",
    members.map(([key, before, after, value]) => key + before + ":" + after + value),
    "}",
    around,
  )
);

/** Any JSON value's text, without white space around it. */
export const valueText: fc.Arbitrary<string> = tree.value;

/** Any JSON object's text, a key in it now and then twice. */
export const objectText: fc.Arbitrary<string> = tree.object;

/** A key that a plain object would lose, reorder or inherit, or any string at all. */
export const key: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "2026",
    "01",
    "0",
    "-1",
    "length",
  ),
  fc.constantFrom(
    " ",
    "\t",
    "\u200b",
    "entries",
    "value",
    "a b",
    "\ud800",
    "x\udfff",
    "cafe\u0301",
    "caf\u00e9",
  ),
  fc.constantFrom("x".repeat(10_000), '"', "\\n", "\n", "\u2028", "\u{1f600}"),
  fc.string({ minLength: 1, maxLength: 12, unit: "binary" }),
);

/** How a text lays out what stands in an object, from one line to a blank line between members. */
export interface Spacing {
  readonly open: string;
  readonly gap: string;
  readonly close: string;
  readonly colon: string;
  readonly beforeComma: string;
}

/** The spacings that people and programs write, and some that nobody does. */
export const spacing: fc.Arbitrary<Spacing> = fc.oneof(
  fc.constantFrom<Spacing>(
    { open: "", gap: "", close: "", colon: ":", beforeComma: "" },
    { open: "", gap: " ", close: "", colon: ": ", beforeComma: "" },
    { open: " ", gap: " ", close: " ", colon: " : ", beforeComma: "" },
    { open: "\n  ", gap: "\n  ", close: "\n", colon: ": ", beforeComma: "" },
    { open: "\n\t", gap: "\n\t", close: "\n", colon: ": ", beforeComma: "" },
    { open: "\r\n    ", gap: "\r\n    ", close: "\r\n", colon: ": ", beforeComma: "" },
    { open: " ", gap: " ", close: "\n", colon: ":", beforeComma: "\n" },
    { open: "\n\n", gap: "\n\n", close: "\n\n", colon: ":\n", beforeComma: "" },
  ),
  fc.record({
    open: space,
    gap: space,
    close: space,
    colon: fc.constantFrom(":", ": ", "\t:\n"),
    beforeComma: space,
  }),
);

/** An object's text from its members' texts. */
export function layOutMembers(
  members: readonly (readonly [key: string, value: string])[],
  s: Spacing,
): string {
  if (members.length === 0) return `{${s.close}}`;
  const inner = members.map(([key, value]) => key + s.colon + value).join(s.beforeComma + "," + s.gap);
  return "{" + s.open + inner + s.close + "}";
}

/** Where a mutation is, and what it does there. */
const mutation = fc.tuple(fc.nat(), fc.constantFrom("put", "take", "replace"));

/** A text with one UTF-16 unit put in, taken out or replaced. */
export function mutated(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const unit = fc.oneof(
    fc.constantFrom(..."{}[],:\"\\0-.eEtfnu \t\n\r'/"),
    fc.constantFrom(..."\0\b\v\f\x1f\x7f\x80\xa0\u2028\ud800\udfff\ufeff\ufffd\uffff".split("")),
    fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  );
  return fc.tuple(text, mutation, unit).map(([json, [place, how], u]) => {
    const at = place % (json.length + 1);
    return json.slice(0, at) + (how === "take" ? "" : u) + json.slice(how === "put" ? at : at + 1);
  });
}

/** The UTF-8 of a text with one byte put in, taken out or replaced. */
export function mutatedBytes(text: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array<ArrayBuffer>> {
  const byte = fc.oneof(
    fc.constantFrom(...[..."{}[],:\"\\0-.eEtfnu \t\n\r'/"].map((c) => c.charCodeAt(0))),
    fc.constantFrom(0x00, 0x1f, 0x7f, 0x80, 0xbd, 0xbf, 0xc0, 0xc2, 0xe2, 0xed, 0xef, 0xf4, 0xf5, 0xff),
    fc.integer({ min: 0, max: 255 }),
  );
  return fc.tuple(text, mutation, byte).map(([json, [place, how], b]) => {
    const bytes = new TextEncoder().encode(json), at = place % (bytes.length + 1);
    const rest = bytes.subarray(how === "put" ? at : at + 1);
    return new Uint8Array([...bytes.subarray(0, at), ...how === "take" ? [] : [b], ...rest]);
  });
}

/** What `JSON.parse` makes of a text; `undefined` where it refuses. */
export function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** What a decoder that takes nothing but UTF-8 makes of bytes, a byte order mark kept; `undefined` where it refuses. */
export function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What `JSON.parse` makes of bytes that must be UTF-8 without a byte order mark; `undefined` where it refuses. */
export function parseBytes(bytes: Uint8Array): { readonly value: unknown } | undefined {
  const text = decodeStrictly(bytes);
  return text === undefined ? undefined : parse(text);
}

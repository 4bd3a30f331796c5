import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { compactBytes, sortedBytes } from "../../lib/json/canonical.ts";
import { compact } from "../../lib/json/layout.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

const values = fc.jsonValue({ maxDepth: 5, stringUnit: "grapheme" });

Deno.test("compactBytes() takes out the white space between tokens, and nothing else", () => {
  fc.assert(fc.property(values, fc.constantFrom(0, 1, 4, "\t"), (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    assertEquals(decode(compactBytes(encode(text))), JSON.stringify(value));
  }));
  for (const text of ['{"a" : [ 1.0 , "x \\" y" ] }', '[\r\n\t"\\\\" , "\\\\\\" "\r\n]', '"a b"', " 1 "]) {
    assertEquals(decode(compactBytes(encode(text))), compact(text.trim()));
  }
  const bytes = encode('{"a":1}');
  assertStrictEquals(compactBytes(bytes), bytes);
});

Deno.test("sortedBytes() puts names in the order of their UTF-16 code units, and keeps every scalar as it is spelled", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.oneof(
            fc.string({ unit: "binary" }),
            fc.constantFrom("a", "aa", "é", "\ufb01", "😀", "Z", "", '"'),
          ),
          fc.constantFrom("1.0", "-0", "1e2", '"\\u00e9"', "[]", "null", '{"b":1,"a":{"d":1,"c":2.50}}'),
        ),
      ),
      (members) => {
        const unique = new Map(members.filter(([name]) => name.isWellFormed()));
        const text = `{${[...unique].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`;
        const sorted = [...unique].sort(([a], [b]) => a < b ? -1 : 1)
          .map(([name, value]) =>
            `${JSON.stringify(name)}:${
              value.replace('{"b":1,"a":{"d":1,"c":2.50}}', '{"a":{"c":2.50,"d":1},"b":1}')
            }`
          );
        assertEquals(decode(sortedBytes(encode(`[${text},0]`))), `[{${sorted.join()}},0]`);
      },
    ),
  );
  const inOrder = encode('[{"a":1,"b":{"c":[{}]}},{},[[]]]');
  assertStrictEquals(sortedBytes(inOrder), inOrder);
  // By what they say, not by how they are spelled.
  assertEquals(decode(sortedBytes(encode('{"b":1,"\\u0061":2}'))), '{"\\u0061":2,"b":1}');
  assertEquals(decode(sortedBytes(encode('{"\ufb01":1,"😀":2}'))), '{"😀":2,"\ufb01":1}');
  assertEquals(decode(sortedBytes(encode("17"))), "17");
  const all = [
    "",
    "a",
    "\n",
    '"',
    "\\",
    "z",
    "é",
    "\u07ff",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "😀",
    "\u{10ffff}",
    "ab",
    "éa",
    "😀a",
  ];
  fc.assert(fc.property(fc.shuffledSubarray(all), (names) => {
    const text = (list: readonly string[]) => `{${list.map((name) => `${JSON.stringify(name)}:1`).join()}}`;
    assertEquals(decode(sortedBytes(encode(text(names)))), text([...names].sort()));
  }));
});

Deno.test("names of very many escapes are put in order in no time", () => {
  const prefix = "\\u0001".repeat(330),
    names = Array.from({ length: 3000 }, (_, i) => (i * 7919 % 3001) + "");
  const text = `{${names.map((name) => `"${prefix}\\u00e9${name}":1,"${prefix}${name}":1`)}}`;
  const began = performance.now(), sorted = decode(sortedBytes(encode(text)));
  assert(performance.now() - began < 2000);
  const keys = [...sorted.matchAll(/"((?:[^"\\]|\\.)*)":/g)].map(([, key]) => JSON.parse(`"${key}"`));
  assertEquals(keys, [...keys].sort());
});

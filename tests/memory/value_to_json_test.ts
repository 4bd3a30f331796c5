import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { JsonText, type JsonValue } from "../../lib/json/exact.ts";
import { compact } from "../../lib/json/layout.ts";
import { jsonTextOf, valueOfWords } from "../../lib/memory/value_to_json.ts";
import { valueText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;

/** The JSON text that words are stored as. */
const storedAs = (words: string) => jsonTextOf(valueOfWords(words));

Deno.test(
  "valueOfWords() takes words that are JSON for that JSON value, as it is spelled (§9.1, BR-86, BR-88)",
  pure,
  () => {
    const json = [
      "42",
      "-5",
      "0",
      "-0",
      "77950e8",
      "8.10",
      "1.0",
      "12345678901234567890",
      "1e5",
      "1e308",
      "1e-999",
      "true",
      "null",
      '"quoted"',
      '"\\ud800"',
      "[]",
      '{"a":1,"a":2,"__proto__":1.10}',
    ];
    for (const words of json) {
      assert(valueOfWords(words) instanceof JsonText, words);
      assertEquals(storedAs(words), words);
    }
    assertEquals(storedAs(' {"a" : 1,\n "b": [ 1.10 ]} '), '{"a":1,"b":[1.10]}');
    assertEquals(storedAs(" 42 "), "42");
  },
);

Deno.test("valueOfWords() takes all other words for a string (§9.1, BR-89)", pure, () => {
  const strings = [
    "hello world",
    "",
    " ",
    "NaN",
    "Infinity",
    "-Infinity",
    "0x10",
    "1_000",
    ".5",
    "5.",
    "+1",
    "01",
    "007",
    "'a'",
    "undefined",
    "True",
    "{a: 1}",
    "[1,]",
    '"open',
    "1 2",
    "-",
    "\ufeff1",
    "{}{}",
  ];
  for (const words of strings) assertEquals(valueOfWords(words), words);
});

Deno.test(
  "valueOfWords() takes a number beyond a double for a string, also within a value (§9.1)",
  pure,
  () => {
    for (const words of ["1e999", "-1e999", "[1e999]", '{"a": [1, -1e400]}']) {
      assertEquals(valueOfWords(words), words);
      assertEquals(JSON.parse(storedAs(words)), words);
    }
  },
);

Deno.test("valueOfWords() takes words nested a hundred thousand levels deep", pure, () => {
  const words = "[".repeat(100_000) + "]".repeat(100_000);
  assertEquals(storedAs(words), words);
});

Deno.test("jsonTextOf() writes every JSON value so that it reads back equal", pure, () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assertEquals(JSON.parse(jsonTextOf(value as JsonValue)), JSON.parse(JSON.stringify(value)));
  }));
  fc.assert(fc.property(valueText, (text) => assertEquals(jsonTextOf(new JsonText(text)), compact(text))));
  assertEquals(jsonTextOf("\ud800x\u{1f600}"), '"\\ud800x\u{1f600}"');
  assertEquals(jsonTextOf(JSON.parse('{"__proto__":{"toString":1}}')), '{"__proto__":{"toString":1}}');
  assertEquals(jsonTextOf(-0), "-0");
});

Deno.test("jsonTextOf() refuses what JSON cannot hold, instead of writing something else", pure, () => {
  const refuse = (value: unknown, kind: new () => Error) =>
    assertThrows(() => jsonTextOf(value as JsonValue), kind);
  for (const number of [NaN, Infinity, -Infinity]) {
    refuse(number, RangeError);
    refuse([{ a: number }], RangeError);
  }
  for (const value of [undefined, () => 1, Symbol("s"), 1n]) {
    refuse(value, TypeError);
    refuse([value], TypeError);
    refuse({ a: value }, TypeError);
  }
  const self: unknown[] = [];
  self.push(self);
  assertThrows(() => jsonTextOf(self as JsonValue), TypeError);
});

import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { isWritable, JsonText } from "../../lib/json/exact.ts";
import { valueText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;

Deno.test("JsonText keeps the spelling of a JSON text, without white space around it", pure, () => {
  for (
    const text of ["12345678901234567890", "1.10", "-0", "1e999", '"\\u0041"', '{"a" : 1, "a" : 2}', "null"]
  ) {
    assertEquals(new JsonText(`\r\n\t ${text} \n`).text, text);
  }
  fc.assert(fc.property(valueText, (text) => assertEquals(new JsonText(text).text, text)));
});

Deno.test("JsonText writes a lone surrogate as its escape, and leaves pairs alone", pure, () => {
  const unit = (code: number) => String.fromCharCode(code);
  assertEquals(new JsonText(`"a${unit(0xd800)}b"`).text, '"a\\ud800b"');
  assertEquals(new JsonText(`{"${unit(0xdfff)}":["\u{1f600}"]}`).text, '{"\\udfff":["\u{1f600}"]}');
  assertEquals(new JsonText(`"\\\\${unit(0xd83d)}"`).text, '"\\\\\\ud83d"');
});

Deno.test("JsonText refuses what is not JSON", pure, () => {
  for (const text of ["", " ", "NaN", "{", "1 2", "'a'", "\ufeff1", "01"]) {
    assertThrows(() => new JsonText(text), SyntaxError);
  }
});

Deno.test("isWritable() tells whether all numbers fit a double, at any depth (§9.1)", pure, () => {
  for (const text of ["1e999", "-1e999", "[1, [2, 1e400]]", '{"a": {"__proto__": 1e309}}']) {
    assert(!isWritable(JSON.parse(text)), text);
  }
  for (const text of ["1e308", "1e-999", '"1e999"', "null", "[]", '{"a": [true]}']) {
    assert(isWritable(JSON.parse(text)), text);
  }
  assert(isWritable(JSON.parse("[".repeat(500_000) + "]".repeat(500_000))));
});

import { assertEquals, assertLess } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { compact, type JsonStyle, layOut, tokensOf } from "../../lib/json/layout.ts";
import { valueText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;

const lines = (unit: string, newline: "\n" | "\r\n" = "\n"): JsonStyle => ({
  newline,
  unit,
  colon: ": ",
  gap: "",
});
const ONE_LINE: JsonStyle = { newline: "", unit: "", colon: ": ", gap: " " };

Deno.test("tokensOf() spells every token as it was, and leaves out the space between them", pure, () => {
  assertEquals(
    [...tokensOf(' {"a b" : [1.10,-0 , true],"\\"[":{ } }\n')],
    ["{", '"a b"', ":", "[", "1.10", ",", "-0", ",", "true", "]", ",", '"\\"["', ":", "{", "}", "}"],
  );
});

Deno.test("compact() of what JSON.stringify indents is what it writes on one line", pure, () => {
  fc.assert(fc.property(fc.jsonValue(), fc.constantFrom(1, 2, "\t"), (value, indent) => {
    assertEquals(compact(JSON.stringify(value, null, indent)), JSON.stringify(value));
  }));
});

Deno.test("compact() and layOut() change nothing but space between tokens", pure, () => {
  fc.assert(
    fc.property(valueText, fc.constantFrom(lines("  "), lines("\t", "\r\n"), ONE_LINE), (text, style) => {
      const tokens = [...tokensOf(text)];
      assertEquals([...tokensOf(compact(text))], tokens);
      assertEquals([...tokensOf(layOut(text, style, "  "))], tokens);
      assertEquals(compact(layOut(text, style, "")), compact(text));
      assertEquals(JSON.parse(layOut(text, style, "")), JSON.parse(text));
    }),
  );
});

Deno.test("layOut() lays out as JSON.stringify does", pure, () => {
  fc.assert(fc.property(fc.jsonValue(), fc.constantFrom("  ", "    ", "\t"), (value, unit) => {
    assertEquals(layOut(JSON.stringify(value), lines(unit), ""), JSON.stringify(value, null, unit));
  }));
});

Deno.test(
  "layOut() keeps one line one line, and follows the line breaks and the indentation it is given",
  pure,
  () => {
    const text = '{"a":[1,{}],"b":{"c":[]}}';
    assertEquals(layOut(text, ONE_LINE, ""), '{"a": [1, {}], "b": {"c": []}}');
    assertEquals(layOut(text, { ...ONE_LINE, colon: ":", gap: "" }, ""), text);
    assertEquals(
      layOut(text, lines("\t", "\r\n"), "\t"),
      '{\r\n\t\t"a": [\r\n\t\t\t1,\r\n\t\t\t{}\r\n\t\t],\r\n\t\t"b": {\r\n\t\t\t"c": []\r\n\t\t}\r\n\t}',
    );
    assertEquals(layOut(" 1.10 ", lines("  "), "    "), "1.10");
  },
);

Deno.test("layOut() takes room in proportion to the text, however deep it is nested", pure, () => {
  const depth = 20_000, text = "[".repeat(depth) + "]".repeat(depth);
  const laidOut = layOut(text, lines("  "), "");
  assertEquals(compact(laidOut), text);
  assertLess(laidOut.length, 1000 * text.length);
});

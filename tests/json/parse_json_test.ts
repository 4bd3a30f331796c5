import { assertEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { parseJson } from "../../lib/json/parse_json.ts";

Deno.test("a name with an escape is itself, whatever names objects before it had", () => {
  const backslash = String.raw`{"a":1,"\\":2}`, words = String.raw`{"b":1,"x\\n":2}`;
  for (
    const [before, text, names] of [
      [backslash, String.raw`{"a":1,"\n":2}`, ["a", "\n"]],
      [backslash, String.raw`{"a":1,"\"":2}`, ["a", '"']],
      [backslash, String.raw`{"a":1,"\u0062":2}`, ["a", "b"]],
      [words, String.raw`{"b":1,"x\ny":2}`, ["b", "x\ny"]],
    ] as const
  ) {
    JSON.parse(before);
    parseJson(before);
    assertEquals(Object.keys(parseJson(text)), [...names]);
    assertEquals(parseJson(`[{"in":${text}}]`), [{ in: { [names[0]]: 1, [names[1]]: 2 } }]);
  }
});

Deno.test("any value comes back from its text, and what is no JSON is refused as ever", () => {
  const key = fc.oneof(fc.string(), fc.constantFrom("\\", '"', "\n", "a\\", 'a"', "a\\n", "__proto__", "0"));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, 1.5, "\\", 'x"\n'),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.array(fc.tuple(key, tie("value")), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
    ),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(0, 1, "\t"), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      assertEquals(JSON.stringify(parseJson(text), null, indent), text);
    }),
    { numRuns: 2000 },
  );
  for (const text of ["", "{", '{"\\x":1}', '{"a":1}x', '{"\\n":}']) {
    assertThrows(() => parseJson(text), SyntaxError);
  }
  const deep = '{"\\n":'.repeat(5000) + "1" + "}".repeat(5000);
  assertEquals(JSON.stringify(parseJson(deep)).length, deep.length);
});

Deno.test("a name that is said twice counts as JSON.parse has it: the last value, at the first place", () => {
  for (
    const text of [
      '{"\\n":1,"b":2,"\\n":3}',
      '{"b":{"\\u0062":1},"\\n":[],"b":"\\n"}',
      '["\\n",{"1":0,"0":"\\""}]',
    ]
  ) {
    assertEquals(JSON.stringify(parseJson(text)), JSON.stringify(JSON.parse(text)));
  }
});

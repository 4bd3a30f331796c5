import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { sortedBytes } from "../../lib/json/canonical.ts";
import { respelledBytes, respelledNames } from "../../lib/json/respell.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
const values = fc.jsonValue({ maxDepth: 5, stringUnit: "grapheme" });

/** A value as RFC 8785 writes it, by the plainest means. */
function jcs(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jcs).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${jcs(inner)}`).join()}}`;
}

Deno.test("sorted and respelled, a text is what RFC 8785 writes", () => {
  fc.assert(fc.property(values, (value) => {
    const odd = JSON.stringify(value).replaceAll("/", "\\/").replace(
      /[é😀]/gu,
      (c) =>
        [...Array(c.length).keys()].map((i) =>
          `\\u${c.charCodeAt(i).toString(16).padStart(4, "0").toUpperCase()}`
        ).join(""),
    );
    assertEquals(decode(respelledBytes(sortedBytes(encode(odd)))), jcs(value));
  }));
  for (
    const [text, wanted] of [['[1.0,1e2,-0,1E-7,0.10,"\\/"]', '[1,100,0,1e-7,0.1,"/"]'], [
      '["1.0 \\u0041 1e2"]',
      '["1.0 A 1e2"]',
    ]]
  ) {
    assertEquals(decode(respelledBytes(encode(text!))), wanted);
  }
  for (
    const number of [1e21, 1e-7, 123456789012345680000, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, -1e20]
  ) {
    for (
      const spelled of [String(number), number.toExponential(), number.toExponential().replace("e", "0E")]
    ) {
      if (Number(spelled) !== number || !/[.]/.test(spelled) && spelled.includes("0E")) continue;
      assertEquals(
        decode(respelledBytes(encode(`{"a":${spelled}}`))),
        `{"a":${JSON.stringify(number)}}`,
        spelled,
      );
    }
  }
  for (let code = 0; code < 0x300; code++) {
    const hex = code.toString(16).padStart(4, "0");
    for (const escape of [`\\u${hex}`, `\\u${hex.toUpperCase()}`]) {
      const wanted = JSON.stringify(JSON.parse(`["${escape}"]`));
      assertEquals(decode(respelledBytes(encode(`["${escape}"]`))), wanted, escape);
    }
  }
});

Deno.test("numbers in thousands, one behind the other or in objects, known or not, are printed as each alone", () => {
  const spelled = (i: number) => `${i % 3 === 0 ? "-" : ""}${i % 977}.${i % 13}0e${i % 25 - 4}`;
  const short = (i: number) => `${i % 10}.${Math.floor(i / 10) % 100}e${Math.floor(i / 1000) % 10}`;
  for (const number of [spelled, short]) {
    for (const count of [1, 2, 9, 20, 30_000]) {
      const numbers = Array.from({ length: count }, (_, i) => number(i));
      for (
        const text of [
          `[${numbers}]`,
          `[[${numbers}],"1.0",${numbers},{"a":${numbers[0]}},true,${numbers},null]`,
          `[${numbers.map((one) => `{"a":${one}}`)}]`,
          `[${numbers.map((one, i) => i % 2 ? one : "false")}]`,
          `[[${numbers.join("],[")}]]`,
        ]
      ) assertEquals(decode(respelledBytes(encode(text))), JSON.stringify(JSON.parse(text)));
    }
  }
  const longest = `[${"1e20,".repeat(40_000)}1e20]`;
  assertEquals(decode(respelledBytes(encode(longest))), JSON.stringify(JSON.parse(longest)));
});

Deno.test("of names alone nothing else is spelled anew", () => {
  for (
    const [text, wanted] of [
      [
        '{"\\u0061":"\\u0061","b\\/":[1.0,"\\/",{"\\n\\u000a":1e2}]}',
        '{"a":"\\u0061","b/":[1.0,"\\/",{"\\n\\n":1e2}]}',
      ],
      ['["\\u0061",":",{"":":"}]', '["\\u0061",":",{"":":"}]'],
      ['"\\u0061"', '"\\u0061"'],
    ]
  ) assertEquals(decode(respelledNames(encode(text!))), wanted);
});

import { assertEquals, assertInstanceOf, assertLess, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { JsonSyntaxError } from "../../lib/json/scan.ts";
import { decodeUtf8, NotUtf8Error } from "../../lib/json/utf8.ts";
import { decodeStrictly, mutatedBytes, objectText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;
const encode = (text: string) => new TextEncoder().encode(text);

function refusal(bytes: Uint8Array): NotUtf8Error {
  return assertThrows(() => decodeUtf8(bytes), NotUtf8Error);
}

/** What can be read up to the first byte that is not UTF-8: the longest beginning that a strict decoder takes. */
function readable(bytes: Uint8Array): string {
  for (let end = bytes.length;; end--) {
    const text = decodeStrictly(bytes.subarray(0, end));
    if (text !== undefined) return text;
  }
}

/** Checks that bytes are read, or refused with the right place, as a strict decoder reads or refuses them. */
function agree(bytes: Uint8Array): void {
  const strict = decodeStrictly(bytes);
  if (strict !== undefined) return assertStrictEquals(decodeUtf8(bytes), strict);
  const error = refusal(bytes), before = readable(bytes);
  assertEquals(error.offset, before.length, `${bytes}`);
  assertEquals(error.text.slice(0, error.offset), before);
  assertEquals(error.text[error.offset], "\ufffd");
}

Deno.test("decodeUtf8() gives back what was encoded, U+FFFD and a byte order mark included", pure, () => {
  const character = fc.constantFrom(
    "a",
    "é",
    "日",
    "\u{1f600}",
    "\ufffd",
    "\ufeff",
    "\0",
    "\uffff",
    "\u{10ffff}",
  );
  fc.assert(fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
    const text = characters.join("");
    assertStrictEquals(decodeUtf8(encode(text)), text);
  }));
  assertStrictEquals(decodeUtf8(encode("\ufeff{}")), "\ufeff{}");
  assertStrictEquals(decodeUtf8(new Uint8Array()), "");
});

Deno.test(
  "decodeUtf8() reads any bytes as a strict decoder does, and says where they stop being UTF-8",
  pure,
  () => {
    // Parts of characters beside whole ones, those that U+FFFD itself is made of among them.
    const part = fc.oneof(
      fc.constantFrom("a", "é", "日", "\u{1f600}", "\ufffd", "\ufffd\ufffd").map((text) => [...encode(text)]),
      fc.constantFrom(0x80, 0xbf, 0xbd, 0xc0, 0xc3, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xff).map((
        byte,
      ) => [byte]),
      fc.constantFrom([0xef, 0xbf], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80]),
      fc.integer({ min: 0, max: 255 }).map((byte) => [byte]),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => agree(new Uint8Array(parts.flat()))),
      { numRuns: 5000 },
    );
  },
);

Deno.test("decodeUtf8() reads a JSON text with one byte changed as a strict decoder does", pure, () => {
  fc.assert(fc.property(mutatedBytes(objectText), agree), { numRuns: 3000 });
});

Deno.test(
  "decodeUtf8() takes exactly the UTF-8 that the Encoding Standard takes, in every two bytes",
  pure,
  () => {
    const bytes = encode('"  "');
    for (let first = 0x80; first <= 0xff; first++) {
      for (let second = 0x20; second <= 0xff; second++) {
        bytes[1] = first;
        bytes[2] = second;
        agree(bytes);
      }
    }
  },
);

Deno.test(
  "decodeUtf8() takes exactly the UTF-8 that the Encoding Standard takes, at the edges of three and four",
  pure,
  () => {
    const edges = [0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0],
      ends = [0x22, 0x7f, 0x80, 0xbf, 0xc0];
    for (let first = 0xe0; first <= 0xff; first++) {
      for (const second of edges) {
        for (const third of ends) {
          agree(new Uint8Array([0x22, first, second, third, 0x22]));
          for (const fourth of ends) agree(new Uint8Array([0x22, first, second, third, fourth, 0x22]));
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
  ["U+FFFD cut to two", [0xef, 0xbf]],
  ["U+FFFD cut to one", [0xef]],
];

Deno.test(
  "decodeUtf8() names broken UTF-8 where it begins, in UTF-16 units, in the middle and at the end",
  pure,
  () => {
    const face = "\u{1f600}", before = encode(`"${face}\ufffd`); // 1 and 2 and 1 units
    for (const [what, broken] of BROKEN_UTF8) {
      for (const behind of [[], [0x22], [0x61, 0xff]]) {
        const error = refusal(new Uint8Array([...before, ...broken, ...behind]));
        assertEquals([error.message, error.offset], ["it is not UTF-8", 4], what);
        assertEquals(error.text.slice(0, 5), `"${face}\ufffd\ufffd`, what);
        assertInstanceOf(error, JsonSyntaxError);
      }
      assertEquals(refusal(new Uint8Array(broken)).offset, 0, what);
    }
  },
);

Deno.test("decodeUtf8() takes time in proportion to the bytes, also where U+FFFD is among them", pure, () => {
  const bytes = encode("\ufffd".repeat(3_000_000)), start = performance.now();
  assertEquals(decodeUtf8(bytes).length, 3_000_000);
  assertEquals(refusal(bytes.subarray(0, -1)).offset, 2_999_999);
  // Anything quadratic would take hours.
  assertLess(performance.now() - start, 10_000);
});

import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { pageOf } from "../../lib/text/page.ts";
import { visible } from "../../lib/text/visible.ts";

const pure = { permissions: "none" } as const;
const FAMILY = "👩‍👩‍👧‍👦";

Deno.test(
  "the parts of a text make up all of it, none longer than the bound, whatever it holds",
  pure,
  () => {
    const texts = fc.array(
      fc.constantFrom("a", "word ", FAMILY, "é", "\u202e", "\ud800", "\n", "\\u{1b}", "漢"),
    );
    fc.assert(fc.property(texts, fc.integer({ min: 2, max: 40 }), (parts, most) => {
      const text = visible(parts.join(""));
      let at = 0, joined = "";
      while (at < text.length) {
        const page = pageOf(text, at, most);
        assertLessOrEqual(page.text.length, most);
        assert(page.end > at, "it goes on");
        assertEquals(page.start, at);
        joined += page.text;
        at = page.end;
      }
      assertEquals(joined, text);
    }));
  },
);

Deno.test("no part ends inside a character or an escape", pure, () => {
  assertEquals(pageOf(`ab${FAMILY}cd`, 0, 6).text, "ab");
  assertEquals(pageOf(`ab${FAMILY}cd`, 2, 11).text, FAMILY);
  assertEquals(pageOf("ab\\u{202e}cd", 0, 6).text, "ab");
  assertEquals(pageOf("😀😀", 1, 2), { text: "😀", start: 0, end: 2 });
  assertEquals(pageOf("abc", 9, 5), { text: "", start: 3, end: 3 });
});

Deno.test("a part of a text of 12 million characters takes no longer than of a short one", pure, () => {
  const text = "x".repeat(12_000_000);
  const began = performance.now();
  for (let i = 0; i < 1000; i++) pageOf(text, i * 10_000, 9000);
  assertLessOrEqual(performance.now() - began, 1000);
});

import { assert, assertEquals, assertLess, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { clip, excerpt } from "../../lib/text/excerpt.ts";

const pure = { permissions: "none" } as const;

const FAMILY = "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}"; // seven code points

Deno.test("excerpt() collapses whitespace to single spaces and trims it (§5.2)", pure, () => {
  assertEquals(excerpt("  a \n\n b\t\tc\r\nd  ", 150), "a b c d");
  assertEquals(excerpt("a\u00a0b\u3000c\u2028d\u0085e\u2009\u202ff", 150), "a b c d e f");
  assertEquals(excerpt(" \n\t ", 150), "");
  assertEquals(excerpt("", 150), "");
});

Deno.test("excerpt() keeps text as long as the bound whole (§5.2)", pure, () => {
  assertEquals(excerpt("one two", 7), "one two");
  assertEquals(excerpt("one two   \n", 7), "one two");
  assertEquals(excerpt("x".repeat(150), 150), "x".repeat(150));
});

Deno.test("excerpt() cuts at a word boundary within the bound and appends ... (§5.2)", pure, () => {
  assertEquals(excerpt("one two three", 12), "one two ...");
  assertEquals(excerpt("one two three", 8), "one two ...");
  assertEquals(excerpt("one two three", 6), "one ...");
});

Deno.test("excerpt() keeps a word that ends exactly at the bound (§5.2)", pure, () => {
  assertEquals(excerpt("one two three", 7), "one two ...");
  assertEquals(excerpt("one\n\n two\n three", 7), "one two ...");
  assertEquals(excerpt("one two three", 3), "one ...");
});

Deno.test("excerpt() cuts a text without a space inside the bound at the bound", pure, () => {
  assertEquals(excerpt("abcdefgh", 5), "abcde ...");
  assertEquals(excerpt("abcdefgh ij", 5), "abcde ...");
  assertEquals(excerpt("日本語の文章", 4), "日本語の ...");
});

Deno.test("excerpt() counts code points, not UTF-16 units", pure, () => {
  assertEquals(excerpt("\u{1f600}".repeat(5), 5), "\u{1f600}".repeat(5));
  assertEquals(excerpt("\u{1f600}".repeat(6), 5), "\u{1f600}".repeat(5) + " ...");
  assertEquals(excerpt("\u{1f600}\u{1f600} \u{1f600}\u{1f600}", 4), "\u{1f600}\u{1f600} ...");
});

Deno.test("excerpt() never splits a grapheme", pure, () => {
  for (let before = 113; before <= 119; before++) {
    const letters = "a".repeat(before);
    const expected = before + 7 <= 120 ? letters + FAMILY : letters;
    assertEquals(excerpt(letters + FAMILY + "text", 120), expected + " ...", `${before} letters`);
  }
  assertEquals(excerpt("abce\u0301f", 4), "abc ...");
  assertEquals(excerpt("ab\u{1f1e9}\u{1f1ea}c", 3), "ab ...");
  // Jamo that join into one syllable.
  assertEquals(excerpt("ab\u1112\u1161\u11ab", 4), "ab ...");
});

Deno.test("excerpt() lets the bound decide when one grapheme is longer than it", pure, () => {
  assertEquals(excerpt("a" + "\u0301".repeat(10_000), 150), "a" + "\u0301".repeat(149) + " ...");
  assertEquals(excerpt(FAMILY, 3), "\u{1f469}\u200d\u{1f469} ...");
});

Deno.test(
  "excerpt() shows hidden characters escaped, counts what is shown, and never cuts an escape",
  pure,
  () => {
    assertEquals(excerpt("a\u202eb \x1b[31mred", 150), "a\\u{202e}b \\u{1b}[31mred");
    // `a\u{202e}` has nine characters.
    for (const bound of [1, 4, 8]) assertEquals(excerpt("a\u202ebcdef", bound), "a ...");
    assertEquals(excerpt("a\u202ebcdef", 9), "a\\u{202e} ...");
    assertEquals(excerpt("a\u202ebcdef", 10), "a\\u{202e}b ...");
    assertEquals(excerpt("\u202e".repeat(50), 20), "\\u{202e}\\u{202e} ...");
    assertEquals(excerpt("bad \ud83d end", 150), "bad \ufffd end");
  },
);

Deno.test("excerpt() leaves a backslash that is no escape alone", pure, () => {
  assertEquals(excerpt("C:\\users\\x", 4), "C:\\u ...");
  assertEquals(excerpt("C:\\users\\x", 3), "C:\\ ...");
});

Deno.test("excerpt() reads across the places where it looks at the text in parts", pure, () => {
  for (let spaces = 60; spaces < 80; spaces++) {
    assertEquals(excerpt("a" + " ".repeat(spaces) + "b", 3), "a b");
    assertEquals(excerpt("a" + " ".repeat(spaces) + "\u{1f600} cd", 3), "a \u{1f600} ...");
    assertEquals(excerpt("a" + " ".repeat(spaces), 3), "a");
  }
  assertEquals(excerpt("a" + (" ".repeat(500) + "b").repeat(500), 5), "a b b ...");
});

Deno.test("excerpt() and clip() never show half of a pair, wherever reading stops", pure, () => {
  for (let letters = 0; letters < 8; letters++) {
    const text = "a".repeat(letters) + "\u{1f600}".repeat(200);
    const expected = "a".repeat(letters) + "\u{1f600}".repeat(40 - letters);
    assertEquals(excerpt(text, 40), expected + " ...");
    assertEquals(clip(text, 40), expected + "…");
  }
});

Deno.test("excerpt() refuses a bound that is none", pure, () => {
  for (const bound of [0, -1, 1.5, NaN, Infinity]) {
    assertThrows(() => excerpt("text", bound), RangeError, "whole number from 1");
    assertThrows(() => clip("text", bound), RangeError, "whole number from 1");
  }
});

const hostile = fc.string({
  unit: fc.constantFrom(
    ..."ab \n\x1b\u202e\u200d\ufe0f\u0301\ud83d\ude00\u3000\u1112\u1161\u0915\u094d日",
    "\u{1f469}",
    "\u{1f1e9}",
    FAMILY,
  ),
  maxLength: 60,
});

function withoutMark(text: string, mark: string): string {
  return text.endsWith(mark) ? text.slice(0, -mark.length) : text;
}

Deno.test("excerpt() is one clean line within its bound, whatever the text", pure, () => {
  fc.assert(fc.property(hostile, fc.integer({ min: 1, max: 40 }), (text, bound) => {
    const cut = excerpt(text, bound);
    assert([...withoutMark(cut, " ...")].length <= bound, cut);
    assert(cut.isWellFormed());
    assert(!/\p{Cc}|\u202e|^ | {2}| $/u.test(cut), JSON.stringify(cut));
  }));
});

Deno.test("excerpt() of words is the longest run of whole words that fits", pure, () => {
  const word = fc.string({ unit: fc.constantFrom("a", "é", "日", "\u{1f600}"), minLength: 1, maxLength: 6 });
  const words = fc.array(word, { minLength: 1, maxLength: 12 });
  fc.assert(fc.property(words, fc.integer({ min: 6, max: 40 }), (list, bound) => {
    let count = list.length;
    while ([...list.slice(0, count).join(" ")].length > bound) count--;
    const expected = list.slice(0, count).join(" ") + (count < list.length ? " ..." : "");
    assertEquals(excerpt(list.join(" \n "), bound), expected);
  }));
});

Deno.test("excerpt() cuts only between graphemes", pure, () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
  const unit = fc.constantFrom(
    "a",
    "日",
    "한",
    "\u1112",
    "\u1161",
    "\u0301",
    "\u{1f1e9}",
    "\u{1f600}",
    FAMILY,
    "\u0915\u094d",
  );
  const text = fc.string({ unit, minLength: 20, maxLength: 30 });
  fc.assert(fc.property(text, fc.integer({ min: 10, max: 18 }), (line, bound) => {
    const cut = withoutMark(excerpt(line, bound), " ...");
    assert(line.startsWith(cut));
    const boundaries = Array.from(segmenter.segment(line), ({ index }) => index);
    const isFirstTooLong = [...line.slice(0, boundaries[1])].length > bound;
    assert(isFirstTooLong || boundaries.includes(cut.length) || cut === line, JSON.stringify(cut));
  }));
});

Deno.test("excerpt() costs no more than it needs: ten megabytes, or text made to be slow", pure, () => {
  const texts = [
    "word ".repeat(2_000_000),
    " ".repeat(5_000_000) + "a" + " ".repeat(5_000_000),
    ("a" + " ".repeat(20_000)).repeat(500),
    "a" + "\u0301".repeat(5_000_000),
    "\u200d".repeat(5_000_000),
    "日".repeat(5_000_000),
  ];
  for (const text of texts) {
    const start = performance.now();
    excerpt(text, 150);
    assertLess(performance.now() - start, 1_000);
  }
});

Deno.test("clip() keeps what fits whole, and marks what it cuts", pure, () => {
  assertEquals(clip("k".repeat(120), 120), "k".repeat(120));
  assertEquals(clip("k".repeat(121), 120), "k".repeat(120) + "…");
  assertEquals(clip("k".repeat(10_000), 120), "k".repeat(120) + "…");
  assertEquals(clip("", 40), "");
});

Deno.test("clip() keeps spaces as they are and never lets data start a line (§9.1)", pure, () => {
  assertEquals(clip(" a  b ", 40), " a  b ");
  assertEquals(clip("a\nb\tc", 40), "a\\u{a}b\\u{9}c");
});

Deno.test("clip() cuts neither a grapheme, nor a surrogate pair, nor an escape", pure, () => {
  assertEquals(clip("ab" + FAMILY, 5), "ab…");
  assertEquals(clip("\u{1f600}".repeat(4), 3), "\u{1f600}".repeat(3) + "…");
  assertEquals(clip("ab\ncd\u202e\u202e", 12), "ab\\u{a}cd…");
  assertEquals(clip("ab\ud83d", 3), "ab\ufffd");
});

Deno.test("clip() is one clean line within its bound, whatever the text", pure, () => {
  fc.assert(fc.property(hostile, fc.integer({ min: 1, max: 40 }), (text, bound) => {
    const cut = clip(text, bound);
    assert([...withoutMark(cut, "…")].length <= bound, cut);
    assert(cut.isWellFormed());
    assert(!/\p{Cc}|\u202e/u.test(cut));
  }));
});

import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { fold, termsOf } from "../../lib/text/split_words.ts";

const pure = { permissions: "none" } as const;

const words = (text: string) => termsOf(text).map(({ word }) => word);

Deno.test("termsOf() takes runs of letters and digits, in lower case (§10)", pure, () => {
  const cases: [text: string, words: string[]][] = [
    ["", []],
    [" \t\n.,-*\"'_\\", []],
    ["The proxy's 504, at 10:30", ["the", "proxy", "s", "504", "at", "10", "30"]],
    ["result_upload_2", ["result", "upload", "2"]],
    ["pre-edit memory:safe", ["pre", "edit", "memory", "safe"]],
    ["Žluťoučký KŮŇ", ["zlutoucky", "kun"]],
    ["cafe\u0301 caf\u00e9 CAFÉ", ["cafe", "cafe", "cafe"]],
    ["ΟΔΟΣ οδος", ["οδοσ", "οδοσ"]],
    ["\u0130stanbul", ["istanbul"]],
    ["straße ДОМ", ["straße", "дом"]],
    ["ship 🚀 it", ["ship", "it"]],
    ["\ud83d a \udc00", ["a"]],
  ];
  for (const [text, expected] of cases) assertEquals(words(text), expected, text);
});

Deno.test("termsOf() takes each character of a script without spaces for a word", pure, () => {
  assertEquals(words("東京タワー v2"), ["東", "京", "タ", "ワ", "ー", "v2"]);
  assertEquals(words("API東京"), ["api", "東", "京"]);
});

Deno.test("termsOf() says where each word stands, its accents included", pure, () => {
  assertEquals(termsOf("a cafe\u0301!"), [
    { word: "a", start: 0, end: 1 },
    { word: "cafe", start: 2, end: 7 },
  ]);
});

Deno.test("termsOf() gives the words in their order, each folded from its place, none empty", pure, () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    let end = 0;
    for (const term of termsOf(text)) {
      assert(term.start >= end && term.end > term.start);
      assertEquals(term.word, fold(text.slice(term.start, term.end)));
      assert(term.word !== "");
      end = term.end;
    }
  }));
});

Deno.test("fold() of a word is a part of the fold of its text", pure, () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const folded = fold(text);
    for (const { word } of termsOf(text)) assert(folded.includes(word), word);
  }));
});

Deno.test("termsOf() reads a word of a million letters", pure, () => {
  for (const letter of ["a", "é"]) {
    const [term, ...more] = termsOf(letter.repeat(1_000_000));
    assertEquals([term!.word.length, more.length], [1_000_000, 0]);
  }
});

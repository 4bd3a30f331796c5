import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { parseWords } from "../../lib/memory/word_query.ts";
import { excerptOfWords } from "../../lib/memory/words_excerpt.ts";
import { stored } from "../support/entries.ts";

const pure = { permissions: "none" } as const;

const shown = (query: string, fields: Record<string, unknown>, key = "k") =>
  excerptOfWords(parseWords(query), stored(key, fields), 40, (word) => `<${word}>`);

Deno.test("excerptOfWords() marks what was looked for, and nothing else (§10)", pure, () => {
  const cases: [query: string, value: unknown, text: string][] = [
    ["proxy", "the Proxy, a proxying proxy", "the <Proxy>, a proxying <proxy>"],
    ["prox*", "the Proxy, a proxying", "the <Proxy>, a <proxying>"],
    ['"a b"', "a b c a", "<a> <b> c a"],
    ["cafe", "the cafe\u0301 here", "the <cafe\u0301> here"],
    ["a -b", "a c", "<a> c"],
    ["", "a b", "a b"],
    ["name", { name: "x\ny" }, '{"<name>":"x y"}'],
  ];
  for (const [query, value, text] of cases) {
    assertEquals(shown(query, { value }), { field: undefined, text }, query);
  }
});

Deno.test("excerptOfWords() begins near the first place, at a word, and stays one bounded line", pure, () => {
  const value = `${"filler ".repeat(30)}the\nproxy\x1b[1m timed out ${"again ".repeat(30)}`;
  // 16 characters before it: "iller filler the", of which the words that are whole are shown.
  assertEquals(shown("proxy", { value }).text, "... filler the <proxy>\\u{1b}[1m timed out ...");
  const whole = "x".repeat(100) + ".proxy";
  assertEquals(shown("proxy", { value: whole }).text, "... <proxy>");
});

Deno.test("excerptOfWords() names the field where the value has nothing of it", pure, () => {
  const fields = { value: "v", tags: ["one", "two"], derivation: "by hand", status_note: "done with" };
  assertEquals(shown("two", fields), { field: "tags", text: "one, <two>" });
  assertEquals(shown("hand", fields), { field: "derivation", text: "by <hand>" });
  assertEquals(shown("done", fields), { field: "note", text: "<done> with" });
  assertEquals(shown("the", fields, "the_key"), { field: undefined, text: "v" });
});

Deno.test(
  "excerptOfWords() passes over the notes of amendments, but for what stands there alone",
  pure,
  () => {
    const value = "[Amended 2026-01-02: newer]\n[Amended 2026-01-01: older]\nthe text";
    const fields = { value, status: "amended", status_note: "newer" };
    assertEquals(shown("text", fields).text, "the <text>");
    assertEquals(shown("newer", fields), { field: "note", text: "<newer>" });
    assertEquals(shown("older", fields).text, "... 2026-01-01: <older>] the text");
  },
);

Deno.test("excerptOfWords() never holds a control character, whatever the entry and the query", pure, () => {
  const text = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(fc.property(text, text, fc.nat({ max: 200 }), (query, value, at) => {
    for (const asked of [query, value.slice(at, at + 5)]) {
      const { text: line } = shown(asked, { value });
      assert(!/[\p{Cc}\p{Cs}\u202e]/u.test(line), JSON.stringify(line));
    }
  }));
});

import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";
import { canMatch, parseWords, scoreOf, type WordPart } from "../../lib/memory/word_query.ts";
import { stored } from "../support/entries.ts";

const pure = { permissions: "none" } as const;

const one = (...words: string[]): WordPart => ({ words, isPrefix: false });
const begins = (...words: string[]): WordPart => ({ words, isPrefix: true });

Deno.test("parseWords() reads words, prefixes, phrases and exclusions (§10)", pure, () => {
  const cases: [query: string, wanted: WordPart[], unwanted?: WordPart[]][] = [
    ["", []],
    ["  \n", []],
    ["upload Proxy", [one("upload"), one("proxy")]],
    ["time*", [begins("time")]],
    ['"proxy timeout" x', [one("proxy", "timeout"), one("x")]],
    ['"proxy time*"', [begins("proxy", "time")]],
    ['"proxy time"*', [begins("proxy", "time")]],
    ["-cache a", [one("a")], [one("cache")]],
    ["-time*", [], [begins("time")]],
    ['-"two words" a', [one("a")], [one("two", "words")]],
    ["pre-edit", [one("pre", "edit")]],
    ["issue_upl*", [begins("issue", "upl")]],
    ['a"b c"d', [one("a"), one("b", "c"), one("d")]],
    ['"a b"-c "d"* e', [one("a", "b"), one("c"), begins("d"), one("e")]],
    ["CAFÉ cafe cafe\u0301", [one("cafe")]],
    ["a a* -a", [one("a"), begins("a")], [one("a")]],
    ["東京", [one("東", "京")]],
  ];
  for (const [query, wanted, unwanted = []] of cases) {
    assertEquals(parseWords(query), { wanted, unwanted }, query);
  }
});

Deno.test("parseWords() takes for text, or passes over, what is no operator (BR-94)", pure, () => {
  const cases: [query: string, wanted: WordPart[]][] = [
    ['"', []],
    ['""', []],
    ["-", []],
    ["--", []],
    ["*", []],
    ["-*", []],
    ['"proxy timeout', [one("proxy"), one("timeout")]],
    ['a "', [one("a")]],
    ["- a", [one("a")]],
    ["a*b", [one("a", "b")]],
    ["*a", [one("a")]],
    ["a ** b", [one("a"), one("b")]],
    ["don't", [one("don", "t")]],
    ["memory:safe", [one("memory", "safe")]],
    ["(python", [one("python")]],
    ["a AND", [one("a"), one("and")]],
    ["% _ \\ [ $( ^", []],
  ];
  for (const [query, wanted] of cases) assertEquals(parseWords(query), { wanted, unwanted: [] }, query);
  assertThrows(() => parseWords(undefined as unknown as string), TypeError);
});

const FULL = {
  value: "Proxy: the proxy_timeout of the proxying Café",
  tags: ["upload", "proxy"],
  derivation: "measured at the proxy",
  status: "resolved",
  status_note: "timeout raised",
  author: "Hidden",
  superseded_by: "hidden",
};

Deno.test("scoreOf() counts each place in key, value, tags, derivation and note (§10)", pure, () => {
  const cases: [query: string, score: number | undefined][] = [
    ["", 0],
    ["proxy", 4], // twice in the value, a tag, the derivation
    ["proxy*", 5],
    ["timeout", 2], // the value and the note
    ["proxy timeout", 6],
    ['"proxy timeout"', 1],
    ['"proxying caf"*', 1],
    ['"prox caf"*', undefined], // the last word alone may go on
    ["key", 1],
    ["the_key", 1],
    ["CAFE", 1],
    ["upload", 1],
    ['"upload proxy"', undefined], // no phrase lies in two tags
    ['"proxy measured"', undefined], // nor in two fields
    ["hidden", undefined], // neither the author nor the replacement is searched
    ["proxy nowhere", undefined],
    ["prox", undefined],
    ["-proxy", undefined],
    ["proxy -prox*", undefined],
    ["proxy -nowhere", 4],
    ['-"timeout proxy"', 0],
  ];
  for (const [query, score] of cases) {
    assertEquals(scoreOf(parseWords(query), stored("the_key", FULL)), score, query);
  }
});

Deno.test("scoreOf() counts the words of a value that is no string in its JSON text (§4.6)", pure, () => {
  const entry = new StoredEntry("shared", "k", '{"value": {"port\\nname": "caf\\u00e9\\tbar", "n": [8.10]}}');
  for (const query of ["port", "name", "café", "bar", "8.10", "n"]) {
    assertEquals(scoreOf(parseWords(query), entry), 1, query);
    assert(canMatch(parseWords(query))(entry), query);
  }
  assertEquals(scoreOf(parseWords("nname"), entry), undefined);
});

/** Words that are often the same, with much between them that is none. */
const word = fc.constantFrom("a", "A", "ab", "á", "b", "σ", "ς", "京", "İ", "1", "u00e9");
const gap = fc.constantFrom(" ", "_", "-", ' "', '" ', "* ", " -", "\n", "\\", "é");
const text = fc.array(fc.oneof(word, gap), { maxLength: 12 }).map((parts) => parts.join(""));
const entry = fc.record({
  key: text,
  value: fc.oneof(text, fc.array(text)),
  tags: fc.array(text),
  note: text,
})
  .map(({ key, value, tags, note }) => stored(key, { value, tags, derivation: note, status_note: note }));

/** Words by the definition: letters and digits of the folded text, one by one. */
function naiveWords(text: string): string[] {
  const folded = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFD")
    .replace(/\p{M}/gu, "").replaceAll("ς", "σ");
  return folded.replaceAll("京", " 京 ").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** How often a phrase occurs, by joining and slicing. */
function naiveCount(part: WordPart, text: string): number {
  const words = naiveWords(text), sought = part.words.join(" ");
  return words.filter((_, i) => {
    const slice = words.slice(i, i + part.words.length);
    if (slice.length < part.words.length) return false;
    const found = slice.join(" ");
    return found === sought || (part.isPrefix && found.startsWith(sought));
  }).length;
}

Deno.test(
  "scoreOf() agrees with counting by the definition, and canMatch() leaves out nothing found",
  pure,
  () => {
    fc.assert(
      fc.property(text, entry, (asked, found) => {
        const query = parseWords(asked), { value, tags, derivation, status_note } = found.entry;
        const strings = typeof value === "string" ? [value] : [(value as string[]).join(" | ")];
        const texts = [found.key, ...strings, ...tags, derivation!, status_note!];
        const count = (part: WordPart) => texts.reduce((sum, text) => sum + naiveCount(part, text), 0);
        const counts = query.wanted.map(count);
        const isFound = !counts.includes(0) && query.unwanted.every((part) => count(part) === 0);
        const expected = isFound ? counts.reduce((sum, each) => sum + each, 0) : undefined;
        assertEquals(scoreOf(query, found), expected);
        assert(expected === undefined || canMatch(query)(found));
      }),
      { numRuns: 3000 },
    );
  },
);

Deno.test("an entry is found by each of its own words, in any case, and by their beginnings", pure, () => {
  fc.assert(
    fc.property(entry, ({ key, text }) => {
      const found = new StoredEntry("shared", key, text), { value, tags, derivation } = found.entry;
      for (const said of [key, ...[value].flat() as string[], ...tags, derivation!]) {
        for (const one of naiveWords(said)) {
          for (const query of [one, one.toUpperCase(), `${one[0]}*`, `"${one}"`]) {
            assert(scoreOf(parseWords(query), found)! > 0, `${query} in ${text}`);
            assert(canMatch(parseWords(query))(found));
          }
          assertEquals(scoreOf(parseWords(`-${one}`), found), undefined);
        }
      }
    }),
  );
});

Deno.test("parseWords() reads every text (BR-94)", pure, () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (query) => {
    const { wanted, unwanted } = parseWords(query);
    for (const { words } of [...wanted, ...unwanted]) assert(words.length > 0 && !words.includes(""));
  }));
});

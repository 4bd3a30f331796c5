import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { rowsOnAll, Signatures, SLICES, slicesOf } from "../../../lib/memory/index/trigrams.ts";
import { contains, dated, type Filters, passes } from "../../../lib/memory/match.ts";
import { StoredEntry } from "../../../lib/memory/stored_entry.ts";
import { textsOfFilters, textsOfPattern } from "../../../lib/memory/text_pretest.ts";
import { parseWords, scoreOf, textsOfQuery } from "../../../lib/memory/word_query.ts";

const pure = { permissions: "none" } as const;

/** The rows of entries that can hold all of some texts, as an index finds them. */
function rowsFor(entries: readonly StoredEntry[], texts: readonly string[]): number[] {
  const signatures = new Signatures(entries.length), slices = slicesOf(texts);
  for (const { key, text } of entries) signatures.add(key, text);
  signatures.end();
  if (slices.length === 0) return entries.map((_, row) => row);
  return rowsOnAll(
    slices.map((slice) =>
      signatures.slices.subarray(slice * signatures.words, (slice + 1) * signatures.words)
    ),
  );
}

/** Characters that folding, JSON and the two kinds of search treat each in their way. */
const character = fc.constantFrom(
  ...'aeknstAKS ſKİéÉ\u0301\u0327ς\u03a3σßÅ\u212bжЖ한\u1112\u1161語\u037e/"\\\n\t:,{}[].-_0',
);
const word = fc.string({ unit: character, maxLength: 7 });
const entry = fc.record({
  key: fc.string({ unit: character, minLength: 1, maxLength: 8 }),
  value: fc.oneof(word, fc.array(word, { maxLength: 3 }), fc.dictionary(word, word, { maxKeys: 2 })),
  tags: fc.array(word, { maxLength: 2 }),
  author: word,
  isEscaped: fc.boolean(),
}).map(({ key, value, tags, author, isEscaped }) => {
  const text = JSON.stringify({ value, tags, author, derivation: author }, null, 1);
  const spelled = isEscaped
    ? text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : text;
  return new StoredEntry("shared", key, spelled);
});
const entries = fc.array(entry, { minLength: 1, maxLength: 40 });

Deno.test("signatures leave out no entry that holds a pattern, however both are spelled (§4.6)", pure, () => {
  fc.assert(
    fc.property(entries, word, fc.nat(), fc.nat(), (all, other, pick, from) => {
      const { value } = all[pick % all.length]!.entry,
        text = typeof value === "string" ? value : JSON.stringify(value);
      for (const pattern of [other, text, text.slice(from % (text.length + 1)), text.toUpperCase()]) {
        const rows = new Set(rowsFor(all, textsOfPattern(pattern))), test = contains(pattern);
        for (const [row, stored] of all.entries()) assert(rows.has(row) || !test(stored), pattern);
      }
    }),
    { numRuns: 1500 },
  );
});

Deno.test("signatures leave out no entry that meets a query of words (§10)", pure, () => {
  fc.assert(
    fc.property(entries, word, fc.nat(), (all, other, pick) => {
      const { value } = all[pick % all.length]!.entry, own = [value].flat().join(" ");
      for (const asked of [other, own, own.toUpperCase(), `"${own}"`, `${own.slice(0, 4)}*`]) {
        const query = parseWords(asked), rows = new Set(rowsFor(all, textsOfQuery(query)));
        for (const [row, stored] of all.entries()) {
          assert(rows.has(row) || scoreOf(query, stored) === undefined, asked);
        }
      }
    }),
    { numRuns: 1500 },
  );
});

Deno.test("signatures leave out no entry that passes filters by tag and author (§4.6)", pure, () => {
  fc.assert(
    fc.property(entries, word, fc.nat(), (all, other, pick) => {
      const { tags, author } = all[pick % all.length]!.entry;
      for (const filters of [{ tags }, { author }, { tags: [other] }, { author: other, tags }] as Filters[]) {
        const rows = new Set(rowsFor(all, textsOfFilters(filters)));
        for (const [row, stored] of all.entries()) {
          assert(rows.has(row) || !passes(dated(stored), filters), JSON.stringify(filters));
        }
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test(
  "signatures leave out nearly all entries that lack a word, whichever row the one with it has",
  pure,
  () => {
    for (const place of [0, 31, 32, 500, 999]) {
      const all = Array.from({ length: 1000 }, (_, i) => {
        const value = `entry number ${i} about the proxy and its timeout${
          i === place ? " of zirconium" : ""
        }`;
        return new StoredEntry("shared", `key_${i}`, JSON.stringify({ value, tags: [] }));
      });
      const rows = rowsFor(all, ["zirconium"]);
      assert(rows.includes(place));
      assert(rows.length < 10, `${rows.length} rows`);
    }
  },
);

Deno.test("slicesOf() knows nothing of texts under three characters, and names each slice once", pure, () => {
  assertEquals(slicesOf(["", "a", "ab"]), []);
  assertEquals(slicesOf(["abcabc"]).length, 3);
  assert(slicesOf(["proxy timeout"]).every((slice) => slice >= 0 && slice < SLICES));
});

import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { contains, dated, type Filters, mayPass, passes } from "../../lib/memory/match.ts";
import { spellsFilters, spellsPattern } from "../../lib/memory/text_pretest.ts";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";

const pure = { permissions: "none" } as const;

/** Characters that spelling and folding turn on: ones that JSON spells in two ways, and ones that fold into others. */
const character = fc.constantFrom(...'aksKS ſKİé\u0301ς\u037e/"\\\n:,{}[].*+?()|^$-0');
const word = fc.string({ unit: character, maxLength: 3 });

/** A string as JSON, any of its characters spelled as an escape or not. */
const spelled = fc.string({ unit: character, maxLength: 6 }).chain((text) =>
  fc.array(fc.boolean(), { minLength: text.length, maxLength: text.length }).map((escaped) =>
    `"${
      Array.from(
        { length: text.length },
        (_, i) =>
          escaped[i]
            ? text[i] === "/" ? "\\/" : `\\u${text.charCodeAt(i).toString(16).padStart(4, "0")}`
            : JSON.stringify(text[i]).slice(1, -1),
      ).join("")
    }"`
  )
);
const value = fc.oneof(
  spelled,
  fc.constantFrom("null", "true", "-1.50e3"),
  fc.array(spelled, { maxLength: 2 }).map((items) => `[ ${items.join(" , ")} ]`),
  fc.tuple(spelled, spelled).map(([name, inner]) => `{ ${name} : ${inner} }`),
);
const entryText = fc.record({ value, tags: fc.array(spelled, { maxLength: 2 }), author: spelled }).map((
  { value, tags, author },
) => `{ "value" : ${value}, "author": ${author}, "tags": [${tags.join(", ")}] }`);

Deno.test(
  "spellsPattern() holds back no entry that has the pattern, however it is spelled (§4.6)",
  pure,
  () => {
    fc.assert(
      fc.property(entryText, word, word, (text, key, pattern) => {
        const stored = new StoredEntry("shared", key, text), { value } = stored.entry;
        const fold = (part: string) => part.normalize().toLowerCase().replaceAll("ς", "σ");
        const wanted = fold(pattern), shown = stored.valueText;
        const strings = (spell: (text: string) => string) =>
          shown.replace(/"(?:[^"\\]|\\.)*"/g, (token) => spell(JSON.parse(token)));
        // As it is written, its numbers always, with the escapes that JSON demands, and with none.
        const written = [shown, strings(JSON.stringify), strings((text) => `"${text}"`)];
        const texts = typeof value === "string" ? [value] : written;
        const found = [key, ...texts].some((part) => fold(part).includes(wanted));
        assertEquals(contains(pattern)(stored), found);
      }),
      { numRuns: 3000 },
    );
  },
);

Deno.test(
  "spellsFilters() holds back no entry that passes the filters, however it is spelled (§4.6)",
  pure,
  () => {
    const filters: fc.Arbitrary<Filters> = fc.record({
      tags: fc.array(word, { maxLength: 2 }),
      author: fc.option(word, { nil: undefined }),
    });
    fc.assert(
      fc.property(entryText, filters, fc.nat(), (text, filters, pick) => {
        const stored = new StoredEntry("shared", "k", text), { author, tags } = stored.entry;
        assert(mayPass(filters)(stored) || !passes(dated(stored), filters));
        // And what the entry has for certain.
        assert(mayPass({ author, tags: tags.slice(pick % 3) })(stored));
      }),
      { numRuns: 2000 },
    );
  },
);

Deno.test("spellsFilters() lets through what has a default because a field is absent (§3.3)", pure, () => {
  const bare = new StoredEntry("shared", "k", '{"value": 1}');
  const filters = { source: "agent", basis: "inferred", scope: "global", status: "current" } as const;
  assert(mayPass(filters)(bare));
  assert(passes(dated(bare), filters));
});

Deno.test("spellsFilters() and spellsPattern() hold back what lacks the word, unread", pure, () => {
  const text = '{"value":"a proxy\\n\\"quoted\\"","tags":["uploads"],"status":"resolved"}';
  assertEquals(spellsFilters({ tags: ["uploads"], status: "resolved" })(text), true);
  assertEquals(spellsFilters({ tags: ["uploads", "rare"] })(text), false);
  assertEquals(spellsFilters({ author: "Agent One" })(text), false);
  assertEquals(spellsPattern("PROXY")!(text), true);
  assertEquals(spellsPattern("a.p")!(text), false);
  assertEquals(spellsPattern("prox-")!(text), false);
  // Only reading tells where the pattern could be spelled in several ways.
  for (const pattern of ["é", '"', "a:", "[1", "\\", "\n", ""]) {
    assertEquals(spellsPattern(pattern), undefined);
  }
});

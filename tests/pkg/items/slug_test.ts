import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { slug, wordsSlug } from "../../../lib/pkg/items/slug.ts";

Deno.test("a slug has small ASCII letters and digits, and one _ for each run of anything else (ctxpkg §14.2)", () => {
  const cases: [text: string, slug: string][] = [
    ["Cache Layer", "cache_layer"],
    ["cache-layer", "cache_layer"],
    ["__a -- b__", "a_b"],
    ["Über Größe", "ber_gr_e"],
    ["v1.10", "v1_10"],
    // The Kelvin sign and the dotted I have small forms in ASCII, and are no ASCII letters.
    ["\u212Ax \u0130y", "x_y"],
  ];
  for (const [text, expected] of cases) assertEquals(slug(text), expected, text);
});

Deno.test("a slug of which nothing is left is item (ctxpkg §14.2)", () => {
  for (const text of ["", " ", "___", "日本語", "\u{1f600}", "\0"]) assertEquals(slug(text), "item");
});

Deno.test("a slug is trimmed, then cut at 60 characters (ctxpkg §14.2)", () => {
  assertEquals(slug("a".repeat(61)), "a".repeat(60));
  assertEquals(slug(`--${"a".repeat(60)}--`), "a".repeat(60));
  assertEquals(slug(`${"a".repeat(60)} b`), "a".repeat(60));
});

Deno.test("the slug of words takes the first six, whatever parts them (ctxpkg §14.2)", () => {
  assertEquals(wordsSlug("One two\tthree\nfour  five six seven"), "one_two_three_four_five_six");
  assertEquals(wordsSlug("  one two"), "one_two");
  assertEquals(wordsSlug(" "), "item");
  const long = "abcdefghijk ".repeat(6);
  assertEquals(wordsSlug(long), long.trim().replaceAll(" ", "_").slice(0, 60));
});

/** The rule, letter by letter. */
function slugByLetters(text: string): string {
  let out = "";
  for (const unit of text) {
    const code = unit.charCodeAt(0), isCapital = unit.length === 1 && code >= 65 && code <= 90;
    const small = isCapital ? String.fromCharCode(code + 32) : unit;
    const isKept = small.length === 1 && "abcdefghijklmnopqrstuvwxyz0123456789".includes(small);
    if (isKept) out += small;
    else if (!out.endsWith("_")) out += "_";
  }
  const from = out.startsWith("_") ? 1 : 0, to = out.endsWith("_") ? -1 : undefined;
  return out.slice(from, to).slice(0, 60) || "item";
}

Deno.test("a slug of any text is what the rule gives letter by letter, and quick for a long one (ctxpkg §14.2)", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary", maxLength: 90 }), fc.string({ maxLength: 90 })),
      (text) => {
        assertEquals(slug(text), slugByLetters(text));
      },
    ),
    { numRuns: 2000, endOnFailure: true },
  );
  const begun = performance.now();
  assertEquals(slug("_".repeat(3_000_000) + "a"), "a");
  assert(performance.now() - begun < 2000);
});

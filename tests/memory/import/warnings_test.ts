import { assertEquals, assertStringIncludes } from "@std/assert";
import { importNotes } from "../../../lib/memory/import/warnings.ts";

const pure = { permissions: "none" } as const;
const coming = (key: string, text = "{}") => ({ store: "shared" as const, key, text });

Deno.test("importNotes() notes characters that nobody sees, and passes emoji (BR-29)", pure, () => {
  for (const value of ["a\u202eb", "a\u200bb", "a\u{e0041}b", "a\u001bb", "a\bb"]) {
    const [note, ...rest] = importNotes([coming("ok"), coming("k", JSON.stringify({ value }))], []);
    assertStringIncludes(note!, "1 entry holds characters that nobody sees, first shared/k");
    assertEquals(rest, []);
  }
  assertStringIncludes(importNotes([coming("a\u202e"), coming("b\u202e")], [])[0]!, "2 entries hold");
  assertStringIncludes(importNotes([coming("k", '{"value":"\\u202e"}')], [])[0]!, "1 entry");
  const flag =
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Scotland \u{1f469}\u200d\u{1f4bb}";
  for (const value of [flag, "tab\tand\nlines", "a \\u001b in words", "C:\\b"]) {
    assertEquals(importNotes([coming("k", JSON.stringify({ value }))], []), [], value);
  }
});

Deno.test("importNotes() notes keys that look like one that is there, or comes in too (BR-27)", pure, () => {
  const composed = "caf\u00e9", decomposed = "cafe\u0301";
  assertStringIncludes(
    importNotes([coming(composed)], [decomposed])[0]!,
    "1 key looks like another, first shared/caf",
  );
  assertStringIncludes(importNotes([coming(composed), coming(decomposed)], [])[0]!, "2 keys look");
  assertEquals(importNotes([coming(composed), coming("cafe")], ["cafe", composed]), []);
});

import { assert, assertEquals } from "@std/assert";
import { isPlainKey, lookalikeOf, quoteKey } from "../../lib/memory/key.ts";

const pure = { permissions: "none" } as const;

Deno.test(
  "isPlainKey() takes lowercase snake_case of ASCII letters, digits and underscores (§3.2)",
  pure,
  () => {
    for (const key of ["result_upload_2026_10_13", "a", "2026", "01", "__proto__"]) {
      assert(
        isPlainKey(key),
        key,
      );
    }
    for (const key of ["", "A", "a-b", "a b", "a\n", "caf\u00e9", "a.b", "\u{1f600}"]) {
      assert(
        !isPlainKey(key),
        key,
      );
    }
  },
);

Deno.test(
  "lookalikeOf() finds the key that differs only in how its letters are composed (BR-27)",
  pure,
  () => {
    const nfc = "caf\u00e9", nfd = "cafe\u0301";
    assertEquals(lookalikeOf(nfc, ["cafe", nfc, nfd]), nfd);
    assertEquals(lookalikeOf(nfd, [nfc]), nfc);
    assertEquals(lookalikeOf(nfc, [nfc, "cafe", "caf\u00e8"]), undefined);
    assertEquals(lookalikeOf("cafe", [nfc, nfd]), undefined);
  },
);

Deno.test("quoteKey() names a key in quotes, on one line, within bounds", pure, () => {
  assertEquals(quoteKey("k"), '"k"');
  assertEquals(quoteKey('a"\n'), '"a\\"\\n"');
  assertEquals(quoteKey("x".repeat(120)).length, 122);
  assertEquals(quoteKey("x".repeat(10_000)), `"${"x".repeat(120)}…"`);
  assert(quoteKey("x" + "\u{1f600}".repeat(10_000)).isWellFormed());
});

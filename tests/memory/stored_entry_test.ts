import { assertEquals } from "@std/assert";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";

const pure = { permissions: "none" } as const;

Deno.test(
  "StoredEntry gives the value with ordinary numbers, and its text with its own digits (§9.1)",
  pure,
  () => {
    const stored = new StoredEntry("shared", "k", '{"value": [ 1.10, 12345678901234567890 ], "tags": ["a"]}');
    assertEquals(stored.entry.value, [1.1, 12345678901234567000]);
    assertEquals(stored.valueText, "[1.10,12345678901234567890]");
    assertEquals(stored.entry.tags, ["a"]);
    assertEquals(stored.entry.source, "agent");
  },
);

Deno.test("StoredEntry of an entry without a value has the value null", pure, () => {
  const stored = new StoredEntry("agent", "k", "{}");
  assertEquals([stored.entry.value, stored.valueText], [null, "null"]);
});

Deno.test(
  "StoredEntry can be read when a field stands in it twice: the last one counts, as for JSON.parse",
  pure,
  () => {
    const stored = new StoredEntry("shared", "k", '{"value":1,"x":0,"value":2.0,"x":0}');
    assertEquals([stored.entry.value, stored.valueText], [2, "2.0"]);
  },
);

Deno.test(
  "StoredEntry becomes {store, key, entry} under JSON.stringify, and does not lose __proto__",
  pure,
  () => {
    const stored = new StoredEntry(
      "operator",
      "__proto__",
      '{"value":{"__proto__":1},"created":"c","timestamp":"t"}',
    );
    assertEquals(
      JSON.parse(JSON.stringify(stored)),
      JSON.parse(
        '{"store":"operator","key":"__proto__","entry":{"value":{"__proto__":1},"created":"c","timestamp":"t",' +
          '"source":"agent","basis":"inferred","scope":"global","tags":[]}}',
      ),
    );
  },
);

Deno.test("StoredEntry reads a value nested a hundred thousand levels deep", pure, () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const stored = new StoredEntry("shared", "k", `{"value":${deep},"scope":"session"}`);
  assertEquals([stored.entry.scope, stored.valueText.length], ["session", 200_000]);
});

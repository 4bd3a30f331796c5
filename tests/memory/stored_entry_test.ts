import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";
import { layOutMembers, spacing, valueText } from "../support/json_texts.ts";

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

/** What the timestamp is when the whole entry is read for it. */
const readWhole = (text: string) => new StoredEntry("shared", "k", text).entry.timestamp;

Deno.test(
  "StoredEntry gives the timestamp that reading all of it gives, whatever stands around it (§3.3)",
  pure,
  () => {
    const name = fc.constantFrom(
      '"timestamp"',
      '"t\\u0069mestamp"',
      '"\\u0074imestamp"',
      '"timestam\\u0070"',
      '"x\\"timestamp"',
      '"timestamp\\""',
      '"\\\\\\"timestamp"',
      '"timestamp\\\\"',
      '"status_timestamp"',
      '"Timestamp"',
      '"created"',
      '"value"',
      '"tags"',
    );
    const time = fc.constantFrom(
      '"2026-10-13T09:41:07Z"',
      '"2027-01-01T00:00:00Z"',
      '"2026-10-13T09:41:07.250+02:00"',
      '"2026-10-13T09:41:07\\u005a"',
      '""',
      '"a \\" quote"',
      '"timestamp"',
      '"x\\"timestamp"',
      '"timestamp\\":\\"2028-01-01T00:00:00Z"',
      '"\\"timestamp\\":\\"2028-01-01T00:00:00Z\\""',
      '["timestamp"]',
      '["timestamp","2028-01-01T00:00:00Z"]',
      '{"timestamp":"2028-01-01T00:00:00Z"}',
      "20261013",
      "null",
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, fc.oneof(time, valueText)), { maxLength: 5 }),
        spacing,
        (fields, spacing) => {
          const text = layOutMembers(fields, spacing);
          assertEquals(new StoredEntry("shared", "k", text).timestamp, readWhole(text), text);
        },
      ),
      { numRuns: 5000 },
    );
  },
);

Deno.test("StoredEntry gives its timestamp before and after all of it was read", pure, () => {
  const stored = new StoredEntry("shared", "k", '{"value":1,"created":"c","timestamp" : "t"}');
  assertEquals([stored.timestamp, stored.entry.timestamp, stored.timestamp], ["t", "t", "t"]);
  assertEquals(new StoredEntry("shared", "k", '{"created":"c"}').timestamp, "c");
  assertEquals(new StoredEntry("shared", "k", "{}").timestamp, "");
});

Deno.test("an entry has its own names, whatever names the entries before it had", () => {
  const texts = [String.raw`{"value":{"a":1,"\\":2},"x\\":1}`, String.raw`{"value":{"a":1,"\n":2},"x\n":1}`];
  const entries = texts.map((text, i) => new StoredEntry("shared", `k${i}`, text).entry);
  assertEquals(entries.map(({ value }) => value), [{ a: 1, "\\": 2 }, { a: 1, "\n": 2 }]);
  assertEquals(entries.map((entry) => Object.hasOwn(entry, "x\n")), [false, true]);
});

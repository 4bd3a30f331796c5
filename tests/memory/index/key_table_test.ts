import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { hashOf, keyTable, placesFor } from "../../../lib/memory/index/key_table.ts";
import { KnownKeys } from "../../../lib/memory/index/known_keys.ts";
import { StoreText } from "../../../lib/memory/store_text.ts";

const pure = { permissions: "none" } as const;

Deno.test(
  "placesFor() finds every key in its table, also where hashes are the same, and ends for others",
  pure,
  () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 60 }),
        fc.string(),
        (keys, other) => {
          // Few different hashes: cells are taken by others, and the table is walked around its end.
          const short = (key: string) => (hashOf(key) % 4) + 12, hashes = Uint32Array.from(keys, short);
          const table = keyTable(hashes),
            found = (key: string) => [...placesFor(short(key), table.length, (at) => table[at]!)];
          for (const [place, key] of keys.entries()) {
            assertEquals(
              found(key).filter((at) => keys[at] === key),
              [place],
            );
          }
          if (!keys.includes(other)) assertEquals(found(other).filter((at) => keys[at] === other), []);
        },
      ),
    );
  },
);

Deno.test("KnownKeys finds a key that its index left out, rather than let it be made twice", pure, () => {
  const text = '{"entries": {"a": {"value": "\\"b\\""}, "b": {"value": "b"}, "c": {"value": 1}}}';
  const { members } = new StoreText(text).entriesSpan, spans = Uint32Array.from(members as number[]);
  const known = new KnownKeys(text, spans, Uint32Array.from(["a", "another", "c"], hashOf));
  assertEquals(["a", "b", "c", "d"].map((key) => known.get(key)), [0, 1, 2, undefined]);
  assertEquals([...known.keys()], ["a", "b", "c"]);
});

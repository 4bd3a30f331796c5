import { assertEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { JsonSyntaxError } from "../../lib/json/scan.ts";
import { fieldTexts } from "../../lib/memory/entry_fields.ts";
import { restoreEntry } from "../../lib/memory/restore.ts";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";

const pure = { permissions: "none" } as const;
const FACTS = { now: "2026-10-13T09:41:07Z" };
const OLD = "2026-01-01T00:00:00Z";

const stored = (text: string) => new StoredEntry("shared", "k", text);

Deno.test("restoreEntry() brings every field back, and signs and dates it (§10)", pure, () => {
  const then =
    `{"value":1.10,"source":"operator","author":"First","basis":"verified","scope":"global","tags":["a"],` +
    `"derivation":"d","created":"${OLD}","timestamp":"${OLD}","x_big":12345678901234567890}`;
  const now = `{"value":2,"source":"agent","basis":"inferred","scope":"session","tags":[],` +
    `"created":"${OLD}","timestamp":"2026-02-01T00:00:00Z","status":"resolved","status_timestamp":"2026-02-01T00:00:00Z"}`;
  const expected = new Map([...fieldTexts(then), ["timestamp", `"${FACTS.now}"`]]);
  assertEquals(
    new Map([...fieldTexts(restoreEntry(now, stored(then), FACTS))].sort()),
    new Map([...expected].sort()),
  );
  const signed = restoreEntry(now, stored(then), { ...FACTS, author: "Second" });
  assertEquals(fieldTexts(signed).get("author"), '"Second"');
});

Deno.test(
  "restoreEntry() leaves what is the same as it is spelled, and follows the layout (§8.2)",
  pure,
  () => {
    const now = `{\n  "value": "b",\n  "tags": [ ],\n  "created": "${OLD}",\n  "timestamp": "${OLD}"\n}`;
    const then = `{"value":"a","tags":[],"created":"${OLD}","timestamp":"${OLD}","status":"resolved"}`;
    assertEquals(
      restoreEntry(now, stored(then), FACTS),
      `{\n  "value": "a",\n  "tags": [ ],\n  "created": "${OLD}",\n  "timestamp": "${FACTS.now}",\n  "status": "resolved"\n}`,
    );
  },
);

Deno.test("restoreEntry() makes an entry that is gone anew, fields in the order they had", pure, () => {
  const then = `{"x":1,"value":"a","tags":[],"created":"${OLD}","timestamp":"${OLD}"}`;
  assertEquals(
    restoreEntry(undefined, stored(then), FACTS),
    then.replace(`"timestamp":"${OLD}"`, `"timestamp":"${FACTS.now}"`),
  );
});

Deno.test("restoreEntry() refuses an entry in which a field stands twice", pure, () => {
  assertThrows(() => restoreEntry('{"value":1,"value":2}', stored('{"value":3}'), FACTS), JsonSyntaxError);
  assertThrows(() => restoreEntry(undefined, stored('{"value":1,"value":2}'), FACTS), JsonSyntaxError);
});

Deno.test("restoreEntry() there and back gives the first entry, but for its time", pure, () => {
  const extra = fc.dictionary(fc.constantFrom("x", "status", "derivation", "y", "author"), fc.string(), {
    maxKeys: 4,
  });
  const entry = fc.tuple(fc.jsonValue(), extra).map(([value, more]) =>
    JSON.stringify({ value, tags: [], created: OLD, timestamp: FACTS.now, ...more })
  );
  fc.assert(fc.property(entry, entry, (first, second) => {
    const undone = restoreEntry(first, stored(second), FACTS),
      back = restoreEntry(undone, stored(first), FACTS);
    assertEquals(JSON.parse(undone), JSON.parse(second));
    assertEquals(JSON.parse(back), JSON.parse(first));
  }));
});

import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import type { StoreName } from "../../lib/memory/entry.ts";
import { countEntries, type Stats } from "../../lib/memory/stats.ts";
import type { StoredEntry } from "../../lib/memory/stored_entry.ts";
import { stored } from "../support/entries.ts";

const pure = { permissions: "none" } as const;
/** A Wednesday; its week began on Monday 2026-10-12. */
const NOW = Date.parse("2026-10-14T12:00:00Z");
const LONG = "a value that is long enough to count";

/** Statistics of the stores that these entries are in. */
function countOf(entries: readonly StoredEntry[]): Stats {
  const of = (store: StoreName) => {
    const own = entries.filter((entry) => entry.store === store);
    return { store, count: own.length, entries: own, bytes: 10, historyBytes: 3 };
  };
  return countEntries({ nowMs: NOW, stores: [of("operator"), of("shared"), of("agent")] });
}

Deno.test(
  "countEntries() counts each store by source, basis, scope, status and tag, the most frequent first (§10)",
  pure,
  () => {
    const { stores, entries } = countOf([
      stored("a", { source: "operator", tags: ["y", "x"], status: "resolved" }),
      stored("b", { basis: "verified", tags: ["x"], scope: "session" }),
      stored("c", { tags: ["__proto__", "2026"] }),
      stored("d", { source: "somebody" }, "agent"),
    ]);
    assertEquals(entries, 4);
    assertEquals(stores[1], {
      store: "shared",
      entries: 3,
      bytes: 10,
      history_bytes: 3,
      source: [["agent", 2], ["operator", 1]],
      basis: [["inferred", 2], ["verified", 1]],
      scope: [["global", 2], ["session", 1]],
      status: [["current", 2], ["resolved", 1]],
      tag: [["x", 2], ["2026", 1], ["__proto__", 1], ["y", 1]],
    });
    assertEquals(stores.map(({ store, entries }) => [store, entries]), [["operator", 0], ["shared", 3], [
      "agent",
      1,
    ]]);
    assertEquals(stores[2]!.source, [["somebody", 1]]);
  },
);

Deno.test(
  "countEntries() counts twelve weeks that begin on Monday in UTC, by when a key was first written",
  pure,
  () => {
    const made = (created: string) => stored(created, { created, timestamp: "2026-10-14T00:00:00Z" });
    const { weeks, earlier, undated } = countOf([
      made("2026-10-12T00:00:00Z"),
      made("2026-10-14T12:00:00Z"),
      made("2026-10-12T00:30:00+01:00"),
      made("2026-07-27T00:00:00Z"),
      made("2026-07-26T23:59:59Z"),
      made("1969-01-01T00:00:00Z"),
      made("soon"),
      made("2026-10-19T00:00:00Z"),
    ]);
    assertEquals(weeks.length, 12);
    assertEquals(weeks[11], { monday: "2026-10-12", created: 2 });
    assertEquals(weeks[10], { monday: "2026-10-05", created: 1 });
    assertEquals(weeks[0], { monday: "2026-07-27", created: 1 });
    assertEquals([earlier, undated], [2, 2]);
  },
);

Deno.test(
  "countEntries() names the verified entries that were written longest ago, and are current",
  pure,
  () => {
    const verified = (key: string, timestamp: string, more = {}) =>
      stored(key, { basis: "verified", timestamp, ...more });
    const entries = [
      verified("b", "2026-01-02T00:00:00Z"),
      verified("a", "2026-01-01T00:00:00Z"),
      verified("amended", "2026-01-03T00:00:00Z", { status: "amended" }),
      verified("done", "2025-01-01T00:00:00Z", { status: "resolved" }),
      verified("old", "2025-01-01T00:00:00Z", { status: "superseded", superseded_by: "a" }),
      verified("undated", "soon", { created: "soon" }),
      stored("guess", { timestamp: "2025-01-01T00:00:00Z" }),
    ];
    const { items, more } = countOf(entries).stalest_verified;
    assertEquals([items.map(({ key }) => key), more], [["a", "b", "amended"], 0]);
    const many = Array.from(
      { length: 13 },
      (_, i) => verified(`k_${i}`, `2026-01-${String(i + 10)}T00:00:00Z`),
    );
    const bounded = countOf(many).stalest_verified;
    assertEquals([bounded.items.length, bounded.items[0]!.key, bounded.more], [10, "k_0", 3]);
  },
);

Deno.test("countEntries() names what is superseded by a key that its own store has not", pure, () => {
  const by = (key: string, superseded_by?: string, store: StoreName = "shared") =>
    stored(key, { status: "superseded", superseded_by }, store);
  const { items } = countOf([
    by("a", "here"),
    stored("here"),
    by("b", "there"),
    stored("there", {}, "agent"),
    by("c"),
    stored("d", { status: "resolved", superseded_by: "gone" }),
  ]).superseded_by_nothing;
  assertEquals(items.map(({ key, superseded_by }) => [key, superseded_by]), [["b", "there"], [
    "c",
    undefined,
  ]]);
});

Deno.test(
  "countEntries() names the entries with exactly the same value, across stores (BR-82, BR-83)",
  pure,
  () => {
    const { items, more } = countOf([
      stored("a", { value: LONG, timestamp: "2026-01-01T00:00:00Z" }),
      stored("b", { value: LONG, timestamp: "2026-01-02T00:00:00Z" }, "agent"),
      stored("c", { value: `${LONG} ` }),
      stored("done", { value: LONG, status: "resolved" }),
      stored("short", { value: "fifteen letters" }),
      stored("short_too", { value: "fifteen letters" }),
      stored("flag", { value: true }),
      stored("flag_too", { value: true }),
      stored("x", { value: { list: [1, 2, 3, "four"] } }),
      stored("y", { value: { list: [1, 2, 3, "four"] } }),
      stored("z", { value: { list: [1, 2, 3, "four"] } }),
    ]).duplicates;
    assertEquals(items.map((group) => group.map(({ store, key }) => `${store}/${key}`)), [
      ["shared/x", "shared/y", "shared/z"],
      ["agent/b", "shared/a"],
    ]);
    assertEquals(more, 0);
  },
);

Deno.test("countEntries() counts the working notes that a clean-up would take (BR-82)", pure, () => {
  const note = (key: string, timestamp: string) => stored(key, { scope: "session", timestamp });
  assertEquals(countOf([note("a", "2026-10-13T11:59:59Z"), note("b", "2026-10-13T12:00:00Z")]).expired, 1);
});

Deno.test(
  "countEntries() counts every entry once in each of its sums, whatever the entries are",
  pure,
  () => {
    const times = fc.constantFrom(
      "2026-10-13T09:00:00Z",
      "2020-01-01T00:00:00Z",
      "2999-01-01T00:00:00Z",
      "soon",
      "",
    );
    const entry = fc.record({
      source: fc.constantFrom("operator", "agent", "", "__proto__"),
      basis: fc.constantFrom("verified", "inferred", "odd"),
      scope: fc.constantFrom("global", "session"),
      status: fc.constantFrom(undefined, "amended", "superseded", "toString"),
      tags: fc.uniqueArray(fc.constantFrom("a", "constructor", "2026"), { maxLength: 3 }),
      created: times,
      value: fc.constantFrom("v", LONG, 1, null),
    });
    fc.assert(fc.property(fc.array(entry, { maxLength: 30 }), (all) => {
      const found = countOf(all.map((fields, i) => stored(`k_${i}`, fields)));
      const sum = (counts: readonly (readonly [string, number])[]) =>
        counts.reduce((sum, [, n]) => sum + n, 0);
      const { source, basis, scope, status, tag } = found.stores[1]!;
      for (const counts of [source, basis, scope, status]) assertEquals(sum(counts), all.length);
      assertEquals(sum(tag), all.flatMap(({ tags }) => tags).length);
      const inWeeks = found.weeks.reduce((sum, { created }) => sum + created, 0);
      assertEquals(inWeeks + found.earlier + found.undated, all.length);
      for (const list of [found.stalest_verified, found.superseded_by_nothing, found.duplicates]) {
        assert(list.items.length <= 10);
      }
    }));
  },
);

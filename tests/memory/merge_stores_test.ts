import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { compact } from "../../lib/json/layout.ts";
import { JsonSyntaxError } from "../../lib/json/scan.ts";
import { type MergedStores, mergeStores, type StoreVersion } from "../../lib/memory/merge_stores.ts";
import { StoreText } from "../../lib/memory/store_text.ts";
import { key, layOutMembers, type Spacing, spacing, valueText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;
const NOW = "2026-12-31T00:00:00Z", OLD = "2026-01-01T00:00:00Z", MID = "2026-01-02T00:00:00Z";
const LATE = "2026-01-03T00:00:00Z";

type Entries = Readonly<Record<string, string>>;

/** An entry's text with a timestamp. */
const entry = (value: string, timestamp = OLD, more = "") =>
  `{"value":${JSON.stringify(value)},"timestamp":"${timestamp}"${more}}`;

function storeOf(entries: Entries, lastUpdated = OLD, more = ""): string {
  const inner = Object.entries(entries).map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(
    ",\n    ",
  );
  return `{\n  "type": "shared",\n  "version": "1",\n  "last_updated": "${lastUpdated}",\n  "entries": {\n    ${inner}\n  }${more}\n}\n`;
}

const version = (text: string): StoreVersion => ({ text, entries: new StoreText(text) });

function merge(old: string, ours: string, theirs: string): MergedStores {
  return mergeStores("shared", version(old), version(ours), version(theirs), NOW);
}

/** The entries of a store, each without the white space around its tokens. */
function entriesIn(text: string): Map<string, string> {
  const store = new StoreText(text);
  return new Map([...store.keys()].sort().map((name) => [name, compact(store.text(name)!)]));
}

/** The entries that both directions come to. */
function bothWays(old: string, ours: string, theirs: string): Map<string, string> {
  const entries = entriesIn(merge(old, ours, theirs).text);
  assertEquals(entriesIn(merge(old, theirs, ours).text), entries);
  return entries;
}

Deno.test("mergeStores() keeps the changes of both sides to different entries", pure, () => {
  const old = storeOf({ a: entry("a"), b: entry("b"), c: entry("c"), d: entry("d") });
  const ours = storeOf({ a: entry("a2", MID), b: entry("b"), d: entry("d"), x: entry("x", MID) });
  const theirs = storeOf({ a: entry("a"), b: entry("b2", LATE), c: entry("c"), y: entry("y", LATE) });
  const found = bothWays(old, ours, theirs);
  assertEquals([...found.keys()], ["a", "b", "x", "y"], "c was deleted by one side, d by the other");
  assertEquals(found.get("a"), entry("a2", MID));
  assertEquals(found.get("b"), entry("b2", LATE));
  assertEquals(merge(old, ours, theirs).lost, []);
  assertEquals(merge(old, ours, theirs).deleted, ["c", "d"]);
});

Deno.test(
  "mergeStores() keeps the newer of an entry that both sides changed, and gives the other back",
  pure,
  () => {
    const old = storeOf({ k: entry("old") }), theirs = storeOf({ k: entry("late", LATE, ',"author":"B"') });
    const ours = storeOf({ k: entry("mid", MID) });
    assertEquals(bothWays(old, ours, theirs).get("k"), entry("late", LATE, ',"author":"B"'));
    const lost = [{ key: "k", text: entry("mid", MID), at: LATE, by: "B" }];
    assertEquals(merge(old, ours, theirs).lost, lost);
    assertEquals(merge(old, theirs, ours).lost, lost, "the same, whoever merges");
  },
);

Deno.test(
  "mergeStores() compares times as points in time, and one that cannot be read is the oldest (§4.6)",
  pure,
  () => {
    const old = storeOf({ k: entry("old") });
    const east = entry("east", "2026-01-02T23:30:00+02:00"), west = entry("west", "2026-01-02T21:30:00.5Z");
    assertEquals(bothWays(old, storeOf({ k: east }), storeOf({ k: west })).get("k"), west);
    const odd = entry("odd", "yesterday");
    assertEquals(bothWays(old, storeOf({ k: east }), storeOf({ k: odd })).get("k"), east);
  },
);

Deno.test(
  "mergeStores() keeps the greater text of two changes that are as new, so that both directions agree",
  pure,
  () => {
    const old = storeOf({ k: entry("old") });
    const found = bothWays(old, storeOf({ k: entry("one", MID) }), storeOf({ k: entry("two", MID) }));
    assertEquals(found.get("k"), entry("two", MID));
  },
);

Deno.test("mergeStores() merges two entries that were made under one key", pure, () => {
  const old = storeOf({ other: entry("o") });
  const ours = storeOf({ other: entry("o"), k: entry("mine", MID) });
  const theirs = storeOf({ other: entry("o"), k: entry("theirs", LATE) });
  assertEquals(bothWays(old, ours, theirs).get("k"), entry("theirs", LATE));
  assertEquals(merge(old, ours, theirs).lost.map(({ text }) => text), [entry("mine", MID)]);
});

Deno.test("mergeStores() lets a deletion give way to a later change, and to no other", pure, () => {
  const old = storeOf({ k: entry("old", MID), o: entry("o") }), deleted = storeOf({ o: entry("o") });
  const changed = (text: string) => storeOf({ k: text, o: entry("o") });
  assertEquals(bothWays(old, deleted, changed(entry("new", LATE))).get("k"), entry("new", LATE));
  assertEquals(bothWays(old, deleted, changed(entry("new", OLD))).has("k"), false);
  const basis = entry("old", MID, ',"basis":"verified"');
  assertEquals(bothWays(old, deleted, changed(basis)).has("k"), false, "a basis moves no timestamp (§4.4)");
  assertEquals(merge(old, deleted, changed(basis)).lost, [], "what was deleted is gone for good (§4.5)");
  assertEquals(merge(old, deleted, changed(basis)).deleted, ["k"]);
  assertEquals(bothWays(old, deleted, changed(entry("old", MID))).has("k"), false);
  assertEquals(bothWays(old, deleted, deleted).has("k"), false);
});

Deno.test("mergeStores() merges what other programs keep in an entry by itself", pure, () => {
  const old = storeOf({ k: entry("old", OLD, ',"x_a":1.10,"x_b":2,"x_c":3') });
  const ours = storeOf({ k: entry("mid", MID, ',"x_a":1.20,"x_b":2,"x_c":4,"x_new":[1]') });
  const theirs = storeOf({ k: entry("late", LATE, ',"x_a":1.10,"x_c":5') });
  const fields = JSON.parse(bothWays(old, ours, theirs).get("k")!);
  assertEquals(fields, { value: "late", timestamp: LATE, x_a: 1.2, x_c: 5, x_new: [1] });
  assertStringIncludes(merge(old, ours, theirs).text, '"x_a": 1.20');
});

Deno.test(
  "mergeStores() loses nothing where one side touched foreign fields alone, however new the entry",
  pure,
  () => {
    const old = storeOf({ k: entry("old", MID) });
    const foreign = storeOf({ k: entry("old", MID, ',"x":1') });
    const basis = storeOf({ k: entry("old", MID, ',"basis":"verified"') });
    const fields = JSON.parse(bothWays(old, foreign, basis).get("k")!);
    assertEquals(fields, { value: "old", timestamp: MID, basis: "verified", x: 1 });
    assertEquals(merge(old, foreign, basis).lost, []);
  },
);

Deno.test(
  "mergeStores() keeps the layout of ours, the order of its keys and the bytes of what theirs did not change",
  pure,
  () => {
    const old = storeOf({ a: entry("a"), b: entry("b") });
    const ours = [
      "{",
      '    "entries" : {',
      '        "b" : {"value":"b",   "timestamp":"2026-01-01T00:00:00Z"},',
      '        "a" : {"value":"a","timestamp":"2026-01-01T00:00:00Z"}',
      "    },",
      '    "last_updated" : "2026-01-01T00:00:00Z"',
      "}",
    ];
    const theirs = storeOf(
      { c: '{"value": 12345678901234567890}', a: entry("late", LATE), b: entry("b") },
      LATE,
    );
    const lines = merge(old, ours.join("\r\n"), theirs).text.split("\r\n");
    assertEquals(lines, [
      ...ours.slice(0, 3),
      '        "a" : {',
      '            "value" : "late",',
      '            "timestamp" : "2026-01-03T00:00:00Z"',
      "        },",
      '        "c" : {',
      '            "value" : 12345678901234567890',
      "        }",
      "    },",
      '    "last_updated" : "2026-01-03T00:00:00Z"',
      "}",
    ]);
  },
);

Deno.test(
  "mergeStores() leaves ours as it is where theirs has nothing to add, its layout included",
  pure,
  () => {
    const old = storeOf({ a: entry("a") }), ours = storeOf({ a: entry("b", MID) }, MID);
    const sameInOneLine = JSON.stringify(JSON.parse(ours));
    for (const theirs of [old, ours, sameInOneLine]) {
      assertEquals(merge(old, ours, theirs).text, ours);
      assertEquals(merge(old, ours, theirs).changed, 0);
    }
  },
);

Deno.test("mergeStores() stamps the later time of the two, and now where there is none", pure, () => {
  const old = storeOf({ a: entry("a") }), theirs = storeOf({ a: entry("a"), b: entry("b") }, LATE);
  for (const [one, two] of [[old, theirs], [theirs, old]] as const) {
    assertEquals(JSON.parse(merge(old, one, two).text).last_updated, LATE);
  }
  const bare = '{"entries":{}}', more = `{"entries":{"k":${entry("k")}}}`;
  assertEquals(JSON.parse(merge(bare, bare, more).text).last_updated, NOW);
});

Deno.test(
  "mergeStores() merges the members beside the entries, and names those that both sides changed",
  pure,
  () => {
    const old = storeOf({}, OLD, ',\n  "x_a": 1,\n  "x_b": 2,\n  "x_c": 3');
    const ours = storeOf({}, MID, ',\n  "x_a": 1.0,\n  "x_b": 2,\n  "x_c": 4');
    const theirs = storeOf({}, LATE, ',\n  "x_a": 1,\n  "x_c": 5,\n  "x_new": 1e400');
    const merged = merge(old, ours, theirs);
    assert(merged.text.endsWith(',\n  "x_a": 1.0,\n  "x_c": 5,\n  "x_new": 1e400\n}\n'), merged.text);
    assertEquals(merged.contested, ["x_c"]);
    assert(merge(old, theirs, ours).text.includes('"x_c": 5'), "the side that was written later");
  },
);

Deno.test("mergeStores() refuses an entry in which a field that has to be merged stands twice", pure, () => {
  const old = storeOf({ k: entry("k") }), ours = storeOf({ k: entry("a", LATE, ',"value":"b"') });
  assertThrows(
    () => merge(old, ours, storeOf({ k: entry("c", MID, ',"x":1') })),
    JsonSyntaxError,
    "stands in it twice",
  );
});

/** A store in any layout, with a few entries under a few keys, so that sides meet. */
const few = fc.constantFrom("a", "b", "__proto__", "2026", "\ud800");
const fields = fc.record({
  value: valueText,
  timestamp: fc.constantFrom(OLD, MID, LATE, "2026-01-02T02:00:00+02:00", "2026-01-02T00:00:00.50Z", "never"),
  basis: fc.option(fc.constantFrom('"verified"', '"inferred"'), { nil: undefined }),
  foreign: fc.dictionary(fc.constantFrom("x_a", "x_b"), valueText),
}).map(({ value, timestamp, basis, foreign }) =>
  `{"value":${value},"timestamp":"${timestamp}"${basis ? `,"basis":${basis}` : ""}${
    Object.entries(foreign).map(([name, text]) => `,"${name}":${text}`).join("")
  }}`
);
const side = fc.tuple(
  fc.uniqueArray(fc.tuple(fc.oneof(few, key), fields), { selector: ([name]) => name, maxLength: 6 }),
  fc.constantFrom(OLD, MID, LATE),
  spacing,
);
const textOf = (
  entries: readonly (readonly [string, string])[],
  stamp: string,
  layout: Spacing,
) =>
  layOutMembers([
    ['"type"', '"shared"'],
    ['"last_updated"', `"${stamp}"`],
    [
      '"entries"',
      layOutMembers(entries.map(([name, text]) => [JSON.stringify(name), text] as const), layout),
    ],
  ], layout);

/** Three versions of which each side keeps some entries of the ancestor as they are. */
const versions = fc.tuple(side, side, side, fc.array(fc.nat(2), { minLength: 8, maxLength: 8 })).map(
  ([old, ours, theirs, keeps]) => {
    const inherit = ([own, stamp, layout]: typeof ours, bit: 1 | 2) => {
      const kept = old[0].filter((_, i) => (keeps[i % keeps.length]! & bit) !== 0);
      const names = new Set(kept.map(([name]) => name));
      return textOf([...kept, ...own.filter(([name]) => !names.has(name))], stamp, layout);
    };
    return [textOf(...old), inherit(ours, 1), inherit(theirs, 2)] as const;
  },
);

Deno.test(
  "mergeStores() comes to the same entries in both directions, and loses the same versions",
  pure,
  () => {
    fc.assert(
      fc.property(versions, ([old, ours, theirs]) => {
        const one = merge(old, ours, theirs), two = merge(old, theirs, ours);
        assertEquals(entriesIn(one.text), entriesIn(two.text));
        const lines = ({ lost }: MergedStores) =>
          lost.map((each) => JSON.stringify({ ...each, text: compact(each.text) })).sort();
        assertEquals(lines(one), lines(two));
        assertEquals(one.deleted, two.deleted);
        assertEquals(one.lastUpdated, two.lastUpdated);
      }),
      { numRuns: 300 },
    );
  },
);

Deno.test("mergeStores() of a side with the ancestor, or with itself, is that side", pure, () => {
  fc.assert(
    fc.property(versions, ([old, ours]) => {
      for (const [a, b] of [[ours, old], [old, ours], [ours, ours]] as const) {
        const merged = merge(old, a, b);
        assertEquals(entriesIn(merged.text), entriesIn(ours));
        assertEquals(merged.lost, []);
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test(
  "mergeStores() keeps every version of an entry that a side has changed: in the text, or as lost, or as deleted",
  pure,
  () => {
    fc.assert(
      fc.property(versions, ([old, ours, theirs]) => {
        const merged = merge(old, ours, theirs),
          [o, a, b, m] = [old, ours, theirs, merged.text].map(entriesIn);
        for (const [name, text] of [...a!, ...b!]) {
          if (o!.get(name) === text || merged.deleted.includes(name)) continue;
          const kept = JSON.parse(m!.get(name)!), was = JSON.parse(text);
          const isThere = JSON.stringify(kept.value) === JSON.stringify(was.value);
          const isLost = merged.lost.some((lost) => lost.key === name && compact(lost.text) === text);
          // A side that has the ancestor's value has changed another field, which the text may have from there.
          assert(
            isThere || isLost ||
              JSON.stringify(JSON.parse(o!.get(name) ?? "{}").value) === JSON.stringify(was.value),
          );
        }
      }),
      { numRuns: 200 },
    );
  },
);

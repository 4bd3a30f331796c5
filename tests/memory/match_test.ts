import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import type { StoreName } from "../../lib/memory/entry.ts";
import {
  compareCodePoints,
  contains,
  dated,
  type Filters,
  newestFirst,
  passes,
} from "../../lib/memory/match.ts";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";
import { parseSince } from "../../lib/text/time.ts";
import { stored } from "../support/entries.ts";

const pure = { permissions: "none" } as const;

const matches = (fields: Record<string, unknown>, filters: Filters) =>
  passes(
    dated(stored("k", fields)),
    filters,
    filters.since === undefined ? undefined : parseSince(filters.since),
  );

const holds = (pattern: string, value: unknown, key = "k") => contains(pattern)(stored(key, { value }));

const FULL = {
  source: "both",
  basis: "reported",
  scope: "session",
  author: "Agent One",
  tags: ["a", "b"],
  status: "resolved",
  timestamp: "2026-10-13T09:41:07Z",
};

/** Filters that FULL passes, with one of the same kind that it does not. */
const PAIRS: readonly (readonly [passing: Filters, failing: Filters])[] = [
  [{ source: "both" }, { source: "agent" }],
  [{ basis: "reported" }, { basis: "verified" }],
  [{ scope: "session" }, { scope: "global" }],
  [{ author: "Agent One" }, { author: "agent one" }],
  [{ tags: ["b", "a"] }, { tags: ["a", "c"] }],
  [{ status: "resolved" }, { status: "current" }],
  [{ since: "2026-10-13T09:41:07Z" }, { since: "2026-10-13T09:41:08Z" }],
];

Deno.test("passes() holds each filter on its own (§4.6)", pure, () => {
  for (const [passing, failing] of PAIRS) {
    assert(matches(FULL, passing), JSON.stringify(passing));
    assert(!matches(FULL, failing), JSON.stringify(failing));
  }
  assert(matches(FULL, {}));
  assert(matches(FULL, { tags: [] }));
});

Deno.test("passes() combines filters with AND (§4.6)", pure, () => {
  const all = Object.assign({}, ...PAIRS.map(([passing]) => passing));
  assert(matches(FULL, all));
  for (const [, failing] of PAIRS) assert(!matches(FULL, { ...all, ...failing }), JSON.stringify(failing));
});

Deno.test("passes() takes current for an entry without a status (§3.6)", pure, () => {
  assert(matches({}, { status: "current" }));
  for (const status of ["amended", "superseded", "resolved"]) {
    assert(!matches({ status }, { status: "current" }));
  }
  assert(!matches({}, { status: "amended" }));
});

Deno.test("passes() finds no author where none is known", pure, () => {
  assert(!matches({}, { author: "Agent One" }));
});

Deno.test("passes() compares since as points in time, not as text (§4.6)", pure, () => {
  const cases: [timestamp: string, since: string, passing: boolean][] = [
    ["2026-01-01T00:00:07.5Z", "2026-01-01T00:00:07Z", true],
    ["2026-01-01T00:00:07Z", "2026-01-01T00:00:07.5Z", false],
    ["2026-01-01T00:00:07Z", "2026-01-01T00:00:07.000Z", true],
    ["2026-10-13T11:00:00+02:00", "2026-10-13T09:00:00Z", true],
    ["2026-10-13T11:00:00+02:00", "2026-10-13T09:00:01Z", false],
    ["2026-10-13T00:00:00Z", "2026-10-13", true],
    ["2026-10-12T23:59:59.999Z", "2026-10-13", false],
    ["2026-10-13T09:00:00Z", "2026-10-13T10:30:00+01:30", true],
    ["2026-10-13t09:00:00z", "2026-10-13T09:00:00Z", true],
  ];
  for (const [timestamp, since, passing] of cases) {
    assertEquals(matches({ timestamp }, { since }), passing, `${timestamp} since ${since}`);
  }
});

Deno.test("passes() leaves an entry whose time cannot be read out of any since", pure, () => {
  for (const timestamp of ["yesterday", "", "2026-10-13", "2026-02-30T00:00:00Z"]) {
    assert(!matches({ timestamp }, { since: "0001-01-01" }), timestamp);
    assert(matches({ timestamp }, {}), timestamp);
  }
});

Deno.test("contains() finds a plain part of the key or the value, whatever the case (§4.6)", pure, () => {
  assert(holds("LO WO", "hello world"));
  assert(holds("ISSUE", "x", "the_issue_1"));
  assert(!holds("helloworld", "hello world"));
  assert(holds("", ""));
  for (const pattern of ["don't", "a.c", "(python", '"', "*", "%", "_", "\\", "[", "^$", "$&", "a AND"]) {
    assert(holds(pattern, `x${pattern}y`), pattern);
    assert(!holds(pattern, "abc", "k"), pattern);
  }
});

Deno.test(
  "contains() searches a value that is no string in its JSON text, with its own digits (§4.6)",
  pure,
  () => {
    assert(holds("xyzzy", { needle: "xyzzy" }));
    assert(holds('"needle":"xy', { needle: "xyzzy" }));
    assert(holds("NULL", null));
    assert(contains("77950e8")(new StoredEntry("shared", "deployed", '{"value": 77950e8}')));
    assert(contains("8.10")(new StoredEntry("shared", "node", '{"value": [ 8.10 ]}')));
  },
);

Deno.test(
  "contains() finds what a value's strings and keys say, however another program has spelled them (§4.6)",
  pure,
  () => {
    const escaped = new StoredEntry(
      "shared",
      "k",
      String
        .raw`{"value": {"na\u006de": "caf\u00e9 \u0022late\" \ud83d\ude00", "n": [ 1.10e3 ], "path": "a\/b"}}`,
    );
    for (
      const pattern of [
        "CAFÉ",
        '"name":"café',
        String.raw`caf\u00e9`,
        String.raw`café \"late\"`,
        'café "late"',
        "😀",
        "1.10e3",
        "a/b",
        String.raw`a\/b`,
      ]
    ) assert(contains(pattern)(escaped), pattern);
    for (const pattern of ["1100", "caf e", "u00e9 u"]) assert(!contains(pattern)(escaped), pattern);
    assert(holds("two\nlines", ["two\nlines"]));
    assert(holds(String.raw`two\nlines`, ["two\nlines"]));
    assert(holds("\ud83d", { lone: "\ud83d" }));
  },
);

Deno.test("contains() finds letters however they are composed (BR-27)", pure, () => {
  const nfc = "caf\u00e9", nfd = "cafe\u0301";
  for (const a of [nfc, nfd]) {
    for (const b of [nfc, nfd]) {
      assert(holds(a, `the ${b} here`));
      assert(holds(a.toUpperCase(), `the ${b} here`));
      assert(holds(a, "x", b));
    }
  }
});

Deno.test(
  "contains() folds case by toLowerCase on the NFC form: its length may change, ß stays ß (BR-28)",
  pure,
  () => {
    assert(holds("NEEDLE", "\u0130\u0130\u0130\u0130 needle tail"));
    assert(holds("\u0130stanbul", "\u0130STANBUL"));
    assert(holds("I\u0307", "\u0130"));
    assert(holds("STRASSE", "strasse"));
    assert(holds("STRA\u1e9eE", "stra\u00dfe"));
    assert(!holds("STRASSE", "stra\u00dfe"));
  },
);

Deno.test("contains() takes both small sigmas for one, wherever the word ends (§4.6)", pure, () => {
  assert(holds("ΟΔΟΣ", "ΟΔΟΣΑ"));
  assert(holds("ΟΔΟΣ", "οδος"));
  assert(holds("οδοσ", "ΟΔΟΣ"));
});

Deno.test("contains() finds every part of an ASCII text", pure, () => {
  fc.assert(fc.property(fc.string(), fc.nat(), fc.nat(), (text, a, b) => {
    const from = a % (text.length + 1), to = from + b % (text.length - from + 1), part = text.slice(from, to);
    assert(holds(part, text));
    assert(holds(part.toUpperCase(), text.toLowerCase()));
  }));
});

const order = (entries: StoredEntry[]) =>
  entries.map(dated).sort(newestFirst).map(({ stored }) => `${stored.store}/${stored.key}`);

Deno.test("newestFirst() orders by time, then by store, then by key (§4.6)", pure, () => {
  const at = (key: string, timestamp: string, store: StoreName = "shared") =>
    stored(key, { timestamp }, store);
  const noon = "2026-10-13T12:00:00Z";
  assertEquals(
    order([
      at("b", noon, "agent"),
      at("a", "2026-10-13T14:00:00.5+02:00", "agent"),
      at("b", "yesterday"),
      at("old", "2026-10-13T11:59:59Z"),
      at("b", noon, "shared"),
      at("a", noon, "agent"),
      at("a", "", "operator"),
      at("z", noon, "operator"),
      at("a", "", "shared"),
    ]),
    [
      "agent/a",
      "operator/z",
      "shared/b",
      "agent/a",
      "agent/b",
      "shared/old",
      "operator/a",
      "shared/a",
      "shared/b",
    ],
  );
});

Deno.test("newestFirst() puts every unreadable time last, an empty one too", pure, () => {
  const times = ["", "yesterday", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];
  assertEquals(
    times.map((timestamp, i) => stored(`k${i}`, { timestamp })).map(dated).sort(newestFirst)
      .map(({ stored }) => stored.key),
    ["k3", "k2", "k0", "k1"],
  );
});

Deno.test("compareCodePoints() puts U+E000 and what follows before emoji, as UTF-16 does not", pure, () => {
  assert("\u{1f600}" < "\ue000");
  assert(compareCodePoints("\ue000", "\u{1f600}") < 0);
  assert(compareCodePoints("a\uffff", "a\u{10000}") < 0);
  assert(compareCodePoints("a", "ab") < 0);
  assertEquals(compareCodePoints("\u{1f600}", "\u{1f600}"), 0);
});

Deno.test("compareCodePoints() is the order of code points one by one, lone surrogates too", pure, () => {
  const unit = fc.constantFrom("a", "\ud83d", "\ud83e", "\ude00", "\ude01", "\ue000", "\uffff", "\u{1f600}");
  const text = fc.array(unit, { maxLength: 5 }).map((units) => units.join(""));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const x = [...a].map((c) => c.codePointAt(0)!), y = [...b].map((c) => c.codePointAt(0)!);
      const i = x.findIndex((code, at) => code !== y[at]);
      const wanted = i === -1 ? x.length - y.length : i === y.length ? 1 : x[i]! - y[i]!;
      assertEquals(Math.sign(compareCodePoints(a, b)), Math.sign(wanted));
    }),
    { numRuns: 2000 },
  );
});

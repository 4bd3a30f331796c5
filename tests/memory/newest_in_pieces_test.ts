import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { type BriefFacts, changesOf, decisionsSince, selectBrief } from "../../lib/memory/brief.ts";
import type { StoreName } from "../../lib/memory/entry.ts";
import { DEFAULT_SETTINGS } from "../../lib/memory/settings.ts";
import { newestInPieces } from "../../lib/memory/newest_in_pieces.ts";
import { StoreText } from "../../lib/memory/store_text.ts";
import { piecesOf } from "../support/pieces.ts";

const NOW = Date.parse("2026-10-13T12:00:00Z");
const BOUNDS = DEFAULT_SETTINGS.brief;

/** What is chosen of a text in pieces of one size. */
function newestOf(text: string, store: StoreName, size = text.length) {
  const wanted = { store, most: changesOf(store, BOUNDS), since: decisionsSince(NOW) };
  return newestInPieces(piecesOf(text, size), wanted);
}

/** The brief of a store, from the entries that are chosen, or from all of them. */
function briefOf(text: string, store: StoreName, isChosen: boolean, size?: number) {
  const read = new StoreText(text), newest = newestOf(text, store, size);
  if (newest) assertEquals(newest.count, read.size);
  const facts: BriefFacts = {
    nowMs: NOW,
    counts: { operator: 0, shared: read.size, agent: 0 },
    entries: isChosen && newest ? newest.entries : [...read.read(store)],
    unread: { instructions: 0, decisions: 0, changes: isChosen ? newest?.others ?? 0 : 0 },
    bounds: BOUNDS,
    faults: [],
  };
  return selectBrief(facts);
}

const hours = fc.integer({ min: -400, max: 20 });
const time = hours.map((hour) => new Date(NOW + hour * 3_600_000).toISOString().slice(0, 19) + "Z");
const timestamp = fc.oneof(
  { weight: 60, arbitrary: time.map((text) => JSON.stringify(text)) },
  fc.constantFrom(
    '"2026-99-99T99:99:99Z"',
    '"9999-12-31T23:59:60Z"',
    '"2026-10-13T11:00:00.5Z"',
    '"2026-10-13T11:00:00.123456+00:00"',
    '"2026-10-13T15:00:00+02:00"',
    '"yesterday"',
    '""',
    "17",
    "null",
  ),
);
const value = fc.constantFrom(
  '"v"',
  '"\\"timestamp\\": \\"2026-10-13T11:59:59Z\\""',
  '"timestamp"',
  '["timestamp", "decision"]',
  '{"timestamp": "2026-10-13T11:59:59Z"}',
  '"}, {"',
  "12.50",
);
const seldom = <T>(often: fc.Arbitrary<T>, other: T) =>
  fc.oneof({ weight: 200, arbitrary: often }, { weight: 1, arbitrary: fc.constant(other) });
const tags = seldom(
  fc.constantFrom("[]", "[]", "[]", '["b"]', '["decision"]', '["a", "decision"]'),
  '["d\\u0065cision"]',
);
const rest = fc.constantFrom(
  "",
  ', "status": "superseded"',
  ', "my\\"timestamp": "2026-10-13T11:59:59Z"',
  ', "author": "decision"',
  `, "note": "${"long ".repeat(60)}"`,
);
const entry = fc.tuple(
  timestamp,
  value,
  tags,
  rest,
  fc.constantFrom("", "", "", "", "first", "twice", "none"),
).map(
  ([time, value, tags, rest, how]) => {
    const member = `"timestamp": ${time}`, other = '"timestamp": "2026-10-13T11:30:00Z"';
    const before = how === "first" ? `${member}, ` : how === "twice" ? `${other}, ` : "";
    const after = how === "first" || how === "none" ? "" : `, ${member}`;
    return `{ ${before}"value": ${value}, "source": "agent", "tags": ${tags}${rest}${after} }`;
  },
);
const key = seldom(
  fc.constantFrom("k", "x", "decision_", "timestamp", '\\"timestamp', "current_focus", "\\n"),
  "\\u0061",
);
const store = fc.array(fc.tuple(key, seldom(entry, "7")), {
  minLength: 1,
  maxLength: 60,
  size: "max",
})
  .map((entries) => {
    const members = entries.map(([key, text], i) =>
      `"${i > 0 && key === "current_focus" ? "" : key}${
        key === "current_focus" && i === 0 ? "" : i
      }": ${text}`
    );
    return `{ "type": "shared", "version": "1", "entries": {${members.join(", ")}} }`;
  });

Deno.test("a brief of the entries that are chosen is the brief of all of them (§5.2)", () => {
  let passedOver = 0;
  for (const name of ["shared", "agent"] as const) {
    fc.assert(
      fc.property(store, fc.integer({ min: 1, max: 3000 }), (text, size) => {
        passedOver += newestOf(text, name, size)?.others ?? 0;
        assertEquals(briefOf(text, name, true, size), briefOf(text, name, false));
      }),
      { numRuns: 700 },
    );
  }
  assert(passedOver > 1000, `${passedOver} entries were passed over`);
});

Deno.test("of thousands of entries nearly all are passed over, also of one second, and those of another order are not lost", () => {
  const text = (time: (i: number) => string) =>
    JSON.stringify({
      type: "shared",
      entries: Object.fromEntries(
        Array.from({ length: 5000 }, (_, i) => [`k${i}`, { value: "v", timestamp: time(i) }]),
      ),
    });
  const at = (ms: number) => new Date(ms).toISOString().slice(0, 19) + "Z";
  const chosen = (time: (i: number) => string) =>
    newestInPieces(piecesOf(text(time), 9999), { store: "shared", most: 8, since: 0 })!.entries.length;
  assertEquals(chosen((i) => at(NOW - (5000 - i) * 1000)), 8);
  assertEquals(chosen((i) => at(NOW - i * 1000)), 8);
  assertEquals(chosen((i) => at(i === 2500 ? NOW : NOW - (5000 - i) * 1000)), 8);
  assertEquals(chosen((i) => at(NOW - (i % 625) * 1000)), 8);
  assertEquals(chosen((i) => at(NOW - (i % 624) * 1000)), 9);
  assertEquals(chosen(() => at(NOW)), 5000);
});

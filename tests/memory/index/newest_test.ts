import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { changesOf, decisionsSince, selectBrief } from "../../../lib/memory/brief.ts";
import { candidatesOf } from "../../../lib/memory/index/newest.ts";
import { factsOf } from "../../../lib/memory/index/places.ts";
import { DEFAULT_SETTINGS } from "../../../lib/memory/settings.ts";
import { StoredEntry } from "../../../lib/memory/stored_entry.ts";

const pure = { permissions: "none" } as const, NOW = Date.parse("2026-10-13T09:41:07Z");

const time = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((hours) =>
    new Date(NOW - hours * 3_600_000).toISOString().slice(0, 19) + "Z"
  ),
  fc.constantFrom(
    "2026-10-13T09:00:00.5Z",
    "2026-10-13T11:00:00.25+02:00",
    "2016-12-31T23:59:60Z",
    "soon",
    "",
  ),
);
const kind = fc.constantFrom([], ["decision"], ["preference"], ["directive", "decision"]);
const status = fc.constantFrom(undefined, "superseded", "resolved");

Deno.test(
  "selectBrief() makes of the candidates, with the rest counted, what it makes of all entries (§5.2)",
  pure,
  () => {
    for (const store of ["shared", "operator", "agent"] as const) {
      const bounds = { ...DEFAULT_SETTINGS.brief, instruction_items: 2, decision_items: 3, change_items: 4 };
      fc.assert(
        fc.property(fc.array(fc.tuple(time, kind, status), { maxLength: 40 }), fc.nat(39), (rows, focus) => {
          const entries = rows.map(([timestamp, tags, status], i) => {
            const key = i === focus
              ? "current_focus"
              : `${i % 5 ? "k" : "decision"}_${String(i).padStart(2, "0")}`;
            return new StoredEntry(
              store,
              key,
              JSON.stringify({ value: key, source: "operator", tags, timestamp, status }),
            );
          });
          const facts = entries.map(factsOf);
          const candidates = candidatesOf(
            {
              seconds: Float64Array.from(facts, ({ seconds }) => seconds),
              kinds: Uint8Array.from(facts, ({ kind }) => kind),
            },
            {
              instructions: bounds.instruction_items,
              decisions: bounds.decision_items,
              changes: changesOf(store, bounds),
              since: decisionsSince(NOW),
            },
            focus < rows.length ? focus : undefined,
          )!;
          const brief = (of: readonly StoredEntry[], unread?: typeof candidates.unread) =>
            selectBrief({
              nowMs: NOW,
              counts: { operator: 0, shared: 0, agent: 0 },
              entries: of,
              unread,
              bounds,
              faults: [],
            });
          assertEquals(
            brief(candidates.places.map((place) => entries[place]!), candidates.unread),
            brief(entries),
          );
        }),
        { numRuns: 500 },
      );
    }
  },
);

Deno.test("candidatesOf() gives up where thousands of entries are of one second", pure, () => {
  const times = { seconds: new Float64Array(5000).fill(1), kinds: new Uint8Array(5000) };
  const wanted = { instructions: 1, decisions: 1, changes: 10, since: 0 };
  assertEquals(candidatesOf(times, wanted), undefined);
  assertEquals(
    candidatesOf({ ...times, seconds: times.seconds.map((_, i) => i) }, wanted)?.places.length,
    10,
  );
});

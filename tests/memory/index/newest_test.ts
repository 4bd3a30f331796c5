import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { changesOf, decisionsSince, selectBrief } from "../../../lib/memory/brief.ts";
import {
  candidatesOf,
  type Newest,
  type NewestArrays,
  newestOf,
  type Totals,
  unreadOf,
} from "../../../lib/memory/index/newest.ts";
import { type EntryFacts, factsOf, KIND } from "../../../lib/memory/index/places.ts";
import { DEFAULT_SETTINGS } from "../../../lib/memory/settings.ts";
import { StoredEntry } from "../../../lib/memory/stored_entry.ts";

const pure = { permissions: "none" } as const, NOW = Date.parse("2026-10-13T09:41:07Z");

/** Entries as an index lists them for a brief. */
function listed(facts: readonly EntryFacts[]): Record<keyof Totals, Newest> {
  const seconds = Float64Array.from(facts, ({ seconds }) => seconds);
  const lists = newestOf({ seconds, kinds: Uint8Array.from(facts, ({ kind }) => kind) });
  const list = ({ places, seconds, total }: NewestArrays): Newest => ({
    listed: places.length,
    total,
    place: (at) => places[at]!,
    seconds: (at) => seconds[at]!,
  });
  return {
    instructions: list(lists.instructions),
    decisions: list(lists.decisions),
    changes: list(lists.changes),
  };
}

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
          const wanted = {
            instructions: bounds.instruction_items,
            decisions: bounds.decision_items,
            changes: changesOf(store, bounds),
            since: decisionsSince(NOW),
          };
          const facts = entries.map(factsOf), candidates = candidatesOf(listed(facts), wanted)!;
          const read = new Set(candidates.chosen.keys());
          if (focus < rows.length) read.add(focus);
          for (const [place, { seconds, kind }] of candidates.chosen) {
            assertEquals([seconds, kind & facts[place]!.kind], [facts[place]!.seconds, kind]);
          }
          const unread = unreadOf(candidates.totals, [...read].map((place) => facts[place]!), wanted.since);
          const brief = (of: readonly StoredEntry[], unread?: Totals) =>
            selectBrief({
              nowMs: NOW,
              counts: { operator: 0, shared: 0, agent: 0 },
              entries: of,
              unread,
              bounds,
              faults: [],
            });
          assertEquals(
            brief([...read].map((place) => entries[place]!), unread),
            brief(entries),
          );
        }),
        { numRuns: 500 },
      );
    }
  },
);

Deno.test(
  "candidatesOf() gives up where hundreds of entries are of one second, and reads no more than it must",
  pure,
  () => {
    const wanted = { instructions: 1, decisions: 1, changes: 10, since: 0 };
    const same = Array.from({ length: 5000 }, () => ({ seconds: 1, kind: 0 }));
    assertEquals(candidatesOf(listed(same), wanted), undefined);
    const apart = same.map((_, i) => ({ seconds: i, kind: i % 2 ? KIND.decision : 0 }));
    const { chosen, totals } = candidatesOf(listed(apart), { ...wanted, since: 4000 })!;
    assertEquals(chosen.size, 10);
    assertEquals(totals, { instructions: 0, decisions: 500, changes: 5000 });
  },
);

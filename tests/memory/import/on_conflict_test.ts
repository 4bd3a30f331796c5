import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  CONFLICT_RULES,
  type ConflictRule,
  type Incoming,
  isSame,
  mergeEntry,
  respell,
} from "../../../lib/memory/import/on_conflict.ts";
import { valueText } from "../../support/json_texts.ts";
import { entryJson } from "../../support/temporary_root.ts";

const pure = { permissions: "none" } as const;
const T1 = "2026-01-01T00:00:00Z", T2 = "2026-01-01T00:00:01Z";
const at = (timestamp: string, more: Record<string, unknown> = {}) => entryJson("v", { timestamp, ...more });
const coming = (text: string, foreign?: Incoming["foreign"]): Incoming => ({
  store: "shared",
  key: "k",
  text,
  foreign,
});

/** What comes in, what is there, and what becomes of it under each rule, in the order of CONFLICT_RULES. */
const CASES: readonly (readonly [incoming: string, present: string, outcomes: string])[] = [
  [at(T2), at(T2), "same same same same"],
  [at(T2, { value: "w" }), at(T1), "replaced kept replaced conflict"],
  [at(T1, { value: "w" }), at(T2), "kept kept replaced conflict"],
  // As old as each other: a basis that was changed leaves the timestamp (§4.4).
  [at(T1, { basis: "verified" }), at(T1), "kept kept replaced conflict"],
  // Points in time, not texts (§4.6).
  [at("2026-01-01T00:00:00.5Z"), at(T1), "replaced kept replaced conflict"],
  [at("2026-01-01T01:00:00+01:00"), at(T1), "kept kept replaced conflict"],
  [at("soon"), at(T1), "kept kept replaced conflict"],
  [at(T1), at("soon"), "replaced kept replaced conflict"],
  // A mark is a change as well (BR-100).
  [at(T1), at(T2, { status: "resolved" }), "kept kept replaced conflict"],
  [at(T2, { status: "superseded", superseded_by: "x" }), at(T1), "replaced kept replaced conflict"],
];

Deno.test("mergeEntry() keeps the newer by timestamp, or does as the rule says (§10, BR-100)", pure, () => {
  for (const [incoming, present, outcomes] of CASES) {
    const got = CONFLICT_RULES.map((rule) => mergeEntry(coming(incoming), present, rule));
    assertEquals(got.join(" "), outcomes, `${incoming} over ${present}`);
  }
  for (const rule of CONFLICT_RULES) assertEquals(mergeEntry(coming(at(T1)), undefined, rule), "added");
});

Deno.test(
  "mergeEntry() never lets an undated entry of another program take the place of what is there",
  pure,
  () => {
    const note = (value: string, derivation = "note a.md") => at(T2, { value, derivation });
    const outcome = (
      text: string,
      present: string,
      foreign: Incoming["foreign"],
      rule: ConflictRule = "newer",
    ) => mergeEntry(coming(text, foreign), present, rule);
    const old = at(T1, { value: "old", derivation: "note a.md" });
    assertEquals(outcome(note("new"), old, "undated"), "kept");
    assertEquals(outcome(note("new"), old, "undated", "replace"), "replaced");
    assertEquals(outcome(note("new"), old, "dated"), "replaced");
    assertEquals(outcome(note("new"), at(T1, { value: "somebody's own" }), "dated"), "kept");
    assertEquals(
      outcome(note("new"), at("2026-01-01T00:00:02Z", { derivation: "note a.md" }), "dated"),
      "kept",
    );
  },
);

Deno.test("isSame() holds an entry of another program against its value, tags and origin alone", pure, () => {
  const note = coming(at(T2, { tags: ["a"], derivation: "note" }), "undated");
  assert(isSame(note, at(T1, { tags: ["a"], derivation: "note", basis: "verified", status: "resolved" })));
  assert(!isSame(note, at(T2, { tags: ["b"], derivation: "note" })));
  assert(!isSame(note, at(T2, { tags: ["a"] })));
  assert(!isSame(note, at(T2, { tags: ["a"], derivation: "note", value: "w" })));
});

Deno.test(
  "isSame() does not mind white space, escapes and the order of fields, and minds every digit",
  pure,
  () => {
    const same = (a: string, b: string) => isSame(coming(a), b);
    assert(same('{"value":"é/","n":1.0}', '{ "n": 1.0,\n "value": "\\u00e9\\/" }'));
    assert(same('{"a":{"b":[1, 2]}}', '{"a":{"b":[1,2]}}'));
    assert(same('{"a":"\\ud800"}', '{"a":"\\uD800"}'));
    for (
      const [a, b] of [
        ['{"n":1.0}', '{"n":1}'],
        ['{"n":12345678901234567890}', '{"n":12345678901234567891}'],
        ['{"a":1}', '{"a":1,"b":2}'],
        ['{"a":1,"b":2}', '{"a":1}'],
        ['{"a":1}', '{"b":1}'],
        ['{"a":"1"}', '{"a":1}'],
      ] as const
    ) assert(!same(a, b), `${a} ${b}`);
  },
);

Deno.test("respell() changes no value, and spells every string in one way", pure, () => {
  fc.assert(fc.property(valueText, (text) => {
    const again = respell(text);
    assertEquals(JSON.parse(again), JSON.parse(text));
    assertEquals(respell(again), again);
  }));
});

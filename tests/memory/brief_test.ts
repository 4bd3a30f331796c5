import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  type Brief,
  type BriefFacts,
  type BriefItem,
  isInstruction,
  isInstructionKind,
  selectBrief,
} from "../../lib/memory/brief.ts";
import { dated, newestFirst } from "../../lib/memory/match.ts";
import { DEFAULT_SETTINGS } from "../../lib/memory/settings.ts";
import type { StoredEntry } from "../../lib/memory/stored_entry.ts";
import { formatUtc } from "../../lib/text/time.ts";
import { stored } from "../support/entries.ts";

const pure = { permissions: "none" } as const;
const NOW = Date.UTC(2026, 9, 13, 11, 16, 30);
const HOUR = 3_600_000;

/** The brief of these entries, at 2026-10-13T11:16:30Z. */
function brief(entries: readonly StoredEntry[], facts: Partial<BriefFacts> = {}): Brief {
  return selectBrief({
    nowMs: NOW,
    counts: { operator: 0, shared: 0, agent: 0 },
    entries,
    bounds: DEFAULT_SETTINGS.brief,
    faults: [],
    ...facts,
  });
}

const keys = ({ items }: { items: readonly BriefItem[] }) => items.map(({ key }) => key);
const at = (ms: number) => formatUtc(NOW + ms);
const OPERATORS = { source: "operator", tags: ["preference"] };

/** As many entries as asked for, each a second older than the one before. */
function many(
  count: number,
  fields: Record<string, unknown>,
  store: "operator" | "shared" | "agent" = "shared",
) {
  return Array.from(
    { length: count },
    (_, i) => stored(`k_${String(i).padStart(5, "0")}`, { ...fields, timestamp: at(-1000 * i) }, store),
  );
}

Deno.test("selectBrief() takes the focus from current_focus of shared alone (§3.2, §5.2)", pure, () => {
  const focus = (store: "operator" | "shared" | "agent") =>
    stored("current_focus", { value: `of ${store}` }, store);
  assertEquals(brief([focus("operator"), focus("shared"), focus("agent")]).focus?.excerpt, "of shared");
  assertEquals(brief([focus("operator"), focus("agent")]).focus, undefined);
});

Deno.test(
  "selectBrief() shows a focus of 600 characters whole and cuts a longer one at a word (§5.2)",
  pure,
  () => {
    const focus = (value: string) => brief([stored("current_focus", { value })]).focus?.excerpt;
    assertEquals(focus("x".repeat(600)), "x".repeat(600));
    assertEquals(focus("word ".repeat(119) + "words"), "word ".repeat(119) + "words");
    assertEquals(focus("word ".repeat(119) + "words!"), "word ".repeat(119).trim() + " ...");
    assertEquals(focus("word ".repeat(119) + "words more"), "word ".repeat(119) + "words ...");
  },
);

Deno.test(
  "isInstruction() takes what the operator said in the operator store, and nothing else (§5.2)",
  pure,
  () => {
    const said = stored("k", OPERATORS, "operator");
    assert(isInstruction(said));
    assert(isInstruction(stored("k", { ...OPERATORS, tags: ["x", "directive"] }, "operator")));
    assert(isInstruction(stored("operator_preference_x", { source: "operator" }, "operator")));
    assert(isInstruction(stored("operator_directive_x", { source: "operator" }, "operator")));
    for (const status of ["amended", "resolved"]) {
      assert(isInstruction(stored("k", { ...OPERATORS, status }, "operator")), status);
    }
    assert(!isInstruction(stored("k", { ...OPERATORS, status: "superseded" }, "operator")));
    for (const store of ["shared", "agent"] as const) {
      assert(
        !isInstruction(stored("k", OPERATORS, store)),
        store,
      );
    }
    for (const source of ["agent", "both", "system"]) {
      assert(!isInstruction(stored("k", { ...OPERATORS, source }, "operator")), source);
    }
    assert(
      !isInstruction(stored("k", { source: "operator", tags: ["Preference", "preferences"] }, "operator")),
    );
    assert(!isInstruction(stored("my_operator_preference_x", { source: "operator" }, "operator")));
    assert(!isInstruction(stored("preference_x", { source: "operator" }, "operator")));
  },
);

Deno.test("isInstructionKind() goes by a tag or the start of the key", pure, () => {
  assert(isInstructionKind("operator_preference_", []));
  assert(!isInstructionKind("operator_preference", []));
  assert(isInstructionKind("", ["directive"]));
});

Deno.test(
  "selectBrief() shows 20 instructions of 150 characters, the newest first, and counts the rest (§5.2)",
  pure,
  () => {
    const entries = many(21, { ...OPERATORS, value: "word ".repeat(29) + "words" }, "operator");
    const { instructions } = brief(entries.toReversed());
    assertEquals(keys(instructions), entries.slice(0, 20).map(({ key }) => key));
    assertEquals(instructions.more, 1);
    assertEquals(instructions.items[0]?.excerpt, "word ".repeat(29) + "words"); // 150 characters
    assertEquals(brief(entries.slice(1)).instructions.more, 0);
    const [item] =
      brief([stored("k", { ...OPERATORS, value: "word ".repeat(29) + "words!" }, "operator")]).instructions
        .items;
    assertEquals(item?.excerpt, "word ".repeat(29).trim() + " ...");
  },
);

Deno.test(
  "selectBrief() shows the decisions of 168 hours, to the second, the future included (§5.2)",
  pure,
  () => {
    const decision = (key: string, ms: number) => stored(key, { tags: ["decision"], timestamp: at(ms) });
    assertEquals(
      keys(
        brief([
          decision("over_the_edge", -168 * HOUR - 1000),
          decision("at_the_edge", -168 * HOUR),
          decision("now", 0),
          decision("future", 24 * HOUR),
          stored("far_future", { tags: ["decision"], timestamp: "9999-12-31T23:59:59Z" }),
          stored("same_instant", { tags: ["decision"], timestamp: "2026-10-06T13:16:30+02:00" }),
          stored("fraction_over", { tags: ["decision"], timestamp: "2026-10-06T11:16:29.999Z" }),
          stored("no_time", { tags: ["decision"], timestamp: "2026-10-13" }),
        ]).decisions,
      ),
      ["far_future", "future", "now", "at_the_edge", "same_instant"],
    );
  },
);

Deno.test("selectBrief() says when it was made, and from when on it shows decisions, in UTC", pure, () => {
  const { time, decisions_since } = brief([]);
  assertEquals([time, decisions_since], ["2026-10-13T11:16:30Z", "2026-10-06T11:16:30Z"]);
});

Deno.test(
  "selectBrief() takes a decision by tag or by the start of its key, from any store, unless superseded",
  pure,
  () => {
    const { decisions } = brief([
      stored("a", { tags: ["decision"] }, "operator"),
      stored("decision_b"),
      stored("c", { tags: ["x", "decision"], status: "resolved" }, "agent"),
      stored("decision_d", { status: "superseded", superseded_by: "decision_b" }),
      stored("decision", {}),
      stored("my_decision_e", { tags: ["decisions"] }),
    ]);
    assertEquals(keys(decisions), ["a", "decision_b", "c"]);
  },
);

Deno.test("selectBrief() shows 10 decisions of 150 characters and counts the rest (§5.2)", pure, () => {
  const { decisions } = brief(many(25, { tags: ["decision"], value: "x".repeat(151) }));
  assertEquals([decisions.items.length, decisions.more], [10, 15]);
  assertEquals(decisions.items[0]?.excerpt, "x".repeat(150) + " ...");
});

Deno.test(
  "selectBrief() shows 10 changes of 100 characters, at most 3 of them from agent (§5.2)",
  pure,
  () => {
    const agents = many(8, { value: "x".repeat(100) }, "agent");
    const others = many(20, { value: "x".repeat(101) }).map((entry, i) =>
      stored(
        `s_${String(i).padStart(2, "0")}`,
        { ...entry.entry, timestamp: at(-HOUR - 1000 * i) },
        i % 2 ? "shared" : "operator",
      )
    );
    const { changes } = brief([...others, ...agents]);
    assertEquals(keys(changes), [
      "k_00000",
      "k_00001",
      "k_00002",
      "s_00",
      "s_01",
      "s_02",
      "s_03",
      "s_04",
      "s_05",
      "s_06",
    ]);
    assertEquals(changes.items[0]?.excerpt, "x".repeat(100));
    assertEquals(changes.items[3]?.excerpt, "x".repeat(100) + " ...");
    assertEquals(changes.more, 18);
    assertEquals(keys(brief(agents).changes).length, 3);
    assertEquals(brief(agents).changes.more, 5);
  },
);

Deno.test(
  "selectBrief() shows superseded entries among the changes, with what replaces them (§3.6)",
  pure,
  () => {
    const { changes } = brief([stored("old", { status: "superseded", superseded_by: "new" })]);
    assertEquals([changes.items[0]?.status, changes.items[0]?.superseded_by], ["superseded", "new"]);
  },
);

Deno.test(
  "selectBrief() orders each section by time, then store, then key, whatever the order of the entries",
  pure,
  () => {
    const entries = [
      stored("decision_b", {}, "agent"),
      stored("decision_a", {}, "agent"),
      stored("decision_z", {}, "operator"),
      stored("decision_\u{1f600}", {}),
      stored("decision_\ue000", {}),
      stored("decision_late", { timestamp: at(0) }, "agent"),
      stored("decision_broken", { timestamp: "soon" }, "operator"),
    ];
    const order = [
      "decision_late",
      "decision_z",
      "decision_\ue000",
      "decision_\u{1f600}",
      "decision_a",
      "decision_b",
    ];
    fc.assert(fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
      const { decisions, changes } = brief(shuffled);
      assertEquals(keys(decisions), order);
      assertEquals(keys(changes), [...order, "decision_broken"]);
    }));
  },
);

Deno.test("selectBrief() gives a timestamp as it is, and sorts an unreadable one last", pure, () => {
  const times = ["yesterday", "1970-01-01T00:00:00Z", "zzzz-zz-zzTzz:zz:zzZ", "2026-02-30T00:00:00Z", ""];
  const { changes } = brief(times.map((timestamp, i) => stored(`k_${i}`, { timestamp, created: "" })));
  assertEquals(
    changes.items.map(({ key, timestamp }) => [key, timestamp]),
    [1, 0, 2, 3, 4].map((i) => [`k_${i}`, times[i]]),
  );
});

Deno.test("selectBrief() chooses as sorting all entries would, whatever form their times have", pure, () => {
  const time = fc.constantFrom(
    "2026-10-13T09:00:00Z",
    "2026-10-13T09:00:01Z",
    "2026-10-13T09:00:00.5Z",
    "2026-10-13T11:00:00+02:00",
    "2026-10-13t09:00:00z",
    "2026-10-13T09:00:00z",
    "2016-12-31T23:59:60Z",
    "2017-01-01T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "9999-99-99T99:99:99Z",
    "soon",
    "",
  );
  const bounds = { ...DEFAULT_SETTINGS.brief, change_items: 3 };
  fc.assert(
    fc.property(fc.array(time, { maxLength: 12 }), (times) => {
      const entries = times.map((timestamp, i) =>
        stored(`k_${String(i).padStart(2, "0")}`, { timestamp, created: "" })
      );
      const sorted = entries.map(dated).sort(newestFirst).map(({ stored }) => stored.key);
      assertEquals(keys(brief(entries, { bounds }).changes), sorted.slice(0, 3));
    }),
    { numRuns: 1000 },
  );
});

Deno.test("selectBrief() shows 15 open items of 150 characters in the file's order (§5.2, §7)", pure, () => {
  const file = "2026-10-13_session.md",
    items = Array.from({ length: 17 }, (_, i) => `item ${i} ` + "word ".repeat(40));
  const { open } = brief([], { summary: { file, open: { isPresent: true, items } } });
  assertEquals([open?.file, open?.items.length, open?.more], [file, 15, 2]);
  open?.items.forEach((item, i) =>
    assertEquals(item, `item ${i} ` + "word ".repeat(i < 10 ? 28 : 28).trim() + " ...")
  );
  const few = brief([], { summary: { file, open: { isPresent: true, items: items.slice(0, 15) } } });
  assertEquals(few.open?.more, 0);
  assertEquals(brief([]).open, undefined);
});

Deno.test("selectBrief() follows bounds that were tuned (§5.2)", pure, () => {
  const bounds = { ...DEFAULT_SETTINGS.brief, change_items: 2, change_length: 3 };
  const { changes } = brief(many(5, { value: "abcdef" }, "agent"), { bounds });
  assertEquals(changes.items.map(({ excerpt }) => excerpt), ["abc ...", "abc ..."]);
  assertEquals(changes.more, 3);
});

Deno.test("selectBrief() names a bounded number of faults, and says how many more there are", pure, () => {
  const faults = Array.from({ length: 500 }, (_, i) => `fault ${i}`);
  const shown = brief([], { faults }).faults;
  assertEquals(shown.length, 11);
  assertEquals(shown.at(-1), "490 more: ctx list names them");
  assertEquals(brief([], { faults: faults.slice(0, 10) }).faults, faults.slice(0, 10));
});

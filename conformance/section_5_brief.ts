import { between, fillSlots, shownIn, SLOT_SUMMARY, SLOTS } from "./brief_probe.ts";
import type { Scenario, Trial } from "./check.ts";
import { entryOf, timeFromNow } from "./context_root.ts";
import { all, contains, equal, holds, inOrder, lacks, succeeds } from "./verdict.ts";

/** The checks of §5.2, the brief: its order, its recent changes, and that it is bounded. */
export const BRIEF: readonly Scenario[] = [
  { name: "§5.2 the order of the brief", sections: ["5.2"], run: order },
  { name: "§5.2 recent changes", sections: ["5.2"], run: recentChanges },
];

const MARKERS = SLOTS.map(({ marker }) => marker);

async function order(trial: Trial): Promise<void> {
  const { root } = trial;
  const empty = await trial.ctx("brief");
  trial.must(
    "5.2",
    "the header is printed for an empty context",
    all(succeeds(empty), holds(empty.stdout.trim() !== "", "a header", empty.stdout)),
  );
  await fillSlots(root, ({ marker }) => `${marker} text`);
  const before = await root.snapshot();
  const { stdout } = await trial.ctx("brief");
  trial.must(
    "5.2",
    "in order: focus, instructions, open, decisions, recent changes",
    inOrder(stdout, ...MARKERS),
  );
  trial.must(
    "5.2",
    "a header stands before the first section",
    holds((stdout.split("FocusM")[0] ?? "").trim() !== "", "a header", stdout),
  );
  trial.must(
    "5.2",
    "an instruction names its key and its store",
    contains(shownIn(stdout, "OrderM").before, "pref_slot", "operator"),
  );
  trial.must(
    "5.2",
    "a decision names its key",
    contains(shownIn(stdout, "DecisionM").before, "decision_slot"),
  );
  trial.must("5.2", "a recent change names its key", contains(shownIn(stdout, "RecentM").before, "k_recent"));
  trial.ours(
    "5.2",
    "the open items name their file",
    contains(between(stdout, "OrderM", "OpenM") ?? "", `sessions/${SLOT_SUMMARY}`),
  );
  trial.ours(
    "5.2",
    "the header has the date, the counts and the way to the full text",
    contains(
      stdout.split("\n", 1)[0] ?? "",
      new Date().getFullYear().toString(),
      "operator 1",
      "shared 3",
      "agent 0",
      "ctx get",
    ),
  );
  trial.ours(
    "5.2",
    "the date of a decision is a day, of a recent change a minute",
    all(
      holds(
        /\d{4}-\d\d-\d\d decision_slot/.test(shownIn(stdout, "DecisionM").before),
        "DATE KEY",
        shownIn(stdout, "DecisionM").line,
      ),
      holds(
        /\d{4}-\d\d-\d\d \d\d:\d\d k_recent/.test(shownIn(stdout, "RecentM").before),
        "DATE MINUTE KEY",
        shownIn(stdout, "RecentM").line,
      ),
    ),
  );
  trial.ours("5.2", "brief writes nothing", equal(await root.snapshot(), before));
  await root.seed("operator", [["current_focus", entryOf("WRONG-FOCUS", { source: "operator" })], [
    "pref_slot",
    entryOf("OrderM", { source: "operator", tags: ["preference"] }),
  ]]);
  await root.seed("agent", [["current_focus", entryOf("WRONG-FOCUS")]]);
  const again = (await trial.ctx("brief")).stdout;
  trial.must(
    "5.2",
    "the focus is current_focus of the shared store",
    all(contains(again, "FocusM", "OrderM"), lacks(again.split("OrderM")[0] ?? "", "WRONG-FOCUS")),
  );
}

async function recentChanges(trial: Trial): Promise<void> {
  const { root } = trial;
  const numbered = (prefix: string, count: number, secondsAgo: number) =>
    Array.from(
      { length: count },
      (_, at) =>
        [
          `${prefix}_${String(at).padStart(2, "0")}`,
          entryOf(`${prefix}-${at}.`, { timestamp: timeFromNow(-1000 * (secondsAgo + at)) }),
        ] as const,
    );
  await root.seed("agent", numbered("note", 2, 10));
  await root.seed("operator", numbered("said", 1, 30));
  await root.seed("shared", numbered("fact", 20, 40));
  const { stdout } = await trial.ctx("brief");
  trial.must(
    "5.2",
    "recent changes come from every store, the newest first",
    inOrder(stdout, "note-0.", "note-1.", "said-0.", "fact-0.", "fact-1."),
  );
  trial.must(
    "5.2",
    "a change of another store names its store",
    all(
      contains(shownIn(stdout, "note-0.").before.replaceAll("note_00", ""), "agent"),
      contains(shownIn(stdout, "said-0.").before.replaceAll("said_00", ""), "operator"),
    ),
  );
  await root.seed("agent", numbered("note", 9, 10));
  trial.ours(
    "5.2",
    "ten changes are shown, three of them the agents'",
    equal((await trial.ctx("brief")).stdout.match(/\b(note|said|fact)-\d+\./g), [
      "note-0.",
      "note-1.",
      "note-2.",
      "said-0.",
      ...[0, 1, 2, 3, 4, 5].map((at) => `fact-${at}.`),
    ]),
  );
  await root.seed("agent", []);
  await root.seed("operator", []);
  await root.seed("shared", [["k_half", entryOf("LATER.", { timestamp: "2026-01-05T10:00:00.5Z" })], [
    "k_whole",
    entryOf("EARLIER.", { timestamp: "2026-01-05T10:00:00Z" }),
  ]]);
  trial.must(
    "5.2",
    "times are compared as points in time, with their fractions",
    inOrder((await trial.ctx("brief")).stdout, "LATER.", "EARLIER."),
  );
}

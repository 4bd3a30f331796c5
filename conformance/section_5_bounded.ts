import type { Scenario, Trial } from "./check.ts";
import { entryOf, timeFromNow } from "./context_root.ts";
import { holds } from "./verdict.ts";

/** The checks of §5.2 that the brief stays one screen, whatever the stores hold. */
export const BOUNDED: readonly Scenario[] = [
  { name: "§5.2 the brief is bounded", sections: ["5.2"], run: bounded },
];

const HOUR = 3_600_000;

/** As many entries of every kind that the brief shows, each with much more text than it may show. */
async function flood(trial: Trial, count: number): Promise<number> {
  const long = `${"word ".repeat(200)}`;
  const numbers = Array.from({ length: count }, (_, at) => String(at).padStart(5, "0"));
  const now = timeFromNow(-HOUR);
  const fields = { timestamp: now, source: "operator" };
  await trial.root.seed("shared", [
    ["current_focus", entryOf(long.repeat(count / 100), fields)],
    ...numbers.map((at) =>
      [`decision_${at}`, entryOf(`d ${long}`, { ...fields, tags: ["decision"] })] as const
    ),
  ]);
  await trial.root.seed(
    "operator",
    numbers.map((at) => [`pref_${at}`, entryOf(`p ${long}`, { ...fields, tags: ["directive"] })]),
  );
  await trial.root.seed(
    "agent",
    numbers.map((at) => [`note_${at}`, entryOf(`n ${long}`, { timestamp: now })]),
  );
  await trial.root.writeSummary(
    "2026-01-02_session.md",
    ...numbers.map((at) => `- open ${at} ${long}\n  ${long}`),
  );
  return (await trial.ctx("brief")).stdout.length;
}

async function bounded(trial: Trial): Promise<void> {
  const small = await flood(trial, 100);
  const large = await flood(trial, 1000);
  trial.must(
    "5.2",
    "the brief does not grow with entries, instructions, decisions, open items and their length",
    holds(large - small < 200, `about ${small} characters`, large),
  );
  trial.ours(
    "5.2",
    "the brief is one screen, at most 14,000 characters",
    holds(large < 14_000, "14,000", large),
  );
  if (!trial.extra) return;
  const long = "L".repeat(10_000);
  const now = timeFromNow(-HOUR);
  const fields = {
    timestamp: now,
    author: long,
    status: "superseded",
    superseded_by: long,
    status_note: long,
    status_timestamp: now,
    tags: ["decision", "preference", long],
  };
  await trial.root.seed("shared", [[long, entryOf("v", fields)], [
    `decision_${long}`,
    entryOf("v", { ...fields, status: "amended" }),
  ]]);
  await trial.root.seed("operator", [[
    long,
    entryOf("v", { ...fields, source: "operator", status: "resolved" }),
  ]]);
  await trial.root.seed("agent", [[long, entryOf("v", fields)]]);
  const { stdout } = await trial.ctx("brief");
  trial.ours(
    "5.2",
    "keys, tags, authors and notes of 10,000 characters do not break the screen",
    holds(stdout.length < 6000, "at most 6,000 characters", stdout.length),
  );
}

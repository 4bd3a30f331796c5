import { type Candidate, noteCandidates, OPEN, seedCandidates } from "./brief_candidates.ts";
import { between, shownIn } from "./brief_probe.ts";
import type { Scenario, Trial } from "./check.ts";
import { type Entry, entryOf, LONG_AGO, timeFromNow } from "./context_root.ts";
import { contains } from "./verdict.ts";

/** The checks of §5.2, which entries the brief shows as decisions. */
export const DECISIONS_SHOWN: readonly Scenario[] = [
  { name: "§5.2 decisions of seven days", sections: ["5.2"], run: decisions },
];

const HOUR = 3_600_000;
const DONE = { status_timestamp: LONG_AGO };

const DECISIONS: readonly (Candidate & { readonly hoursAgo: number; readonly more?: number })[] = [
  {
    what: "one tagged decision, just made",
    hoursAgo: 0,
    store: "shared",
    fields: { tags: ["x", "decision"] },
    shown: true,
    level: "must",
  },
  {
    what: "one of six days ago",
    hoursAgo: 144,
    store: "shared",
    fields: { tags: ["decision"] },
    shown: true,
    level: "must",
  },
  {
    what: "one of nine days ago",
    hoursAgo: 216,
    store: "shared",
    fields: { tags: ["decision"] },
    shown: false,
    level: "must",
  },
  {
    what: "one without the tag",
    hoursAgo: 1,
    store: "shared",
    fields: { tags: ["result"] },
    shown: false,
    level: "must",
  },
  {
    what: "one superseded",
    hoursAgo: 1,
    store: "shared",
    fields: { ...DONE, tags: ["decision"], status: "superseded", superseded_by: "k" },
    shown: false,
    level: "should",
  },
  {
    what: "one amended",
    hoursAgo: 1,
    store: "shared",
    fields: { ...DONE, tags: ["decision"], status: "amended" },
    shown: true,
    level: "must",
  },
  {
    what: "one by its key decision_",
    hoursAgo: 1,
    store: "shared",
    key: "decision_by_key",
    fields: {},
    shown: true,
    level: "ours",
  },
  {
    what: "one of 168 hours ago but two minutes",
    hoursAgo: 168,
    more: 120_000,
    store: "shared",
    fields: { tags: ["decision"] },
    shown: true,
    level: "ours",
  },
  {
    what: "one of 168 hours ago and a minute",
    hoursAgo: 168,
    more: -60_000,
    store: "shared",
    fields: { tags: ["decision"] },
    shown: false,
    level: "ours",
  },
  {
    what: "one of tomorrow",
    hoursAgo: -24,
    store: "shared",
    fields: { tags: ["decision"] },
    shown: true,
    level: "ours",
  },
];

async function decisions(trial: Trial): Promise<void> {
  // An entry of tomorrow would come before the sentinel: another implementation is not asked for it.
  const asked = DECISIONS.filter(({ hoursAgo }) => trial.extra || hoursAgo >= 0);
  const afterAll = trial.extra ? 48 * HOUR : 30_000;
  const candidates = asked.map((decision) => {
    const timestamp = timeFromNow(-HOUR * decision.hoursAgo + (decision.more ?? 0));
    return { ...decision, fields: { ...decision.fields, created: timestamp, timestamp } };
  });
  const last = "RECENT-SENTINEL";
  await seedCandidates(trial, candidates, [[
    "k_sentinel",
    entryOf(last, { timestamp: timeFromNow(afterAll) }),
  ]]);
  const brief = (await trial.ctx("brief")).stdout;
  noteCandidates(trial, "the decisions", between(brief, OPEN, last), candidates);

  const made = (key: string, fields: Entry) =>
    [key, entryOf(`${key}-TEXT`, { tags: ["decision"], timestamp: timeFromNow(-HOUR), ...fields })] as const;
  await trial.root.seed("shared", [made("k_mine", { source: "agent", author: "Agent Nine" }), [
    "k_sentinel",
    entryOf(last, { timestamp: timeFromNow(afterAll) }),
  ]]);
  await trial.root.seed("agent", [made("k_notes", { source: "agent" })]);
  const section = between((await trial.ctx("brief")).stdout, OPEN, last) ?? "";
  trial.ours(
    "5.2",
    "a decision that is not the operator's names its author",
    contains(shownIn(section, "k_mine-TEXT").before, "Agent Nine"),
  );
  trial.ours(
    "5.2",
    "a decision of another store names the store",
    contains(shownIn(section, "k_notes-TEXT").before, "agent"),
  );
}

import { type Candidate, FOCUS, noteCandidates, OPEN, seedCandidates } from "./brief_candidates.ts";
import { between } from "./brief_probe.ts";
import type { Scenario, Trial } from "./check.ts";
import { entryOf, LONG_AGO, timeFromNow } from "./context_root.ts";
import { contains, equal } from "./verdict.ts";

/** The checks of §5.2, which entries the brief shows as standing instructions. */
export const INSTRUCTIONS_SHOWN: readonly Scenario[] = [
  { name: "§5.2 standing instructions", sections: ["5.2"], run: instructions },
];

const OPERATOR = { source: "operator" };
const DONE = { status_timestamp: LONG_AGO };

const INSTRUCTIONS: readonly Candidate[] = [
  {
    what: "the operator's, tagged preference",
    store: "operator",
    fields: { ...OPERATOR, tags: ["preference"] },
    shown: true,
    level: "must",
  },
  {
    what: "the operator's, tagged directive",
    store: "operator",
    fields: { ...OPERATOR, tags: ["x", "directive"] },
    shown: true,
    level: "must",
  },
  {
    what: "one of source agent",
    store: "operator",
    fields: { source: "agent", tags: ["preference"] },
    shown: false,
    level: "must",
  },
  {
    what: "one without such a tag",
    store: "operator",
    fields: { ...OPERATOR, tags: ["other"] },
    shown: false,
    level: "ours",
  },
  {
    what: "one superseded",
    store: "operator",
    fields: { ...OPERATOR, ...DONE, tags: ["preference"], status: "superseded", superseded_by: "k" },
    shown: false,
    level: "should",
  },
  {
    what: "one amended",
    store: "operator",
    fields: { ...OPERATOR, ...DONE, tags: ["preference"], status: "amended" },
    shown: true,
    level: "must",
  },
  {
    what: "one resolved",
    store: "operator",
    fields: { ...OPERATOR, ...DONE, tags: ["preference"], status: "resolved" },
    shown: true,
    level: "ours",
  },
  {
    what: "one by its key operator_preference_",
    store: "operator",
    key: "operator_preference_x",
    fields: OPERATOR,
    shown: true,
    level: "ours",
  },
  {
    what: "one by its key operator_directive_",
    store: "operator",
    key: "operator_directive_x",
    fields: OPERATOR,
    shown: true,
    level: "ours",
  },
  {
    what: "one of source both",
    store: "operator",
    fields: { source: "both", tags: ["preference"] },
    shown: false,
    level: "ours",
  },
  {
    what: "one of the shared store",
    store: "shared",
    fields: { ...OPERATOR, tags: ["preference"] },
    shown: false,
    level: "ours",
  },
  {
    what: "one of the agent store",
    store: "agent",
    fields: { ...OPERATOR, tags: ["directive"] },
    shown: false,
    level: "ours",
  },
];

async function instructions(trial: Trial): Promise<void> {
  await seedCandidates(trial, INSTRUCTIONS, [["current_focus", entryOf(FOCUS)]]);
  const { stdout } = await trial.ctx("brief");
  noteCandidates(trial, "the instructions", between(stdout, FOCUS, OPEN), INSTRUCTIONS);
  const many = (count: number) =>
    Array.from(
      { length: count },
      (_, at) =>
        [
          `pref_${String(at).padStart(3, "0")}`,
          entryOf(`INSTRUCTION-${at}.`, {
            ...OPERATOR,
            tags: ["preference"],
            timestamp: timeFromNow(-1000 * (1000 - at)),
          }),
        ] as const,
    );
  await trial.root.seed("operator", many(200));
  const section = between((await trial.ctx("brief")).stdout, FOCUS, OPEN) ?? "";
  trial.ours(
    "5.2",
    "of 200 instructions the newest 20 are shown, the newest first",
    equal(
      section.match(/INSTRUCTION-\d+/g),
      Array.from({ length: 20 }, (_, at) => `INSTRUCTION-${199 - at}`),
    ),
  );
  trial.ours(
    "5.2",
    "what is left out is said, with the command that shows it",
    contains(section, "180 more", "ctx list"),
  );
}

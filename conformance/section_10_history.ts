import type { Scenario, Trial } from "./check.ts";
import { all, contains, equal, fails, inOrder, lacks, succeeds } from "./verdict.ts";

/** The checks of §10 on version history. */
export const HISTORY: readonly Scenario[] = [
  { name: "§10 version history", sections: ["10"], extra: true, run: history },
  { name: "§10 undo", sections: ["10"], extra: true, run: undo },
];

async function history(trial: Trial): Promise<void> {
  const said = ["first of three", "second of three", "third of three"];
  for (const value of said) await trial.ctx("set", "k_versions", value);
  await trial.ctx("set", "k_other", "of another key");

  const shown = await trial.ctx("history", "k_versions");
  trial.optional("10", "history succeeds", succeeds(shown));
  trial.optional(
    "10",
    "earlier values are shown, the newest first",
    inOrder(shown.stdout, ...said.toReversed()),
  );
  trial.optional("10", "other keys are not", lacks(shown.stdout, "of another key"));

  const changed = await trial.ctx("diff", "k_versions");
  trial.optional(
    "10",
    "diff shows the words that changed",
    contains(changed.stdout, "[-second-]{+third+} of three"),
  );
  const early = await trial.ctx("history", "k_versions", "--at", "2001-01-01");
  trial.optional(
    "10",
    "what was not there at a time is not found",
    all(fails(early), lacks(early.stdout, "of three")),
  );
  const late = await trial.ctx("history", "k_versions", "--at", "2999-12-31T12:00");
  trial.optional("10", "at a later time the current value is", contains(late.stdout, "third of three"));
  trial.optional("10", "a key without a history is not found", fails(await trial.ctx("history", "k_none")));

  await trial.ctx("delete", "k_versions");
  const gone = await trial.ctx("history", "k_versions");
  trial.optional("10", "delete removes earlier values too", all(fails(gone), lacks(gone.stdout, "of three")));
}

async function undo(trial: Trial): Promise<void> {
  const { root } = trial;
  const known = async () => {
    const { timestamp: _now, author: _by, ...fields } = await root.entry("k_undone");
    return fields;
  };
  await trial.ctx("set", "k_undone", "first", "--tag", "a", "--basis", "verified");
  const first = await known();
  await trial.ctx("resolve", "k_undone", "--note", "done");
  const second = await known();
  const undone = await trial.ctx("undo", "k_undone");
  trial.optional("10", "undo puts the last version back", all(succeeds(undone), equal(await known(), first)));
  await trial.ctx("undo", "k_undone");
  trial.optional("10", "undo twice gives back what was undone", equal(await known(), second));
  await trial.ctx("set", "k_new", "v");
  trial.optional("10", "a new key has nothing to undo", fails(await trial.ctx("undo", "k_new")));
}

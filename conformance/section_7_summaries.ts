import type { Scenario, Trial } from "./check.ts";
import { all, contains, equal, lacks, succeeds } from "./verdict.ts";

/** The checks of §7, session summaries, as `brief` and `start` read them. */
export const SUMMARIES: readonly Scenario[] = [
  { name: "§7 the newest summary", sections: ["7"], run: newest },
  { name: "§7 files that are no summaries", sections: ["7"], run: notSummaries },
];

/** Suffixes of one day in the order in which they are given out. */
const DAY = ["", "b", "c", "y", "z", "za", "zb", "zz", "zza"];

/** File names, in an order of writing that is not theirs, and the newest of them. */
const FOLDERS: readonly (readonly [what: string, names: readonly string[], newest: string])[] = [
  ["the first of a day", ["2026-03-01"], "2026-03-01"],
  ["b after none", ["2026-03-01b", "2026-03-01"], "2026-03-01b"],
  ["the later day", ["2026-03-02", "2026-03-01zz"], "2026-03-02"],
  ["the later year", ["2027-01-01", "2026-12-31b"], "2027-01-01"],
  ["za after z", ["2026-03-01za", "2026-03-01z", "2026-03-01b"], "2026-03-01za"],
  ["zb after za", ["2026-03-01zb", "2026-03-01za", "2026-03-01z"], "2026-03-01zb"],
];

async function clear(trial: Trial): Promise<void> {
  await Deno.remove(trial.root.at("sessions"), { recursive: true }).catch(() => {});
}

async function newest(trial: Trial): Promise<void> {
  const { root } = trial;
  const write = (day: string) => root.writeSummary(`${day}_session.md`, `- OPEN-OF-${day}.`);
  for (const [what, names, last] of FOLDERS) {
    await clear(trial);
    for (const name of names) await write(name);
    const { stdout } = await trial.ctx("brief");
    const others = names.filter((name) => name !== last).map((name) => `OPEN-OF-${name}.`);
    trial.must(
      "7",
      `the newest summary is ${what}`,
      all(contains(stdout, `OPEN-OF-${last}.`), lacks(stdout, ...others)),
    );
  }
  await clear(trial);
  for (const suffix of DAY) {
    await write(`2026-03-01${suffix}`);
    const { stdout } = await trial.ctx("start");
    const shown = [...stdout.matchAll(/DONE-2026-03-01(\w*)_session/g)].map(([, found]) => found);
    trial.must(
      "7",
      `start prints the summary with suffix ${suffix || "none"} alone, after those before it`,
      equal(shown, [suffix]),
    );
  }
  await clear(trial);
  await write("2026-03-01");
  await root.write(["sessions", "2026-03-02_session.md"], "# Session\n\n## Done\n- DONE-ALONE\n");
  const { stdout } = await trial.ctx("start");
  trial.must(
    "7",
    "only the newest summary is read: none older when it has no open items",
    all(contains(stdout, "DONE-ALONE"), lacks(stdout, "OPEN-OF-2026-03-01")),
  );
}

const OTHERS: readonly (readonly [name: string, level: "must" | "ours"])[] = [
  ["README.md", "must"],
  ["notes_session.md", "must"],
  ["zz_session.md", "must"],
  ["2026-13_session.md", "must"],
  ["2026-04-01_session.md.bak", "must"],
  ["2026-04-01_session.txt", "must"],
  ["2026-04-01-session.md", "must"],
  ["2026-04-01B_session.md", "must"],
  ["2026-04-01_Session.md", "must"],
  ["2026-4-1_session.md", "must"],
  ["x2026-04-01_session.md", "must"],
  ["2026-04-01 copy_session.md", "must"],
  [".2026-04-01_session.md.swp", "must"],
  ["2026-04-01a_session.md", "ours"],
  ["2026-04-01bc_session.md", "ours"],
];

async function notSummaries(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.writeSummary("2026-03-01_session.md", "- THE-OPEN-ITEM");
  for (const [name, level] of OTHERS) {
    await root.writeSummary(name, "- STRAY-ITEM");
    const run = await trial.ctx("start");
    trial[level](
      "7",
      `a file ${name} is no summary`,
      all(succeeds(run), contains(run.stdout, "THE-OPEN-ITEM"), lacks(run.stdout, "STRAY-ITEM")),
    );
    await Deno.remove(root.at("sessions", name));
  }
  await Deno.mkdir(root.at("sessions", "2026-05-01_session.md"));
  const run = await trial.ctx("start");
  trial.ours(
    "7",
    "a folder named like a summary is none",
    all(succeeds(run), contains(run.stdout, "THE-OPEN-ITEM")),
  );
}

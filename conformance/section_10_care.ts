import type { Scenario, Trial } from "./check.ts";
import { entryOf, timeFromNow } from "./context_root.ts";
import { all, contains, equal, fails, succeeds } from "./verdict.ts";

/** The checks of §10's optional care: clean-up (§3.7), statistics, enforcement of the store conventions (§3.1). */
export const CARE: readonly Scenario[] = [
  { name: "§10 clean-up", sections: ["10", "3.7"], extra: true, run: cleanup },
  { name: "§10 statistics", sections: ["10"], extra: true, run: statistics },
  { name: "§10 enforcement", sections: ["10", "3.1"], extra: true, run: enforcement },
];

const HOUR_MS = 3_600_000;

/** Seeds a note of a session for each age, in hours, and an old global entry. */
async function seedNotes(trial: Trial, ...hours: readonly number[]): Promise<void> {
  const notes = hours.map((age) => {
    const time = timeFromNow(-age * HOUR_MS);
    return [`note_${age}`, entryOf("v", { scope: "session", created: time, timestamp: time })] as const;
  });
  await trial.root.seed("shared", [...notes, ["kept", entryOf("v")]]);
}

async function keys(trial: Trial): Promise<readonly string[]> {
  return [...(await trial.root.entries()).keys()];
}

async function cleanup(trial: Trial): Promise<void> {
  await seedNotes(trial, 23, 25);
  const before = await trial.root.snapshot();
  const dry = await trial.ctx("cleanup", "--dry-run");
  trial.optional(
    "10",
    "cleanup --dry-run shows what would go",
    all(succeeds(dry), contains(dry.stdout, "note_25")),
  );
  trial.optional("10", "cleanup --dry-run changes nothing", equal(await trial.root.snapshot(), before));
  const done = await trial.ctx("cleanup");
  const left = equal(await keys(trial), ["note_23", "kept"]);
  trial.optional(
    "3.7",
    "cleanup deletes session-scoped entries older than 24 hours, and nothing else",
    all(succeeds(done), left),
  );
  await seedNotes(trial, 1, 3);
  await trial.ctx("cleanup", "--older-than", "2h");
  trial.optional("3.7", "cleanup takes another threshold", equal(await keys(trial), ["note_1", "kept"]));
  const wrong = await trial.ctx("cleanup", "--older-than", "soon");
  trial.optional(
    "10",
    "cleanup refuses a threshold that is none",
    all(fails(wrong), equal(await keys(trial), ["note_1", "kept"])),
  );
}

async function statistics(trial: Trial): Promise<void> {
  await trial.root.seed("shared", [
    ["a", entryOf("v", { source: "operator", tags: ["one_tag"] })],
    ["b", entryOf("v", { source: "operator", scope: "session" })],
    ["c", entryOf("v", { tags: ["one_tag"] })],
  ]);
  const run = await trial.ctx("stats", "--json");
  const { source, scope, tag } = run.status === 0 ? JSON.parse(run.stdout).stores.shared : {};
  trial.optional("10", "stats counts a store by source", equal(source, { operator: 2, agent: 1 }));
  trial.optional("10", "stats counts a store by scope", equal(scope, { global: 2, session: 1 }));
  trial.optional("10", "stats counts a store by tag", equal(tag, { one_tag: 2 }));
}

async function enforcement(trial: Trial): Promise<void> {
  await trial.root.seed("operator", [["k", entryOf("v", { source: "operator" })]]);
  await trial.root.write(["config.jsonc"], '{ "enforce_stores": true }\n');
  const agent = { author: "Agent One" };
  const writes = [
    ["set", "k", "w"],
    ["set", "n", "w", "--source", "both"],
    ["amend", "k", "note"],
    ["supersede", "k", "--by", "n"],
    ["resolve", "k"],
    ["basis", "k", "verified"],
    ["delete", "k"],
  ];
  const before = await trial.root.storeText("operator");
  for (const words of writes) {
    const run = await trial.run([...words, "--store", "operator"], agent);
    const same = equal(await trial.root.storeText("operator"), before);
    trial.optional(
      "3.1",
      `${words[0]} by an agent in operator is refused where the convention is enforced`,
      all(fails(run), same),
    );
  }
  const words = ["set", "said", "w", "--store", "operator", "--source", "operator"];
  trial.optional("3.1", "an agent records what the operator said", succeeds(await trial.run(words, agent)));
  trial.optional(
    "3.1",
    "the operator writes as ever",
    succeeds(await trial.ctx("set", "k", "w", "--store", "operator")),
  );
  trial.optional("3.1", "an agent writes to shared", succeeds(await trial.run(["set", "k", "w"], agent)));
}

import type { Scenario, Trial } from "./check.ts";
import { all, contains, equal, fails, holds, succeeds } from "./verdict.ts";

/** The checks of §9.1 on commands, options and exit statuses. */
export const COMMAND_LINE: readonly Scenario[] = [
  { name: "§9.1 exit statuses", sections: ["9.1"], run: exitStatuses },
  { name: "§9.1 messages", sections: ["9.1"], extra: true, run: messages },
  { name: "§9.1 reading commands write nothing", sections: ["9.1"], extra: true, run: readsWriteNothing },
];

const RIGHT: readonly (readonly string[])[] = [
  ["set", "k_a", "v"],
  ["get", "k_a"],
  ["get", "k_a", "-v"],
  ["get", "k_a", "--all"],
  ["amend", "k_a", "note"],
  ["resolve", "k_a", "--note", "note"],
  ["supersede", "k_a", "--by", "k_b"],
  ["basis", "k_a", "reported"],
  ["search", "v"],
  ["list"],
  ["brief"],
  ["start"],
  ["delete", "k_a"],
];

/** Wrong arguments; how binding a refusal is, and what ours exits with. */
const WRONG: readonly (readonly [words: readonly string[], level: "must" | "ours"])[] = [
  [["serach", "x"], "must"],
  [["set"], "must"],
  [["set", "k_b"], "must"],
  [["get"], "must"],
  [["get", "k_b", "extra"], "ours"],
  [["amend"], "must"],
  [["amend", "k_b"], "must"],
  [["resolve"], "must"],
  [["supersede", "k_b"], "must"],
  [["supersede", "k_b", "--by"], "must"],
  [["basis"], "must"],
  [["basis", "k_b"], "must"],
  [["basis", "k_b", "certain"], "must"],
  [["delete"], "must"],
  [["search"], "must"],
  [["search", "two", "words"], "ours"],
  [["list", "extra"], "ours"],
  [["brief", "extra"], "ours"],
  [["set", "k_b", "v", "--basis", "maybe"], "must"],
  [["set", "k_b", "v", "--source", "user"], "must"],
  [["set", "k_b", "v", "--scope", "project"], "must"],
  [["set", "k_b", "v", "--store", "mine"], "must"],
  [["set", "k_b", "v", "--tga", "x"], "must"],
  [["set", "k_b", "v", "--tag"], "must"],
  [["get", "k_b", "--store", "mine"], "must"],
  [["list", "--status", "done"], "must"],
  [["list", "--since", "soon"], "must"],
  [["list", "--limit", "many"], "must"],
  [["list", "--no-such-option"], "must"],
  [["delete", "k_b", "--store", "mine"], "must"],
  [["set", "k_b", "v", "--tag", ""], "ours"],
  [["set", "k_b", "v", "--basis", "verified", "--basis", "reported"], "ours"],
];

async function exitStatuses(trial: Trial): Promise<void> {
  const { root } = trial;
  await trial.ctx("set", "k_b", "v");
  for (const words of RIGHT) {
    trial.must("9.1", `${words.join(" ")} exits 0`, succeeds(await trial.ctx(...words)));
  }
  const before = await root.storeText();
  for (const [words, level] of WRONG) {
    if (level === "ours" && !trial.extra) continue;
    const run = await trial.ctx(...words);
    const typed = words.map((word) => word === "" ? "''" : word).join(" ");
    trial[level]("9.1", `ctx ${typed || "alone"} is refused`, fails(run));
    trial.ours("9.1", `ctx ${typed || "alone"} exits 2`, equal(run.status, 2));
  }
  trial.must("9.1", "a refused command writes nothing", equal(await root.storeText(), before));
}

async function messages(trial: Trial): Promise<void> {
  for (
    const [words, part] of [
      [["serach", "x"], "search"],
      [["set", "k_b", "v", "--tga", "x"], "--tag"],
      [["set", "k_b", "v", "--basis", "maybe"], "verified"],
      [["set", "k_b", "v", "--store", "mine"], "operator"],
      [["list", "--status", "done"], "resolved"],
      [["list", "--since", "soon"], "soon"],
    ] as const
  ) {
    const run = await trial.ctx(...words);
    trial.ours(
      "9.1",
      `${words.join(" ")}: one message on stderr says what would be right`,
      all(
        equal(run.stdout, ""),
        contains(run.stderr, part),
        holds(run.stderr.trim().split("\n").length <= 2, "one or two lines", run.stderr),
      ),
    );
  }
  for (
    const command of [
      "set",
      "get",
      "amend",
      "supersede",
      "resolve",
      "basis",
      "delete",
      "search",
      "list",
      "brief",
      "start",
    ]
  ) {
    const run = await trial.ctx(command, "--help");
    trial.ours(
      "9.1",
      `${command} --help explains it`,
      all(succeeds(run), contains(run.stdout, `ctx ${command}`)),
    );
  }
  const version = await trial.ctx("--version");
  trial.ours(
    "9.1",
    "--version names a version",
    all(succeeds(version), holds(/\d+\.\d+\.\d+/.test(version.stdout), "a version", version.stdout)),
  );
}

async function readsWriteNothing(trial: Trial): Promise<void> {
  const { root } = trial;
  const reading = [
    ["get", "k_a"],
    ["get", "k_a", "--all", "-v"],
    ["list"],
    ["search", "v"],
    ["brief"],
    ["start"],
    ["--help"],
    ["list", "--json"],
  ];
  const empty = await root.snapshot();
  for (const words of reading) await trial.ctx(...words);
  trial.ours("9.1", "reading an empty context makes nothing", equal(await root.snapshot(), empty));
  await trial.ctx("set", "k_a", "v");
  const before = await root.snapshot();
  for (const words of reading) {
    await trial.ctx(...words);
    trial.ours(
      "9.1",
      `${words.join(" ")} changes no file and no time of one`,
      equal(await root.snapshot(), before),
    );
  }
}

import type { Scenario, Trial } from "./check.ts";
import type { Run } from "./command.ts";
import { entryOf, STORES } from "./context_root.ts";
import { type HeldLock, holdFlock, holdLock } from "./held_lock.ts";
import { noLeftovers } from "./leftovers.ts";
import { all, contains, equal, fails, holds, lacks, outcome } from "./verdict.ts";

/** The checks of §8.4, locking, and of §8.3 under concurrent writers. */
export const LOCKING: readonly Scenario[] = [
  { name: "§8.4 concurrent writers", sections: ["8.4", "8.3"], run: concurrentWriters },
  { name: "§8.4 the lock is held by another program", sections: ["8.4"], run: heldLock },
  { name: "§8.4 flock, and giving up", sections: ["8.4"], extra: true, run: flockAndGivingUp },
];

const WRITERS = 4;
const WRITES = 25;

async function concurrentWriters(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed("shared", [["k_stack", entryOf("base")]]);
  let partial = "";
  let under = true;
  const refused: string[] = [];
  const acknowledged: string[] = [];
  const write = async (name: number, words: readonly string[], mark: string) => {
    const run = await trial.run(words, { author: `Writer ${name}` });
    if (run.status === 0) acknowledged.push(mark);
    else refused.push(`${mark}: ${outcome(run)}`);
  };
  const writer = async (name: number) => {
    for (let at = 0; at < WRITES; at++) {
      const store = at % 5 === 4 ? "agent" : "shared";
      const key = `w${name}_${at}`;
      await write(name, ["set", key, "x".repeat(200), "--store", store], key);
      if (at % 3 === 0) await write(name, ["amend", "k_stack", `note ${name} ${at}`], `note ${name} ${at}`);
    }
  };
  const reader = async () => {
    while (under) {
      try {
        await root.entries("shared");
      } catch (error) {
        partial = String(error);
      }
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  };
  const reading = reader();
  await Promise.all([...Array.from({ length: WRITERS }, (_, name) => writer(name)), foreignWriter(trial)]);
  under = false;
  await reading;
  const keys = [...(await root.entries("shared")).keys(), ...(await root.entries("agent")).keys()];
  const notes = [
    ...String((await root.entry("k_stack")).value).matchAll(/^\[Amended .*: (note \d \d+)\]$/gm),
  ];
  const kept = new Set([...keys, ...notes.map(([, note]) => note)]);
  const lost = acknowledged.filter((mark) => !kept.has(mark));
  trial.must(
    "8.4",
    `${WRITERS} writers at once: each of ${WRITERS * WRITES} entries is written`,
    equal(refused, []),
  );
  trial.must("8.4", "writers at once: no entry and no note that was acknowledged is lost", equal(lost, []));
  trial.must(
    "8.4",
    "writers at once: no note is stacked twice",
    equal(notes.length, new Set(notes.map(([, note]) => note)).size),
  );
  const foreign = keys.filter((key) => key.startsWith("foreign_")).length;
  trial.must(
    "8.4",
    `another program that takes the lock loses none of its ${WRITES} entries`,
    equal(foreign, WRITES),
  );
  trial.must("8.3", "a reader never sees a partial file", equal(partial, ""));
  await noLeftovers(trial, "8.3", "writers at once");
}

/** A second implementation: reads, adds an entry and replaces, holding the lock all the while (§8.4). */
async function foreignWriter({ root }: Trial): Promise<void> {
  for (let at = 0; at < WRITES; at++) {
    const lock = await holdLock(root.at("memory", ".lock"));
    const document = await root.document("shared");
    const entries = { ...(document["entries"] as Record<string, unknown>), [`foreign_${at}`]: entryOf("v") };
    const text = JSON.stringify({ ...document, entries }, null, 2);
    await Deno.writeTextFile(root.at("memory", "foreign.tmp"), text, { mode: 0o600 });
    await Deno.rename(root.at("memory", "foreign.tmp"), root.storePath("shared"));
    await lock.release();
  }
}

const WRITING: readonly (readonly string[])[] = [
  ["set", "k_set", "new"],
  ["set", "k_set", "new", "--store", "agent"],
  ["amend", "k_amend", "note"],
  ["supersede", "k_supersede", "--by", "k_amend"],
  ["resolve", "k_resolve"],
  ["basis", "k_basis", "verified"],
  ["delete", "k_delete"],
];

const READING: readonly (readonly string[])[] = [["get", "k_set"], ["list"], ["search", "old"], ["brief"], [
  "start",
]];

async function seedForWriting({ root }: Trial): Promise<void> {
  const keys = ["k_set", "k_amend", "k_supersede", "k_resolve", "k_basis", "k_delete"];
  for (const store of STORES) await root.seed(store, keys.map((key) => [key, entryOf("old")]));
}

async function heldLock(trial: Trial): Promise<void> {
  const { root } = trial;
  await seedForWriting(trial);
  const before = [await root.storeText("shared"), await root.storeText("agent")];
  const lock = await holdLock(root.at("memory", ".lock"));
  const ended = new Set<string>();
  const runs = WRITING.map(async (words) => {
    const run = await trial.ctx(...words);
    ended.add(words.join(" "));
    return run;
  });
  const reads = await Promise.all(READING.map(async (words) => [words, await trial.ctx(...words)] as const));
  await new Promise((resolve) => setTimeout(resolve, 2000));
  for (const words of WRITING) {
    trial.must(
      "8.4",
      `${words.join(" ")} waits while another program holds the lock`,
      equal(ended.has(words.join(" ")), false),
    );
  }
  trial.must(
    "8.4",
    "nothing is written while another program holds the lock",
    equal([await root.storeText("shared"), await root.storeText("agent")], before),
  );
  for (const [words, run] of reads) {
    trial.ours(
      "8.4",
      `${words.join(" ")} does not wait for the lock`,
      holds(run.status === 0, "exit status 0 while it is held", run.stderr),
    );
  }
  await lock.release();
  const done = await Promise.all(runs);
  for (const [at, words] of WRITING.entries()) {
    trial.must("8.4", `${words.join(" ")} is done once the lock is free`, equal(done[at]?.status, 0));
  }
  const values = await Promise.all([
    root.entry("k_set"),
    root.entry("k_set", "agent"),
    root.entry("k_basis"),
  ]);
  trial.must(
    "8.4",
    "what waited for the lock is written",
    equal(values.map(({ value, basis }) => [value, basis]), [["new", "inferred"], ["new", "inferred"], [
      "old",
      "verified",
    ]]),
  );
}

async function flockAndGivingUp(trial: Trial): Promise<void> {
  const { root } = trial;
  await seedForWriting(trial);
  const before = await root.storeText();
  const lock: HeldLock = await holdFlock(root.at("memory", ".lock"));
  const started = performance.now();
  const run: Run = await trial.ctx("set", "k_set", "new", "--lock-timeout", "1");
  const seconds = (performance.now() - started) / 1000;
  trial.ours(
    "8.4",
    "a lock taken with flock is respected, and waiting for it ends",
    all(fails(run), holds(seconds < 5, "about a second", seconds)),
  );
  trial.ours(
    "8.4",
    "giving up says which lock, without a stack, and exits 1",
    all(equal(run.status, 1), contains(run.stderr, ".lock"), lacks(run.stderr, "    at ")),
  );
  trial.ours("8.4", "giving up writes nothing", equal(await root.storeText(), before));
  const waiting = trial.ctx("set", "k_set", "later");
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await lock.release();
  const { status, stderr } = await waiting;
  trial.ours(
    "8.4",
    "a wait of more than a second is said on stderr",
    all(equal(status, 0), contains(stderr, "lock")),
  );
  await Deno.remove(root.at("memory", ".lock"));
  trial.ours(
    "8.4",
    "a lock file that was deleted is made again",
    equal((await trial.ctx("set", "k_set", "last")).status, 0),
  );
}

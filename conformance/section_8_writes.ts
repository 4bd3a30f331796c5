import type { Scenario, Trial } from "./check.ts";
import { entryOf } from "./context_root.ts";
import { all, contains, equal, holds, succeeds } from "./verdict.ts";

/** The checks of §8.3, atomic writes, and of §8.4 where nothing is there yet. */
export const ATOMIC_WRITES: readonly Scenario[] = [
  { name: "§8.3 atomic writes", sections: ["8.3"], run: atomicWrites },
  { name: "§8.4 the first writers of a new context", sections: ["8.4"], run: firstWriters },
  { name: "§8.3 a write that fails", sections: ["8.3", "9.1"], run: failedWrite },
];

const WRITES: readonly (readonly string[])[] = [
  ["set", "k_a", "new"],
  ["set", "k_new", "v"],
  ["amend", "k_a", "n"],
  ["supersede", "k_a", "--by", "k_b"],
  ["resolve", "k_a"],
  ["basis", "k_a", "verified"],
  ["delete", "k_a"],
];

async function atomicWrites(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed("shared", [["k_a", entryOf("v".repeat(2000))], ["k_b", entryOf("v")]]);
  for (const words of WRITES) {
    const before = await root.storeText();
    const old = await Deno.open(root.storePath("shared"));
    const run = await trial.ctx(...words);
    const seen = await new Response(old.readable).text();
    const after = await root.storeText();
    trial.must(
      "8.3",
      `${words[0]} ${words[1]} replaces the file: who has the old one open reads it whole`,
      all(succeeds(run), holds(after !== before, "a change", after), equal(seen, before)),
    );
    const names = (await root.files()).map((path) => path.slice(root.path.length)).filter((path) =>
      /tmp|temp|~$/.test(path)
    );
    trial.should("8.3", `${words[0]} ${words[1]} leaves no temporary file`, equal(names, []));
  }
  await trial.ctx("set", "k_b", "long ".repeat(4000));
  await trial.ctx("set", "k_b", "short");
  const text = await root.storeText();
  trial.must(
    "8.3",
    "a shorter file has nothing of the longer one left",
    all(
      equal((await root.entry("k_b")).value, "short"),
      holds(text.trimEnd().endsWith("}"), "the end of an object", text.slice(-40)),
    ),
  );
  if (!trial.extra) return;
  await Deno.rename(root.storePath("shared"), root.at("memory", "real.json"));
  await Deno.symlink("real.json", root.storePath("shared"));
  const run = await trial.ctx("set", "k_link", "v");
  const { isSymlink } = await Deno.lstat(root.storePath("shared"));
  trial.ours(
    "8.3",
    "a store file that is a link within the root stays one",
    all(
      succeeds(run),
      equal(isSymlink, true),
      contains(await Deno.readTextFile(root.at("memory", "real.json")), "k_link"),
    ),
  );
}

async function firstWriters(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const round of [1, 2, 3]) {
    const home = root.at(`new_root_${round}`);
    const keys = ["k_1", "k_2", "k_3", "k_4"];
    const runs = await Promise.all(keys.map((key) => trial.run(["set", key, "v"], { home })));
    const text = await Deno.readTextFile(`${home}/memory/shared.json`).catch(() => "");
    trial.must(
      "8.4",
      `four first writers at once make a context and lose nothing, round ${round}`,
      all(...runs.map(succeeds), contains(text, ...keys)),
    );
  }
}

async function failedWrite(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed("shared", [["k_a", entryOf("v")]]);
  await trial.ctx("set", "k_b", "v");
  const before = await root.storeText();
  const files = await root.files();
  const parts = ["x", "y", "z"].map((letter) => letter.repeat(100_000));
  // 100 blocks of 512 bytes: a disk that is full for a file of 300,000 bytes, and for nothing that ctx needs to start.
  const run = await trial.run(["set", "k_big", ...parts], { shell: "ulimit -f 100" });
  // By a signal too: the limit binds the files of the command's runtime as well, after ctx has said why.
  trial.must(
    "9.1",
    "a write that fails ends with a status other than 0",
    holds(run.status !== 0, "a status other than 0", run.status),
  );
  trial.must("8.3", "a write that fails leaves the old file", equal(await root.storeText(), before));
  trial.ours(
    "8.3",
    "a write that fails says why and leaves no temporary file",
    all(contains(run.stderr, "shared.json"), equal(await root.files(), files)),
  );
  const whole = await trial.ctx("set", "k_big", ...parts);
  trial.must(
    "8.3",
    "the same write succeeds where there is room",
    all(succeeds(whole), equal((await root.entry("k_big")).value, parts.join(" "))),
  );
}

import type { Scenario, Trial } from "./check.ts";
import { entryOf, isNow, STORES } from "./context_root.ts";
import { all, contains, equal, fails, holds, lacks, succeeds } from "./verdict.ts";

/** The checks of §4 to §4.5: get, set, amend, supersede, resolve, basis and delete. */
export const OPERATIONS: readonly Scenario[] = [
  { name: "§4 keys that are not there", sections: ["4"], run: missingKeys },
  { name: "§4.1 get", sections: ["4.1"], run: get },
  { name: "§4.3 supersede and its replacement", sections: ["4.3"], run: supersede },
  { name: "§4.5 delete", sections: ["4.5"], run: remove },
];

/** Every operation that names a key that must be there. */
const NAMING: readonly ((key: string) => readonly string[])[] = [
  (key) => ["get", key],
  (key) => ["get", key, "--all"],
  (key) => ["get", key, "-v"],
  (key) => ["amend", key, "a note"],
  (key) => ["supersede", key, "--by", "k_here"],
  (key) => ["resolve", key],
  (key) => ["resolve", key, "--note", "a note"],
  (key) => ["basis", key, "verified"],
  (key) => ["delete", key],
];

async function missingKeys(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const words of NAMING.map((of) => of("k_absent"))) {
    trial.must("4", `${words.join(" ")} fails in a context without stores`, fails(await trial.ctx(...words)));
  }
  trial.ours(
    "4",
    "an operation that fails makes no store file",
    equal((await root.files()).filter((path) => path.endsWith(".json")), []),
  );
  await root.seed("shared", [["k_here", entryOf("here")], ["k_elsewhere_not", entryOf("x")]]);
  await root.seed("operator", [["k_elsewhere", entryOf("operator's own")]]);
  const before = [await root.storeText("shared"), await root.storeText("operator")];
  for (const words of NAMING.map((of) => of("k_absent"))) {
    const run = await trial.ctx(...words);
    trial.must("4", `${words.join(" ")} fails when no entry has the key`, fails(run));
    trial.ours(
      "4",
      `${words.join(" ")} says so on stderr in one line that names the key`,
      all(equal(run.stdout, ""), contains(run.stderr, "k_absent"), lacks(run.stderr, "    at ")),
    );
    trial.ours("9.1", `${words.join(" ")} exits 1`, equal(run.status, 1));
  }
  for (const words of NAMING.map((of) => of("k_elsewhere")).filter((words) => !words.includes("--all"))) {
    const run = await trial.ctx(...words);
    trial.must(
      "4",
      `${words.join(" ")} fails when only another store has the key`,
      all(fails(run), lacks(run.stdout, "operator's own")),
    );
    trial.ours("4", `${words.join(" ")} names the store that has it`, contains(run.stderr, "operator"));
  }
  trial.must(
    "4",
    "an operation that fails changes no store",
    equal([await root.storeText("shared"), await root.storeText("operator")], before),
  );
}

const LONG_TEXT = Array.from({ length: 3000 }, (_, at) => `line ${at} of a long value`).join("\n");

const SHOWN: readonly (readonly [what: string, value: unknown, parts: readonly string[]])[] = [
  ["a text", "hello world", ["hello world"]],
  ["a text of several lines", "first line\n\n  third line\ttabbed", ["first line\n\n  third line\ttabbed"]],
  ["a text of 80,000 characters", LONG_TEXT, [LONG_TEXT]],
  ["a text in other scripts", "žluťoučký дом 家 👩‍👩‍👧‍👦", ["žluťoučký дом 家 👩‍👩‍👧‍👦"]],
  ["a number", 42, ["42"]],
  ["false", false, ["false"]],
  ["null", null, ["null"]],
  ["an object", { port: 8080 }, ['"port"', "8080"]],
];

async function get(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed("shared", SHOWN.map(([, value], index) => [`k_${index}`, entryOf(value)]));
  for (const [index, [what, value, parts]] of SHOWN.entries()) {
    const run = await trial.ctx("get", `k_${index}`);
    trial.must("4.1", `get gives ${what} whole`, all(succeeds(run), contains(run.stdout, ...parts)));
    const raw = await trial.run(["get", `k_${index}`, "--raw"]);
    trial.ours(
      "9.1",
      `get --raw gives ${what} and nothing else`,
      equal(raw.stdout, typeof value === "string" ? value : JSON.stringify(value)),
    );
  }
  const entry = entryOf("the value", {
    source: "both",
    author: "Agent Seven",
    basis: "reported",
    scope: "session",
    tags: ["tag-one", "tag-two"],
    derivation: "seen in a log",
  });
  await root.seed("agent", [["k_fields", entry]]);
  const { stdout } = await trial.ctx("get", "k_fields", "--store", "agent", "-v");
  for (
    const part of [
      "the value",
      "both",
      "Agent Seven",
      "reported",
      "session",
      "tag-one",
      "tag-two",
      "seen in a log",
    ]
  ) {
    trial.must("4.1", `get -v gives the entry with all its fields: ${part}`, contains(stdout, part));
  }
  for (const store of STORES) await root.seed(store, [["k_everywhere", entryOf(`VALUE-IN-${store}`)]]);
  const everywhere = await trial.ctx("get", "k_everywhere", "--all");
  trial.must(
    "4.1",
    "get --all gives the entry of every store that has the key",
    contains(everywhere.stdout, ...STORES.map((store) => `VALUE-IN-${store}`)),
  );
  await root.seed("shared", []);
  const two = await trial.ctx("get", "k_everywhere", "--all");
  trial.must(
    "4.1",
    "get --all succeeds when some stores lack the key",
    all(succeeds(two), contains(two.stdout, "VALUE-IN-operator", "VALUE-IN-agent")),
  );
}

async function supersede(trial: Trial): Promise<void> {
  const { root } = trial;
  const entries = ["k_a", "k_b", "k_c", "k_d", "k_by"].map((key) => [key, entryOf("v")] as const);
  await root.seed("shared", entries);
  await root.seed("operator", [["k_zz", entryOf("v")]]);
  const said = async (key: string, by: string) => {
    const run = await trial.ctx("supersede", key, "--by", by);
    return { run, text: (run.stdout + run.stderr).replaceAll(key, "KEY").replaceAll(by, "BY") };
  };
  const there = await said("k_a", "k_by");
  const nowhere = await said("k_b", "k_no_such");
  trial.should(
    "4.3",
    "supersede warns when the replacement does not exist",
    holds(nowhere.text !== there.text, "a warning", nowhere.text),
  );
  trial.must(
    "4.3",
    "supersede sets the status all the same",
    all(succeeds(nowhere.run), equal((await root.entry("k_b")).superseded_by, "k_no_such")),
  );
  const elsewhere = await said("k_c", "k_zz");
  trial.should(
    "4.3",
    "supersede warns when only another store has the replacement",
    holds(elsewhere.text !== there.text, "a warning", elsewhere.text),
  );
  trial.ours(
    "4.3",
    "supersede warns on stderr, and only then",
    equal([there.run.stderr === "", nowhere.run.stderr === ""], [true, false]),
  );
  trial.must("4.3", "supersede without a replacement fails", fails(await trial.ctx("supersede", "k_d")));
  trial.must("4.3", "amend without a note fails", fails(await trial.ctx("amend", "k_d")));
  trial.must(
    "4.3",
    "an operation that lacks an argument changes nothing",
    equal(await root.entry("k_d"), entryOf("v")),
  );
  trial.ours("4.3", "amend with a blank note fails", fails(await trial.ctx("amend", "k_d", "  ")));
}

async function remove(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const value of ["MARK-EARLIEST-71c", "MARK-EARLIER-71c", "MARK-LAST-71c"]) {
    await trial.ctx("set", "k_gone", value, "--tag", "decision");
  }
  await trial.ctx("amend", "k_gone", "MARK-NOTE-71c");
  await trial.ctx("set", "k_stays", "stays");
  const run = await trial.ctx("delete", "k_gone");
  trial.must(
    "4.5",
    "delete removes the entry and no other",
    all(succeeds(run), equal([...(await root.entries()).keys()], ["k_stays"])),
  );
  trial.must("4.5", "a deleted entry cannot be read", fails(await trial.ctx("get", "k_gone")));
  trial.must("4.5", "a deleted entry cannot be deleted again", fails(await trial.ctx("delete", "k_gone")));
  for (const words of [["search", "71c"], ["list"], ["brief"]]) {
    trial.must(
      "4.5",
      `${words[0]} shows nothing of a deleted entry`,
      lacks((await trial.ctx(...words)).stdout, "MARK-", "k_gone"),
    );
  }
  const left: string[] = [];
  for (const path of await root.files()) if ((await Deno.readTextFile(path)).includes("71c")) left.push(path);
  trial.ours(
    "4.5",
    "nothing of a deleted entry, nor of its earlier values, is left in any file",
    equal(left, []),
  );
  await trial.ctx("set", "k_gone", "again");
  const entry = await root.entry("k_gone");
  trial.must(
    "4.5",
    "a deleted key that is set again is a new entry",
    all(equal(entry.tags, []), holds(isNow(entry.created), "created now", entry.created)),
  );
}

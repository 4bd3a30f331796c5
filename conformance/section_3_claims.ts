import type { Scenario, Trial } from "./check.ts";
import { entryOf, LONG_AGO } from "./context_root.ts";
import { all, contains, equal, fails, lacks, succeeds } from "./verdict.ts";

/** The checks of §3.4, source and author, §3.5, basis, and §3.7, scope. */
export const CLAIMS: readonly Scenario[] = [
  { name: "§3.4 source and author", sections: ["3.4"], run: sourceAndAuthor },
  { name: "§3.5 basis", sections: ["3.5", "4.4"], run: basis },
  { name: "§3.7 scope", sections: ["3.7"], run: scope },
];

const SIGNED = 'Ünï "Agent" 🤖';

/** Author given, source given, and the author and source that follow (§3.4). */
const AUTHORS:
  readonly (readonly [author: string | undefined, source: string, from: string, by: string | undefined])[] = [
    [undefined, "", "operator", undefined],
    ["", "", "operator", undefined],
    ["   ", "", "operator", undefined],
    ["\t\n", "", "operator", undefined],
    ["Agent One", "", "agent", "Agent One"],
    [SIGNED, "", "agent", SIGNED],
    ["5e3", "", "agent", "5e3"],
    ["Agent One", "operator", "operator", "Agent One"],
    ["Agent One", "agent", "agent", "Agent One"],
    ["Agent One", "both", "both", "Agent One"],
    ["Agent One", "system", "system", "Agent One"],
    [undefined, "operator", "operator", undefined],
    [undefined, "agent", "agent", undefined],
    [undefined, "both", "both", undefined],
    [undefined, "system", "system", undefined],
    ["  ", "agent", "agent", undefined],
  ];

async function sourceAndAuthor(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const [index, [author, source, from, by]] of AUTHORS.entries()) {
    const key = `k_author_${index}`;
    await trial.run(
      ["set", key, "v", ...(source === "" ? [] : ["--source", source])],
      author === undefined ? {} : { author },
    );
    const who = author === undefined ? "no CTX_AUTHOR" : `CTX_AUTHOR ${JSON.stringify(author)}`;
    const entry = await root.entry(key);
    trial.must("3.4", `${who} and ${source || "no"} source give source ${from}`, equal(entry.source, from));
    trial.must(
      "3.4",
      `${who} and ${source || "no"} source give ${by === undefined ? "no author" : "that author"}`,
      equal(entry.author, by),
    );
  }
  for (const source of ["user", "Agent", "", "agents", "__proto__"]) {
    trial.must(
      "3.4",
      `a source ${JSON.stringify(source)} is refused`,
      fails(await trial.ctx("set", "k_bad", "v", "--source", source)),
    );
  }
  trial.must(
    "3.4",
    "nothing is written with a refused source",
    equal((await root.entries()).has("k_bad"), false),
  );
}

async function basis(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const kind of ["verified", "reported", "inferred"]) {
    await trial.ctx("set", `k_${kind}`, "v", "--basis", kind);
    trial.must("3.5", `a basis ${kind} is stored`, equal((await root.entry(`k_${kind}`)).basis, kind));
    await trial.ctx("set", `k_${kind}`, "another value");
    trial.must(
      "3.5",
      `a replaced value keeps the basis ${kind}`,
      equal((await root.entry(`k_${kind}`)).basis, kind),
    );
    await trial.ctx("set", `k_${kind}`, "a third", "--basis", "reported");
    trial.must(
      "3.5",
      `a basis given with the value replaces ${kind}`,
      equal((await root.entry(`k_${kind}`)).basis, "reported"),
    );
  }
  for (const kind of ["certain", "Verified", "", "0.8"]) {
    trial.must(
      "3.5",
      `set refuses a basis ${JSON.stringify(kind)}`,
      fails(await trial.ctx("set", "k_bad", "v", "--basis", kind)),
    );
    trial.must(
      "3.5",
      `basis refuses ${JSON.stringify(kind)}`,
      fails(await trial.ctx("basis", "k_verified", kind)),
    );
  }
  const old = entryOf("kept", {
    author: "Old",
    tags: ["t"],
    derivation: "d",
    status: "resolved",
    status_note: "n",
    status_timestamp: LONG_AGO,
    x_own: 1,
  });
  await root.seed("shared", [["k_alone", old]]);
  const unsigned = await trial.ctx("basis", "k_alone", "verified");
  trial.must(
    "3.5",
    "basis changes the basis alone: no timestamp, status, tag or other field",
    all(succeeds(unsigned), equal(await root.entry("k_alone"), { ...old, basis: "verified" })),
  );
  await trial.run(["basis", "k_alone", "reported"], { author: "New" });
  trial.must(
    "4.4",
    "basis sets the author when one is known, and no more",
    equal(await root.entry("k_alone"), { ...old, basis: "reported", author: "New" }),
  );
  await trial.run(["basis", "k_alone", "inferred"], { author: " " });
  trial.must(
    "4.4",
    "basis keeps the old author when CTX_AUTHOR is blank",
    equal((await root.entry("k_alone")).author, "New"),
  );
}

async function scope(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const kind of ["global", "session"]) {
    await trial.ctx("set", `k_${kind}`, "v", "--scope", kind);
    trial.must("3.7", `a scope ${kind} is stored`, equal((await root.entry(`k_${kind}`)).scope, kind));
  }
  for (const kind of ["project", "Global", ""]) {
    trial.must(
      "3.7",
      `a scope ${JSON.stringify(kind)} is refused`,
      fails(await trial.ctx("set", "k_bad", "v", "--scope", kind)),
    );
  }
  const year = "2016-01-01T00:00:00Z";
  await root.seed("shared", [["k_ancient", entryOf("ten years old", { created: year, timestamp: year })]]);
  await trial.ctx("set", "k_next", "v");
  await trial.ctx("brief");
  const { stdout } = await trial.ctx("list");
  trial.must(
    "3.7",
    "a global entry of any age is kept until it is changed or deleted",
    contains(stdout, "k_ancient"),
  );
  trial.must("3.7", "a refused scope writes nothing", lacks(stdout, "k_bad"));
}

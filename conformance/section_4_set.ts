import type { Scenario, Trial } from "./check.ts";
import { type Entry, entryOf, isNow, LONG_AGO, STORES } from "./context_root.ts";
import { all, contains, equal, fails, holds, succeeds } from "./verdict.ts";

/** The checks of §4.2, set, row by row of its table. */
export const SET: readonly Scenario[] = [
  { name: "§4.2 set, field by field", sections: ["4.2"], run: setFieldByField },
  { name: "§4.2 set touches one entry of one store", sections: ["4.2"], run: setTouchesOne },
  { name: "§4.2 guarded set", sections: ["4.2"], extra: true, run: guardedSet },
];

/** A row of §4.2's table: what is given, and the field as it must be after it. */
interface Row {
  readonly field: string;
  readonly level: "must" | "should";
  readonly given: readonly string[];
  readonly author?: string;
  readonly expected: unknown;
}

const BEFORE: Entry = entryOf("old", {
  source: "system",
  author: "Old Author",
  basis: "verified",
  scope: "session",
  tags: ["one", "two"],
  derivation: "old derivation",
  x_unknown: { kept: true },
  status: "superseded",
  superseded_by: "k_by",
  status_note: "old note",
  status_timestamp: LONG_AGO,
});

const TABLE: readonly Row[] = [
  { field: "value", level: "must", given: [], expected: "new" },
  { field: "created", level: "must", given: [], expected: LONG_AGO },
  { field: "basis", level: "must", given: [], expected: "verified" },
  { field: "basis", level: "must", given: ["--basis", "reported"], expected: "reported" },
  { field: "scope", level: "must", given: [], expected: "session" },
  { field: "scope", level: "must", given: ["--scope", "global"], expected: "global" },
  { field: "tags", level: "should", given: [], expected: ["one", "two"] },
  { field: "tags", level: "must", given: ["--tag", "three"], expected: ["three"] },
  { field: "source", level: "must", given: [], expected: "operator" },
  { field: "source", level: "must", given: [], author: "New", expected: "agent" },
  { field: "source", level: "must", given: ["--source", "both"], author: "New", expected: "both" },
  { field: "derivation", level: "must", given: [], expected: undefined },
  { field: "derivation", level: "must", given: ["--derivation", "new one"], expected: "new one" },
  { field: "status", level: "must", given: [], expected: undefined },
  { field: "status_note", level: "must", given: [], expected: undefined },
  { field: "status_timestamp", level: "must", given: [], expected: undefined },
  { field: "superseded_by", level: "must", given: [], expected: undefined },
  { field: "x_unknown", level: "must", given: ["--basis", "inferred"], expected: { kept: true } },
  { field: "author", level: "must", given: [], expected: undefined },
  { field: "author", level: "must", given: [], author: "New", expected: "New" },
  { field: "author", level: "must", given: ["--source", "operator"], author: "New", expected: "New" },
  { field: "author", level: "must", given: [], author: "  ", expected: undefined },
];

async function setFieldByField(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed("shared", TABLE.map((_, index) => [`k_${index}`, BEFORE]));
  for (const [index, { field, level, given, author, expected }] of TABLE.entries()) {
    const run = await trial.run(
      ["set", `k_${index}`, "new", ...given],
      author === undefined ? {} : { author },
    );
    const entry = await root.entry(`k_${index}`);
    const how = [
      given.length === 0 ? "nothing given" : given.join(" "),
      ...(author === undefined ? [] : [`CTX_AUTHOR ${JSON.stringify(author)}`]),
    ].join(", ");
    trial[level](
      "4.2",
      `an existing key's ${field}, ${how}, is ${JSON.stringify(expected) ?? "removed"}`,
      all(succeeds(run), equal(entry[field], expected)),
    );
    trial.must(
      "4.2",
      `an existing key's timestamp is now (${field}, ${how})`,
      holds(isNow(entry.timestamp), "the present time", entry.timestamp),
    );
  }
  await root.seed("shared", [["k_bare", {
    value: 1,
    source: "agent",
    timestamp: LONG_AGO,
    created: LONG_AGO,
  }]]);
  const run = await trial.ctx("set", "k_bare", "2");
  trial.ours(
    "3.3",
    "an entry that lacks fields can be replaced and has them afterwards",
    all(succeeds(run), equal((await root.entry("k_bare")).tags, [])),
  );
  await root.seed("shared", [["k_no_tags", BEFORE]]);
  await trial.ctx("set", "k_no_tags", "v", "--no-tags");
  trial.ours("4.2", "--no-tags clears the tags", equal((await root.entry("k_no_tags")).tags, []));
}

async function setTouchesOne(trial: Trial): Promise<void> {
  const { root } = trial;
  const many = Array.from({ length: 50 }, (_, at) => [`k_${at}`, entryOf(`value ${at}`, { x: at })] as const);
  for (const store of STORES) await root.seed(store, many);
  const others = [await root.storeText("operator"), await root.storeText("agent")];
  await trial.ctx("set", "k_25", "changed");
  await trial.ctx("set", "k_added", "new");
  const entries = await root.entries();
  const same = many.filter(([key, entry]) => key !== "k_25" && equal(entries.get(key), entry).ok).length;
  trial.must(
    "4.2",
    "set leaves every other entry of its store as it was",
    equal([same, entries.size], [49, 51]),
  );
  trial.must(
    "4.2",
    "set leaves the other stores as they were",
    equal([await root.storeText("operator"), await root.storeText("agent")], others),
  );
}

async function guardedSet(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed("shared", [["k_old", entryOf("old")]]);
  const refused = await trial.ctx("set", "k_old", "new", "--new");
  trial.ours(
    "4.2",
    "set --new fails when the key is there",
    all(fails(refused), equal((await root.entry("k_old")).value, "old")),
  );
  trial.ours("4.2", "set --new writes a new key", succeeds(await trial.ctx("set", "k_fresh", "v", "--new")));
  const stale = await trial.ctx("set", "k_old", "new", "--if-timestamp", "2025-12-31T00:00:00Z");
  trial.ours(
    "4.2",
    "set --if-timestamp fails when the entry is another one",
    all(fails(stale), equal((await root.entry("k_old")).value, "old")),
  );
  const fresh = await trial.ctx("set", "k_old", "new", "--if-timestamp", LONG_AGO);
  trial.ours(
    "4.2",
    "set --if-timestamp writes when the entry is the one read",
    all(succeeds(fresh), equal((await root.entry("k_old")).value, "new")),
  );
  await root.seed("shared", [["k_checked", entryOf("v", { basis: "verified" })], [
    "k_theirs",
    entryOf("v", { source: "operator" }),
  ]]);
  trial.ours(
    "3.5",
    "set says on stderr that it keeps the basis verified",
    contains((await trial.ctx("set", "k_checked", "w")).stderr, "verified"),
  );
  const turned = await trial.run(["set", "k_theirs", "w"], { author: "Agent One" });
  trial.ours(
    "4.2",
    "set says on stderr that an operator's entry becomes an agent's",
    contains(turned.stderr, "operator"),
  );
}

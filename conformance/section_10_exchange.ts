import type { Scenario, Trial } from "./check.ts";
import { ContextRoot, entryOf } from "./context_root.ts";
import { all, contains, equal, fails, holds, lacks, succeeds } from "./verdict.ts";

/** The checks of §10's optional export of stores to one JSON document, and import from one. */
export const EXCHANGE: readonly Scenario[] = [
  { name: "§10 export and import", sections: ["10"], extra: true, run: roundTrip },
  { name: "§10 merging", sections: ["10"], extra: true, run: merging },
  { name: "§10 what cannot be imported", sections: ["10"], extra: true, run: refused },
];

const NEWER = "2026-02-01T00:00:00Z";

async function roundTrip(trial: Trial): Promise<void> {
  const { root } = trial, other = new ContextRoot(root.at("other"));
  const marked = { status: "superseded", superseded_by: "new", status_timestamp: NEWER, timestamp: NEWER };
  await root.seedText(
    "shared",
    '{"type":"shared","version":"1","entries":{"2026":{"value":12345678901234567890,"x_other":[1.10]},' +
      `"old":${JSON.stringify(entryOf("use A", marked))}}}\n`,
  );
  await root.seed("operator", [["k", entryOf("ask", { source: "operator", tags: ["preference"] })]]);
  const before = await root.snapshot(), exported = await trial.ctx("export");
  trial.optional(
    "10",
    "export succeeds, and writes nothing",
    all(
      succeeds(exported),
      equal(await root.snapshot(), before),
    ),
  );
  trial.optional(
    "10",
    "an export is one JSON document",
    holds(isJson(exported.stdout), "JSON", exported.stdout),
  );
  trial.optional(
    "10",
    "an export keeps the digits of numbers and the fields of others",
    contains(exported.stdout, "12345678901234567890", '"x_other":[1.10]'),
  );
  const some = await trial.ctx("export", "--store", "operator");
  trial.optional("10", "export --store holds that store alone", lacks(some.stdout, "use A"));

  const settings = { home: other.path, stdin: exported.stdout };
  const dry = await trial.run(["import", "--dry-run"], settings);
  trial.optional("10", "import --dry-run makes nothing", all(succeeds(dry), equal(await other.files(), [])));
  const done = await trial.run(["import"], settings);
  trial.optional("10", "import succeeds", succeeds(done));
  for (const store of ["operator", "shared"] as const) {
    trial.optional(
      "10",
      `the ${store} store is the same in the root that it is imported into`,
      equal(Object.fromEntries(await other.entries(store)), Object.fromEntries(await root.entries(store))),
    );
  }
  trial.optional(
    "10",
    "import keeps digits",
    contains(await other.storeText(), "12345678901234567890", "1.10"),
  );
  trial.optional(
    "10",
    "import says that an instruction came in (§11)",
    contains(done.stderr, "1 standing instruction"),
  );
  const imported = await other.snapshot(), again = await trial.run(["import"], settings);
  trial.optional(
    "10",
    "importing again changes nothing",
    all(succeeds(again), equal(await other.snapshot(), imported)),
  );
}

async function merging(trial: Trial): Promise<void> {
  const mine: readonly [string, ReturnType<typeof entryOf>][] = [
    ["older", entryOf("mine")],
    ["newer", entryOf("mine", { timestamp: NEWER, status: "resolved" })],
  ];
  const entries = {
    older: entryOf("theirs", { timestamp: NEWER }),
    newer: entryOf("theirs"),
    fresh: entryOf("x"),
  };
  const stdin = JSON.stringify({ type: "ctx-export", version: "1", stores: { shared: { entries } } });
  for (
    const [words, older, newer] of [
      [[], "theirs", "mine"],
      [["--on-conflict", "keep"], "mine", "mine"],
      [["--on-conflict", "replace"], "theirs", "theirs"],
    ] as const
  ) {
    await trial.root.seed("shared", mine);
    const done = await trial.run(["import", ...words], { stdin });
    const values = [...await trial.root.entries()].map(([key, { value }]) => [key, value]);
    trial.optional(
      "10",
      `${["import", ...words].join(" ")} decides between two that differ`,
      all(succeeds(done), equal(values, [["older", older], ["newer", newer], ["fresh", "x"]])),
    );
  }
  await trial.root.seed("shared", mine);
  const before = await trial.root.storeText(),
    done = await trial.run(["import", "--on-conflict", "fail"], { stdin });
  trial.optional(
    "10",
    "import --on-conflict fail writes nothing",
    all(fails(done), equal(await trial.root.storeText(), before)),
  );
}

/** What is no import: JSON that is none, a name that stands twice, an entry that is none. */
const BAD: readonly string[] = [
  "",
  "text",
  "{}",
  '{"type":"ctx-export","version":"1","stores":{"mine":{"entries":{}}}}',
  '{"type":"ctx-export","version":"1","stores":{"shared":{"entries":{"k":{"value":NaN}}}}}',
  '{"type":"ctx-export","version":"1","stores":{"shared":{"entries":{"k":{},"k":{}}}}}',
  '{"type":"ctx-export","version":"1","stores":{"shared":{"entries":{"fine":{"value":1},"k":[]}}}}',
];

async function refused(trial: Trial): Promise<void> {
  for (const stdin of BAD) {
    const run = await trial.run(["import"], { stdin });
    const lines = run.stderr.trimEnd().split("\n");
    trial.optional(
      "10",
      `import refuses ${JSON.stringify(stdin)} in one line, and writes nothing`,
      all(fails(run), equal(lines.length, 1), equal(await trial.root.files(), [])),
    );
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

import type { Scenario, Trial } from "./check.ts";
import { type Entry, entryOf, LONG_AGO, type Store, STORES } from "./context_root.ts";
import { all, equal, fails, succeeds } from "./verdict.ts";

/** The checks of §4.6 on filters, alone and combined. */
export const FILTERING: readonly Scenario[] = [
  { name: "§4.6 filters, alone and combined", sections: ["4.6"], run: filters },
  { name: "§4.6 since", sections: ["4.6"], run: since },
];

interface Item {
  readonly key: string;
  readonly store: Store;
  readonly entry: Entry;
}

/** An entry for each combination of store, source, scope, status and tag. */
const ITEMS: readonly Item[] = STORES.flatMap((store) =>
  ["agent", "operator"].flatMap((source) =>
    ["global", "session"].flatMap((scope) =>
      [undefined, "resolved"].flatMap((status) =>
        [["t1"], ["t1", "t2"]].map((tags) => ({ store, source, scope, status, tags }))
      )
    )
  )
).map(({ store, status, ...fields }, index) => ({
  key: `item_${String(index).padStart(3, "0")}`,
  store,
  entry: entryOf(`needle ${index}`, {
    ...fields,
    basis: index % 3 === 0 ? "verified" : "inferred",
    ...(index % 5 === 0 ? { author: "Agent One" } : {}),
    ...(status === undefined ? {} : { status, status_timestamp: LONG_AGO }),
    timestamp: index % 2 === 0 ? "2026-03-01T00:00:00Z" : LONG_AGO,
  }),
}));

interface Filter {
  readonly words: readonly string[];
  readonly passes: (item: Item) => boolean;
}

const FILTERS: readonly Filter[] = [
  { words: ["--store", "agent"], passes: ({ store }) => store === "agent" },
  { words: ["--source", "operator"], passes: ({ entry }) => entry.source === "operator" },
  { words: ["--scope", "session"], passes: ({ entry }) => entry.scope === "session" },
  { words: ["--status", "resolved"], passes: ({ entry }) => entry.status === "resolved" },
  { words: ["--tag", "t2"], passes: ({ entry }) => (entry.tags as string[]).includes("t2") },
  { words: ["--since", "2026-02-01"], passes: ({ entry }) => entry.timestamp !== LONG_AGO },
];

/** Filters of the lost table that only this project's reading of it fixes. */
const OUR_FILTERS: readonly Filter[] = [
  { words: ["--basis", "verified"], passes: ({ entry }) => entry.basis === "verified" },
  { words: ["--author", "Agent One"], passes: ({ entry }) => entry.author === "Agent One" },
  { words: ["--status", "current"], passes: ({ entry }) => entry.status === undefined },
  { words: ["--tag", "t1", "--tag", "t2"], passes: ({ entry }) => (entry.tags as string[]).length === 2 },
];

async function filters(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const store of STORES) {
    await root.seed(
      store,
      ITEMS.filter((item) => item.store === store).map(({ key, entry }) => [key, entry]),
    );
  }
  const compare = async (words: readonly string[], chosen: readonly Filter[]) => {
    const run = await trial.ctx(...words, ...chosen.flatMap((filter) => filter.words));
    const found = ITEMS.filter(({ key }) => run.stdout.includes(key)).map(({ key }) => key);
    const expected = ITEMS.filter((item) => chosen.every(({ passes }) => passes(item))).map(({ key }) => key);
    return all(succeeds(run), equal(found, expected));
  };
  for (const words of [["list"], ["search", "needle"]]) {
    const [name] = words;
    trial.must("4.6", `${name} without a filter gives every entry`, await compare(words, []));
    for (const [at, filter] of FILTERS.entries()) {
      trial.must(
        "4.6",
        `${name} ${filter.words.join(" ")} gives those entries alone`,
        await compare(words, [filter]),
      );
      const pairs = name === "list" ? FILTERS.slice(at + 1) : FILTERS.slice(at + 1, at + 2);
      for (const other of pairs) {
        const both = [...filter.words, ...other.words].join(" ");
        trial.must("4.6", `${name} ${both} combines them with AND`, await compare(words, [filter, other]));
      }
    }
    trial.must("4.6", `${name} with every filter combines them all`, await compare(words, FILTERS));
    if (!trial.extra) continue;
    for (const filter of OUR_FILTERS) {
      trial.ours(
        "4.6",
        `${name} ${filter.words.join(" ")} gives those entries alone`,
        await compare(words, [filter]),
      );
    }
  }
  for (
    const [option, value] of [["--source", "user"], ["--scope", "project"], ["--status", "done"], [
      "--store",
      "x",
    ]] as const
  ) {
    trial.must("9.1", `list refuses ${option} ${value}`, fails(await trial.ctx("list", option, value)));
  }
}

/** A since, the timestamp of an entry, whether it passes, and how binding that is. */
const SINCE:
  readonly (readonly [since: string, timestamp: string, passes: boolean, level: "must" | "ours"])[] = [
    ["2026-01-10T12:00:00Z", "2026-01-10T12:00:00Z", true, "must"],
    ["2026-01-10T12:00:00Z", "2026-01-10T11:59:59Z", false, "must"],
    ["2026-01-10T12:00:00Z", "2026-01-10T12:00:01Z", true, "must"],
    ["2026-01-10T12:00:07Z", "2026-01-10T12:00:07.5Z", true, "must"],
    ["2026-01-10T12:00:07.5Z", "2026-01-10T12:00:07Z", false, "must"],
    ["2026-01-10T12:00:07.5Z", "2026-01-10T12:00:07.50Z", true, "must"],
    ["2026-01-10T12:00:07.6Z", "2026-01-10T12:00:07.55Z", false, "must"],
    ["2026-01-10T12:00:07.000000002Z", "2026-01-10T12:00:07.000000001Z", false, "ours"],
    ["2026-01-10", "2026-01-12T00:00:00Z", true, "must"],
    ["2026-01-10", "2026-01-08T00:00:00Z", false, "must"],
    ["2026-01-10", "2026-01-10T00:00:00Z", true, "ours"],
    ["2026-01-10", "2026-01-09T23:59:59Z", false, "ours"],
    ["2026-01-10T14:00:00+02:00", "2026-01-10T12:00:00Z", true, "ours"],
    ["2026-01-10T14:00:01+02:00", "2026-01-10T12:00:00Z", false, "ours"],
    ["2026-01-10T06:30:00-05:30", "2026-01-10T12:00:00Z", true, "ours"],
    ["2026-01-10T12:00:00Z", "2026-01-10T13:30:00+02:00", false, "ours"],
    ["2026-01-10T12:00:00Z", "2026-01-10T07:00:00-05:00", true, "ours"],
  ];

const NO_TIMES: readonly (readonly [since: string, level: "must" | "ours"])[] = [
  ["not-a-date", "must"],
  ["2026-02-30", "must"],
  ["2026-13-01", "must"],
  ["2026-01-10T25:00:00Z", "must"],
  ["", "ours"],
  ["1", "ours"],
  ["foo 2026", "ours"],
  ["2026-01-10T12:00:00", "ours"],
];

async function since(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const [at, timestamp, passes, level] of SINCE) {
    if (level === "ours" && !trial.extra) continue;
    await root.seed("shared", [["k_since", entryOf("needle", { timestamp })]]);
    for (const words of [["list"], ["search", "needle"]]) {
      const run = await trial.run([...words, "--since", at], { env: { TZ: "America/Chicago" } });
      trial[level](
        "4.6",
        `${words[0]} --since ${at} ${passes ? "gives" : "leaves out"} ${timestamp}`,
        all(succeeds(run), equal(run.stdout.includes("k_since"), passes)),
      );
    }
  }
  for (const [at, level] of NO_TIMES) {
    trial[level](
      "4.6",
      `list --since ${JSON.stringify(at)} is refused`,
      fails(await trial.ctx("list", "--since", at)),
    );
  }
}

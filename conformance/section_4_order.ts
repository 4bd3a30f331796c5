import type { Scenario, Trial } from "./check.ts";
import { entryOf } from "./context_root.ts";
import { all, equal, fails, holds, succeeds } from "./verdict.ts";

/** The checks of §4.6 on the order of results and the limit that cuts them. */
export const ORDER: readonly Scenario[] = [
  { name: "§4.6 order and limit", sections: ["4.6"], run: orderAndLimit },
];

const TIMES = [
  "2026-01-05T00:00:00Z",
  "2026-01-09T00:00:00Z",
  "2026-01-01T00:00:00Z",
  "2026-01-09T00:00:00.5Z",
  "2026-01-07T00:00:00Z",
];

async function orderAndLimit(trial: Trial): Promise<void> {
  const { root } = trial;
  const keys = [
    ...TIMES.map((_, at) => `k_${at}`),
    "k_zz_shared",
    "k_aa_shared",
    "k_mm_operator",
    "k_mm_agent",
  ];
  const tie = entryOf("needle", { timestamp: "2026-01-03T00:00:00Z" });
  await root.seed("shared", [
    ...TIMES.map((timestamp, at) => [`k_${at}`, entryOf("needle", { timestamp })] as const),
    ["k_zz_shared", tie],
    ["k_aa_shared", tie],
  ]);
  await root.seed("operator", [["k_mm_operator", tie]]);
  await root.seed("agent", [["k_mm_agent", tie]]);
  for (const words of [["list"], ["search", "needle"]]) {
    const [name] = words;
    const ordered = async (...more: readonly string[]) => {
      const { stdout } = await trial.ctx(...words, ...more);
      return keys.filter((key) => stdout.includes(key)).sort((a, b) => stdout.indexOf(a) - stdout.indexOf(b));
    };
    const whole = await ordered();
    trial.ours(
      "4.6",
      `${name} gives the newest first, then by store, then by key`,
      equal(whole, [
        "k_3",
        "k_1",
        "k_4",
        "k_0",
        "k_mm_operator",
        "k_aa_shared",
        "k_zz_shared",
        "k_mm_agent",
        "k_2",
      ]),
    );
    for (const limit of [1, 4, 9, 50]) {
      trial.must(
        "4.6",
        `${name} --limit ${limit} gives the first of the ordered results`,
        equal(await ordered("--limit", String(limit)), whole.slice(0, limit)),
      );
    }
    trial.must(
      "4.6",
      `${name} cuts after filtering`,
      equal(await ordered("--store", "agent", "--limit", "1"), ["k_mm_agent"]),
    );
    trial.ours("4.6", `${name} --limit 0 gives all`, equal(await ordered("--limit", "0"), whole));
    for (
      const [limit, level] of [["x", "must"], ["-1", "must"], ["1.5", "ours"], ["", "ours"], [
        "1e2",
        "ours",
      ]] as const
    ) {
      trial[level](
        "9.1",
        `${name} --limit ${JSON.stringify(limit)} is refused`,
        fails(await trial.ctx(...words, "--limit", limit)),
      );
    }
  }
  const help = await trial.ctx("--help");
  const more = await trial.ctx("list", "--help");
  trial.should(
    "4.6",
    "the order of results is documented in the help",
    holds(/newest|order|sort/i.test(help.stdout + more.stdout), "the order", help.stdout + more.stdout),
  );
  await root.seed("shared", [["k_odd", entryOf("needle", { timestamp: "yesterday" })], [
    "k_even",
    entryOf("needle", { timestamp: "1970-01-01T00:00:00Z" }),
  ]]);
  const odd = await trial.ctx("list", "--store", "shared");
  trial.ours(
    "4.6",
    "an entry whose time cannot be read comes last and is shown",
    all(
      succeeds(odd),
      holds(odd.stdout.indexOf("k_even") < odd.stdout.indexOf("k_odd"), "k_even, then k_odd", odd.stdout),
    ),
  );
  await root.seed(
    "shared",
    Array.from(
      { length: 250 },
      (_, at) => [`many_${String(at).padStart(3, "0")}`, entryOf("needle")] as const,
    ),
  );
  const { stdout } = await trial.ctx("list", "--store", "shared");
  const shown = new Set(stdout.match(/many_\d{3}/g)).size;
  trial.must("4.6", "list gives all of 250 entries that pass", equal(shown, 250));
}

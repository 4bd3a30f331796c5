import type { Scenario, Trial } from "./check.ts";
import { type Entry, entryOf, LONG_AGO, timeFromNow } from "./context_root.ts";
import { all, contains, holds, lacks } from "./verdict.ts";

/** The checks of §3.6 on displays: every one shows the status beside the value. */
export const DISPLAYS: readonly Scenario[] = [
  { name: "§3.6 every display shows the status", sections: ["3.6"], run: displays },
];

/** Keys and values hold none of the words that the displays are searched for. */
const SHOWN: readonly (readonly [state: string, fields: Entry, words: readonly string[]])[] = [
  ["amended", { status: "amended", status_note: "n", status_timestamp: LONG_AGO }, ["amended"]],
  ["resolved", { status: "resolved", status_timestamp: LONG_AGO }, ["resolved"]],
  ["superseded", { status: "superseded", superseded_by: "k_replacement", status_timestamp: LONG_AGO }, [
    "superseded",
    "k_replacement",
  ]],
];

async function displays(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const [state, fields, words] of SHOWN) {
    const now = timeFromNow();
    const marked = (value: string, more: Entry = {}) =>
      entryOf(value, { created: now, timestamp: now, ...fields, ...more });
    const text = state === "amended" ? "[Amended 2026-01-01: n]\nMARKER" : "MARKER";
    await root.seed("shared", [
      ["current_focus", marked(`${text}-FOCUS`)],
      ["k_item", marked(`${text}-ITEM`)],
      ["decision_item", marked(`${text}-DECISION`, { tags: ["decision"] })],
    ]);
    await root.seed("operator", [[
      "pref_item",
      marked(`${text}-ORDER`, { source: "operator", tags: ["preference"] }),
    ]]);
    const displays: readonly (readonly string[])[] = [
      ["get", "k_item"],
      ["get", "k_item", "-v"],
      ["get", "k_item", "--all"],
      ["search", "MARKER-ITEM"],
      ["list", "--store", "operator"],
    ];
    for (const display of displays) {
      const { stdout } = await trial.ctx(...display);
      trial.must(
        "3.6",
        `${display.filter((word) => !/_|M/.test(word)).join(" ")} shows ${state}`,
        contains(stdout, ...words),
      );
    }
    const { stdout } = await trial.ctx("brief");
    const focus = stdout.slice(0, Math.max(0, stdout.indexOf("MARKER-FOCUS")) + 100);
    trial.must(
      "3.6",
      `the brief's focus shows ${state}`,
      contains(focus.split("pref_item")[0] ?? "", "MARKER-FOCUS", ...words),
    );
    const lines = stdout.split("\n").filter((line) => /MARKER-(ITEM|DECISION|ORDER)/.test(line));
    trial.must(
      "3.6",
      `every item of the brief shows ${state}`,
      all(
        holds(lines.length > 0, "items", stdout),
        ...lines.map((line) => contains(line, ...words)),
      ),
    );
  }
  await root.seed("shared", [["k_item", entryOf("MARKER-ITEM")]]);
  await root.seed("operator", []);
  for (const display of [["get", "k_item"], ["search", "MARKER-ITEM"], ["list"]]) {
    const { stdout } = await trial.ctx(...display);
    trial.must(
      "3.6",
      `${display[0]} shows no status of a current entry`,
      lacks(stdout, "amended", "resolved", "superseded"),
    );
  }
}

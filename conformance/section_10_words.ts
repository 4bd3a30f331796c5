import type { Scenario, Trial } from "./check.ts";
import { entryOf } from "./context_root.ts";
import { all, contains, equal, succeeds } from "./verdict.ts";

/** The checks of §10's optional full-text search. */
export const FULL_TEXT: readonly Scenario[] = [
  { name: "§10 full-text search", sections: ["10"], extra: true, run: fullText },
];

/** Query, and the keys that it finds, in their order. */
const QUERIES: readonly (readonly [query: string, keys: readonly string[]])[] = [
  ["proxy", ["w_twice", "w_tag", "w_once"]],
  ["timeout PROXY", ["w_twice", "w_once"]],
  ["proxy nowhere", []],
  ["time*", ["w_once", "w_twice"]],
  ['"proxy timeout"', ["w_once"]],
  ["proxy -cafe", ["w_tag", "w_once"]],
  ["café timeout", ["w_twice"]],
];

async function fullText(trial: Trial): Promise<void> {
  const newer = { timestamp: "2026-02-02T00:00:00Z" };
  await trial.root.seed("shared", [
    ["w_once", entryOf("the proxy timeout")],
    ["w_twice", entryOf("a timeout of the proxy, and a proxy in the Café")],
    ["w_tag", entryOf("nothing", { tags: ["proxy"], ...newer })],
    ["w_other", entryOf("proxying is another word")],
  ]);
  for (const [query, keys] of QUERIES) {
    const run = await trial.ctx("search", "--words", query, "--json");
    const { results } = run.status === 0 ? JSON.parse(run.stdout) : { results: [] };
    const found = results.map(({ key }: { key: string }) => key);
    const title = `all words of ${JSON.stringify(query)} match, ranked by how often they occur`;
    trial.optional("10", title, all(succeeds(run), equal(found, keys)));
  }
  for (const query of ['"', "-", "*", "(a", "a AND", "\\", "%"]) {
    const run = await trial.ctx("search", "--words", query);
    trial.optional("10", `the query ${JSON.stringify(query)} is no error`, succeeds(run));
  }
  const { stdout } = await trial.ctx("search", "--words", "timeout");
  trial.optional("10", "each result of a search by words is shown", contains(stdout, "w_once", "w_twice"));
}

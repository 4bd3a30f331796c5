import type { Scenario, Trial } from "./check.ts";
import { type Entry, entryOf, LONG_AGO, STORES } from "./context_root.ts";
import { contains, equal, fails, succeeds } from "./verdict.ts";

/** The checks of §4.6 on what a pattern matches, order and limit. */
export const SEARCH: readonly Scenario[] = [
  { name: "§4.6 what a pattern matches", sections: ["4.6"], run: patterns },
];

const TEXTS: readonly (readonly [key: string, value: unknown])[] = [
  ["s_plain", "The quick brown fox"],
  ["s_symbols", 'a.*b [x] (y $1 50% c_d \\n don\'t "q" pre-edit memory:safe *'],
  ["s_accents", "Žluťoučký KŮŇ, Straße, ДОМ"],
  ["s_decomposed", "cafe\u0301 au lait"],
  ["s_turkish", "İİİİ needle tail"],
  ["s_lines", "first line\nsecond line"],
  ["s_number", 77950],
  ["s_object", { inner_name: ["inner text", true, null] }],
  ["s_fields", "nothing here"],
  ["s_empty", ""],
];

/** Pattern, the keys it finds, and how binding that is. */
const PATTERNS:
  readonly (readonly [pattern: string, keys: readonly string[], level: "must" | "should" | "ours"])[] = [
    ["QUICK", ["s_plain"], "must"],
    ["quick brown", ["s_plain"], "must"],
    ["quick  brown", [], "must"],
    ["ick bro", ["s_plain"], "must"],
    ["S_PLAIN", ["s_plain"], "must"],
    ["a.*b", ["s_symbols"], "must"],
    ["q.*k", [], "must"],
    ["[x]", ["s_symbols"], "must"],
    ["(y", ["s_symbols"], "must"],
    ["$1", ["s_symbols"], "must"],
    ["50%", ["s_symbols"], "must"],
    ["c_d", ["s_symbols"], "must"],
    ["\\n", ["s_symbols"], "must"],
    ["don't", ["s_symbols"], "must"],
    ['"q"', ["s_symbols"], "must"],
    ["pre-edit", ["s_symbols"], "must"],
    ["memory:safe", ["s_symbols"], "must"],
    [" *", ["s_symbols"], "must"],
    ["^The", [], "must"],
    ["žluťoučký kůň", ["s_accents"], "must"],
    ["дом", ["s_accents"], "must"],
    ["NEEDLE", ["s_turkish"], "must"],
    ["CAFÉ", ["s_decomposed"], "ours"],
    ["cafe\u0301", ["s_decomposed"], "must"],
    ["LINE\nSECOND", ["s_lines"], "must"],
    ["77950", ["s_number"], "should"],
    ["INNER TEXT", ["s_object"], "should"],
    ["inner_name", ["s_object"], "should"],
    ["true", ["s_object"], "should"],
    ["hidden-tag", [], "must"],
    ["hidden-author", [], "must"],
    ["hidden-derivation", [], "must"],
    ["hidden-note", [], "must"],
    ["no such text anywhere", [], "must"],
    ["", TEXTS.map(([key]) => key), "must"],
  ];

async function patterns(trial: Trial): Promise<void> {
  const { root } = trial;
  const hidden = {
    tags: ["hidden-tag"],
    author: "hidden-author",
    derivation: "hidden-derivation",
    status: "resolved",
    status_note: "hidden-note",
    status_timestamp: LONG_AGO,
  };
  const fieldsOf = (key: string): Entry => key === "s_fields" ? hidden : {};
  await root.seed("shared", TEXTS.map(([key, value]) => [key, entryOf(value, fieldsOf(key))]));
  for (const [pattern, keys, level] of PATTERNS) {
    const { stdout } = await trial.ctx("search", pattern);
    const found = TEXTS.map(([key]) => key).filter((key) => stdout.includes(key));
    trial[level](
      "4.6",
      `search ${JSON.stringify(pattern)} finds ${keys.length} of ${TEXTS.length}`,
      equal(found, keys),
    );
  }
  trial.ours(
    "4.6",
    "a search that finds nothing succeeds",
    succeeds(await trial.ctx("search", "no such text")),
  );
  trial.must("4.6", "search without a pattern fails", fails(await trial.ctx("search")));
  const shown = await trial.ctx("search", "needle");
  trial.ours("4.6", "what search shows of a value holds what it found", contains(shown.stdout, "needle"));
  for (const store of STORES) await root.seed(store, [["k_twin", entryOf(`twin in ${store}`)]]);
  for (const words of [["search", "TWIN"], ["list"]]) {
    for (const store of STORES) {
      const { stdout } = await trial.ctx(...words, "--store", store);
      trial.must(
        "4.6",
        `each result of ${words[0]} names its store and key, ${store}`,
        contains(stdout.replaceAll(`twin in ${store}`, ""), store, "k_twin"),
      );
    }
    const { stdout } = await trial.ctx(...words);
    trial.must(
      "4.6",
      `${words[0]} covers every store by default`,
      contains(stdout.replaceAll(/twin in \w+/g, ""), ...STORES),
    );
  }
}

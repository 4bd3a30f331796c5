import type { Scenario, Trial } from "./check.ts";
import { entryOf } from "./context_root.ts";
import { all, contains, equal, fails, holds, lacks } from "./verdict.ts";

/** The checks of §8.2 and §9.1 on store files that cannot be read. */
export const DAMAGED_STORES: readonly Scenario[] = [
  { name: "§8.2 damaged store files", sections: ["8.2", "9.1"], run: damagedStores },
];

const ENTRY = JSON.stringify(entryOf("there"));

const DAMAGED: readonly (readonly [what: string, text: string])[] = [
  ["of no bytes", ""],
  ["cut in the middle", `{"type":"shared","version":"1","entries":{"k_there":${ENTRY.slice(0, -9)}`],
  ["with text after its end", `{"type":"shared","version":"1","entries":{"k_there":${ENTRY}}}x`],
  ["that is HTML", "<html>502</html>"],
  ["that is an array", "[]"],
  ["that is null", "null"],
  ["whose entries are an array", '{"entries":[]}'],
  ["with NaN", '{"type":"shared","version":"1","entries":{"k_there":{"value":NaN}}}'],
  ["with a comma too many", `{"type":"shared","version":"1","entries":{"k_there":${ENTRY},}}`],
  ["with a byte order mark", `\ufeff{"type":"shared","version":"1","entries":{"k_there":${ENTRY}}}`],
  ["with one key twice", `{"type":"shared","version":"1","entries":{"k_there":${ENTRY},"k_there":${ENTRY}}}`],
];

async function damagedStores(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed("operator", [["k_operator", entryOf("still read")]]);
  for (const [what, text] of DAMAGED) {
    await root.seedText("shared", text);
    const set = await trial.ctx("set", "k_new", "v");
    const kept = equal(await root.storeText(), text);
    trial.must(
      "9.1",
      `set into a store file ${what} either fails or writes: it does not pretend`,
      holds(set.status !== 0 || (await root.storeText()).includes("k_new"), "a failure, or the entry", [
        set.status,
        await root.storeText(),
      ]),
    );
    trial.ours(
      "8.2",
      `a store file ${what} is named and never written over`,
      all(fails(set), kept, contains(set.stderr, "shared.json"), lacks(set.stderr, "    at ")),
    );
    trial.ours("8.2", `get from a store file ${what} fails`, fails(await trial.ctx("get", "k_there")));
    trial.ours(
      "8.2",
      `beside a store file ${what} the other stores are read`,
      contains((await trial.ctx("list")).stdout, "k_operator"),
    );
  }
}

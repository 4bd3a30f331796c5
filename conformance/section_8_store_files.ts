import type { Scenario, Trial } from "./check.ts";
import { entryOf, isNow, STORES } from "./context_root.ts";
import { all, contains, equal, fails, holds, succeeds } from "./verdict.ts";

/** The checks of §8.2, store files: ours, those of another implementation, damaged ones. */
export const STORE_FILES: readonly Scenario[] = [
  { name: "§8.2 store files", sections: ["8.2"], run: storeFiles },
  { name: "§8.2 store files of another layout", sections: ["8.2"], run: otherLayouts },
];

async function storeFiles(trial: Trial): Promise<void> {
  const { root } = trial;
  trial.must("8.2", "a missing store file is an empty store", succeeds(await trial.ctx("list")));
  for (const [at, store] of STORES.entries()) {
    await trial.ctx("set", "k_raw", "žluťoučký 👍", "--store", store);
    const there = await Promise.all(STORES.map(async (name) => await root.storeText(name) !== ""));
    trial.must(
      "8.2",
      `the file of ${store} is made by its first write, and no other`,
      equal(there, STORES.map((_, place) => place <= at)),
    );
    const { entries, ...head } = await root.document(store);
    trial.must(
      "8.2",
      `the file of ${store} holds type, version and entries`,
      equal([head["type"], head["version"], Object.keys(entries ?? {})], [store, "1", ["k_raw"]]),
    );
    trial.must(
      "8.2",
      `the file of ${store} holds last_updated, now`,
      holds(isNow(head["last_updated"]), "now", head["last_updated"]),
    );
    trial.must(
      "8.2",
      `the file of ${store} is indented, for diffs`,
      holds(
        (await root.storeText(store)).trim().split("\n").length > 8,
        "a line for each field",
        await root.storeText(store),
      ),
    );
  }
  const bytes = await Deno.readFile(root.storePath("shared"));
  const text = await root.storeText();
  trial.must(
    "8.2",
    "a store file is UTF-8 without a byte order mark",
    holds(
      bytes[0] === 0x7b && equal(new TextDecoder("utf-8", { fatal: true }).decode(bytes), text).ok,
      "{ first",
      bytes[0],
    ),
  );
  trial.ours(
    "8.2",
    "a new store file has two spaces, text as it is, and a newline at its end",
    all(
      contains(text, '\n  "entries": {\n    "k_raw"', "žluťoučký 👍"),
      holds(text.endsWith("}\n"), "a newline", text.slice(-5)),
    ),
  );
  await root.seed("shared", [["k_raw", entryOf("v")]]);
  for (
    const words of [["set", "k_raw", "w"], ["amend", "k_raw", "n"], ["basis", "k_raw", "verified"], [
      "delete",
      "k_raw",
    ]]
  ) {
    await root.seed("shared", [["k_raw", entryOf("v")], ["k_other", entryOf("v")]]);
    await trial.ctx(...words);
    trial.must(
      "8.2",
      `${words[0]} sets last_updated to now`,
      holds(isNow((await root.document())["last_updated"]), "now", (await root.document())["last_updated"]),
    );
  }
}

const ENTRY = JSON.stringify(entryOf("there"));

/** Store files that another implementation may have written, and one of its lines that must stay as it is. */
const LAYOUTS: readonly (readonly [what: string, text: string, stays: string])[] = [
  [
    "on one line",
    `{"type":"shared","version":"1","last_updated":"2026-01-01T00:00:00Z","entries":{"k_there":${ENTRY}}}`,
    `"k_there":${ENTRY}`,
  ],
  [
    "with tabs",
    `{\n\t"type": "shared",\n\t"version": "1",\n\t"entries": {\n\t\t"k_there": ${ENTRY}\n\t}\n}\n`,
    `\n\t\t"k_there": ${ENTRY}`,
  ],
  [
    "with carriage returns",
    `{\r\n  "type": "shared",\r\n  "version": "1",\r\n  "entries": {\r\n    "k_there": ${ENTRY}\r\n  }\r\n}\r\n`,
    `\r\n    "k_there": ${ENTRY}`,
  ],
  [
    "with entries first and unknown keys",
    `{\n "entries": {\n  "k_there": ${ENTRY}\n },\n "x": 1,\n "type": "shared",\n "version": "1"\n}\n`,
    '"x": 1',
  ],
  [
    "with escapes",
    `{"entries": {"k_th\\u0065re": ${ENTRY}}, "type": "shared", "version": "1"}\n`,
    `k_th\\u0065re`,
  ],
  ["without entries of its own", '{"type": "shared", "version": "1", "entries": {}}\n', '"version": "1"'],
];

async function otherLayouts(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const [what, text, stays] of LAYOUTS) {
    await root.seedText("shared", text);
    if (text.includes(ENTRY)) {
      trial.must(
        "8.2",
        `a store file ${what} is read`,
        contains((await trial.ctx("get", "k_there")).stdout, "there"),
      );
    }
    const run = await trial.ctx("set", "k_added", "v");
    const keys = [...(await root.entries()).keys()].sort();
    trial.must(
      "8.2",
      `a store file ${what} is written`,
      all(succeeds(run), equal(keys, text.includes(ENTRY) ? ["k_added", "k_there"] : ["k_added"])),
    );
    trial.ours("8.2", `a store file ${what} keeps its layout`, contains(await root.storeText(), stays));
    if (what === "on one line") {
      trial.ours(
        "8.2",
        "a store file on one line stays on one",
        equal((await root.storeText()).trim().split("\n").length, 1),
      );
    }
  }
  await root.seedText("shared", `{"type": "shared", "version": "2", "entries": {"k_there": ${ENTRY}}}\n`);
  const before = await root.storeText();
  const run = await trial.ctx("set", "k_added", "v");
  trial.ours(
    "8.2",
    "a store file of another version is read and never written",
    all(
      fails(run),
      equal(await root.storeText(), before),
      contains((await trial.ctx("get", "k_there")).stdout, "there"),
    ),
  );
  await root.seedText(
    "shared",
    `{"entries": {"k_lone": ${
      ENTRY.replace('"there"', '"bad \\ud83d end"')
    }, "k_x": ${ENTRY}}, "type": "shared", "version": "1"}`,
  );
  const lone = await trial.ctx("get", "k_lone");
  await trial.ctx("set", "k_x", "v");
  trial.ours(
    "8.2",
    "a lone surrogate is shown as U+FFFD and stays in the file as it is",
    all(
      equal(lone.utf8, true),
      contains(lone.stdout, "bad \ufffd end"),
      contains(await root.storeText(), '"bad \\ud83d end"'),
    ),
  );
}

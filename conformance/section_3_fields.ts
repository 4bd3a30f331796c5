import type { Scenario, Trial } from "./check.ts";
import { type Entry, entryOf, isNow, LONG_AGO } from "./context_root.ts";
import { all, contains, equal, holds, succeeds } from "./verdict.ts";

/** The checks of §3.3, entry fields, §3.4, source and author, §3.5, basis, and §3.7, scope. */
export const FIELDS: readonly Scenario[] = [
  { name: "§3.3 the fields of a new entry", sections: ["3.3", "3.5", "3.7", "4.2"], run: newEntry },
  { name: "§3.3 unknown fields", sections: ["3.3", "8.2"], run: unknownFields },
];

const WHEN_NEW = {
  source: "operator",
  basis: "inferred",
  scope: "global",
  tags: [],
  author: undefined,
  derivation: undefined,
  status: undefined,
  status_note: undefined,
  status_timestamp: undefined,
  superseded_by: undefined,
};

async function newEntry(trial: Trial): Promise<void> {
  const { root } = trial;
  await trial.ctx("set", "k_new", "a value");
  const entry = await root.entry("k_new");
  for (const [field, value] of Object.entries(WHEN_NEW)) {
    const says = value === undefined ? "no" : "the default";
    trial.must(
      field === "basis" ? "3.5" : field === "scope" ? "3.7" : "3.3",
      `a new entry has ${says} ${field}`,
      equal(entry[field], value),
    );
  }
  for (const field of ["created", "timestamp"]) {
    trial.must(
      "3.3",
      `a new entry's ${field} is now, in RFC 3339 with Z`,
      holds(isNow(entry[field]), "the present time", entry[field]),
    );
    trial.ours(
      "3.3",
      `a new entry's ${field} has whole seconds`,
      holds(!String(entry[field]).includes("."), "no fraction", entry[field]),
    );
  }
  trial.must("4.2", "a new entry's created and timestamp are equal", equal(entry.created, entry.timestamp));
  trial.ours(
    "3.3",
    "the fields stand in the order of §3.3",
    equal(Object.keys(entry), ["value", "source", "basis", "scope", "tags", "created", "timestamp"]),
  );

  await trial.run([
    "set",
    "k_full",
    "v",
    "--source",
    "both",
    "--basis",
    "reported",
    "--scope",
    "session",
    "--tag",
    "b",
    "--tag",
    "a b",
    "--tag",
    "007",
    "--derivation",
    "read it, twice",
  ], { author: "Agent One" });
  const { created: _created, timestamp: _timestamp, ...full } = await root.entry("k_full");
  const tags = ["b", "a b", "007"];
  trial.must(
    "3.3",
    "every given field is stored as given",
    equal({ ...full, tags: [...(full["tags"] as string[] ?? [])].sort() }, {
      value: "v",
      source: "both",
      basis: "reported",
      scope: "session",
      tags: [...tags].sort(),
      derivation: "read it, twice",
      author: "Agent One",
    }),
  );
  trial.ours("3.3", "tags keep the order given", equal(full["tags"], tags));
}

/** Fields of another implementation: each a kind of value that a careless copy loses. */
const FOREIGN: Entry = {
  x_object: { deep: [{ list: [] }, {}], "": "empty name" },
  x_null: null,
  x_false: false,
  x_zero: 0,
  x_empty: "",
  x_text: 'é 👩‍👩‍👧‍👦 "quoted" \\ \u0001 </script>',
  constructor: "a field like any other",
  X_UPPER: [1, "two", null],
};

const UPDATES: readonly (readonly string[])[] = [
  ["set", "k_foreign", "new value"],
  [
    "set",
    "k_foreign",
    "newer",
    "--tag",
    "t",
    "--basis",
    "verified",
    "--scope",
    "session",
    "--derivation",
    "d",
  ],
  ["amend", "k_foreign", "a note"],
  ["supersede", "k_foreign", "--by", "k_beside", "--note", "n"],
  ["resolve", "k_foreign", "--note", "n"],
  ["basis", "k_foreign", "reported"],
  ["set", "k_foreign", "after a status"],
];

async function unknownFields(trial: Trial): Promise<void> {
  const { root } = trial;
  const beside = entryOf("beside", { x_own: 1 });
  await root.seed("shared", [["k_foreign", { ...FOREIGN, ...entryOf("first") }], ["k_beside", beside]], {
    x_top: { keep: [1, null] },
  });
  for (const words of UPDATES) {
    const run = await trial.ctx(...words);
    const entry = await root.entry("k_foreign");
    const kept = Object.fromEntries(
      Object.keys(FOREIGN).filter((name) => Object.hasOwn(entry, name)).map((name) => [name, entry[name]]),
    );
    const what = words.slice(0, 1).concat(words.slice(3)).join(" ");
    trial.must("3.3", `${what} keeps the fields it does not know`, all(succeeds(run), equal(kept, FOREIGN)));
    trial.must("3.3", `${what} leaves another entry as it is`, equal(await root.entry("k_beside"), beside));
    trial.should(
      "3.3",
      `${what} keeps the top-level keys it does not know`,
      equal((await root.document())["x_top"], { keep: [1, null] }),
    );
  }
  await exactNumbers(trial);
}

/** Numbers that a JavaScript or C double cannot hold, or would spell in another way. */
async function exactNumbers(trial: Trial): Promise<void> {
  const { root } = trial;
  const field = (name: string, text: string) => `"${name}": ${text}`;
  const fixed =
    `"source": "agent", "basis": "inferred", "scope": "global", "tags": [], "created": "${LONG_AGO}", "timestamp": "${LONG_AGO}"`;
  // Only an implementation that edits the text can keep a number beyond every double.
  const huge = trial.extra ? "1e400" : "2";
  const untouched = `"k_still": {"value":   [1.0, ${huge},-0, "\\u00e9\\/"],  ${fixed}}`;
  await root.seedText(
    "shared",
    `{"type": "shared", "version": "1", "last_updated": "${LONG_AGO}", "x_top": 98765432109876543210,\n  "entries": {\n    "k_number": {${
      field("value", "1.50")
    }, ${fixed}, ${field("x_big", "12345678901234567890")}, ${
      field("x_spelled", "1.10")
    }},\n    ${untouched},\n    "k_set": {"value": "x", ${fixed}}\n  }\n}\n`,
  );
  for (
    const words of [["resolve", "k_number"], ["set", "k_number", "new"], ["set", "k_set", "y"], [
      "set",
      "k_add",
      "z",
    ], ["delete", "k_add"]]
  ) {
    const run = await trial.ctx(...words);
    const text = await root.storeText();
    const what = words.slice(0, 2).join(" ");
    trial.must(
      "3.3",
      `${what}: an unknown field keeps all digits of a large number`,
      all(succeeds(run), contains(text, "12345678901234567890")),
    );
    trial.should(
      "3.3",
      `${what}: a top-level key keeps all digits of a large number`,
      contains(text, "98765432109876543210"),
    );
    trial.ours(
      "3.3",
      `${what}: an unknown field keeps the spelling of a number`,
      all(succeeds(run), holds(/"x_spelled":\s*1\.10\b/.test(text), '"x_spelled": 1.10', text)),
    );
    trial.ours(
      "3.3",
      `${what}: an untouched entry keeps its bytes`,
      all(succeeds(run), contains(text, untouched)),
    );
  }
}

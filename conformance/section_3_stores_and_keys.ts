import type { Scenario, Trial } from "./check.ts";
import { entryOf, STORES } from "./context_root.ts";
import { all, contains, equal, fails, holds, lacks, succeeds } from "./verdict.ts";

/** The checks of §3.1, stores, and §3.2, keys. */
export const STORES_AND_KEYS: readonly Scenario[] = [
  { name: "§3.1 three stores", sections: ["3.1", "3.2", "8.2"], run: threeStores },
  { name: "§3.1 the default store", sections: ["3.1", "4.1"], run: defaultStore },
  { name: "§3.2 any text is a key", sections: ["3.2", "4.6"], run: anyKey },
  { name: "§3.2 the form of keys", sections: ["3.2"], run: keyForm },
];

const NO_STORES = ["other", "Shared", "operators", "__proto__", "../shared", "shared.json", ""];

async function threeStores(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const store of STORES) {
    const run = await trial.ctx("set", "k_same", `in ${store}`, "--store", store);
    trial.must(
      "3.1",
      `set --store ${store} writes that store`,
      all(succeeds(run), equal((await root.entry("k_same", store)).value, `in ${store}`)),
    );
  }
  for (const store of STORES) {
    const { stdout } = await trial.ctx("get", "k_same", "--store", store);
    const others = STORES.filter((other) => other !== store).map((other) => `in ${other}`);
    trial.must(
      "3.2",
      `get --store ${store} gives the entry of that store alone`,
      all(contains(stdout, `in ${store}`), lacks(stdout, ...others)),
    );
  }
  await trial.ctx("delete", "k_same", "--store", "operator");
  const left = await Promise.all(STORES.map(async (store) => (await root.entries(store)).has("k_same")));
  trial.must(
    "3.2",
    "entries with one key in two stores are unrelated: delete removes one",
    equal(left, [false, true, true]),
  );

  const before = await root.snapshot();
  for (const store of NO_STORES) {
    trial.must(
      "3.1",
      `set into a store ${JSON.stringify(store)} fails`,
      fails(await trial.ctx("set", "k_x", "x", "--store", store)),
    );
  }
  for (
    const words of [["get", "k_same"], ["list"], ["search", "in"], ["delete", "k_same"], [
      "amend",
      "k_same",
      "n",
    ]]
  ) {
    const run = await trial.ctx(...words, "--store", "other");
    trial.must("3.1", `${words[0]} of a store that is none of the three fails`, fails(run));
  }
  trial.must("3.1", "a store that is none of the three is not written", equal(await root.snapshot(), before));
}

const WITHOUT_STORE: readonly (readonly string[])[] = [
  ["set", "k_all", "new value"],
  ["amend", "k_all", "note"],
  ["supersede", "k_all", "--by", "k_other"],
  ["resolve", "k_all"],
  ["basis", "k_all", "verified"],
  ["delete", "k_all"],
];

async function defaultStore(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const store of STORES) {
    await root.seed(store, [["k_all", entryOf(`in ${store}`)], ["k_other", entryOf("other")]]);
  }
  const { stdout } = await trial.ctx("get", "k_all");
  trial.must(
    "3.1",
    "get without --store reads shared",
    all(contains(stdout, "in shared"), lacks(stdout, "in operator", "in agent")),
  );
  for (const words of WITHOUT_STORE) {
    const before = await Promise.all(STORES.map((store) => root.storeText(store)));
    const run = await trial.ctx(...words);
    const changed = await Promise.all(
      STORES.map(async (store, at) => await root.storeText(store) !== before[at]),
    );
    trial.must(
      "3.1",
      `${words[0]} without --store writes shared and no other store`,
      all(succeeds(run), equal(changed, [false, true, false])),
    );
  }
}

const LONG_KEY = `k_${"x".repeat(9_998)}`;

const KEYS: readonly (readonly [what: string, key: string])[] = [
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["toString", "toString"],
  ["hasOwnProperty", "hasOwnProperty"],
  ["2026", "2026"],
  ["01", "01"],
  ["null", "null"],
  ["with spaces", "two  words here"],
  ["with a newline", "line one\nline two"],
  ["with a tab", "a\tb"],
  ["with quotes and a backslash", `a"b'c\\d`],
  ["with an emoji", "family_👩‍👩‍👧‍👦_key"],
  ["in another script", "ключ_家"],
  ["that looks like a path", "../../etc/passwd"],
  ["that looks like JSON", `{"a":1}`],
  ["that looks like a pattern", "a.*[b"],
  ["of one space", " "],
  ["of 10,000 characters", LONG_KEY],
];

async function anyKey(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const [index, [what, key]] of KEYS.entries()) {
    const value = `value-number-${index}`;
    const run = await trial.ctx("set", key, value);
    trial.must(
      "3.2",
      `a key ${what} can be set`,
      all(succeeds(run), equal((await root.entry(key)).value, value)),
    );
    trial.must("3.2", `a key ${what} can be read`, contains((await trial.ctx("get", key)).stdout, value));
  }
  const keys = [...(await root.entries()).keys()].sort();
  trial.must("3.2", "all unusual keys stand side by side", equal(keys, KEYS.map(([, key]) => key).sort()));
  const { stdout } = await trial.ctx("list");
  const plain = KEYS.map(([, key]) => key).filter((key) =>
    key.length < 100 && !/[\n\t"\\]/.test(key) && key.trim() !== ""
  );
  trial.must("4.6", "list names unusual keys", contains(stdout, ...plain));
  trial.ours("3.2", "a newline in a key starts no line of a list", lacks(stdout, "\nline two"));
  const order = KEYS.map(([, key]) => JSON.stringify(key));
  const text = await root.storeText();
  const found = order.map((key) => text.indexOf(`${key}:`)).every((at, index, places) =>
    at > (places[index - 1] ?? -1)
  );
  trial.ours(
    "8.2",
    "entries stand in the order in which they were set, numeric keys too",
    holds(found, order.join(" "), text),
  );
  for (const [what, key] of KEYS) {
    const run = await trial.ctx("delete", key);
    trial.must(
      "3.2",
      `a key ${what} can be deleted`,
      all(succeeds(run), equal((await root.entries()).has(key), false)),
    );
  }
  for (const key of ["__proto__", "constructor", "toString"]) {
    trial.must("4", `get ${key} fails when no entry has that key`, fails(await trial.ctx("get", key)));
  }
}

async function keyForm(trial: Trial): Promise<void> {
  const { root } = trial;
  trial.must("3.2", "an empty key is refused", fails(await trial.ctx("set", "", "x")));
  trial.must("3.2", "an empty key is not written", equal((await root.entries()).has(""), false));
  await trial.ctx("set", "key", "lower");
  await trial.ctx("set", "Key", "upper");
  const values = [(await root.entry("key")).value, (await root.entry("Key")).value];
  trial.must("3.2", "keys that differ in case are two keys", equal(values, ["lower", "upper"]));
  trial.must(
    "3.2",
    "a key outside the recommended form is taken",
    succeeds(await trial.ctx("set", "Not Snake-Case", "x")),
  );
  const odd = await trial.ctx("set", "Also Not Snake", "x");
  const plain = await trial.ctx("set", "result_plain_2026_01_02", "x");
  trial.ours(
    "3.2",
    "a new key outside the recommended form is said on stderr, one within it is not",
    holds(odd.stderr !== "" && plain.stderr === "", "a line on stderr, then none", [
      odd.stderr,
      plain.stderr,
    ]),
  );
  await trial.ctx("set", "current_focus", "first");
  const again = await trial.ctx("set", "current_focus", "second");
  trial.must(
    "3.2",
    "current_focus is overwritten like any entry",
    all(succeeds(again), equal((await root.entry("current_focus")).value, "second")),
  );
  trial.should(
    "3.2",
    "current_focus is expected to be overwritten: nothing is said against it",
    equal(again.stderr, ""),
  );
}

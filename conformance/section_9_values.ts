import type { Scenario, Trial } from "./check.ts";
import { all, canonical, contains, equal, holds, succeeds } from "./verdict.ts";

/** The checks of §9.1 on values: words joined, and what is JSON and what is text. */
export const VALUES: readonly Scenario[] = [
  { name: "§9.1 values that parse as JSON", sections: ["9.1"], run: jsonOrText },
  { name: "§9.1 numbers keep their digits", sections: ["9.1"], extra: true, run: exactNumbers },
];

const SAME = Symbol("the text as it is");

/** What is typed after the key and `--`, and the value that must be stored. */
const TYPED: readonly (readonly [typed: string, stored: unknown])[] = [
  ["42", 42],
  ["-5", -5],
  ["1.5", 1.5],
  ["1e5", 100000],
  ["1E+2", 100],
  ["-0.25", -0.25],
  ["true", true],
  ["false", false],
  ["null", null],
  ['"x"', "x"],
  ['""', ""],
  ['"a\\nb\\u00e9"', "a\nbé"],
  ["[1]", [1]],
  ["[]", []],
  ["{}", {}],
  ['{"a":1}', { a: 1 }],
  [' {"a": [1, {"b": null}]} ', { a: [1, { b: null }] }],
  ["\t42\n", 42],
  ["NaN", SAME],
  ["Infinity", SAME],
  ["-Infinity", SAME],
  ["undefined", SAME],
  ["None", SAME],
  ["True", SAME],
  ["01", SAME],
  ["-01", SAME],
  ["1.", SAME],
  [".5", SAME],
  ["+1", SAME],
  ["1_000", SAME],
  ["1,5", SAME],
  ["0x10", SAME],
  ["1e", SAME],
  ["1e999", SAME],
  ["-1e999", SAME],
  ["'a'", SAME],
  ['"a', SAME],
  ['"a\nb"', SAME],
  ['"\\x41"', SAME],
  ["[1,]", SAME],
  ["{a:1}", SAME],
  ['{"a":1,}', SAME],
  ['{"a":1} x', SAME],
  ["[1] // note", SAME],
  ["[NaN]", SAME],
  ["\u00a042", SAME],
  ["\ufeff42", SAME],
  ["plain text", SAME],
  ["  text with spaces around  ", SAME],
  ["line one\n\nline three\n", SAME],
  ["`rm -rf x` $(id) \"q\" 'q' \\n !", SAME],
  ["👩‍👩‍👧‍👦 дом 家", SAME],
  ["cafe\u0301", SAME],
];

async function jsonOrText(trial: Trial): Promise<void> {
  const { root } = trial;
  const failed: (readonly [string, string])[] = [];
  for (const [index, [typed, stored]] of TYPED.entries()) {
    const run = await trial.ctx("set", `k_${index}`, "--", typed);
    const expected = stored === SAME ? typed : stored;
    const { value } = await root.entry(`k_${index}`);
    const kind = stored === SAME ? "a string" : "JSON";
    trial.must(
      "9.1",
      `${JSON.stringify(typed)} is stored as ${kind}`,
      all(succeeds(run), equal(value, expected)),
    );
    if (canonical(value) !== canonical(expected)) failed.push([typed, canonical(value)]);
    const got = await trial.ctx("get", `k_${index}`);
    const printed = typeof expected === "string" ? expected : JSON.stringify(expected);
    if (!/[{[\ufeff]/.test(printed)) {
      trial.must(
        "4.1",
        `${JSON.stringify(typed)} is given back by get`,
        contains(got.stdout, stored === 100000 || stored === 100 ? "1" : printed),
      );
    }
  }
  const text = await root.storeText();
  trial.must(
    "9.1",
    "the store file is strict JSON after all of them",
    holds(strict(text) && failed.length === 0, "strict JSON", failed),
  );
  const zero = await trial.ctx("set", "k_zero", "--", "-0");
  trial.must(
    "9.1",
    "-0 is stored as a number",
    all(succeeds(zero), equal(typeof (await root.entry("k_zero")).value, "number")),
  );
  const empty = await trial.ctx("set", "k_empty", "");
  trial.ours(
    "9.1",
    "an empty word is stored as the empty string",
    all(succeeds(empty), equal((await root.entry("k_empty")).value, "")),
  );
  const deep = "[".repeat(400) + "]".repeat(400);
  const nested = await trial.ctx("set", "k_deep", deep);
  trial.must(
    "9.1",
    "an array 400 deep is stored as JSON",
    all(succeeds(nested), equal((await root.entry("k_deep")).value, JSON.parse(deep))),
  );
  const proto = await trial.ctx("set", "k_proto", '{"__proto__":{"polluted":1},"constructor":2}');
  trial.must(
    "9.1",
    "members __proto__ and constructor are data",
    all(
      succeeds(proto),
      equal(
        JSON.stringify((await root.entry("k_proto")).value),
        '{"__proto__":{"polluted":1},"constructor":2}',
      ),
    ),
  );
}

function strict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const DIGITS = [
  "12345678901234567890",
  "0.1000000000000000055511151231257827",
  "1.0",
  "8.10",
  "77950e8",
  "1e-999",
  "-0",
  "1E5",
  "1e+05",
];

async function exactNumbers(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const [index, digits] of DIGITS.entries()) {
    await trial.ctx("set", `k_${index}`, "--", digits);
    const stored = (await root.storeText()).includes(`"value": ${digits},`);
    trial.ours(
      "9.1",
      `${digits} is stored with its own digits`,
      holds(stored, `"value": ${digits}`, await root.storeText()),
    );
    trial.ours(
      "9.1",
      `${digits} is printed with its own digits`,
      contains((await trial.ctx("get", `k_${index}`)).stdout, digits),
    );
  }
  await trial.ctx("set", "k_nested", '{"a":[1.0,12345678901234567890]}');
  trial.ours(
    "9.1",
    "numbers within a value keep their digits",
    contains(await root.storeText(), "1.0", "12345678901234567890"),
  );
  trial.ours(
    "4.6",
    "a number is searched as it was typed",
    contains((await trial.ctx("search", "77950e8")).stdout, "k_4"),
  );
  const tagged = await trial.ctx("set", "k_tagged", "v", "--tag", "1.10", "--tag", "007");
  trial.ours(
    "9.1",
    "tags are text, whatever they look like",
    all(succeeds(tagged), equal((await root.entry("k_tagged")).tags, ["1.10", "007"])),
  );
}

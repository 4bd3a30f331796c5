import type { Scenario, Trial } from "./check.ts";
import { all, contains, equal, succeeds } from "./verdict.ts";

/** The checks of §9.1 on words joined, options, and standing input. */
export const WORDS: readonly Scenario[] = [
  { name: "§9.1 words", sections: ["9.1"], run: words },
  { name: "§9.1 a value from standing input", sections: ["9.1"], extra: true, run: standardInput },
];

/** Words typed, and the value that their joining gives. */
const JOINED: readonly (readonly [typed: readonly string[], stored: unknown])[] = [
  [["hello", "world"], "hello world"],
  [["a", "b  c", "d"], "a b  c d"],
  [["a", "", "b"], "a  b"],
  [["1", "2"], "1 2"],
  [["[1,", "2]"], [1, 2]],
  [['{"a":', "true}"], { a: true }],
  [["true", ""], true],
  [["12:30", "-", "lunch"], "12:30 - lunch"],
  [["--", "--tag", "is", "text"], "--tag is text"],
  [["--", "--", "x"], "-- x"],
  [["--", "-v", "-x", "-"], "-v -x -"],
  [["one", "--", "--two"], "one --two"],
  [["--", "--store=agent"], "--store=agent"],
];

async function words(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const [index, [typed, stored]] of JOINED.entries()) {
    const run = await trial.ctx("set", `k_${index}`, ...typed);
    trial.must(
      "9.1",
      `set KEY ${
        typed.map((word) => word === "" ? "''" : word).join(" ")
      }: joined with single spaces, -- ends the options`,
      all(succeeds(run), equal((await root.entry(`k_${index}`)).value, stored)),
    );
  }
  await trial.ctx(
    "set",
    "k_options",
    "the",
    "value",
    "--tag",
    "t",
    "--basis",
    "reported",
    "--scope",
    "session",
  );
  const { value, tags, basis, scope } = await root.entry("k_options");
  trial.must(
    "9.1",
    "options after the value are not part of it",
    equal([value, tags, basis, scope], ["the value", ["t"], "reported", "session"]),
  );
  await trial.ctx("amend", "k_options", "two", "words");
  await trial.ctx("amend", "k_options", "--", "--by", "is text");
  const { value: amended, status_note } = await root.entry("k_options");
  trial.must(
    "9.1",
    "the words of a note are joined, and -- ends the options of amend",
    all(equal(status_note, "--by is text"), contains(String(amended), ": two words]\nthe value")),
  );
  const note = await trial.ctx("amend", "k_options", "42");
  trial.must(
    "9.1",
    "a note is text, whatever it looks like",
    all(succeeds(note), equal((await root.entry("k_options")).status_note, "42")),
  );
  await trial.ctx("search", "--", "--by");
  trial.must(
    "9.1",
    "-- ends the options of search",
    contains((await trial.ctx("search", "--", "--by")).stdout, "k_options"),
  );
  if (!trial.extra) return;
  await trial.ctx("set", "--store", "agent", "--tag=1.10", "k_first", "the", "value");
  const first = await root.entry("k_first", "agent");
  trial.ours(
    "9.1",
    "options are recognised before the key, and with =",
    equal([first.value, first.tags], ["the value", ["1.10"]]),
  );
  await trial.ctx("set", "k_dash", "-5", "degrees", "-x");
  trial.ours(
    "9.1",
    "words with one dash are data",
    equal((await root.entry("k_dash")).value, "-5 degrees -x"),
  );
  await trial.ctx("set", "--", "--key", "v");
  trial.ours(
    "9.1",
    "-- before the key lets it start with dashes",
    equal((await root.entry("--key")).value, "v"),
  );
}

async function standardInput(trial: Trial): Promise<void> {
  const { root } = trial;
  const text = "first line\n\n`code` $(id) \\n\n  last line\n";
  await trial.run(["set", "k_stdin", "-"], { stdin: text });
  trial.ours(
    "9.1",
    "set KEY - stores standing input without its last newline",
    equal((await root.entry("k_stdin")).value, text.slice(0, -1)),
  );
  await trial.run(["set", "k_number", "-"], { stdin: "42\n" });
  trial.ours("9.1", "set KEY - stores text, JSON or not", equal((await root.entry("k_number")).value, "42"));
  await trial.run(["set", "k_json", "-", "--as", "json"], { stdin: '{"a": 1}\n' });
  trial.ours("9.1", "set KEY - --as json parses it", equal((await root.entry("k_json")).value, { a: 1 }));
  await trial.run(["set", "k_dash", "--", "-"], { stdin: "not this" });
  trial.ours("9.1", "set KEY -- - stores a dash", equal((await root.entry("k_dash")).value, "-"));
  for (const words of [["set", "k_plain", "v"], ["get", "k_json"], ["list"], ["brief"]]) {
    const run = await trial.run(words, { stdinOpen: true, killAfterMs: 10_000 });
    trial.ours("9.1", `${words[0]} does not wait for standing input that stays open`, succeeds(run));
  }
}

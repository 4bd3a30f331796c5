import { rawEntry, Trial } from "./cli_trial.ts";

/** A summary that can be filed. */
export const SUMMARY = "# Session\n\n## Open\n- one thing\n";
/** What looks like one. */
export const CREDENTIAL = "AKIA" + "ABCDEFGHIJKLMNOP";

/** A root in which every call of {@linkcode GOOD} has something to do. */
export async function prepare(): Promise<Trial> {
  const t = await Trial.make();
  await t.ctx("init");
  await t.store("shared", { k: rawEntry("a value"), other: rawEntry("another") });
  await t.write("sessions/2026-01-02_session.md", SUMMARY);
  for (const name of [".merge_o", ".merge_a", ".merge_b"]) {
    await t.write(name, await t.read("memory/shared.json"));
  }
  return t;
}

/** Calls of each command that are right. */
export const GOOD: readonly (readonly [words: string[], input?: string])[] = [
  [["start"]],
  [["brief"]],
  [["get", "k"]],
  [["get", "k", "-v"]],
  [["get", "k", "--all"]],
  [["get", "k", "--raw"]],
  [["get", "k", "--store", "shared"]],
  [["set", "fresh", "a", "value"]],
  [["set", "fresh", "-"], "from standard input\n"],
  [["set", "fresh", "--as", "json", "-"], "[1.10]"],
  [["amend", "k", "a", "note"]],
  [["supersede", "k", "--by", "other"]],
  [["resolve", "k", "--note", "done"]],
  [["basis", "k", "verified"]],
  [["delete", "k"]],
  [["search", "value"]],
  [["search", "nothing has this"]],
  [["list"]],
  [["list", "--tag", "nothing has this"]],
  [["session", "new"]],
  [["session", "write"], SUMMARY],
  [["session", "write", "--date", "2026-01-03", "--focus", "one line"], SUMMARY],
  [["session", "list"]],
  [["session", "show"]],
  [["session", "show", "2026-01-02"]],
  [["session", "show", "2026-01-02_session.md"]],
  [["init"]],
  [["init", "--config"]],
  [["init", "--git"]],
  [["edit", "k"]],
  [["merge-driver", ".merge_o", ".merge_a", ".merge_b"]],
  [["completions", "bash"]],
  [["help"]],
  [["help", "set"]],
  [["set", "--help"]],
  [["--help"]],
  [["-h"]],
  [["--version"]],
  [[]],
];

/** Calls that are wrong: status, and a part of what is said. */
export const BAD: readonly (readonly [status: 1 | 2, words: string[], says: string, input?: string])[] = [
  [2, ["serach", "x"], "Did you mean ctx search?"],
  [2, ["frobnicate"], "ctx help"],
  [2, ["start", "extra"], "a word too many"],
  [2, ["start", "--limit", "5"], "no option --limit"],
  [2, ["start", "--bogus"], "no option --bogus"],
  [2, ["brief", "extra"], "a word too many"],
  [2, ["get"], "Usage: ctx get <key>"],
  [2, ["get", "a", "b"], "a word too many"],
  [2, ["get", ""], "The key is empty"],
  [2, ["get", "k", "--store", "mine"], "operator, shared or agent"],
  [2, ["get", "k", "--store="], "operator, shared or agent"],
  [2, ["get", "k", "--all", "--store", "shared"], "--all goes with neither"],
  [2, ["get", "k", "--all", "--raw"], "--all goes with neither"],
  [1, ["get", "none"], 'no key "none"'],
  [1, ["get", "none", "--all"], 'the key "none"'],
  [2, ["set"], "Usage: ctx set"],
  [2, ["set", "k"], "Usage: ctx set"],
  [2, ["set", "", "v"], "The key is empty"],
  [2, ["set", "k", "v", "--tga", "x"], "Did you mean --tag?"],
  [2, ["set", "k", "v", "--tag"], "--tag needs a value"],
  [2, ["set", "k", "v", "--tag="], "tag is blank"],
  [2, ["set", "k", "v", "--store="], "operator, shared or agent"],
  [2, ["set", "k", "v", "--store", "mine"], "operator, shared or agent"],
  [2, ["set", "k", "v", "--source", "me"], "operator, agent, both or system"],
  [2, ["set", "k", "v", "--basis", "sure"], "verified, reported or inferred"],
  [2, ["set", "k", "v", "--scope", "all"], "global or session"],
  [2, ["set", "k", "v", "--derivation", " "], "derivation is blank"],
  [2, ["set", "k", "v", "--as", "yaml"], "string or json"],
  [2, ["set", "k", "v", "--as", "json"], "not JSON"],
  [2, ["set", "k", "1e999", "--as", "json"], "not JSON"],
  [2, ["set", "k", "v", "--tag", "a", "--no-tags"], "--no-tags does not go with --tag"],
  [2, ["set", "k", "v", "--json=1"], "--json takes no value"],
  [2, ["set", "k", "v", "--limit", "1"], "no option --limit"],
  [2, ["set", "k", "v", "--lock-timeout", "soon"], "a number of seconds"],
  [2, ["set", "k", "v", "--lock-timeout", "-1"], "a number of seconds"],
  [1, ["set", "k", "v", "--new"], "leave --new out"],
  [1, ["set", "k", "v", "--if-timestamp", "2026-01-01T00:00:01Z"], "it was written at 2026-01-01T00:00:00Z"],
  [1, ["set", "none", "v", "--if-timestamp", "2026-01-01T00:00:00Z"], "it is not there"],
  [1, ["set", "k", CREDENTIAL], "looks like an AWS access key id"],
  [2, ["amend", "k"], "Usage: ctx amend"],
  [2, ["amend", "k", " "], "note is blank"],
  [1, ["amend", "none", "note"], 'no key "none"'],
  [1, ["amend", "k", CREDENTIAL], "the note looks like"],
  [2, ["supersede", "k"], "--by is missing"],
  [2, ["supersede", "k", "other"], "a word too many"],
  [2, ["supersede", "k", "--by="], "key is empty"],
  [2, ["supersede", "k", "--by", "other", "--note", ""], "note is blank"],
  [1, ["supersede", "none", "--by", "k"], 'no key "none"'],
  [2, ["resolve"], "Usage: ctx resolve"],
  [2, ["resolve", "k", "--note="], "note is blank"],
  [1, ["resolve", "none"], 'no key "none"'],
  [2, ["basis", "k"], "Usage: ctx basis"],
  [2, ["basis", "k", "sure"], "verified, reported or inferred"],
  [1, ["basis", "none", "verified"], 'no key "none"'],
  [2, ["delete"], "Usage: ctx delete"],
  [2, ["delete", "k", "other"], "a word too many"],
  [1, ["delete", "none"], 'no key "none"'],
  [2, ["search"], "Usage: ctx search"],
  [2, ["search", "two", "words"], "quote what is several words"],
  [2, ["list", "extra"], "a word too many"],
  [2, ["list", "--status", "done"], "amended, superseded, resolved or current"],
  [2, ["list", "--since", "soon"], "2026-10-13T09:41:07Z"],
  [2, ["list", "--since", "2026-02-30"], "RFC 3339"],
  [2, ["list", "--since", "2026-01-01T00:00:00"], "RFC 3339"],
  [2, ["list", "--limit", "many"], "a whole number"],
  [2, ["list", "--limit", "-1"], "a whole number"],
  [2, ["list", "--limit", "1.5"], "a whole number"],
  [2, ["session"], "Usage: ctx session"],
  [2, ["session", "wirte"], "Did you mean ctx session write?"],
  [2, ["session", "list", "extra"], "a word too many"],
  [2, ["session", "new", "--date", "2026-01-02"], "no option --date"],
  [2, ["session", "write", "--date", "2026-02-30"], "a day such as", SUMMARY],
  [2, ["session", "write", "--date", "2999-01-01"], "today is", SUMMARY],
  [2, ["session", "write"], "## Open", "# Session\n\n## Done\n- all\n"],
  [1, ["session", "write"], "looks like", `## Open\n- ${CREDENTIAL}\n`],
  [1, ["session", "show", "2026-01-01"], "ctx session list"],
  [1, ["session", "show", "../RULES"], "ctx session list"],
  [2, ["init", "extra"], "a word too many"],
  [2, ["edit"], "Usage: ctx edit <key>"],
  [2, ["edit", "k", "value"], "a word too many"],
  [1, ["edit", "none"], 'no key "none"'],
  [2, ["merge-driver", ".merge_o", ".merge_a"], "<theirs> is missing"],
  [1, ["merge-driver", ".merge_o", ".merge_a", "none"], "git's work tree"],
  [1, ["merge-driver", ".merge_o", ".merge_a", "../outside"], "git's work tree"],
  [1, ["merge-driver", ".merge_o", ".merge_a", "RULES.md"], "their version, line 1"],
  [2, ["completions"], "Usage: ctx completions"],
  [2, ["completions", "tcsh"], "bash, zsh or fish"],
  [2, ["help", "serach"], "Did you mean ctx search?"],
  [2, ["serach", "--help"], "Did you mean ctx search?"],
];

/** The lock's own file is no note: a write that fails under it may leave it. */
export async function lockOf(t: Trial, before: readonly string[]): Promise<string[]> {
  const line = `${t.home}/memory/.lock: `;
  return before.includes(line) || !(await t.snapshot()).includes(line) ? [] : [line];
}

import { fillSlots, SLOT_SUMMARY, SLOTS } from "./brief_probe.ts";
import type { Scenario, Trial } from "./check.ts";
import { entryOf } from "./context_root.ts";
import { all, contains, equal, holds, inOrder, succeeds } from "./verdict.ts";

/** The checks of §5.1, the start payload, and §6, the rules. */
export const START: readonly Scenario[] = [
  { name: "§5.1 start in an empty context", sections: ["5.1"], run: emptyContext },
  { name: "§5.1 the order of the payload", sections: ["5.1", "6"], run: payload },
  { name: "§5.1 rules are printed verbatim", sections: ["5.1", "6"], run: verbatim },
  { name: "§6 the rules stay the operator's", sections: ["6"], run: rulesStay },
];

const SAYS_NO_SUMMARY =
  /\b(no|none|not|without|empty)\b[^\n]*(summar|session)|(summar|session)[^\n]*\b(no|none|not|yet|empty)\b/i;

async function emptyContext(trial: Trial): Promise<void> {
  const { root } = trial;
  const before = await root.snapshot();
  const empty = await trial.ctx("start");
  trial.must("5.1", "start in an empty root exits 0", succeeds(empty));
  trial.must(
    "5.1",
    "start in an empty root says that there is nothing yet",
    holds(/\b(no|none|not|empty|yet|0)\b/i.test(empty.stdout), "a line that says so", empty.stdout),
  );
  trial.must("5.1", "start in an empty root writes nothing", equal(await root.snapshot(), before));
  const missing = root.at("not_there");
  const nowhere = await trial.run(["start"], { home: missing });
  trial.must("5.1", "start without a root exits 0", succeeds(nowhere));
  trial.must("5.1", "start without a root makes none", equal(await root.snapshot(), before));
  await root.write(["RULES.md"], "- RULE-MARKER\n");
  await root.seed("shared", [["current_focus", entryOf("FOCUS-MARKER")]]);
  const seeded = await root.snapshot();
  const fresh = await trial.ctx("start");
  trial.must(
    "5.1",
    "start without a summary exits 0 and shows the rest",
    all(succeeds(fresh), inOrder(fresh.stdout, "RULE-MARKER", "FOCUS-MARKER")),
  );
  trial.must(
    "5.1",
    "start without a summary says so",
    holds(SAYS_NO_SUMMARY.test(fresh.stdout), "a line that says so", fresh.stdout),
  );
  trial.must("5.1", "start without a summary writes nothing", equal(await root.snapshot(), seeded));
  const open = await trial.run(["start"], { stdinOpen: true, killAfterMs: 10_000 });
  trial.ours("5.1", "start does not wait for standing input that stays open", succeeds(open));
}

const SUMMARY = `# Session of many parts

**Agent:** Agent One

## Done
${Array.from({ length: 40 }, (_, at) => `- Done number ${at}, ${"at length ".repeat(20)}`).join("\n")}

\`\`\`sh
ctx get   k
\`\`\`

## Open
${Array.from({ length: 40 }, (_, at) => `- Open number ${at}\n  with details`).join("\n")}

## Commits
- abc1234 the very last line`;

async function payload(trial: Trial): Promise<void> {
  const { root } = trial;
  await fillSlots(root, ({ marker }) => `${marker} text`);
  await root.write(["RULES.md"], "# Rules\n\n- RULE-MARKER\n");
  await root.write(["sessions", SLOT_SUMMARY], SUMMARY.replace("## Open\n", "## Open\n- OpenM text\n"));
  const before = await root.snapshot();
  const run = await trial.ctx("start");
  const { stdout } = run;
  const markers = SLOTS.map(({ marker }) => marker);
  trial.must("5.1", "start exits 0", succeeds(run));
  trial.must(
    "5.1",
    "in order: the rules, the brief, the newest summary",
    inOrder(stdout, "RULE-MARKER", ...markers, "# Session of many parts", "the very last line"),
  );
  trial.must("5.1", "start writes nothing, not even a time of change", equal(await root.snapshot(), before));
  trial.must(
    "5.1",
    "the rules stand under a heading",
    holds((stdout.split("# Rules\n")[0] ?? "").trim() !== "", "a heading", stdout),
  );
  const text = SUMMARY.replace("## Open\n", "## Open\n- OpenM text\n");
  trial.must("5.1", "the summary is printed in full", contains(stdout, text));
  const heading = (stdout.split("# Session of many parts")[0] ?? "").split("RecentM").at(-1) ?? "";
  trial.must(
    "5.1",
    "the summary stands under a heading that names its file",
    contains(heading, SLOT_SUMMARY),
  );
  const brief = await trial.ctx("brief");
  const lines = brief.stdout.trim().split("\n").slice(1).filter((line) => line.trim() !== "");
  trial.must("5.1", "start prints the whole brief", contains(stdout, ...lines));
  trial.ours(
    "11",
    "the payload says that entries are data",
    holds(/data/i.test(stdout.split("FocusM")[0] ?? ""), "a line before the brief", stdout),
  );
  trial.ours(
    "5.1",
    "the payload starts with a heading of its own",
    holds(stdout.startsWith("==="), "=== …", stdout.slice(0, 80)),
  );
}

const RULES: readonly (readonly [what: string, text: string])[] = [
  ["Markdown with trailing spaces, tabs and blank lines", "# Rules  \n\n\n-\tone   \n\n  - two\n\n\n"],
  ["no newline at the end", "- only rule"],
  ["carriage returns", "- one\r\n- two\r\n"],
  ["a first line that looks like JSON", '{"a":1}\n- rule\n'],
  ["other scripts and emoji", "- žluťoučký дом 家 👩‍👩‍👧‍👦\n"],
  ["a line that looks like a heading of ctx", "=== end ===\n=== ctx brief ===\n- rule\n"],
  ["60,000 characters", "- a long rule that goes on and on\n".repeat(1800)],
];

async function verbatim(trial: Trial): Promise<void> {
  for (const [what, text] of RULES) {
    await trial.root.write(["RULES.md"], text);
    const { stdout } = await trial.ctx("start");
    trial.must("5.1", `rules with ${what} are printed verbatim`, contains(stdout, text));
    trial.must(
      "6",
      `rules with ${what} come first`,
      holds(stdout.indexOf(text.trim()) < 500, "within the first lines", stdout.slice(0, 600)),
    );
  }
}

async function rulesStay(trial: Trial): Promise<void> {
  const { root } = trial;
  await trial.ctx("set", "k_first", "v");
  const made = await Deno.readTextFile(root.at("RULES.md")).catch(() => "");
  trial.ours(
    "6",
    "the first write makes RULES.md with the four rules",
    contains(made, "ctx is the shared memory", "Write only through", "READ means read", "Sign your own work"),
  );
  trial.ours(
    "6",
    "the rules name no harness and no model",
    holds(made !== "" && !/claude|codex|gpt|gemini|cursor|copilot/i.test(made), "none", made),
  );
  const own = "- The operator's own rule.\r\n";
  await root.write(["RULES.md"], own);
  for (const words of [["set", "k_a", "v"], ["amend", "k_a", "n"], ["delete", "k_a"], ["start"], ["brief"]]) {
    await trial.ctx(...words);
  }
  trial.must(
    "6",
    "no operation changes the operator's RULES.md",
    equal(await Deno.readTextFile(root.at("RULES.md")), own),
  );
}

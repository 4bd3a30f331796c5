import type { Scenario, Trial } from "./check.ts";
import { all, contains, equal, holds, lacks } from "./verdict.ts";

/** The checks of §7 on what the brief takes from the section Open. */
export const OPEN_ITEMS: readonly Scenario[] = [
  { name: "§7 the open items", sections: ["7"], run: openItems },
  { name: "§7 the end of the open items", sections: ["7"], extra: true, run: endOfOpen },
];

const OPEN_TEXT = `# Session 2026-03-01

**Agent:** Agent One

- BEFORE-ALL

## Done
- IN-DONE

## Open
Text before the items: IN-TEXT
- ITEM-ONE first line
  CONTINUED on the next
  - NESTED item
    - DEEPER item
- ITEM-TWO **bold** \`code\` [link](https://example.org)
* STARRED item
+ PLUSSED item
-NO-SPACE item
1. NUMBERED item

- ITEM-THREE after a blank line
\t- TABBED item

## Decisions
- IN-DECISIONS

## Commits
- IN-COMMITS
`;

const NOT_OPEN = [
  "BEFORE-ALL",
  "IN-DONE",
  "IN-TEXT",
  "CONTINUED",
  "NESTED",
  "DEEPER",
  "TABBED",
  "STARRED",
  "PLUSSED",
  "NO-SPACE",
  "NUMBERED",
  "IN-DECISIONS",
  "IN-COMMITS",
];

async function openItems(trial: Trial): Promise<void> {
  const { root } = trial;
  const variants = [["line feeds", OPEN_TEXT, "must"], [
    "carriage returns",
    OPEN_TEXT.replaceAll("\n", "\r\n"),
    "ours",
  ]] as const;
  for (const [what, text, level] of variants) {
    await root.write(["sessions", "2026-03-01_session.md"], text);
    const { stdout } = await trial.ctx("brief");
    for (
      const item of [
        "ITEM-ONE first line",
        "ITEM-TWO **bold** `code` [link](https://example.org)",
        "ITEM-THREE after a blank line",
      ]
    ) {
      trial[level](
        "7",
        `a top-level bullet of Open is an item, with ${what}: ${item.slice(0, 10)}`,
        contains(stdout, item),
      );
    }
    for (const other of NOT_OPEN) {
      trial[level](
        "7",
        `what is no top-level bullet of Open is no item, with ${what}: ${other}`,
        all(contains(stdout, "ITEM-ONE"), lacks(stdout, other)),
      );
    }
  }
  const at = (text: string, part: string) => text.indexOf(part);
  const { stdout } = await trial.ctx("brief");
  trial.ours(
    "7",
    "open items keep the order of the file",
    holds(
      at(stdout, "ITEM-ONE") < at(stdout, "ITEM-TWO") && at(stdout, "ITEM-TWO") < at(stdout, "ITEM-THREE"),
      "one, two, three",
      stdout,
    ),
  );
}

async function endOfOpen(trial: Trial): Promise<void> {
  const { root } = trial;
  const brief = async (text: string) => {
    await root.write(["sessions", "2026-03-01_session.md"], text);
    return (await trial.ctx("brief")).stdout;
  };
  const inner = await brief("# S\n\n## Open\n- ITEM-ONE\n\n### Later\n- ITEM-TWO\n\n# Next\n- AFTER\n");
  trial.ours(
    "7",
    "a heading of level 3 does not end Open, one of level 1 does",
    all(contains(inner, "ITEM-ONE", "ITEM-TWO"), lacks(inner, "AFTER")),
  );
  const fenced = await brief(
    "# S\n\n```\n## Open\n- FENCED-ONE\n```\n\n## Open\n- ITEM-ONE\n\n```sh\n- FENCED-TWO\n## Done\n```\n- ITEM-TWO\n",
  );
  trial.ours(
    "7",
    "fenced code is not read",
    all(contains(fenced, "ITEM-ONE", "ITEM-TWO"), lacks(fenced, "FENCED")),
  );
  const named = await brief(
    "# S\n\n## Opening\n- NOT-ONE\n\n## Open questions\n- NOT-TWO\n\n## Open\n- ITEM-ONE\n",
  );
  trial.ours(
    "7",
    "only a heading Open is Open",
    all(contains(named, "ITEM-ONE"), lacks(named, "NOT-ONE", "NOT-TWO")),
  );
  const many = await brief(
    `# S\n\n## Open\n${Array.from({ length: 40 }, (_, at) => `- ITEM-${at}.`).join("\n")}\n`,
  );
  trial.ours(
    "5.2",
    "of 40 open items the first 15 are shown, and how many more there are",
    all(equal(many.match(/ITEM-\d+\./g)?.length, 15), contains(many, "ITEM-14.", "25 more")),
  );
}

import { assert, assertEquals, assertLess } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  hasTitle,
  isSummaryName,
  nextSummaryName,
  openItems,
  summaryHeader,
  summaryNames,
  summaryTemplate,
  withoutMark,
} from "../../lib/memory/session_summary.ts";
import { visibleLine } from "../../lib/text/visible.ts";

const pure = { permissions: "none" } as const;
const items = (text: string) => openItems(text).items;

/** The suffixes of §7 in the order in which they are given out. */
const SUFFIXES = ["", "z", "zz"].flatMap((before) =>
  [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => before + letter)
).map((suffix) => suffix === "a" ? "" : suffix);

Deno.test("isSummaryName() takes YYYY-MM-DD[suffix]_session.md (§7)", pure, () => {
  for (const suffix of SUFFIXES) assert(isSummaryName(`2026-10-13${suffix}_session.md`), suffix);
});

Deno.test("isSummaryName() takes no other file for a summary (§7)", pure, () => {
  const others = [
    "README.md",
    "notes_session.md",
    "zz_session.md",
    "_session.md",
    "2026-10-13a_session.md",
    "2026-10-13bb_session.md",
    "2026-10-13bz_session.md",
    "2026-10-13zab_session.md",
    "2026-10-13B_session.md",
    "2026-10-13-b_session.md",
    "2026-10-13_session.md~",
    "2026-10-13_session.md\n",
    "2026-10-13_session.markdown",
    "2026-10-13_Session.md",
    "x2026-10-13_session.md",
    " 2026-10-13_session.md",
    "2026-10-13 _session.md",
    "2026-13-01_session.md",
    "2026-00-10_session.md",
    "2026-10-00_session.md",
    "2026-10-32_session.md",
    "2026-1-3_session.md",
    "20261013_session.md",
    "\u0662026-10-13_session.md",
  ];
  for (const name of others) assert(!isSummaryName(name), name);
});

Deno.test("summaryNames() gives the summaries in byte order, the newest last (§7)", pure, () => {
  assertEquals(
    summaryNames([
      "2026-10-13za_session.md",
      "README.md",
      "2026-10-13b_session.md",
      "2026-10-12zz_session.md",
      "2026-10-13_session.md",
      "2026-10-13z_session.md",
      "zz_session.md",
    ]),
    [
      "2026-10-12zz_session.md",
      "2026-10-13_session.md",
      "2026-10-13b_session.md",
      "2026-10-13z_session.md",
      "2026-10-13za_session.md",
    ],
  );
});

Deno.test(
  "nextSummaryName() names sixty summaries of one day so that each sorts last (§7, BR-98)",
  pure,
  () => {
    const names: string[] = ["2026-10-12zz_session.md", "2026-10-14_session.md", "README.md"];
    for (const suffix of SUFFIXES.slice(0, 60)) {
      const name = nextSummaryName("2026-10-13", names);
      assertEquals(name, `2026-10-13${suffix}_session.md`);
      names.push(name);
    }
    const ofTheDay = names.filter((name) => name.startsWith("2026-10-13"));
    assertEquals(summaryNames(ofTheDay.toReversed()), ofTheDay);
  },
);

Deno.test("nextSummaryName() goes by the newest of the day, whatever is missing before it", pure, () => {
  assertEquals(nextSummaryName("2026-10-13", []), "2026-10-13_session.md");
  assertEquals(nextSummaryName("2026-10-13", ["2026-10-13d_session.md"]), "2026-10-13e_session.md");
  assertEquals(nextSummaryName("2026-10-13", ["2026-10-13z_session.md"]), "2026-10-13za_session.md");
  assertEquals(nextSummaryName("2026-10-13", ["2026-10-13zz_session.md"]), "2026-10-13zza_session.md");
  fc.assert(fc.property(fc.subarray(SUFFIXES), (suffixes) => {
    const names = suffixes.map((suffix) => `2026-10-13${suffix}_session.md`);
    const next = nextSummaryName("2026-10-13", names);
    assert(isSummaryName(next));
    assertEquals(summaryNames([...names, next]).at(-1), next);
    assert(!names.includes(next));
  }));
});

Deno.test("openItems() reads the top-level bullets of ## Open, the first line of each (§7)", pure, () => {
  const text = `# Session 2026-10-13

## Done
- not this

## Open
Some words.
- first item
  with a second line
  - nested
- second item
* a star
+ a plus
1. a number
 - one space in
-no space
- 
-
### Details
- third item

## Commits
- not that
`;
  assertEquals(openItems(text), { isPresent: true, items: ["first item", "second item", "third item"] });
});

Deno.test("openItems() tells a summary without ## Open from one with nothing in it (§7)", pure, () => {
  assertEquals(openItems("# Session\n\n## Done\n- x\n"), { isPresent: false, items: [] });
  assertEquals(openItems("## Open\n"), { isPresent: true, items: [] });
  assertEquals(openItems(""), { isPresent: false, items: [] });
  for (
    const heading of ["# Open", "### Open", "## Opened", "## open", "##Open", "    ## Open", "## Open items"]
  ) {
    assertEquals(openItems(`${heading}\n- x\n`), { isPresent: false, items: [] }, heading);
  }
});

Deno.test(
  "openItems() ends the section at the next heading of level 1 or 2, and reads no second one",
  pure,
  () => {
    assertEquals(items("## Open\n- a\n# Next\n- b\n"), ["a"]);
    assertEquals(items("## Open\n- a\n##\n- b\n"), ["a"]);
    assertEquals(items("## Open\n- a\n#hashtag\n- b\n"), ["a", "b"]);
    assertEquals(items("## Open\n- a\n\n## Done\n- b\n\n## Open\n- c\n"), ["a"]);
  },
);

Deno.test("openItems() takes a heading as Markdown does: indented, or closed with #", pure, () => {
  for (const heading of ["## Open", "   ## Open", "##  Open  ", "## Open ##", "##\tOpen", "## Open \t# \t"]) {
    assertEquals(items(`${heading}\n- x\n`), ["x"], heading);
  }
  for (const heading of ["## Open # x", "## Open x", "## Open ## #x", "## Open\u00a0"]) {
    assertEquals(openItems(`${heading}\n- x\n`).isPresent, false, heading);
  }
});

Deno.test("openItems() and hasTitle() take linear time for every shape of line", pure, () => {
  const long = 300_000, space = " ".repeat(long), tabs = "\t ".repeat(long / 2), signs = "#".repeat(long);
  const lines = [
    `## Open${space}x`,
    `## Open${tabs}#x`,
    `## Open ${signs}x`,
    `## Open ${"# ".repeat(long)}x`,
    `##${space}x`,
    `##${space}Open${space}x`,
    `${space}## Open`,
    `- ${space}x`,
    `${"`".repeat(long)} x \``,
    "`".repeat(long) + "\n" + `${"`".repeat(long - 1)}x\n`.repeat(3),
    `${"~".repeat(long)}x`,
    `${space}\n`.repeat(10),
    "\n".repeat(long),
    `${"\r\n ".repeat(long)}x`,
    `${" \n".repeat(5_000_000)}x`,
  ];
  for (const line of lines) {
    const start = performance.now();
    openItems(`${line}\n## Open\n- a\n`);
    hasTitle(line);
    // Quadratic time would be minutes; the bound leaves room for a slow and busy machine.
    assertLess(performance.now() - start, 5_000, line.slice(0, 20));
  }
});

Deno.test("a byte order mark hides neither the title nor ## Open (§7)", pure, () => {
  assert(hasTitle("\ufeff# Session\n"));
  assert(!hasTitle("\ufeffwords"));
  assertEquals(items("\ufeff## Open\n- a\n"), ["a"]);
  assertEquals(withoutMark("\ufeff# Session"), "# Session");
  assertEquals(withoutMark("# \ufeff"), "# \ufeff");
});

Deno.test("openItems() reads neither bullets nor headings in fenced code", pure, () => {
  for (const fence of ["```", "~~~", "````", "   ```"]) {
    assertEquals(items(`## Open\n- a\n${fence}sh\n- no\n## Done\n${fence}\n- b\n`), ["a", "b"], fence);
  }
  assertEquals(items("```\n## Open\n- no\n```\n## Open\n- yes\n"), ["yes"]);
  assertEquals(items("## Open\n````\n```\n- no\n````\n- yes\n"), ["yes"]);
  assertEquals(items("## Open\n```\n~~~\n- no\n```\n- yes\n"), ["yes"]);
  assertEquals(items("## Open\n- a\n  ```\n- no\n  ```\n- b\n"), ["a", "b"]);
  assertEquals(items("## Open\n- a\n```\n- no, for the fence never closes\n"), ["a"]);
});

Deno.test("openItems() does not take code within a line for a fence", pure, () => {
  assertEquals(items("## Open\n```ctx start``` comes first\n- a\n"), ["a"]);
  assertEquals(items("## Open\n```` `` ````\n- a\n"), ["a"]);
});

Deno.test("openItems() reads any line breaks, and trims the items", pure, () => {
  for (const newline of ["\n", "\r\n", "\r"]) {
    assertEquals(items(["## Open", "-  a  ", "- b", "## Done", "- c", ""].join(newline)), ["a", "b"]);
  }
});

Deno.test("openItems() finds again what a summary restates, whatever the items say", pure, () => {
  const line = fc.string({ minLength: 1, unit: "binary" }).map((text) =>
    text.replaceAll(/[\r\n]/g, " ").trim()
  )
    .filter((text) => text !== "");
  fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (open) => {
    const shown = open.map((item) => visibleLine(item.replaceAll("\t", " ")));
    assertEquals(items(summaryTemplate({ date: "2026-10-13", open })), shown);
  }));
});

Deno.test(
  "a template and a header hold nothing that a terminal would obey, nor a line of somebody else's (§11)",
  pure,
  () => {
    const evil = "a\x1b]0;pwn\x07\tb\u202e", shown = "a\\u{1b}]0;pwn\\u{7} b\\u{202e}";
    const text = summaryTemplate({ date: "2026-10-13", author: `${evil}\n## Open\n- x`, open: [evil] });
    assertEquals(items(text), [shown]);
    assert(text.includes(`**Agent:** ${shown}\\u{a}## Open\\u{a}- x · `), text);
    // Restated again and again, an item stays as it is.
    assertEquals(items(summaryTemplate({ date: "2026-10-14", open: items(text) })), [shown]);
    assertEquals(
      summaryHeader("2026-10-13", undefined, evil),
      `# Session 2026-10-13\n\n**Focus:** ${shown}\n`,
    );
  },
);

Deno.test("summaryTemplate() has the form of §7", pure, () => {
  assertEquals(
    summaryTemplate({ date: "2026-10-13", author: "Agent One", open: ["The bar."] }).split("\n").filter((
      line,
    ) => /^(#|\*\*|- The)/.test(line)),
    [
      "# Session 2026-10-13",
      "**Agent:** Agent One · **Focus:** <one line>",
      "## Done",
      "## Decisions",
      "## Open",
      "- The bar.",
      "## Commits",
    ],
  );
  assert(summaryTemplate({ date: "2026-10-13", open: [] }).includes("**Agent:** <name>"));
  assertEquals(items(summaryTemplate({ date: "2026-10-13", open: [] })).length, 1);
});

Deno.test("summaryHeader() says who worked on what, as far as that is known (§7)", pure, () => {
  assertEquals(
    summaryHeader("2026-10-13", "Agent One", "uploads"),
    "# Session 2026-10-13\n\n**Agent:** Agent One · **Focus:** uploads\n",
  );
  assertEquals(summaryHeader("2026-10-13", "Agent One"), "# Session 2026-10-13\n\n**Agent:** Agent One\n");
  assertEquals(summaryHeader("2026-10-13"), "# Session 2026-10-13\n");
});

Deno.test("hasTitle() finds a title at the head of a summary", pure, () => {
  for (const text of ["# Session", "\n\n# x", "  \r\n # x"]) assert(hasTitle(text), text);
  for (const text of ["", "## Open", "words\n# late", "#tag", "    # code"]) assert(!hasTitle(text), text);
});

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { sectionItems, summaryFocus } from "../../../lib/memory/session_summary.ts";
import type { SessionLayer } from "../../../lib/pkg/layers.ts";
import { sessionOfSummary, summaryOfSession } from "../../../lib/pkg/make/session_layer.ts";
import { assertVisible } from "../../support/shown_text.ts";

const AT = "2026-10-13T09:41:07Z";
const SUMMARY = `# Session 2026-10-13

**Agent:** Agent One · **Focus:** Raise the upload limit

## Done
- The proxy cuts off at 30 s
  with a second line
- Chunking is not needed

## Decisions
- Raise the timeout to 300 s

## Open
- Add a progress bar
- none
- Measure once more

## Commits
- abc123 nothing of this
`;

Deno.test("focus, Done, Decisions and Open of a summary are the session layer (ctxpkg §14.3)", () => {
  assertEquals(sessionOfSummary(SUMMARY, AT), {
    task_description: "Raise the upload limit",
    findings: [{ summary: "The proxy cuts off at 30 s" }, { summary: "Chunking is not needed" }],
    decisions: [{ summary: "Raise the timeout to 300 s" }],
    next_steps: ["Add a progress bar", "Measure once more"],
    files_touched: [],
    exported_at: AT,
  });
  assertEquals(sessionOfSummary("# Session 2026-10-13\n\n## Open\n- none\n", AT), {
    findings: [],
    decisions: [],
    next_steps: [],
    files_touched: [],
    exported_at: AT,
  });
});

Deno.test("each line is looked at, and what may not go is not in it (ctxpkg §14.3)", () => {
  const asked: string[] = [];
  const layer = sessionOfSummary(SUMMARY, AT, (text) => {
    asked.push(text);
    return !/limit|30 s|300 s|Measure/.test(text);
  });
  assertEquals(layer, {
    findings: [{ summary: "Chunking is not needed" }],
    decisions: [],
    next_steps: ["Add a progress bar"],
    files_touched: [],
    exported_at: AT,
  });
  assertEquals(asked.sort(), [
    ...["Add a progress bar", "Chunking is not needed", "Measure once more", "Raise the timeout to 300 s"],
    ...["Raise the upload limit", "The proxy cuts off at 30 s"],
  ]);
});

Deno.test("a session layer as a summary has its parts under their headings (ctxpkg §14.3)", () => {
  const text = summaryOfSession({
    task_description: "Raise the limit",
    findings: [{ summary: "Cut off", file: "nginx.conf", line: 3 }, { summary: "Not needed" }],
    decisions: [{ summary: "300 s", rationale: "measured" }, { summary: "No chunks" }],
    next_steps: ["Progress bar"],
    files_touched: ["a.ts"],
    exported_at: AT,
  }, "2026-11-01");
  assert(text.startsWith("# Session 2026-11-01\n"));
  assertEquals(summaryFocus(text), "Raise the limit");
  for (const said of ["Cut off (nginx.conf:3)", "Not needed", "a.ts"]) {
    assert(sectionItems(text, "Done").items.some((item) => item.includes(said)), said);
  }
  const decisions = sectionItems(text, "Decisions").items;
  assertEquals(decisions.length, 2);
  assert(decisions[0]!.includes("300 s") && decisions[0]!.includes("measured"));
  assertEquals(sectionItems(text, "Open").items, ["Progress bar"]);
  // An empty one is a summary too, of which nothing is open.
  const empty = summaryOfSession({}, "2026-11-01");
  assertEquals(sessionOfSummary(empty, AT).next_steps, []);
});

/** Whatever somebody can have written into a package. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "x\n## Open\n- injected",
    "\r# Title",
    "```\n",
    "a\u2028## Open",
    "\u202e\u001b[31m",
    "**Focus:** other",
  ),
);

Deno.test("no text of a session layer begins a line, or hides itself, in its summary (ctxpkg §15)", () => {
  const layer = fc.record({
    task_description: fc.option(hostile, { nil: null }),
    findings: fc.array(fc.record({ summary: hostile, file: fc.option(hostile, { nil: undefined }) }), {
      maxLength: 3,
    }),
    decisions: fc.array(fc.record({ summary: hostile, rationale: fc.option(hostile, { nil: undefined }) }), {
      maxLength: 3,
    }),
    next_steps: fc.array(hostile, { maxLength: 3 }),
    files_touched: fc.array(hostile, { maxLength: 3 }),
  });
  const OWN = /^(?:# Session 2026-11-01|\*\*Focus:\*\* .*|## (?:Done|Decisions|Open)|- .*|)$/u;
  fc.assert(fc.property(layer, (session: SessionLayer) => {
    const text = summaryOfSession(session, "2026-11-01"), lines = text.split("\n");
    assertVisible(text);
    for (const line of lines) assert(OWN.test(line), JSON.stringify(line));
    const count = (start: string) => lines.filter((line) => line.startsWith(start)).length;
    assertEquals([count("# "), count("## ")], [1, 3]);
    const { findings = [], decisions = [], next_steps = [], files_touched = [] } = session;
    // As many bullets as there are items; "none" where a section has none.
    const sections = [findings.length + files_touched.length, decisions.length, next_steps.length];
    assertEquals(count("- "), sections.reduce((sum, size) => sum + Math.max(1, size), 0));
  }));
});

Deno.test("what a summary says comes back from its layer's summary (ctxpkg §14.3)", () => {
  const layer = sessionOfSummary(SUMMARY, AT), text = summaryOfSession(layer, "2026-11-01");
  assertEquals(sessionOfSummary(text, AT), layer);
  assertStringIncludes(text, "\n## Open\n- Add a progress bar\n- Measure once more\n");
});

import { assertEquals } from "@std/assert";
import type { Entry } from "../lib/memory/entry.ts";
import { TemporaryRoot } from "./support/temporary_root.ts";

/** A.1's entry, as it stands there, but for the brackets around it. */
const RESULT: Entry = {
  value:
    "Uploads over 50 MB failed at 30 s: the proxy timeout. Raised to 300 s; a 200 MB upload now completes in 71 s.",
  source: "agent",
  author: "Agent One",
  basis: "verified",
  scope: "global",
  tags: ["uploads", "result"],
  derivation: "Reproduced with a 200 MB file before and after; see issue_upload_fails_2026_10_12.",
  created: "2026-10-13T09:41:07Z",
  timestamp: "2026-10-13T09:41:07Z",
};

/** A.2, section by section; RECENT CHANGES goes on with older entries. */
const BRIEF = `\
=== ctx brief 2026-10-13 11:16 === (operator 9, shared 142, agent 3 entries; full text: ctx get <key> --store <store> -v)

CURRENT FOCUS
  Large uploads: find and fix why uploads over 50 MB fail, then add a progress bar.

STANDING INSTRUCTIONS (the operator's)
  - operator_preference_one_question [operator]: Ask one question at a time when several decisions are open.
  - no_new_dependencies [operator]: No new third-party dependencies without asking first.

OPEN (from sessions/2026-10-13_session.md)
  - The progress bar needs a design decision: per file or per batch.

DECISIONS (last 7 days)
  - 2026-10-12 decision_2026_10_12_proxy_timeout: Raise the proxy timeout rather than chunk uploads, for now.

RECENT CHANGES
  - 2026-10-13 09:41 result_upload_timeout_2026_10_13: Uploads over 50 MB failed at 30 s: the proxy timeout. Raised to 300 s; a 200 MB upload now completes ...
  - 2026-10-12 17:02 issue_upload_fails_2026_10_12 [resolved]: Uploads over 50 MB fail with a 504 after 30 s.
`;

const SUMMARY = `# Session 2026-10-13

**Agent:** Agent One · **Focus:** why large uploads fail

## Done
- Found the proxy timeout and raised it: result_upload_timeout_2026_10_13.

## Open
- The progress bar needs a design decision: per file or per batch.

## Commits
- None.
`;

Deno.test("brief() prints the brief of Appendix A.2 from the entries of A.1 to A.3, line for line", async () => {
  await using root = await TemporaryRoot.make();
  const at = (time: string) => root.open({ author: "Agent One", now: () => new Date(time), timeZone: "UTC" });
  // What makes up the counts of the header, too old to change anything above.
  const old = at("2026-09-01T08:00:00Z");
  await Promise.all([
    ...Array.from({ length: 7 }, (_, i) => old.set(`said_${i}`, "An older word.", { store: "operator" })),
    ...Array.from({ length: 138 }, (_, i) => old.set(`finding_${i}`, "An older finding.")),
    ...Array.from({ length: 3 }, (_, i) => old.set(`note_${i}`, "An older note.", { store: "agent" })),
  ]);
  const operators = { source: "operator", basis: "reported" } as const;
  await at("2026-09-20T08:00:00Z").set(
    "no_new_dependencies",
    "No new third-party dependencies without asking first.",
    { ...operators, store: "operator", tags: ["preference"] },
  );
  await at("2026-10-01T08:00:00Z").set(
    "operator_preference_one_question",
    "Ask one question at a time when several decisions are open.",
    { ...operators, store: "operator", tags: ["preference"] },
  );
  await at("2026-10-12T08:00:00Z").set(
    "current_focus",
    "Large uploads: find and fix why uploads over 50 MB fail, then add a progress bar.",
    operators,
  );
  await at("2026-10-12T09:00:00Z").set(
    "issue_upload_fails_2026_10_12",
    "Uploads over 50 MB fail with a 504 after 30 s.",
    { tags: ["uploads"] },
  );
  await at("2026-10-12T15:30:00Z").set(
    "decision_2026_10_12_proxy_timeout",
    "Raise the proxy timeout rather than chunk uploads, for now.",
    { ...operators, tags: ["decision"] },
  );
  // A.2 dates the issue by its resolution, since a status sets the timestamp (§3.6).
  await at("2026-10-12T17:02:44Z").resolve("issue_upload_fails_2026_10_12", {
    note: "Fixed: proxy timeout raised; see result_upload_timeout_2026_10_13",
  });
  const context = at("2026-10-13T09:41:07Z");
  await context.set("result_upload_timeout_2026_10_13", RESULT.value, {
    basis: "verified",
    tags: RESULT.tags,
    derivation: RESULT.derivation,
  });
  await root.write("sessions/2026-10-13_session.md", SUMMARY);

  assertEquals((await context.get("result_upload_timeout_2026_10_13")).entry, RESULT);

  const { text } = await at("2026-10-13T11:16:00Z").brief();
  assertEquals(text.slice(0, BRIEF.length), BRIEF);
  // What stands before the excerpt of each older entry.
  assertEquals(text.slice(BRIEF.length).split("\n").map((line) => line.split(": ")[0]), [
    "  - 2026-10-12 15:30 decision_2026_10_12_proxy_timeout",
    "  - 2026-10-12 08:00 current_focus",
    "  - 2026-10-01 08:00 operator_preference_one_question [operator]",
    "  - 2026-09-20 08:00 no_new_dependencies [operator]",
    "  - 2026-09-01 08:00 said_0 [operator]",
    "  - 2026-09-01 08:00 said_1 [operator]",
    "  - 2026-09-01 08:00 said_2 [operator]",
    "  - 2026-09-01 08:00 said_3 [operator]",
    "  - ... 144 more",
    "",
  ]);
});

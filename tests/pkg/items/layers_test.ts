import { assert, assertEquals } from "@std/assert";
import type { StoredEntry } from "../../../lib/memory/stored_entry.ts";
import { entriesOfPackage } from "../../../lib/pkg/entries.ts";
import { parsePackage } from "../../../lib/pkg/parse.ts";
import { packageBytes } from "../../support/packages.ts";

const NOW = "2026-11-01T00:00:00Z", THEN = "2026-10-01T08:00:00Z";

/** What becomes of a content in an empty context. */
async function imported(content: string): Promise<StoredEntry[]> {
  const { package: incoming, verification } = await parsePackage(await packageBytes(content));
  assert(incoming, JSON.stringify(verification.faults));
  return await entriesOfPackage(incoming, NOW);
}

/** What becomes of one item, in a list of a layer. */
async function one(layer: string, list: string, item: string): Promise<StoredEntry> {
  const entries = await imported(`{"${layer}":{"${list}":[${item}]}}`);
  assertEquals(entries.length, 1);
  return entries[0]!;
}

/** The first eight digits of the hash of an item's text. */
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex().slice(0, 8);
}

/** What is particular to an entry. */
function said({ key, entry }: StoredEntry): unknown[] {
  return [key, entry.value, entry.tags];
}

Deno.test("a pattern is its description and its examples, in either vocabulary and either layer (ctxpkg §14.2)", async () => {
  const theirs = JSON.stringify({
    pattern_type: "error-handling",
    description: "Wrap I/O errors.",
    examples: ["src/io.rs", "src/a b.rs"],
    source_session: "5f",
    created_at: THEN,
  });
  const ours = JSON.stringify({
    name: "Error Handling",
    description: "Wrap I/O errors.",
    file_patterns: ["*.rs"],
  });
  for (const layer of ["knowledge", "patterns"]) {
    const first = await one(layer, "patterns", theirs);
    assertEquals(said(first), [
      `pattern_error_handling_${await hash(theirs)}`,
      "Wrap I/O errors.\nExample: src/io.rs\nExample: src/a b.rs",
      ["pattern", "imported"],
    ]);
    assertEquals(first.entry.created, THEN);
    assertEquals(first.entry.derivation, `Imported from demo@1.0.0 (${layer} pattern).`);
    const second = await one(layer, "patterns", ours);
    assertEquals(said(second), [
      `pattern_error_handling_${await hash(ours)}`,
      "Wrap I/O errors.",
      ["pattern", "imported"],
    ]);
    assertEquals([second.entry.created, second.entry.timestamp], [NOW, NOW]);
  }
});

Deno.test("an insight is its summary, in either vocabulary (ctxpkg §14.2)", async () => {
  const summary = "Most outages began in the cache, and ended there.";
  const theirs = JSON.stringify({ summary, from_sessions: ["5f"], timestamp: THEN });
  const ours = JSON.stringify({ summary, supporting_facts: ["a"], confidence: 0.9 });
  const first = await one("knowledge", "insights", theirs), second = await one("knowledge", "insights", ours);
  const key = "insight_most_outages_began_in_the_cache";
  assertEquals(said(first), [`${key}_${await hash(theirs)}`, summary, ["insight", "imported"]]);
  assertEquals(said(second), [`${key}_${await hash(ours)}`, summary, ["insight", "imported"]]);
  assertEquals(first.entry.timestamp, THEN);
  assertEquals(second.entry.derivation, "Imported from demo@1.0.0 (knowledge insight, confidence 0.9).");
});

Deno.test("a gotcha is what triggers it and what resolves it, with its category and severity as tags (ctxpkg §14.2)", async () => {
  for (
    const [severity, tags] of [["warning", ["severity_warning"]], ["Very High!", ["severity_very_high"]]]
  ) {
    const item = JSON.stringify({
      id: "00ab",
      category: "Build & CI",
      severity,
      trigger: "tests fail after a clean checkout of everything",
      resolution: "run the generator first",
      file_patterns: [],
      confidence: 0.8,
    });
    const gotcha = await one("gotchas", "gotchas", item);
    assertEquals(said(gotcha), [
      `gotcha_tests_fail_after_a_clean_checkout_${await hash(item)}`,
      "tests fail after a clean checkout of everything\n---\nrun the generator first",
      ["gotcha", "build_ci", ...tags!, "imported"],
    ]);
    assertEquals([gotcha.entry.created, gotcha.entry.timestamp], [NOW, NOW]);
    assertEquals(gotcha.entry.derivation, "Imported from demo@1.0.0 (gotchas gotcha, confidence 0.8).");
  }
});

Deno.test("a finding is its summary, with the file and the line where it has them (ctxpkg §14.2)", async () => {
  const cases: [more: Record<string, unknown>, value: string][] = [
    [{}, "The proxy cuts off"],
    [{ file: "a.conf", line: 12 }, "The proxy cuts off (a.conf:12)"],
    [{ file: "a.conf" }, "The proxy cuts off (a.conf)"],
    [{ file: "a.conf", line: null }, "The proxy cuts off (a.conf)"],
    [{ file: null, line: 12 }, "The proxy cuts off"],
  ];
  for (const [more, value] of cases) {
    const item = JSON.stringify({ summary: "The proxy cuts off", ...more });
    const expected = [`finding_the_proxy_cuts_off_${await hash(item)}`, value, ["finding", "imported"]];
    assertEquals(said(await one("session", "findings", item)), expected);
  }
});

Deno.test("a decision is its summary, with its rationale on a line of its own (ctxpkg §14.2)", async () => {
  for (
    const [rationale, more] of [["cheaper than chunking", "\nRationale: cheaper than chunking"], [null, ""]]
  ) {
    const item = JSON.stringify({ summary: "Raise the proxy timeout", rationale });
    assertEquals(said(await one("session", "decisions", item)), [
      `decision_raise_the_proxy_timeout_${await hash(item)}`,
      `Raise the proxy timeout${more}`,
      ["decision", "imported"],
    ]);
  }
});

Deno.test("a next step and a task are their texts, their hashes those of the JSON text with its quotes (ctxpkg §14.2)", async () => {
  const step = '"Add a \\u0070rogress bar"';
  assertEquals(said(await one("session", "next_steps", step)), [
    `plan_add_a_progress_bar_${await hash(step)}`,
    "Add a progress bar",
    ["next_step", "imported"],
  ]);
  const task = '"Raise the upload limit"',
    entries = await imported(`{"session":{"task_description":${task}}}`);
  assertEquals(entries.map(said), [
    [`task_raise_the_upload_limit_${await hash(task)}`, "Raise the upload limit", ["task", "imported"]],
  ]);
  assertEquals(entries[0]!.entry.derivation, "Imported from demo@1.0.0 (session task).");
  assertEquals((entries[0]!.entry.ctxpkg as { path: string }).path, "session.task_description");
});

Deno.test("files touched, exported_at, nulls and what nobody knows become no entry (ctxpkg §14.2)", async () => {
  const entries = await imported(
    '{"session":{"task_description":null,"findings":null,"files_touched":["a"],"exported_at":"2026-10-13T09:41:07Z",' +
      '"mood":"good"},"knowledge":{"facts":[],"exported_at":"2026-10-13T09:41:07Z","rumours":[{"value":"x"}]},' +
      '"context_graph":{"nodes":[{"id":"N1","type":"fact","content":"x"}],"edges":[]},"documents":null}',
  );
  assertEquals(entries.map(({ key }) => key), []);
});

Deno.test("the same text in two lists is two entries (ctxpkg §14.2)", async () => {
  const entries = await imported(
    '{"session":{"findings":[{"summary":"Same"}],"decisions":[{"summary":"Same"}],"next_steps":["Same"]}}',
  );
  const h = await hash('{"summary":"Same"}');
  assertEquals(entries.map(({ key }) => key), [
    `finding_same_${h}`,
    `decision_same_${h}`,
    `plan_same_${await hash('"Same"')}`,
  ]);
});

Deno.test("the code graph is one entry that says how much there is of it (ctxpkg §14.2)", async () => {
  const node = (n: number) => `{"kind":"file","name":"${n}","file_path":"${n}.rs"}`;
  const edge =
    '{"source_path":"1.rs","source_name":"1","target_path":"2.rs","target_name":"2","kind":"imports"}';
  const entries = await imported(`{"graph":{"nodes":[${[1, 2, 3].map(node)}],"edges":[${edge},${edge}]}}`);
  assertEquals(entries.map(({ key, entry }) => [key, entry.tags]), [["graph_demo", ["graph", "imported"]]]);
  const value = String(entries[0]!.entry.value);
  assert(/\b3 nodes\b/.test(value) && /\b2 edges\b/.test(value), value);
});

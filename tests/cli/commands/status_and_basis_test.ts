import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Trial } from "../../support/cli_trial.ts";

Deno.test("amend joins the words of its note and puts it in front (§3.6, §9.1)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "the port is 8080");
  const { status, out, err } = await t.as("A", "amend", "k", "it", "is", "8443");
  assertEquals([status, out, err], [0, "shared/k: amended\n", []]);
  const entry = await t.entry("k");
  assertMatch(String(entry?.value), /^\[Amended \d{4}-\d\d-\d\d: it is 8443\]\nthe port is 8080$/);
  assertEquals([entry?.status, entry?.status_note, entry?.author], ["amended", "it is 8443", "A"]);
});

Deno.test("supersede shows the replacement beside the value in every display (§3.6, BR-79)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "decision_a", "use A");
  await t.ctx("set", "decision_b", "use B");
  const { status, out, err } = await t.ctx(
    "supersede",
    "decision_a",
    "--by",
    "decision_b",
    "--note",
    "faster",
  );
  assertEquals([status, out, err], [0, "shared/decision_a: superseded by decision_b\n", []]);
  assertStringIncludes((await t.ctx("get", "decision_a")).out, "[superseded by decision_b: faster]");
  assertStringIncludes((await t.ctx("get", "decision_a", "-v")).out, "superseded_by: decision_b\n");
  for (const words of [["list"], ["search", "use A"]]) {
    const { out } = await t.ctx(...words);
    assertStringIncludes(out, "shared/decision_a [superseded by decision_b] operator inferred: use A\n");
  }
  const brief = (await t.ctx("brief")).out;
  assertStringIncludes(brief, "decision_a [superseded by decision_b]: use A\n");
  assert(!/DECISIONS[^]*decision_a[^]*RECENT/.test(brief), "it is no decision any more");
  const { entry } = JSON.parse((await t.ctx("get", "decision_a", "--json")).out);
  assertEquals([entry.status, entry.superseded_by], ["superseded", "decision_b"]);
});

Deno.test("supersede by a key that is not there keeps the value and warns (§4.3, BR-81)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "a", "the only copy");
  const { status, err } = await t.ctx("supersede", "a", "--by", "missing_key");
  assertEquals([status, err], [0, [
    'ctx: the store has no key "missing_key" yet: what replaces "a" is missing',
  ]]);
  const { out } = await t.ctx("get", "a");
  assertStringIncludes(out, "[superseded by missing_key]");
  assertStringIncludes(out, "\nthe only copy\n");
});

Deno.test("resolve keeps the value, with or without a note (§3.6)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "issue", "it fails");
  assertEquals((await t.ctx("resolve", "issue")).out, "shared/issue: resolved\n");
  assertEquals(Object.hasOwn((await t.entry("issue"))!, "status_note"), false);
  await t.ctx("resolve", "issue", "--note", "the cause was X");
  const entry = await t.entry("issue");
  assertEquals([entry?.value, entry?.status_note], ["it fails", "the cause was X"]);
});

Deno.test("basis changes the basis alone (§4.4)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: { value: "v", basis: "inferred", timestamp: "2026-01-01T00:00:00Z" } });
  const { status, out } = await t.as("A", "basis", "k", "verified");
  assertEquals([status, out], [0, "shared/k: basis verified\n"]);
  const entry = await t.entry("k");
  assertEquals([entry?.basis, entry?.timestamp, entry?.author], ["verified", "2026-01-01T00:00:00Z", "A"]);
});

Deno.test("a mark under --json gives the entry as it is now (BR-93)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  const { out } = await t.ctx("resolve", "k", "--note", "done", "--json");
  const { store, key, entry, warnings } = JSON.parse(out);
  assertEquals([store, key, entry.status, entry.status_note, warnings], [
    "shared",
    "k",
    "resolved",
    "done",
    [],
  ]);
});

Deno.test("delete removes the entry and its earlier values (§4.5)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "a first secret");
  await t.ctx("set", "k", "a second secret");
  const { status, out } = await t.ctx("delete", "k");
  assertEquals([status, out], [0, "shared/k: deleted, earlier values too\n"]);
  assertEquals((await t.ctx("get", "k")).status, 1);
  assert(!(await t.snapshot()).join("\n").includes("secret"));
});

Deno.test("marks and deletions are of the store that is named (§3.1)", async () => {
  await using t = await Trial.make();
  for (const store of ["shared", "agent"]) await t.ctx("set", "k", "v", "--store", store);
  const marks = [["amend", "k", "n"], ["supersede", "k", "--by", "k"], ["resolve", "k"], [
    "basis",
    "k",
    "verified",
  ]];
  for (const words of marks) {
    const { status, out } = await t.ctx(...words, "--store", "agent");
    assertEquals([status, out.startsWith("agent/k: ")], [0, true]);
    const shared = await t.entry("k");
    assertEquals([shared?.status, shared?.basis], [undefined, "inferred"]);
  }
  assertEquals(
    (await t.ctx("delete", "k", "--store", "agent")).out,
    "agent/k: deleted, earlier values too\n",
  );
  assertEquals([(await t.entry("k"))?.value, await t.entry("k", "agent")], ["v", undefined]);
});

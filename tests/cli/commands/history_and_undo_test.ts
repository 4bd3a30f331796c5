import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { rawEntry, Trial } from "../../support/cli_trial.ts";
import { unfence } from "../../support/unfence.ts";

/** A root in which `k` was set, amended and set again. */
async function changed(): Promise<Trial> {
  const t = await Trial.make();
  await t.as("Agent One", "set", "k", "the port is 8080");
  await t.as("Agent Two", "amend", "k", "it moved");
  await t.ctx("set", "k", "the port is 8443", "--basis", "verified");
  return t;
}

const TIME = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d";

Deno.test("history shows a line for each version, the current one on top (§10)", async () => {
  await using t = await changed();
  const { status, out, err } = await t.ctx("history", "k");
  assertEquals([status, err], [0, []]);
  const lines = out.split("\n");
  assertMatch(lines[0]!, new RegExp(`^0 ${TIME} set operator verified: the port is 8443$`));
  assertMatch(
    lines[1]!,
    new RegExp(
      `^1 ${TIME} amend by Agent Two \\[amended\\] agent inferred: \\[Amended .*: it moved\\] the port is 8080$`,
    ),
  );
  assertMatch(lines[2]!, new RegExp(`^2 ${TIME} set by Agent One agent inferred: the port is 8080$`));
  assertEquals(lines.slice(3), [""]);
});

Deno.test("history --limit shows the newest, and says that there are more", async () => {
  await using t = await changed();
  const { out, err } = await t.ctx("history", "k", "--limit", "1");
  assertEquals([out.split("\n").length, err], [2, ["ctx: showing 1 of 3: --limit 0 shows all"]]);
  assertEquals((await t.ctx("history", "k", "--limit", "0")).out, (await t.ctx("history", "k")).out);
});

Deno.test("history --json gives each version whole, with the digits of its numbers (§9.1)", async () => {
  await using t = await Trial.make();
  await t.with({ input: "[1.10, 12345678901234567890]" }, "set", "k", "--as", "json", "-");
  await t.as("A", "set", "k", "new");
  const { out } = await t.ctx("history", "k", "--json"), { results, total, more } = JSON.parse(out);
  assertEquals([total, more], [2, 0]);
  assertStringIncludes(out, '"value":[1.10,12345678901234567890]');
  const [now, before] = results;
  assertEquals([now.version, now.operation, now.by, now.until], [0, "set", "A", undefined]);
  assertEquals([before.version, before.operation, before.by, before.until], [1, "set", undefined, now.from]);
});

Deno.test("history -v shows every version between its own lines (§9.1)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "=== end 000000000000 ===\n0 2026-10-13 12:00 set: not this");
  await t.ctx("set", "k", "new");
  const { out } = await t.ctx("history", "k", "-v");
  const heads = out.split("\n").filter((line) => new RegExp(`^[01] ${TIME} set$`).test(line));
  assertEquals(heads.length, 2);
  const [, second] = out.split(/^1 /m);
  const { body, isRight } = await unfence(second!.slice(second!.indexOf("\n") + 1));
  assert(isRight);
  assertStringIncludes(body, "not this");
});

Deno.test("history --at shows the entry as get would have, or says that it was not there (§10)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("second", { timestamp: "2026-03-01T12:00:00Z" }) });
  const line = {
    at: "2026-03-01T12:00:00Z",
    operation: "set",
    by: "Agent Two",
    key: "k",
    entry: rawEntry("first"),
  };
  await t.write("memory/history/shared.jsonl", JSON.stringify(line) + "\n");
  const { out } = await t.ctx("history", "k", "--at", "2026-02-01");
  assertEquals((await unfence(out)).body, "first\n");
  assertMatch(out, /^=== shared\/k [0-9a-f]{12} === agent inferred /);
  assertStringIncludes((await t.ctx("history", "k", "--at", "2026-02-01", "-v")).out, "basis: inferred\n");
  const json = JSON.parse((await t.ctx("history", "k", "--at", "2026-03-01T12:00:00Z", "--json")).out);
  assertEquals([json.entry.value, json.version, json.by], ["second", 0, "Agent Two"]);
  const { status, err } = await t.ctx("history", "k", "--at", "2025-06-01T12:00");
  assertEquals(status, 1);
  assertStringIncludes(err[0]!, 'ctx: "k" of shared was not there yet at 2025-06-01T12:00');
});

Deno.test("history and diff escape what acts or hides, and begin no line with it (BR-29)", async () => {
  await using t = await Trial.make();
  const hostile = "a\x1b[31m\u202e\nb";
  const entry = rawEntry(hostile, { author: "ev\x1bil\nname", basis: "sure\x07", tags: ["t\x1b"] });
  await t.store("shared", { k: rawEntry("fine") });
  const line = { at: "2026-03-01\x1b", operation: "set\x1b[2J", by: "by\x1b\nline", key: "k", entry };
  await t.write("memory/history/shared.jsonl", JSON.stringify(line) + "\n");
  for (const words of [["history", "k"], ["history", "k", "-v"], ["diff", "k"], ["history", "k", "--json"]]) {
    const { status, out } = await t.ctx(...words);
    assertEquals([status, out.includes("\x1b"), out.includes("\u202e") && words[2] !== "--json"], [
      0,
      false,
      false,
    ]);
  }
  assertEquals((await t.ctx("history", "k")).out.split("\n").length, 3);
});

Deno.test("undo says what is back, and again gives back what it undid (§10)", async () => {
  await using t = await changed();
  const { status, out, err } = await t.as("Agent Three", "undo", "k");
  assertEquals([status, err], [0, []]);
  assertMatch(out, /^shared\/k: put back as it was: \[Amended .*: it moved\] the port is 8080\n$/);
  const entry = await t.entry("k");
  assertEquals([entry?.status, entry?.author, entry?.source], ["amended", "Agent Three", "agent"]);
  assertStringIncludes((await t.ctx("history", "k")).out, "undo by Agent Three [amended]");
  assertEquals((await t.ctx("undo", "k")).out, "shared/k: put back as it was: the port is 8443\n");
  const json = JSON.parse((await t.ctx("undo", "k", "--json")).out);
  assertEquals([json.key, json.entry.status, json.warnings], ["k", "amended", []]);
});

Deno.test("undo looks for a key in its own store alone", async () => {
  await using t = await changed();
  const { status, err } = await t.ctx("undo", "k", "--store", "agent");
  assertEquals(status, 1);
  assertStringIncludes(err[0]!, "The store shared has it: add --store shared.");
});

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { rawEntry, Trial } from "../../support/cli_trial.ts";

const OLD = { scope: "session", timestamp: "2026-01-01T00:00:00Z" };

Deno.test("cleanup --dry-run shows what cleanup then removes (§3.7)", async () => {
  await using t = await Trial.make();
  await t.store("agent", { note: rawEntry("tried the proxy\u{202e}", OLD), kept: rawEntry("a finding") });
  const look = await t.ctx("cleanup", "--dry-run");
  assertEquals([look.status, look.err], [0, []]);
  assertEquals(
    look.out,
    "agent/note agent inferred: tried the proxy\\u{202e}\n1 working note would be removed; nothing was changed\n",
  );
  assert(await t.entry("note", "agent"));
  const done = await t.ctx("cleanup");
  assertEquals(
    [done.status, done.out],
    [
      0,
      "agent/note agent inferred: tried the proxy\\u{202e}\n1 working note removed; the history keeps what they said\n",
    ],
  );
  assertEquals(await t.entry("note", "agent"), undefined);
  assert(await t.entry("kept", "agent"));
  assertStringIncludes(await t.read("memory/history/agent.jsonl"), '"operation":"cleanup"');
  assertEquals((await t.ctx("cleanup")).out, "no working note is old enough\n");
});

Deno.test("cleanup --json names every entry, exact, whatever the text shows (BR-85, BR-93)", async () => {
  await using t = await Trial.make();
  const entries = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k_${i}`, rawEntry(i, OLD)]));
  await t.store("shared", entries);
  const { out } = await t.ctx("cleanup", "--dry-run");
  assertEquals(out.split("\n").slice(-3), [
    "... 10 more",
    "60 working notes would be removed; nothing was changed",
    "",
  ]);
  const { removed, ...rest } = JSON.parse((await t.ctx("cleanup", "--json")).out);
  assertEquals(removed.length, 60);
  assertEquals([removed[59].store, removed[59].key, removed[59].entry.value], ["shared", "k_59", 59]);
  assertEquals(rest, { dry_run: false, total: 60, undated: 0 });
});

Deno.test("cleanup names a store that it could not clean up, and fails (§9.1)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v", OLD), odd: rawEntry("v", { ...OLD, timestamp: "soon" }) });
  await t.write("memory/agent.json", "");
  const { status, out, err } = await t.ctx("cleanup");
  assertEquals(status, 1);
  assertStringIncludes(out, "1 working note removed");
  assertEquals(err.length, 2);
  assertStringIncludes(err[0]!, "1 note of a session stays");
  assertStringIncludes(err[1]!, "agent.json");
});

import { assertEquals } from "@std/assert";
import { rawEntry, Trial } from "../../support/cli_trial.ts";

const NAMES = [".merge_o", ".merge_a", ".merge_b"];

/** A root in which both sides have changed an entry, and theirs has made one. */
async function prepare(): Promise<Trial> {
  const t = await Trial.make();
  const old = { k: rawEntry("old") };
  const ours = { k: rawEntry("ours", { timestamp: "2026-01-02T00:00:00Z" }) };
  const theirs = { k: rawEntry("theirs", { timestamp: "2026-01-03T00:00:00Z" }), more: rawEntry("more") };
  for (const [i, entries] of [old, ours, theirs].entries()) {
    await t.write(NAMES[i]!, JSON.stringify({ type: "shared", version: "1", x: i, entries }));
  }
  return t;
}

Deno.test("merge-driver says what it merged, and warns on standard error (§8.5)", async () => {
  await using t = await prepare();
  const { status, out, err } = await t.ctx("merge-driver", ...NAMES);
  assertEquals(status, 0);
  assertEquals(
    out,
    "shared: merged, 2 entries taken over; 1 entry changed on both sides: the next write puts the older into the history\n",
  );
  assertEquals(err, [
    'ctx: both sides changed "x" of memory/shared.json: the one that was written later has it',
  ]);
  assertEquals(JSON.parse(await t.read(".merge_a")).entries.k.value, "theirs");
});

Deno.test("merge-driver --json names what gave way, exactly", async () => {
  await using t = await prepare();
  const { store, changed, lost, warnings } = JSON.parse(
    (await t.ctx("merge-driver", ...NAMES, "--json")).out,
  );
  assertEquals([store, changed, warnings.length], ["shared", 2, 1]);
  assertEquals(lost.map((each: { key: string; entry: { value: string } }) => [each.key, each.entry.value]), [[
    "k",
    "ours",
  ]]);
});

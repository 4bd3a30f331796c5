import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { rawEntry, Trial } from "../../support/cli_trial.ts";

const VALUE = "the proxy gives up after 30 s";

/** A root with something of everything that stats names. */
async function prepared(): Promise<Trial> {
  const t = await Trial.make();
  const now = new Date().toISOString();
  await t.store("shared", {
    twice: rawEntry(VALUE, { basis: "verified", tags: ["proxy", "\u{202e}hidden"] }),
    again: rawEntry(VALUE),
    gone: rawEntry("v", { status: "superseded", superseded_by: "nobody" }),
    fresh: rawEntry("v", { created: now, timestamp: now }),
  });
  await t.store("agent", { note: rawEntry("v", { scope: "session" }) });
  return t;
}

Deno.test("stats counts, and names what is stale, dangling, there twice or to be cleaned up (§10, BR-82, BR-83)", async () => {
  await using t = await prepared();
  const before = await t.snapshot();
  const { status, out, err } = await t.ctx("stats");
  assertEquals([status, err], [0, []]);
  for (
    const line of [
      "5 entries",
      "  source  agent 4",
      "  basis   inferred 3, verified 1",
      "  status  current 3, superseded 1",
      "  tag     proxy 1, \\u{202e}hidden 1",
      "  scope   session 1",
      "  2026-01-01 shared/twice",
      "  shared/gone by nobody",
      "  shared/again, shared/twice",
      "1 working note is older than a day: ctx cleanup --dry-run",
    ]
  ) assertStringIncludes(out, `\n${line}\n`.slice(line === "5 entries" ? 1 : 0));
  assert(!out.includes("█"), "a bar is for a terminal");
  assertEquals(await t.snapshot(), before);
});

Deno.test("stats shows a bar a week on a terminal, the longest no longer than a line", async () => {
  await using t = await prepared();
  const { out } = await t.with({ isTerminal: true }, "stats");
  const bars = out.split("\n").filter((line) => line.includes("█")).map((line) =>
    line.replaceAll("\x1b[1m", "")
  );
  assertEquals(bars.length, 1);
  assertEquals(bars[0]!.slice(14), "█".repeat(40) + " 1");
});

Deno.test("stats --json holds the numbers by name (BR-93)", async () => {
  await using t = await prepared();
  const data = JSON.parse((await t.ctx("stats", "--json")).out);
  assertEquals(data.entries, 5);
  assertEquals(data.stores.shared.basis, { inferred: 3, verified: 1 });
  assertEquals(data.stores.shared.tag, { proxy: 1, "\u{202e}hidden": 1 });
  assertEquals(data.stores.operator.entries, 0);
  assertEquals(data.weeks.length, 12);
  assertEquals(data.weeks[11].created, 1);
  assertEquals(data.stalest_verified.items[0].key, "twice");
  assertEquals(data.superseded_by_nothing.items[0].superseded_by, "nobody");
  assertEquals(data.expired, 1);
});

Deno.test("stats of a damaged store counts the rest, names it, and fails (§9.1)", async () => {
  await using t = await prepared();
  await t.write("memory/agent.json", "{");
  const { status, out, err } = await t.ctx("stats");
  assertEquals(status, 1);
  assertStringIncludes(out, "agent: cannot be read, 1 B\n");
  assertStringIncludes(out, "4 entries\n");
  assertEquals(err.length, 1);
  assertStringIncludes(err[0]!, "agent.json");
  assertEquals(JSON.parse((await t.ctx("stats", "--json")).out).faults.length, 1);
});

Deno.test("stats of a root that is not there counts nothing, and makes nothing", async () => {
  await using t = await Trial.make();
  assertStringIncludes((await t.ctx("stats")).out, "0 entries\n");
  assertEquals(await t.snapshot(), []);
});

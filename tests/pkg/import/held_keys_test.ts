import { assertEquals } from "@std/assert";
import { Packages } from "../../../lib/pkg/packages.ts";
import { packageBytes } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const NOW = () => new Date("2026-11-01T00:00:00Z");
type Members = Readonly<Record<string, unknown>>;

/** A fact as another tool writes it. */
function fact(key: string, value: string, more: Members = {}): Members {
  return { category: "c", key, value, confidence: 0.7, created_at: "2026-10-13T09:41:07Z", ...more };
}

/** Imports facts; gives what the report says, with the value that stands at each key that it names. */
async function take(root: TemporaryRoot, version: string, ...facts: Members[]) {
  const bytes = await packageBytes(JSON.stringify({ knowledge: { facts } }), { name: "p", version });
  const { items } = await new Packages({ home: root.path, now: NOW }).import(bytes);
  const context = root.open();
  const values = await Promise.all(items.map(async ({ key }) => (await context.get(key)).entry.value));
  assertEquals(values, facts.map(({ value }) => value), "each value stands at the key that is named");
  return items.map(({ outcome }) => outcome);
}

async function valuesOf(root: TemporaryRoot): Promise<unknown[]> {
  return [...(await root.entries()).values()].map(({ value }) => value).sort();
}

Deno.test("of two facts that make one key neither takes the other's place when they come again (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  const twice = (count: number) => [
    fact("error handling", "one", { retrieval_count: count }),
    fact("error-handling", "two", { retrieval_count: count }),
  ];
  assertEquals(await take(root, "1.0.0", ...twice(0)), ["written", "written"]);
  assertEquals(await take(root, "1.1.0", ...twice(1)), ["already known", "already known"]);
  assertEquals(await valuesOf(root), ["one", "two"]);
});

Deno.test("of two facts that say the same each keeps its key, however they are spelled when they come again (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  const both = (count: number) => [
    fact("a", "same", { retrieval_count: count }),
    fact("a b", "same", { retrieval_count: count }),
  ];
  assertEquals(await take(root, "1.0.0", both(0)[1]!), ["written"]);
  assertEquals(await take(root, "1.1.0", ...both(1)), ["written", "already known"]);
  assertEquals([...(await root.entries()).keys()].sort(), ["c_a", "c_a_b"]);
});

Deno.test("an update that was undone is not done again by the same package (ctxpkg §14.2, rule 1)", async () => {
  await using root = await TemporaryRoot.make();
  await take(root, "1.0.0", fact("k", "one"));
  assertEquals(await take(root, "2.0.0", fact("k", "two")), ["updated"]);
  await root.open().undo("c_k");
  const bytes = await packageBytes(JSON.stringify({ knowledge: { facts: [fact("k", "two")] } }), {
    name: "p",
    version: "2.0.0",
  });
  const { items } = await new Packages({ home: root.path, now: NOW }).import(bytes);
  assertEquals(items.map(({ outcome, key }) => [outcome, key]), [["already imported", "c_k"]]);
  assertEquals((await root.open().get("c_k")).entry.value, "one");
});

Deno.test("an item that is added takes no key that another of its package has here (ctxpkg §14.2, §14.5, law 1)", async () => {
  await using root = await TemporaryRoot.make();
  const over = (value: string) => fact("queue", value, { valid_until: "2026-10-01T00:00:00Z" });
  const old = [over("redis"), over("rabbit"), fact("queue", "nats")];
  assertEquals(await take(root, "1.0", ...old), ["written", "written", "written"]);
  const more = [old[1]!, over("sqs"), old[0]!, old[2]!];
  assertEquals((await take(root, "1.1", ...more)).sort(), [...Array(3).fill("already imported"), "written"]);
  const before = await root.read("memory/shared.json");
  assertEquals(await take(root, "1.1", ...more), Array(4).fill("already imported"));
  assertEquals(await root.read("memory/shared.json"), before);
  assertEquals(await valuesOf(root), ["nats", "rabbit", "redis", "sqs"]);
});

Deno.test("of many items of one key beside an entry of ours each gets its own, without trying them all (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  await root.open().set("c_k", "mine");
  const facts = Array.from({ length: 3000 }, (_, i) => fact("k", `value ${i}`));
  const begun = performance.now();
  assertEquals((await take(root, "1.0.0", ...facts)).slice(0, 2), ["conflict", "written"]);
  // Tried one after the other it took many times as long.
  assertEquals(performance.now() - begun < 20_000, true);
  assertEquals((await root.entries()).size, 3001);
  assertEquals((await root.open().get("c_k")).entry.value, "mine");
});

Deno.test("what is superseded by an item that is left out is by nothing here that has its key (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  await root.open().set("new", "ours, and of something else");
  const carried = (carrier: Members) => ({ source_session: `ctx1:${JSON.stringify(carrier)}` });
  const secret = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";
  const facts = [
    fact("new", secret, carried({})),
    fact("old", "o", carried({ status: "superseded", superseded_by: "new" })),
  ];
  const bytes = await packageBytes(JSON.stringify({ knowledge: { facts } }), { name: "p" });
  await new Packages({ home: root.path, now: NOW }).import(bytes);
  const { entry } = await root.open().get("old");
  assertEquals([entry.status, entry.superseded_by], ["superseded", undefined]);
});

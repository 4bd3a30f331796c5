import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Context } from "../lib/context.ts";
import { RefusedError } from "../lib/errors.ts";
import { TemporaryRoot } from "./support/temporary_root.ts";

const ENFORCED = '{ "enforce_stores": true }\n';

/** A root with an entry of the operator's, and the convention enforced. */
async function enforcedRoot(): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.make();
  await root.open().set("k", "the operator's words", { store: "operator" });
  await root.write("config.jsonc", ENFORCED);
  return root;
}

const AS_AN_AGENT: readonly (readonly [string, (context: Context) => Promise<unknown>])[] = [
  ["set", (context) => context.set("k", "v", { store: "operator" })],
  ["set with the source agent", (context) => context.set("n", "v", { store: "operator", source: "agent" })],
  ["set with the source both", (context) => context.set("n", "v", { store: "operator", source: "both" })],
  ["amend", (context) => context.amend("k", "a note", { store: "operator" })],
  ["supersede", (context) => context.supersede("k", "other", { store: "operator" })],
  ["resolve", (context) => context.resolve("k", { store: "operator" })],
  ["setBasis", (context) => context.setBasis("k", "verified", { store: "operator" })],
  ["delete", (context) => context.delete("k", { store: "operator" })],
];

for (const [name, write] of AS_AN_AGENT) {
  Deno.test(`${name} by an agent in the store operator is refused where enforce_stores is set (§3.1, BR-35)`, async () => {
    await using root = await enforcedRoot();
    const before = await root.contents();
    const error = await assertRejects(() => write(root.open({ author: "Agent One" })), RefusedError);
    assertStringIncludes(error.message, "enforce_stores");
    assertStringIncludes(error.hint!, "--source operator");
    assertEquals(await root.contents(), before);
  });

  Deno.test(`${name} by an agent in the store operator is done where nothing is enforced (§3.1)`, async () => {
    await using root = await enforcedRoot();
    await root.write("config.jsonc", '{ "enforce_stores": false }\n');
    const before = await root.contents();
    await write(root.open({ author: "Agent One" }));
    assert(await root.contents() !== before);
  });
}

Deno.test("an agent may record the operator's words in the store operator, and stays visible (§3.1, BR-35)", async () => {
  await using root = await enforcedRoot();
  const context = root.open({ author: "Agent One" });
  const { entry } = await context.set("n", "ask first", { store: "operator", source: "operator" });
  assertEquals([entry.source, entry.author], ["operator", "Agent One"]);
});

Deno.test("enforcement leaves the operator, and every other store, alone (§3.1)", async () => {
  await using root = await enforcedRoot();
  const operator = root.open(), agent = root.open({ author: "Agent One" });
  await operator.amend("k", "a note", { store: "operator" });
  await operator.delete("k", { store: "operator" });
  for (const store of ["shared", "agent"] as const) {
    await agent.set("n", "v", { store });
    await agent.resolve("n", { store });
  }
});

Deno.test("a setting enforce_stores that is neither true nor false is named and not followed", async () => {
  await using root = await enforcedRoot();
  await root.write("config.jsonc", '{ "enforce_stores": "yes" }\n');
  const context = root.open({ author: "Agent One" });
  await context.set("n", "v", { store: "operator" });
  assertStringIncludes((await context.brief()).faults.join("\n"), '"enforce_stores" must be true or false');
});

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { rawEntry, Trial } from "../../support/cli_trial.ts";

Deno.test("export prints one JSON document that a strict parser takes (§10, BR-17)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("a\u2028b \u{1f600}"), "2026": rawEntry({ n: 1 }) });
  const { status, out, err } = await t.ctx("export");
  assertEquals([status, err, out.at(-1)], [0, [], "\n"]);
  assertEquals(JSON.parse(out).stores.shared.entries, {
    k: rawEntry("a\u2028b \u{1f600}"),
    "2026": rawEntry({ n: 1 }),
  });
});

Deno.test("export --json is the same document on one line", async () => {
  await using t = await Trial.make();
  await t.store("shared", '{"k":{"value":1.10}}');
  const plain = (await t.ctx("export", "--tag", "none")).out, { out } = await t.ctx("export", "--json");
  assertEquals(out.indexOf("\n"), out.length - 1);
  assertStringIncludes(out, '{"k":{"value":1.10}}');
  assertEquals(JSON.parse(plain).stores.shared.entries, {});
});

Deno.test("export escapes on a terminal what a terminal obeys, and nowhere else (BR-30)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("a\u009b31mb\u007f") });
  assertStringIncludes((await t.ctx("export")).out, "a\u009b31mb\u007f");
  const { out } = await t.with({ isTerminal: true }, "export");
  assertStringIncludes(out, "a\\u009b31mb\\u007f");
  assert(out.endsWith("}}\n"));
});

Deno.test("export prints what can be read of a damaged root, and fails", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  await t.write("memory/agent.json", "");
  const { status, out, err } = await t.ctx("export");
  assertEquals([status, err.length], [1, 1]);
  assertStringIncludes(err[0]!, "agent.json");
  assertEquals(Object.keys(JSON.parse(out).stores), ["operator", "shared"]);
});

Deno.test("export is not cut by the limit that config.jsonc has for lists", async () => {
  await using t = await Trial.make();
  await t.write("config.jsonc", '{"list_limit": 1}');
  await t.store("shared", { a: rawEntry("a"), b: rawEntry("b") });
  assertEquals(Object.keys(JSON.parse((await t.ctx("export")).out).stores.shared.entries), ["a", "b"]);
});

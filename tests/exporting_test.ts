import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { InvalidInputError } from "../lib/errors.ts";
import { entryJson, storeJson, TemporaryRoot } from "./support/temporary_root.ts";

Deno.test("export() holds every store, its entries as they are stored (§10, BR-17, BR-79)", async () => {
  await using root = await TemporaryRoot.make();
  const odd =
    '{ "value": 1.10, "x_other": {"n": 12345678901234567890}, "status": "superseded", "superseded_by": "b" }';
  await root.write("memory/shared.json", storeJson({ "2026": odd, __proto__x: entryJson("b") }));
  await root.write("memory/operator.json", storeJson({ "2026": entryJson("c") }, "operator"));
  const before = await root.snapshot();
  const now = new Date("2026-10-13T09:41:07Z");
  const { text, total, faults } = await root.open({ now: () => now }).export();
  assertEquals([total, faults], [3, []]);
  assertEquals(await root.snapshot(), before, "nothing is written");
  const { stores, ...head } = JSON.parse(text);
  assertEquals(head, { type: "ctx-export", version: "1", exported: "2026-10-13T09:41:07Z" });
  assertEquals(Object.keys(stores), ["operator", "shared", "agent"]);
  assertEquals(stores.agent, { entries: {} });
  assertStringIncludes(
    text,
    '"2026":{"value":1.10,"x_other":{"n":12345678901234567890},"status":"superseded","superseded_by":"b"}',
  );
});

Deno.test("export() of a root that is not there is empty, and makes none", async () => {
  await using root = await TemporaryRoot.make();
  assertEquals((await root.open().export()).total, 0);
  await assertRejects(() => Deno.stat(root.path), Deno.errors.NotFound);
});

Deno.test("export() takes the filters of list (§4.6)", async () => {
  await using root = await TemporaryRoot.make();
  await root.write(
    "memory/shared.json",
    storeJson({
      a: entryJson("a", { tags: ["x"], basis: "verified" }),
      b: entryJson("b", { tags: ["x"], timestamp: "2026-02-01T00:00:00Z" }),
      c: entryJson("c", { status: "resolved", author: "Ada" }),
    }),
  );
  await root.write("memory/agent.json", storeJson({ d: entryJson("d", { tags: ["x"] }) }, "agent"));
  for (
    const [filters, keys] of [
      [{ tags: ["x"] }, ["a", "b", "d"]],
      [{ tags: ["x"], store: "shared" }, ["a", "b"]],
      [{ store: "agent" }, ["d"]],
      [{ status: "resolved" }, ["c"]],
      [{ status: "current", store: "shared" }, ["a", "b"]],
      [{ basis: "verified" }, ["a"]],
      [{ since: "2026-02-01" }, ["b"]],
      [{ author: "Ada" }, ["c"]],
      [{ source: "operator" }, []],
    ] as const
  ) {
    const { stores } = JSON.parse((await root.open().export(filters)).text) as {
      stores: Record<string, { entries: object }>;
    };
    assertEquals(Object.values(stores).flatMap(({ entries }) => Object.keys(entries)), [...keys]);
    if ("store" in filters) assertEquals(Object.keys(stores), [filters.store]);
  }
  await assertRejects(() => root.open().export({ since: "soon" }), InvalidInputError);
});

Deno.test("export() names what cannot be read, and holds the rest", async () => {
  await using root = await TemporaryRoot.make();
  await root.write(
    "memory/shared.json",
    storeJson({ a: '{"value":1,"value":2}', b: "1", c: entryJson("c") }),
  );
  await root.write("memory/agent.json", "{");
  const { text, total, faults } = await root.open().export();
  assertEquals(total, 1);
  assertEquals(Object.keys(JSON.parse(text).stores), ["operator", "shared"]);
  assertEquals(Object.keys(JSON.parse(text).stores.shared.entries), ["c"]);
  const said = faults.map(({ message }) => message).join("\n");
  for (const part of ['the entry "b"', '"a" of shared: the field "value" stands in it twice', "agent.json"]) {
    assertStringIncludes(said, part);
  }
});

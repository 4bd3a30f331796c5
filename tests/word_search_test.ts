import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { Context } from "../lib/context.ts";
import { DamagedError, InvalidInputError } from "../lib/errors.ts";
import { FoundEntry } from "../lib/word_search.ts";
import { rawEntry, Trial } from "./support/cli_trial.ts";

Deno.test("searchWords() ranks by how often, then newest, then by store, then by key (§10)", async () => {
  await using t = await Trial.make();
  const newer = { timestamp: "2026-03-01T00:00:00Z" }, older = { timestamp: "2026-02-01T00:00:00Z" };
  await t.store("shared", {
    b: rawEntry("word", older),
    a: rawEntry("word", older),
    newer: rawEntry("word", newer),
    most: rawEntry("word word word", older),
    none: rawEntry("wording", newer),
  });
  await t.store("operator", { z: rawEntry("word", older) });
  const context = new Context({ home: t.home });
  const { results, total, more } = await context.searchWords("word");
  assertEquals(results.map(({ store, key, score }) => [store, key, score]), [
    ["shared", "most", 3],
    ["shared", "newer", 1],
    ["operator", "z", 1],
    ["shared", "a", 1],
    ["shared", "b", 1],
  ]);
  assertEquals([total, more], [5, 0]);
  for (const found of results) assertInstanceOf(found, FoundEntry);
  const [first] = JSON.parse(JSON.stringify(results));
  assertEquals([Object.keys(first), first.score], [["store", "key", "entry", "score"], 3]);
  const some = await context.searchWords("word", { limit: 2, store: "shared" });
  assertEquals([some.results.map(({ key }) => key), some.total, some.more], [["most", "newer"], 4, 2]);
});

Deno.test("searchWords() holds every filter of list (§4.6)", async () => {
  await using t = await Trial.make();
  const good = { source: "both", basis: "verified", scope: "session", author: "A", tags: ["x"] };
  const wrong = Object.keys(good).map((
    field,
  ) => [
    `no_${field}`,
    rawEntry("word", { ...good, status: "resolved", [field]: field === "tags" ? [] : "other" }),
  ]);
  await t.store("shared", {
    good: rawEntry("word", { ...good, status: "resolved" }),
    ...Object.fromEntries(wrong),
    current: rawEntry("word", good),
    other: rawEntry("another", { ...good, status: "resolved" }),
  });
  const context = new Context({ home: t.home });
  const filters = {
    source: "both",
    basis: "verified",
    scope: "session",
    author: "A",
    tags: ["x"],
    status: "resolved",
    since: "2026-01-01",
  } as const;
  assertEquals((await context.searchWords("word", filters)).results.map(({ key }) => key), ["good"]);
  await assertRejects(() => context.searchWords("word", { since: "soon" }), InvalidInputError);
  await assertRejects(() => context.searchWords("word", { limit: -1 }), InvalidInputError);
  await assertRejects(() => context.searchWords(undefined as unknown as string), TypeError);
});

Deno.test("searchWords() finds what can be read, and says what cannot", async () => {
  await using t = await Trial.make();
  await t.store("shared", '{"good": {"value": "word"}, "bad": "word"}');
  await t.write("memory/agent.json", "{");
  const { results, faults } = await new Context({ home: t.home }).searchWords("word");
  assertEquals(results.map(({ key }) => key), ["good"]);
  assertEquals(faults.length, 2);
  for (const fault of faults) assertInstanceOf(fault, DamagedError);
});

Deno.test("searchWords() without a word finds what list finds, in its order", async () => {
  await using t = await Trial.make();
  await t.store("shared", {
    a: rawEntry("v", { timestamp: "2026-01-02T00:00:00Z" }),
    b: rawEntry("w", { timestamp: "2026-01-03T00:00:00Z" }),
  });
  const context = new Context({ home: t.home }), keys = (await context.list()).results.map(({ key }) => key);
  for (const query of ["", '"', "-", "*", "- *"]) {
    const { results } = await context.searchWords(query);
    assertEquals(results.map(({ key, score }) => [key, score]), keys.map((key) => [key, 0]), query);
  }
});

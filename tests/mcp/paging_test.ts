import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { McpClient } from "../support/mcp_client.ts";
import { entryJson, storeJson, TemporaryRoot } from "../support/temporary_root.ts";
import { unfence } from "../support/unfence.ts";

const MOST = 10_000;

Deno.test("list and search of 20,000 entries give a bounded page, the total and where to go on; the pages make up all (BR-64)", async () => {
  await using root = await TemporaryRoot.initialised();
  const entries = Object.fromEntries(
    Array.from(
      { length: 20_000 },
      (_, i) => [`key_${i}`, entryJson(`${i} ${"word ".repeat(40)}`, { tags: ["t".repeat(40)] })],
    ),
  );
  await root.write("memory/shared.json", storeJson(entries));
  await using mcp = await McpClient.connect(root.path);
  for (
    const [name, args] of [["ctx_list", {}], ["ctx_search", { query: "word" }], ["ctx_search", {
      query: "word",
      words: true,
    }]] as const
  ) {
    const { text, data } = await mcp.call(name, args);
    assert(text.length <= MOST && JSON.stringify(data).length <= MOST, name);
    assertEquals([data.total, data.next], [20_000, data.results.length]);
    assertStringIncludes(text, `1 to ${data.next} of 20000; next: offset ${data.next}\n`);
  }
  const seen: string[] = [];
  let next: number | undefined = 0;
  while (next !== undefined && seen.length < 500) {
    const { data } = await mcp.call("ctx_list", { offset: next, limit: 200 });
    seen.push(...data.results.map(({ key }: { key: string }) => key));
    next = data.next;
  }
  assertEquals(new Set(seen).size, seen.length);
  const { text, data } = await mcp.call("ctx_list", { offset: 19_990 });
  assertEquals([data.results.length, data.next], [10, undefined]);
  assertStringIncludes(text, "19991 to 20000 of 20000: that is all");
  assertStringIncludes((await mcp.call("ctx_list", { offset: 30_000 })).text, "none from 30000 on, of 20000");
});

Deno.test("a value of 12 million characters comes in bounded parts that make up all of it, and the server lives (BR-66)", async () => {
  await using root = await TemporaryRoot.initialised();
  const value = `${'"\\\n'.repeat(5000)}${"👩‍👩‍👧‍👦".repeat(3000)}${"x".repeat(12_000_000)}`;
  await root.write("memory/shared.json", storeJson({ large: entryJson(value) }));
  await using mcp = await McpClient.connect(root.path);
  let offset: number | undefined = 0, read = "";
  while (offset !== undefined && read.length < 60_000) {
    const { text, data } = await mcp.call("ctx_get", { key: "large", offset });
    assert(text.length <= MOST && JSON.stringify(data).length <= MOST, `${JSON.stringify(data).length}`);
    assertEquals([data.total, data.offset], [value.length, offset]);
    assert(data.entry.value.isWellFormed());
    const { body, isRight } = await unfence(text);
    assert(isRight);
    assertEquals(body.replace(/\n$/, ""), data.entry.value.replace(/\n$/, ""));
    read += data.entry.value;
    offset = data.next;
  }
  assertEquals(read, value.slice(0, read.length));
  const { data } = await mcp.call("ctx_get", { key: "large", offset: value.length - 10 });
  assertEquals([data.entry.value, data.next], ["x".repeat(10), undefined]);
  assert((await mcp.read("ctx://entry/shared/large")).length <= MOST);
  assert((await mcp.call("ctx_start")).text.length <= MOST);
});

Deno.test("all that surrounds a value is bounded too: keys, tags, notes, derivations, warnings", async () => {
  await using root = await TemporaryRoot.initialised();
  const long = "long ".repeat(4000),
    entry = entryJson(long, {
      tags: Array.from({ length: 100 }, (_, i) => `${i}${"t".repeat(500)}`),
      derivation: long,
      author: long,
      status: "superseded",
      superseded_by: long,
      status_note: long,
      source: long,
      basis: long,
      timestamp: long,
    });
  await root.write("memory/shared.json", storeJson({ [`k${long}`]: entry, k: entry }));
  await using mcp = await McpClient.connect(root.path);
  for (
    const [name, args] of [["ctx_list", {}], ["ctx_get", { key: "k" }], ["ctx_get", { key: `k${long}` }], [
      "ctx_history",
      { key: "k" },
    ], ["ctx_start", {}]] as const
  ) {
    const { text, data, isError } = await mcp.call(name, args);
    assert(
      !isError && text.length <= MOST && JSON.stringify(data).length <= MOST,
      `${name} ${text.length} ${JSON.stringify(data).length}`,
    );
  }
});

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ctx } from "../support/command.ts";
import { type Era, ERAS, McpClient } from "../support/mcp_client.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";
import { unfence } from "../support/unfence.ts";

const URIS = ["ctx://rules", "ctx://brief", "ctx://session/latest", "ctx://entry/shared/k"];

/** Waits until something holds; fails after ten seconds. */
async function until(holds: () => boolean): Promise<void> {
  const began = performance.now();
  while (!holds()) {
    assert(performance.now() - began < 10_000, "it does not come to hold");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.test("the resources are the rules, the brief, the newest summary and every entry, fenced", async () => {
  await using root = await TemporaryRoot.initialised();
  await using mcp = await McpClient.connect(root.path);
  const { resources } = await mcp.client.listResources();
  assertEquals(resources.map(({ uri }) => uri), URIS.slice(0, 3));
  const { resourceTemplates } = await mcp.client.listResourceTemplates();
  assertEquals(resourceTemplates.map(({ uriTemplate }) => uriTemplate), ["ctx://entry/{store}/{key}"]);
  assertStringIncludes(await mcp.read("ctx://session/latest"), "no session summary yet");
  await mcp.call("ctx_set", { key: "k", value: "v" });
  await mcp.call("ctx_session", { summary: "# S\n\n## Open\n- one\n" });
  for (const uri of [URIS[0]!, URIS[2]!, URIS[3]!]) assert((await unfence(await mcp.read(uri))).isRight, uri);
  assertStringIncludes(await mcp.read("ctx://brief"), "\n  - one\n");
  assertEquals(await mcp.read("ctx://brief"), await mcp.read("ctx://brief"), "it tells no time of its own");
  const odd = "a/b ?#%ü=[x]";
  await mcp.call("ctx_set", { key: odd, value: "odd" });
  assertStringIncludes(await mcp.read(`ctx://entry/shared/${encodeURIComponent(odd)}`), "\nodd\n");
  for (
    const uri of [
      "ctx://entry/shared/none",
      "ctx://entry/other/k",
      "ctx://none",
      "ctx://entry/shared/%ff",
      "file:///etc/passwd",
    ]
  ) {
    await assertRejects(() => mcp.read(uri), Error, "not found");
  }
});

Deno.test("stores and keys of an entry's address are completed", async () => {
  await using root = await TemporaryRoot.initialised();
  await using mcp = await McpClient.connect(root.path);
  for (
    const [key, store] of [["result_one", "shared"], ["result two", "shared"], ["result_three", "agent"], [
      "other",
      "shared",
    ]]
  ) {
    await mcp.call("ctx_set", { key, value: "v", store });
  }
  const ref = { type: "ref/resource", uri: "ctx://entry/{store}/{key}" } as const;
  const complete = async (name: string, value: string, given?: Record<string, string>) =>
    (await mcp.client.complete({
      ref,
      argument: { name, value },
      ...given && { context: { arguments: given } },
    })).completion.values;
  assertEquals(await complete("store", "a"), ["agent"]);
  assertEquals((await complete("key", "result", { store: "shared" })).sort(), ["result%20two", "result_one"]);
  assertEquals((await complete("key", "result")).sort(), ["result%20two", "result_one", "result_three"]);
  for (let i = 0; i < 110; i++) await mcp.call("ctx_set", { key: `many_${i}`, value: "v" });
  const argument = { name: "key", value: "many" };
  const { completion } = await mcp.client.complete({ ref, argument });
  assertEquals([completion.values.length, completion.total, completion.hasMore], [100, 110, true]);
});

for (const era of Object.keys(ERAS) as Era[]) {
  Deno.test(`a client of the ${era} era hears of each resource that it subscribed to, whoever changes the files`, async () => {
    await using root = await TemporaryRoot.initialised();
    await ctx(root.path, ["set", "k", "v"]);
    await using mcp = await McpClient.connect(root.path, [], era);
    const stops: (() => Promise<unknown>)[] = [];
    if (era === "legacy") {
      for (const uri of URIS) {
        await mcp.client.subscribeResource({ uri });
        stops.push(() => mcp.client.unsubscribeResource({ uri }));
      }
    } else {
      const subscription = await mcp.client.listen({ resourceSubscriptions: URIS });
      assertEquals(subscription.honoredFilter.resourceSubscriptions, URIS);
      stops.push(() => subscription.close());
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assertEquals(mcp.updated, [], "nothing has changed yet");
    await ctx(root.path, ["set", "k", "w"]);
    await until(() => mcp.updated.includes("ctx://entry/shared/k") && mcp.updated.includes("ctx://brief"));
    await root.write("RULES.md", "- another rule\n");
    await until(() => mcp.updated.includes("ctx://rules"));
    assert(!mcp.updated.includes("ctx://session/latest"));
    await ctx(root.path, ["session", "write"], { stdin: "# S\n\n## Open\n- one\n" });
    await until(() => mcp.updated.includes("ctx://session/latest"));
    // Another entry of the same store is none of its business.
    const entries = mcp.updated.filter((uri) => uri.startsWith("ctx://entry/")).length;
    const briefs = mcp.updated.filter((uri) => uri === "ctx://brief").length;
    await ctx(root.path, ["set", "other", "v"]);
    await until(() => mcp.updated.filter((uri) => uri === "ctx://brief").length > briefs);
    assertEquals(mcp.updated.filter((uri) => uri.startsWith("ctx://entry/")).length, entries);
    for (const stop of stops) await stop();
    const count = mcp.updated.length;
    await ctx(root.path, ["set", "k", "x"]);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assertEquals(mcp.updated.length, count);
    // What came to pass while nobody listened is no news to who listens now.
    if (era === "legacy") await mcp.client.subscribeResource({ uri: URIS[3]! });
    else await mcp.client.listen({ resourceSubscriptions: [URIS[3]!] });
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assertEquals(mcp.updated.length, count);
  });
}

Deno.test("the prompts begin a session and hand it over", async () => {
  await using root = await TemporaryRoot.initialised();
  await using mcp = await McpClient.connect(root.path);
  await mcp.call("ctx_session", { summary: "# S\n\n## Open\n- still to do\n" });
  assertEquals((await mcp.client.listPrompts()).prompts.map(({ name }) => name), ["start", "handoff"]);
  const text = async (name: string) =>
    ((await mcp.client.getPrompt({ name })).messages[0]!.content as { text: string }).text;
  assertEquals(await text("start"), (await mcp.call("ctx_start")).text);
  const handoff = await text("handoff");
  assertStringIncludes(handoff, "ctx_session");
  assertStringIncludes(handoff, "- still to do\n");
  assert((await unfence(handoff.slice(handoff.indexOf("=== ctx template")))).isRight);
});

import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { type Era, ERAS, McpClient } from "../support/mcp_client.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";
import { unfence } from "../support/unfence.ts";

/** For each tool, a call that does something, then calls with a mistake and what is said of each. */
const CALLS: Readonly<
  Record<string, readonly [good: Record<string, unknown>, ...bad: [Record<string, unknown>, RegExp][]]>
> = {
  ctx_start: [{}, [{ brief: 1 }, /brief.*boolean/], [{ breif: true }, /breif/]],
  ctx_set: [
    { key: "k", value: "v", tags: ["t"], basis: "verified", derivation: "seen" },
    [{ key: "k" }, /value/],
    [{ key: "", value: "v" }, /key/],
    [{ key: "k", value: "v", basis: "certain" }, /verified.*reported.*inferred/],
    [{ key: "k", value: "v", only_new: true }, /already.*leave only_new out/],
    [{ key: "k", value: "{", json: true }, /JSON/],
    [{ key: "k", value: 12345678901234567890 }, /digits/],
    [{ key: "k", value: JSON.parse("[".repeat(5000) + "]".repeat(5000)) }, /nested too deeply/],
    [{ key: "token", value: "AKIA" + "ABCDEFGHIJKLMNOP" }, /looks like .*the operator can write it/],
  ],
  ctx_get: [{ key: "k" }, [{ key: 5 }, /key.*string/], [{ key: "none" }, /no key "none".*ctx_search/], [
    {},
    /key/,
  ], [{
    key: "k",
    store: "other",
  }, /operator.*shared.*agent/]],
  ctx_search: [{ query: "v" }, [{}, /query/], [{ query: "v", since: "yesterday" }, /since|yesterday/], [{
    query: "v",
    limit: 201,
  }, /limit/]],
  ctx_list: [{ tags: ["t"] }, [{ tags: "t" }, /tags.*array/], [{ offset: -1 }, /offset/], [
    { author: 1 },
    /author/,
  ]],
  ctx_history: [{ key: "k" }, [{ key: "none" }, /none/], [{ key: "k", limit: 0 }, /limit/]],
  ctx_mark: [
    { action: "amend", key: "k", note: "no" },
    [{ action: "amend", key: "k" }, /needs note/],
    [{ action: "resolve", key: "k", by: "x" }, /does not take by/],
    [{ action: "supersede", key: "k" }, /needs by/],
    [{ action: "basis", key: "k" }, /needs basis/],
    [{ action: "rewrite", key: "k" }, /amend.*supersede.*resolve.*basis/],
    [{ action: "resolve", key: "none" }, /no key "none"/],
  ],
  ctx_undo: [{ key: "k" }, [{ key: "none" }, /none/]],
  ctx_session: [{ summary: "# S\n\n## Open\n- one\n" }, [{ summary: "nothing" }, /## Open/], [
    { summary: 1 },
    /summary/,
  ]],
  ctx_delete: [{ key: "k" }, [{ key: "k" }, /no key "k"/]],
};

for (const era of Object.keys(ERAS) as Era[]) {
  Deno.test(`every tool does what it says, and says what is wrong with a call, to a client of the ${era} era (BR-72)`, async () => {
    await using root = await TemporaryRoot.make();
    await using mcp = await McpClient.connect(root.path, ["--allow-delete"], era);
    const { tools } = await mcp.client.listTools();
    assertEquals(tools.map(({ name }) => name).sort(), Object.keys(CALLS).sort());
    for (const [name, [good, ...bad]] of Object.entries(CALLS)) {
      const called = await mcp.call(name, good);
      assert(!called.isError, `${name}: ${called.text}`);
      assert(called.text !== "" && called.data !== undefined);
      for (const [args, said] of bad) {
        const failed = await mcp.call(name, args);
        assert(failed.isError, `${name} ${JSON.stringify(args)}`);
        assertMatch(failed.text, said);
        assertEquals(failed.text.split("\n").length, 1);
        assert(!/\bat .*\.ts:/.test(failed.text), "no stack");
      }
    }
    await assertRejects(() => mcp.client.callTool({ name: "ctx_forget", arguments: {} }));
    assertEquals((await mcp.call("ctx_list")).data.total, 0);
  });
}

Deno.test("at most ten tools, whose names, schemas, descriptions and annotations come to under 1,500 tokens", async () => {
  await using root = await TemporaryRoot.make();
  await using mcp = await McpClient.connect(root.path, ["--allow-delete"]);
  const { tools } = await mcp.client.listTools();
  assert(tools.length <= 10);
  const size = JSON.stringify(tools).length;
  assert(size / 4 < 1500, `${size / 4}`);
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    assertMatch(name, /^ctx_[a-z]+$/);
    assert(description && outputSchema?.type === "object");
    assertEquals([inputSchema.type, inputSchema.additionalProperties], ["object", false]);
    assertEquals(annotations?.openWorldHint, false);
    assertEquals(annotations?.destructiveHint ?? annotations?.readOnlyHint !== true, name === "ctx_delete");
  }
  const known = tools.map(({ description }) => description).join(" ");
  for (
    const word of ["recall", "remember", "forget", "search_nodes", "read_note", "write_note", "list_memories"]
  ) {
    assertStringIncludes(known.toLowerCase(), word);
  }
});

Deno.test("the instructions and the descriptions name no tool that is not there (BR-73)", async () => {
  await using root = await TemporaryRoot.make();
  await using mcp = await McpClient.connect(root.path, ["--allow-delete"]);
  const { tools } = await mcp.client.listTools(), names = tools.map(({ name }) => name);
  const { prompts } = await mcp.client.listPrompts();
  const texts = [mcp.client.getInstructions(), JSON.stringify(tools), (await mcp.call("ctx_start")).text];
  for (const { name } of prompts) texts.push(JSON.stringify(await mcp.client.getPrompt({ name })));
  for (const name of texts.join(" ").match(/(?<![\w/])ctx_[a-z]+/g) ?? []) assert(names.includes(name), name);
});

Deno.test("--read-only offers nothing that writes, and without --allow-delete nothing removes for good", async () => {
  await using root = await TemporaryRoot.initialised();
  await using reader = await McpClient.connect(root.path, ["--read-only"]);
  const { tools } = await reader.client.listTools();
  assertEquals(tools.map(({ name }) => name), [
    "ctx_start",
    "ctx_search",
    "ctx_get",
    "ctx_list",
    "ctx_history",
  ]);
  assert(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
  const before = await root.snapshot();
  for (const { name } of tools) await reader.call(name, { key: "k", query: "q" });
  await assertRejects(() => reader.client.callTool({ name: "ctx_set", arguments: { key: "k", value: "v" } }));
  assertEquals(await root.snapshot(), before);
  await using writer = await McpClient.connect(root.path);
  const names = (await writer.client.listTools()).tools.map(({ name }) => name);
  assert(names.includes("ctx_set") && !names.includes("ctx_delete"));
});

for (const era of Object.keys(ERAS) as Era[]) {
  Deno.test(`what is written bears --author, else CTX_AUTHOR, else the client's name, to a client of the ${era} era`, async () => {
    await using root = await TemporaryRoot.make();
    const env = { CTX_AUTHOR: "From the environment" };
    for (
      const [words, variables, author] of [[["--author", "Given"], env, "Given"], [
        [],
        env,
        "From the environment",
      ], [[], {
        CTX_AUTHOR: " ",
      }, "test client"]] as const
    ) {
      await using mcp = await McpClient.connect(root.path, words, era, variables);
      await mcp.call("ctx_set", { key: "k", value: author });
      const { author: by, source } = (await root.entries()).get("k")!;
      assertEquals([by, source], [author, "agent"]);
    }
  });
}

Deno.test("numbers keep their digits, as the text of JSON, and what the protocol has rounded is refused", async () => {
  await using root = await TemporaryRoot.make();
  await using mcp = await McpClient.connect(root.path);
  for (const json of ["1.10", "12345678901234567890", "1E+2", '{"a":[1.0,-0]}']) {
    await mcp.call("ctx_set", { key: "n", value: json, json: true });
    const { text, data } = await mcp.call("ctx_get", { key: "n" });
    assertEquals((await unfence(text)).body, `${json}\n`);
    assertEquals([data.entry.value, data.entry.value_is], [json, "json"]);
    assertStringIncludes((await mcp.call("ctx_list")).text, `: ${json}\n`);
  }
  await mcp.call("ctx_set", { key: "n", value: "1.10" });
  assertEquals((await root.entries()).get("n")!.value, "1.10");
  for (const value of [{ a: [1.5, { b: 1 }] }, true, null, [], "", 0]) {
    await mcp.call("ctx_set", { key: "n", value });
    assertEquals((await root.entries()).get("n")!.value, value);
  }
});

Deno.test("the same failure names the same remedy in words of the tools: stores, offsets, no flags", async () => {
  await using root = await TemporaryRoot.make();
  await using mcp = await McpClient.connect(root.path);
  await mcp.call("ctx_set", { key: "only_there", value: "v", store: "agent" });
  const { text } = await mcp.call("ctx_get", { key: "only_there" });
  assertMatch(text, /give store agent/);
  assert(!text.includes("--"), text);
});

import { assert, assertEquals, assertLess, assertMatch } from "@std/assert";
import { ctx, ctxCommand, Lines, program } from "../support/command.ts";
import { McpClient } from "../support/mcp_client.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

/** A connection on which a test says exactly what it likes. */
class RawServer implements AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly lines: Lines;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;

  constructor(home: string, words: readonly string[] = [], command?: Deno.Command) {
    this.child = (command ?? ctxCommand(home, ["mcp", ...words], { stdin: "" })).spawn();
    this.lines = new Lines(this.child);
    this.#writer = this.child.stdin.getWriter();
  }

  async send(line: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(line + "\n"));
  }

  async ask(id: unknown, method: string, params: unknown = {}): Promise<void> {
    await this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  async begin(): Promise<void> {
    const clientInfo = { name: "raw", version: "1" };
    await this.ask(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
    assertEquals(JSON.parse((await this.lines.next())!).id, 0);
    await this.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  }

  async call(id: unknown, name: string, args: unknown): Promise<void> {
    await this.ask(id, "tools/call", { name, arguments: args });
  }

  /** Ends standard input; gives the exit status and what was still printed. */
  async end(): Promise<{ code: number; rest: string[]; stderr: string }> {
    await this.#writer.close();
    const stderr = new Response(this.child.stderr).text(), rest = await this.lines.all();
    return { code: (await this.child.status).code, rest, stderr: await stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.child.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.lines.stop();
    await this.child.status;
  }
}

Deno.test("every line of standard output is JSON-RPC, whatever the client says, and ids come back as they were (BR-70)", async () => {
  await using root = await TemporaryRoot.initialised();
  await using server = new RawServer(root.path);
  await server.begin();
  for (
    const line of [
      "",
      "no JSON",
      "[]",
      "null",
      "{}",
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      "\u2028",
    ]
  ) {
    await server.send(line);
  }
  await server.ask("a string", "ping");
  await server.ask(7, "no/such/method");
  await server.call(8, "no_such_tool", {});
  await server.ask(9, "tools/call", { arguments: {} });
  const answers = new Map<unknown, { error?: { code: number } }>();
  while (!["a string", 7, 8, 9].every((id) => answers.has(id))) {
    const answer = JSON.parse((await server.lines.next())!);
    assertEquals(answer.jsonrpc, "2.0");
    answers.set(answer.id, answer);
  }
  assertEquals(answers.get(7)!.error!.code, -32601);
  assertEquals([answers.get(8)!.error!.code, answers.get(9)!.error!.code], [-32602, -32602]);
  const { code, rest } = await server.end();
  assertEquals([code, rest], [0, []]);
});

Deno.test("what a dependency prints goes to standard error, in whatever way it does (BR-70)", async () => {
  await using root = await TemporaryRoot.initialised();
  await using server = new RawServer(root.path, [], program("mcp_printing.ts", root.path, []));
  await server.begin();
  for (let id = 1; id <= 3; id++) {
    await server.call(id, "ctx_set", { key: `k${id}`, value: "v" });
    assertEquals(JSON.parse((await server.lines.next())!).id, id);
  }
  const { code, rest, stderr } = await server.end();
  assertEquals([code, rest], [0, []]);
  const ways = "log info debug dir dirxml table count time group collapsed write bytes";
  assertEquals(ways.split(" ").filter((way) => !new RegExp(`\\b${way}\\b`).test(stderr)), []);
});

Deno.test("a call that is given up gets no answer, and the next one does", async () => {
  await using root = await TemporaryRoot.initialised();
  await using server = new RawServer(root.path);
  await server.begin();
  await server.call(1, "ctx_set", { key: "k", value: "v" });
  await server.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
  await server.call(2, "ctx_list", {});
  assertEquals(JSON.parse((await server.lines.next())!).id, 2);
  assertEquals((await server.end()).rest, []);
});

Deno.test("a client that goes away in mid-call leaves whole files and no process (BR-56)", async () => {
  await using root = await TemporaryRoot.initialised();
  for (let round = 0; round < 4; round++) {
    await using server = new RawServer(root.path);
    await server.begin();
    for (let i = 0; i < 20; i++) {
      await server.call(i + 1, "ctx_set", { key: `r${round}_${i}`, value: "v".repeat(1000) });
    }
    // What was acknowledged is on disk, whatever becomes of the rest.
    const { id, result } = JSON.parse((await server.lines.next())!);
    assertEquals([id, result.isError], [1, undefined]);
    assertEquals((await server.end()).code, 0);
    assert((await root.entries()).has(`r${round}_0`));
  }
  const keys = [...(await root.entries()).keys()];
  // Whatever had begun is whole; what had not is not there.
  assertEquals(keys.filter((key) => !/^r\d_\d+$/.test(key)), []);
  assertEquals(await root.leftovers(), []);
  assertEquals((await ctx(root.path, ["doctor"])).code, 0);
});

Deno.test("1,000 calls in a row are answered, each in a few milliseconds, and memory stays", async () => {
  await using root = await TemporaryRoot.initialised();
  await using mcp = await McpClient.connect(root.path);
  const began = performance.now();
  for (let i = 0; i < 250; i++) {
    await mcp.call("ctx_set", { key: `k${i % 50}`, value: `${i}` });
    await mcp.call("ctx_get", { key: `k${i % 50}` });
    await mcp.call("ctx_search", { query: `${i}` });
    await mcp.call("ctx_start", { brief: true });
  }
  assertLess(performance.now() - began, 60_000);
  assertEquals((await root.entries()).size, 50);
});

Deno.test("calls that nobody waits for, and shells beside them, all keep their entries; each reply names its own key (BR-02)", async () => {
  await using root = await TemporaryRoot.initialised();
  await using mcp = await McpClient.connect(root.path);
  const calls = Array.from({ length: 20 }, (_, i) => mcp.call("ctx_set", { key: `call_${i}`, value: "v" }));
  const shells = Array.from({ length: 20 }, (_, i) => ctx(root.path, ["set", `shell_${i}`, "v"]));
  for (const [i, { text }] of (await Promise.all(calls)).entries()) {
    assertEquals(text, `shared/call_${i}: new\n`);
  }
  for (const { code } of await Promise.all(shells)) assertEquals(code, 0);
  assertEquals((await root.entries()).size, 40);
});

Deno.test("three servers and three commands at once keep all of 180 entries", async () => {
  await using root = await TemporaryRoot.initialised();
  const servers = await Promise.all(Array.from({ length: 3 }, () => McpClient.connect(root.path)));
  const throughServers = servers.map(async (mcp, writer) => {
    for (let i = 0; i < 30; i++) {
      const { isError, text } = await mcp.call("ctx_set", { key: `server_${writer}_${i}`, value: "v" });
      assert(!isError, text);
    }
  });
  const throughCommands = Array.from({ length: 3 }, async (_, writer) => {
    for (let i = 0; i < 30; i++) {
      assertEquals((await ctx(root.path, ["set", `command_${writer}_${i}`, "v"])).code, 0);
    }
  });
  await Promise.all([...throughServers, ...throughCommands]);
  assertEquals((await root.entries()).size, 180);
  for (const mcp of servers) await mcp[Symbol.asyncDispose]();
});

Deno.test("a server on a root that is not there makes one at its first write, and reads it as empty before", async () => {
  await using root = await TemporaryRoot.make();
  await using mcp = await McpClient.connect(root.path);
  assertEquals((await mcp.call("ctx_list")).data.total, 0);
  assertEquals((await mcp.call("ctx_start")).isError, false);
  assertEquals((await mcp.call("ctx_set", { key: "k", value: "v" })).isError, false);
  assertEquals((await root.entries()).size, 1);
});

Deno.test("a damaged store fails the call that needs it and no other, and is named", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("memory/shared.json", '{"entries": {"a": }');
  await using mcp = await McpClient.connect(root.path);
  const { isError, text } = await mcp.call("ctx_set", { key: "k", value: "v" });
  assert(isError && text.includes("shared.json"), text);
  assertEquals((await mcp.call("ctx_set", { key: "k", value: "v", store: "agent" })).isError, false);
  assert((await mcp.call("ctx_start")).text.includes("shared.json"));
  const { data } = await mcp.call("ctx_list");
  assertEquals(data.total, 1);
  assert(data.notes[0].includes("shared.json"));
});

Deno.test("what was asked before standard input ends is still done and answered", async () => {
  await using root = await TemporaryRoot.initialised();
  await using server = new RawServer(root.path);
  await server.begin();
  for (let i = 1; i <= 5; i++) await server.call(i, "ctx_set", { key: `k${i}`, value: "v" });
  const { code, rest } = await server.end();
  assertEquals([code, rest.map((line) => JSON.parse(line).id).sort()], [0, [1, 2, 3, 4, 5]]);
  assertEquals((await root.entries()).size, 5);
});

Deno.test("a message that is too large ends the server with status 2 and one line on why", async () => {
  await using root = await TemporaryRoot.initialised();
  await using server = new RawServer(root.path);
  await server.begin();
  const sent = server.call(1, "ctx_set", { key: "k", value: "x".repeat(11 * 2 ** 20) }).catch(() => {});
  const stderr = await new Response(server.child.stderr).text(), { code } = await server.child.status;
  await sent;
  assertEquals(code, 2);
  assertMatch(stderr, /^ctx: a message of the client: .*\nctx: Cannot go on: .*closed.*\n$/);
});

Deno.test("a client without a name never writes as the operator", async () => {
  await using root = await TemporaryRoot.initialised();
  await using server = new RawServer(root.path);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  await server.ask(1, "tools/call", { name: "ctx_set", arguments: { key: "k", value: "v" }, _meta: meta });
  assertEquals(JSON.parse((await server.lines.next())!).id, 1);
  const { source, author } = (await root.entries()).get("k")!;
  assertEquals([source, author], ["agent", "MCP client"]);
  assertEquals((await server.end()).code, 0);
});

/**
 * Has the protocol's own inspector, in its command-line mode, call every tool well and badly, read every resource and
 * get every prompt, in both eras of the protocol, and writes what came of it to `inspector.md` beside this file.
 *
 * deno task inspect
 *
 * @module
 */

const INSPECTOR = "2.12.0";
/** The inspector hangs where an answer is missing: no call takes nearly so long. */
const TIMEOUT_MS = 40_000;
/** What the inspector ends with. */
const GOOD = 0, PROTOCOL_ERROR = 1, TOOL_ERROR = 5;

/** A call of a tool, and what it is to end with. */
const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>, status: number])[] = [
  ["ctx_start", {}, GOOD],
  ["ctx_start", { x: 1 }, TOOL_ERROR],
  ["ctx_set", { key: "k1", value: "one two three", tags: ["t"], basis: "verified" }, GOOD],
  ["ctx_set", { key: "k2", value: { a: [1, 2.5, null, true] } }, GOOD],
  ["ctx_set", { key: "k3", value: '{"n":12345678901234567890.10}', json: true }, GOOD],
  ["ctx_set", { key: "k3", value: "{bad", json: true }, TOOL_ERROR],
  ["ctx_set", { key: "k5" }, TOOL_ERROR],
  ["ctx_set", { value: "v" }, TOOL_ERROR],
  ["ctx_set", { key: "", value: "v" }, TOOL_ERROR],
  ["ctx_set", { key: "k1", value: "v", only_new: true }, TOOL_ERROR],
  ["ctx_set", { key: "k1", value: "v", store: "nope" }, TOOL_ERROR],
  ["ctx_get", { key: "k1" }, GOOD],
  ["ctx_get", { key: "k3", offset: 3 }, GOOD],
  ["ctx_get", { key: "k3", offset: -1 }, TOOL_ERROR],
  ["ctx_get", { key: "absent" }, TOOL_ERROR],
  ["ctx_search", { query: "two" }, GOOD],
  ["ctx_search", { query: "three one", words: true }, GOOD],
  ["ctx_search", {}, TOOL_ERROR],
  ["ctx_search", { query: "a", since: "garbage" }, TOOL_ERROR],
  ["ctx_list", {}, GOOD],
  ["ctx_list", { status: "odd" }, TOOL_ERROR],
  ["ctx_history", { key: "k1" }, GOOD],
  ["ctx_history", { key: "none" }, TOOL_ERROR],
  ["ctx_mark", { action: "amend", key: "k1", note: "n" }, GOOD],
  ["ctx_mark", { action: "amend", key: "k1" }, TOOL_ERROR],
  ["ctx_mark", { action: "supersede", key: "k1", by: "k2", note: "why" }, GOOD],
  ["ctx_mark", { action: "frob", key: "k2" }, TOOL_ERROR],
  ["ctx_undo", { key: "k1" }, GOOD],
  ["ctx_undo", { key: "none" }, TOOL_ERROR],
  ["ctx_session", { summary: "# S\n\n## Done\n- a\n\n## Open\n- b\n", focus: "proof" }, GOOD],
  ["ctx_session", { summary: "no open section" }, TOOL_ERROR],
  ["ctx_delete", { key: "k2" }, GOOD],
  ["ctx_delete", { key: "k2" }, TOOL_ERROR],
  ["nope", {}, TOOL_ERROR],
];
/** Other requests, as words of the inspector. */
const REQUESTS: readonly (readonly [words: readonly string[], status: number])[] = [
  [["tools/list", "--strict"], GOOD],
  [["resources/list"], GOOD],
  [["resources/templates/list"], GOOD],
  ...["ctx://rules", "ctx://brief", "ctx://session/latest", "ctx://entry/shared/k1"].map((uri) =>
    [["resources/read", "--uri", uri], GOOD] as const
  ),
  ...["ctx://entry/shared/none", "ctx://entry/nope/x", "ctx://nope", "ctx://entry/shared/%zz"].map((uri) =>
    [["resources/read", "--uri", uri], PROTOCOL_ERROR] as const
  ),
  [["prompts/list"], GOOD],
  [["prompts/get", "--prompt-name", "start"], GOOD],
  [["prompts/get", "--prompt-name", "handoff"], GOOD],
  [["prompts/get", "--prompt-name", "nope"], PROTOCOL_ERROR],
];

async function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    env,
    stdin: "null",
    signal,
  })
    .output();
  return { code, out: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

if (import.meta.main) {
  const folder = await Deno.makeTempDir(), faults: string[] = [], counts: string[] = [];
  const ctx = decodeURIComponent(new URL("../../conformance/ctx", import.meta.url).pathname);
  try {
    const install = ["install", "--silent", "--ignore-scripts", "--prefix", folder];
    const installed = await run("npm", [...install, `@modelcontextprotocol/inspector@${INSPECTOR}`]);
    if (installed.code !== 0) throw new Error(`The inspector cannot be had: ${installed.out}`);
    for (const era of ["legacy", "modern"]) {
      const home = `${folder}/${era}`, inspector = `${folder}/node_modules/.bin/mcp-inspector`;
      const words = [inspector, "--cli", "--protocol-era", era, "-e", `CTX_HOME=${home}`];
      await run(ctx, ["init"], { CTX_HOME: home });
      const ask = async (rest: readonly string[], wanted: number) => {
        const server = [ctx, "mcp", "--allow-delete", "--author", "inspector"];
        const { code, out } = await run("node", [
          ...words,
          ...server,
          "--method",
          ...rest,
          "--format",
          "json",
        ]);
        if (code !== wanted) {
          faults.push(`${era}: ${rest.join(" ")} ended with ${code}, not ${wanted}: ${out}`);
        }
      };
      for (const [tool, args, status] of CALLS) {
        await ask(["tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(args)], status);
      }
      for (const [rest, status] of REQUESTS) await ask(rest, status);
      counts.push(`${era}: ${CALLS.length} calls of tools and ${REQUESTS.length} other requests`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  for (const fault of faults) console.error(fault);
  const text =
    `# The protocol's inspector\n\nInspector ${INSPECTOR} in its command-line mode, against \`ctx mcp\`, on ` +
    `${Deno.build.os}. ${counts.join("; ")}. ${faults.length} ended otherwise than they should. Made by ` +
    "`deno task inspect`, which needs Node, npm and a network.\n";
  if (faults.length === 0) await Deno.writeTextFile(new URL("inspector.md", import.meta.url), text);
  console.log(text);
  Deno.exit(faults.length === 0 ? 0 : 1);
}

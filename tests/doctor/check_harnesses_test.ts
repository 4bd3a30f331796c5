import { assertEquals, assertStringIncludes } from "@std/assert";
import { examine } from "../../lib/doctor/examine.ts";
import { runGranted } from "../support/ctx_process.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

Deno.test("doctor notes each harness that is here and not wired, by hook or by pointer, and no other (§5.3)", async () => {
  await using root = await TemporaryRoot.initialised();
  const home = `${root.outside}/home`;
  const write = async (name: string, text: string) => {
    await Deno.mkdir(`${home}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${home}/${name}`, text);
  };
  const noted = async () => {
    const { findings, isWell } = await examine(root.open(), { userHome: home });
    assertEquals(isWell, true);
    return findings.filter(({ check }) => check === "harnesses").map(({ message }) =>
      message.split(" is here")[0]
    );
  };
  assertEquals(await noted(), []);
  await write(".claude/settings.json", '{"hooks": {}} // ctx started here once');
  await write(".codex/config.toml", "model = 1\n");
  await write(".gemini/settings.json", '{"command": "/abs/bin/ctx start --hook gemini"}');
  await write(".cursor/hooks.json", "{");
  assertEquals(await noted(), ["Claude Code", "Codex", "Cursor"]);
  await write(".claude/settings.json", '{"command": "/abs/bin/ctx", "args": ["start", "--hook", "claude"]}');
  await write(
    ".codex/AGENTS.md",
    "At the start of every session, run `ctx start` and follow the rules it prints.\n",
  );
  assertEquals(await noted(), ["Cursor"]);
  assertEquals((await examine(root.open())).findings, [], "without a home nothing is looked at");
});

Deno.test("doctor looks at no settings that it was not granted to read (§5.3)", async () => {
  await using root = await TemporaryRoot.initialised();
  const home = `${root.outside}/home`;
  await Deno.mkdir(`${home}/.claude`, { recursive: true });
  const run = (...more: string[]) => {
    const grants = [
      `--allow-read=${[root.path, ...more].join()}`,
      `--allow-write=${root.path}`,
      "--allow-env",
    ];
    return runGranted(grants, ["doctor"], { env: { CTX_HOME: root.path, HOME: home } });
  };
  assertEquals((await run()).out.includes("harnesses: Claude"), false);
  assertStringIncludes(
    (await run(`${home}/.claude`)).out,
    "note: harnesses: Claude Code is here (~/.claude)",
  );
});

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { HARNESSES, type HarnessName, sizeIn } from "../../../lib/memory/harness.ts";
import { ctx } from "../../support/command.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const NAMES = Object.keys(HARNESSES) as HarnessName[];
/** Characters that a shell would read, in a path that has to survive it. */
const ODD = `a "user's" $HOME дом`;

/** A home folder with an odd name, its context root not where it would be by itself. */
class Home implements AsyncDisposable {
  readonly root: TemporaryRoot;
  readonly path: string;
  readonly context: string;

  private constructor(root: TemporaryRoot) {
    this.root = root;
    this.path = `${root.outside}/${ODD}`;
    this.context = `${this.path}/my ctx's "root"`;
  }

  static async make(): Promise<Home> {
    const home = new Home(await TemporaryRoot.make());
    await Deno.mkdir(home.path);
    await ctx(home.context, ["init"]);
    await ctx(home.context, ["set", "current_focus", "Large uploads."]);
    return home;
  }

  /** Runs the command, with the harnesses' folders granted unless that is switched off. */
  async ctx(words: readonly string[], isGranted = true) {
    const env = { HOME: this.path, DENO_DIR: cache() };
    if (!isGranted) return await ctx(this.context, words, { env });
    // A grant with a space in it cannot go through CTX_GRANTS, so the command says itself how it is to be run.
    const plain = await ctx(this.context, words, { env });
    if (plain.code !== 1) return plain;
    const command = /\. Run: (.*)\n$/.exec(plain.stderr)?.[1];
    assert(command, plain.stderr);
    return await this.shell(command);
  }

  /** Runs a line as a harness does that was started from no shell. */
  async shell(line: string, { PATH = "/usr/bin:/bin", ...env }: Record<string, string> = {}) {
    const { code, stdout, stderr } = await new Deno.Command("sh", {
      // The shell itself is found as everywhere; what it runs has the short path.
      args: ["-c", 'PATH=$1; eval "$2"', "sh", PATH, line],
      clearEnv: true,
      env: { HOME: this.path, PATH: Deno.env.get("PATH") ?? "", DENO_DIR: cache(), ...env },
      cwd: "/",
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  async read(name: string): Promise<string> {
    return await Deno.readTextFile(`${this.path}/${name}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.root[Symbol.asyncDispose]();
  }
}

/** What Deno has cached is the machine's. */
function cache(): string {
  return Deno.env.get("DENO_DIR") ??
    `${Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME")}/.cache`}/deno`;
}

Deno.test("ctx wire shows what goes where for each harness, reads nothing and changes nothing", async () => {
  await using home = await Home.make();
  for (const harness of NAMES) {
    const { code, stdout, stderr } = await home.ctx(["wire", harness, "--author", "O'Neil"], false);
    assertEquals([code, stderr], [0, ""]);
    for (const part of ["hook: ", "pointer: ", "environment: ", "mcp: ", "memory: "]) {
      assertStringIncludes(stdout, `\n${part}`);
    }
    assertStringIncludes(stdout, "Project memory is ctx: run ctx start.");
    const { pieces, by_hand, apply } = JSON.parse(
      (await home.ctx(["wire", harness, "--json"], false)).stdout,
    );
    const parts = new Set([...pieces, ...by_hand].map(({ part }: { part: string }) => part));
    assertEquals([...parts].sort(), ["environment", "hook", "mcp", "memory", "pointer"]);
    for (const { file, place, content, merge } of pieces) {
      assert(file.startsWith(home.path) && [place, content, merge].every(Boolean));
      if (file.endsWith(".json")) JSON.parse(content);
    }
    assertEquals(apply === undefined, harness === "plain");
  }
  assertEquals([...Deno.readDirSync(home.path)].length, 1, "the context root alone");
});

Deno.test("without the grants --apply and unwire say which command to run, and that one does it", async () => {
  await using home = await Home.make();
  const refused = await home.ctx(["wire", "claude", "--apply"], false);
  assertEquals([refused.code, refused.stdout, refused.stderr.split("\n").length], [1, "", 2]);
  assertMatch(
    refused.stderr,
    /^ctx: Deno was not granted to read and write ".*\.claude"\. Run: .*--allow-read=.*wire claude --apply\n$/,
  );
  const done = await home.ctx(["wire", "claude", "--apply"]);
  assertEquals([done.code, done.stderr], [0, ""]);
  assertStringIncludes(done.stdout, "+");
  assertStringIncludes(done.stdout, "Claude Code is wired.");
  assertStringIncludes(
    (await home.ctx(["wire", "claude", "--apply"])).stdout,
    "Nothing to change: it is wired already.",
  );
  assertStringIncludes((await home.ctx(["wire", "claude", "--dry-run"])).stdout, "Nothing to change");
  const taken = await home.ctx(["unwire", "claude"]);
  assertEquals([taken.code, taken.stderr], [0, ""]);
  assertStringIncludes(taken.stdout, "-");
  assertStringIncludes((await home.ctx(["unwire", "claude"])).stdout, "Nothing of ctx is there.");
  assertEquals([...Deno.readDirSync(home.path)].map(({ name }) => name), [`my ctx's "root"`]);
});

Deno.test("what was wired runs from nowhere with a short path, from odd folders, and gives what the harness reads (BR-21, BR-52)", async () => {
  await using home = await Home.make();
  for (const harness of NAMES.filter((name) => name !== "plain")) {
    assertEquals((await home.ctx(["wire", harness, "--apply"])).code, 0);
  }
  const hookOf = (file: string, name: string) => async () => {
    const [entry] = JSON.parse(await home.read(file)).hooks[name];
    return entry.hooks?.[0] ?? entry;
  };
  const hooks: Partial<
    Record<HarnessName, () => Promise<{ command?: string; bash?: string; args?: string[] }>>
  > = {
    claude: hookOf(".claude/settings.json", "SessionStart"),
    codex: hookOf(".codex/hooks.json", "SessionStart"),
    gemini: hookOf(".gemini/settings.json", "SessionStart"),
    cursor: hookOf(".cursor/hooks.json", "sessionStart"),
    copilot: hookOf(".copilot/hooks/ctx.json", "sessionStart"),
  };
  for (const [harness, hook] of Object.entries(hooks)) {
    const { command, bash, args } = await hook(), { most, unit } = HARNESSES[harness as HarnessName];
    const words = args && [command!, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
    // Claude Code sets what its settings say.
    const env = harness === "claude" ? JSON.parse(await home.read(".claude/settings.json")).env : {};
    const { code, stdout, stderr } = await home.shell(words ?? command ?? bash!, env);
    assertEquals([code, stderr], [0, ""], harness);
    const output = JSON.parse(stdout);
    const text = output.hookSpecificOutput?.additionalContext ?? output.additional_context ??
      output.additionalContext;
    assertStringIncludes(text, "Large uploads.");
    assertStringIncludes(text, `You write as ${HARNESSES[harness as HarnessName].name}.`);
    assert(sizeIn(text, unit) <= most);
  }
  // The plugin of opencode is a program: its hooks and variables are data in its first lines.
  const plugin = await home.read(".config/opencode/plugins/ctx.ts");
  const [words] = JSON.parse(/^const hooks = (.*);$/m.exec(plugin)![1]!),
    variables = JSON.parse(/^const variables = (.*);$/m.exec(plugin)![1]!);
  const line = words.map((word: string) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  assertStringIncludes((await home.shell(line, variables)).stdout, "Large uploads.");
  // The servers answer, too.
  const { command, args, env } = JSON.parse(await home.read(".gemini/settings.json")).mcpServers.ctx;
  const server = [command, ...args].map((word: string) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const hello =
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}';
  assertStringIncludes(
    (await home.shell(`printf '%s\\n' '${hello}' | ${server}`, env)).stdout,
    '"serverInfo":{"name":"ctx"',
  );
});

Deno.test("ctx wire --check says of each piece whether it is there, as it was, runs and arrives", async () => {
  await using home = await Home.make();
  const check = async () => {
    const { stdout } = await home.ctx(["wire", "claude", "--check"], false);
    const again = /To look at all of it: (.*)\n/.exec(stdout)?.[1];
    assert(again, stdout);
    const { code, stdout: all } = await home.shell(`${again} --json`, { CTX_HOME: home.context });
    return {
      code,
      checks: JSON.parse(all).results[0].checks as { name: string; well: boolean; said: string }[],
    };
  };
  const before = await check();
  assertEquals(before.code, 1);
  const wrong = new Set(before.checks.filter(({ well }) => !well).map(({ name }) => name));
  assertEquals([...wrong].sort(), ["environment", "hook", "pointer"]);
  await home.ctx(["wire", "claude", "--apply"]);
  const { code, checks } = await check();
  assertEquals([code, checks.filter(({ well }) => !well)], [0, []]);
  assertStringIncludes(checks.find(({ name }) => name === "runs")!.said, "ends with status 0");
  assertMatch(checks.find(({ name }) => name === "cap")!.said, /^\d+ of 10000 characters/);
  const pointer = `${home.path}/.claude/CLAUDE.md`;
  await Deno.writeTextFile(pointer, (await Deno.readTextFile(pointer)).replace("Record", "Never record"));
  const changed = await check();
  assertEquals(changed.code, 1);
  assertEquals(
    changed.checks.filter(({ well }) => !well).map(({ name, said }) => [name, /changed/.test(said)]),
    [["pointer", true]],
  );
});

Deno.test("ctx launch prints a script that starts a harness from ctx with an instruction, or with the safe one (§5.3)", async () => {
  await using home = await Home.make();
  await Deno.mkdir(`${home.path}/bin`);
  const called = `${home.path}/called`;
  for (
    const [harness, program] of [
      ["claude", "claude"],
      ["codex", "codex"],
      ["gemini", "gemini"],
      ["cursor", "cursor-agent"],
      ["opencode", "opencode"],
      ["copilot", "copilot"],
    ]
  ) {
    const fake =
      `#!/bin/sh\nprintf '%s|%s|' "$CTX_AUTHOR" "$#" >"$HOME/called"\nfor word; do last=$word; done\nprintf '%s' "$last" >>"$HOME/called"\n`;
    await Deno.writeTextFile(`${home.path}/bin/${program}`, fake, { mode: 0o755 });
    const { code, stdout } = await home.ctx(["launch", harness!, "--author", "It's me"], false);
    assertEquals(code, 0);
    await Deno.writeTextFile(`${home.path}/launch`, stdout, { mode: 0o755 });
    const run = async (words: string) => {
      const ran = await home.shell(`"$HOME/launch" ${words}`, { PATH: `${home.path}/bin:/usr/bin:/bin` });
      assertEquals([ran.code, ran.stderr], [0, ""]);
      return await Deno.readTextFile(called);
    };
    const safe = await run("");
    assertMatch(safe, /^It's me\|[12]\|/);
    assertStringIncludes(safe, "Large uploads.");
    assert(
      safe.endsWith(
        "\n\nREAD ONLY. Say in a few lines where the last session left off, then wait for my instruction.",
      ),
      safe.slice(-200),
    );
    assert((await run(`'Fix $(id) "it"' now`)).endsWith('\n\nFix $(id) "it" now'));
  }
  await ctx(home.context, ["session", "write"], {
    stdin: `# S\n\n${"long ".repeat(30_000)}\n\n## Open\n- one\n`,
  });
  await home.shell(`"$HOME/launch"`, { PATH: `${home.path}/bin:/usr/bin:/bin` });
  const text = await Deno.readTextFile(called);
  assert(text.length < 12_000 && text.includes("cut or left out"), `${text.length}`);
});

Deno.test("wrong words of wire, unwire and launch are said in one line", async () => {
  await using home = await Home.make();
  for (
    const [words, says] of [
      [["wire"], "name of a harness is missing"],
      [["wire", "emacs"], "claude, codex"],
      [["unwire", "emacs"], "claude, codex"],
      [["launch", "plain"], "is not known"],
      [["wire", "claude", "--apply", "--check"], "--check goes with neither"],
      [["wire", "claude", "--project", "here"], "not an absolute path"],
      [["wire", "cursor", "--under", "/work"], "--project"],
    ] as const
  ) {
    const { code, stdout, stderr } = await home.ctx(words, false);
    assertEquals([code, stdout, stderr.split("\n").length], [2, "", 2], words.join(" "));
    assertStringIncludes(stderr, says);
  }
});

Deno.test("settings that are a link to a file elsewhere are wired by the command that names its folder too", async () => {
  await using home = await Home.make();
  await Deno.mkdir(`${home.path}/.cursor`);
  await Deno.mkdir(`${home.path}/dot files`);
  await Deno.writeTextFile(`${home.path}/dot files/hooks.json`, "{}\n");
  await Deno.symlink("../dot files/./hooks.json", `${home.path}/.cursor/hooks.json`);
  const first = await home.ctx(["wire", "cursor", "--apply"]);
  assertEquals(first.code, 1, "the link could not be seen before");
  const second = await home.shell(/\. Run: (.*)\n$/.exec(first.stderr)![1]!);
  assertEquals([second.code, second.stderr], [0, ""]);
  assert((await Deno.lstat(`${home.path}/.cursor/hooks.json`)).isSymlink);
  assertStringIncludes(await home.read("dot files/hooks.json"), "sessionStart");
});

Deno.test("ctx wire --check without a name looks at the harnesses that are used, and says which it may not look at", async () => {
  await using home = await Home.make();
  await Deno.mkdir(`${home.path}/.gemini`);
  const blind = await home.ctx(["wire", "--check"], false);
  assertEquals(blind.code, 1);
  assertStringIncludes(
    blind.stdout,
    "not looked at: Claude Code, Codex, Gemini CLI, Cursor, opencode, Copilot CLI\n",
  );
  const again = /To look at all of it: (.*)\n/.exec(blind.stdout)![1]!;
  const seen = await home.shell(again);
  assertMatch(seen.stdout, /^Gemini CLI\n {2}wrong: hook: /);
  assert(!seen.stdout.includes("Codex"));
  await home.ctx(["wire", "gemini", "--apply"]);
  const well = await home.shell(again);
  assertEquals([well.code, /wrong|unknown/.test(well.stdout)], [0, false], well.stdout);
});

Deno.test("a harness that passes its file over as it is, is not said to be wired", async () => {
  await using home = await Home.make();
  await Deno.mkdir(`${home.path}/.claude`);
  await Deno.writeTextFile(`${home.path}/.claude/settings.json`, '{\n  // mine\n  "model": "opus"\n}\n');
  for (let i = 0; i < 2; i++) {
    const { code, stdout } = await home.ctx(["wire", "claude", "--apply"]);
    assertEquals(code, 0);
    assertMatch(stdout, /\nClaude Code is not wired yet: mend what the note says first\.\n$/);
    assertStringIncludes(stdout, "comments or trailing commas");
  }
});

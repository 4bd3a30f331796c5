import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Trial } from "../../support/cli_trial.ts";

Deno.test("init makes the root and says what it made (§8.1, §13.5)", async () => {
  await using t = await Trial.make();
  const { status, out, err } = await t.ctx("init");
  assertEquals([status, err], [0, []]);
  assertEquals(out, `${t.home}\n  made: memory, sessions, RULES.md, .gitignore\n`);
  assertStringIncludes(await t.read("RULES.md"), "**READ means read.**");
  assertStringIncludes(await t.read(".gitignore"), "memory/.lock\n");
  assert((await Deno.stat(`${t.home}/sessions`)).isDirectory);
});

Deno.test("init again changes nothing and says what was there", async () => {
  await using t = await Trial.make();
  await t.write("RULES.md", "my own rules\n");
  await t.ctx("init");
  const before = await t.snapshot();
  const { status, out } = await t.ctx("init");
  assertEquals(status, 0);
  assertEquals(out, `${t.home}\n  there already: memory, sessions, RULES.md, .gitignore\n`);
  assertEquals(await t.snapshot(), before);
  assertEquals(await t.read("RULES.md"), "my own rules\n");
});

Deno.test("init --config writes a configuration that changes nothing (§5.2)", async () => {
  await using t = await Trial.make();
  const { out } = await t.ctx("init", "--config", "--json");
  const { home, made, present } = JSON.parse(out);
  assertEquals([home, present], [t.home, []]);
  assert(made.includes("config.jsonc"));
  await t.ctx("set", "k", "v");
  const { err } = await t.ctx("brief");
  assertEquals(err, [], "it can be read");
});

Deno.test("the first write makes a root with RULES.md, and no reading command does (§6)", async () => {
  await using t = await Trial.make();
  for (const words of [["get", "k"], ["list"], ["search", "x"], ["brief"], ["start"], ["session", "list"]]) {
    await t.ctx(...words);
    assertEquals(await t.snapshot(), []);
  }
  await t.ctx("set", "k", "v");
  assertStringIncludes(await t.read("RULES.md"), "# Rules");
});

const ATTRIBUTES = ["memory/*.json merge=ctx", "memory/history/*.jsonl merge=union", "packages/* -text"];
const CONFIG = [
  'git config merge.ctx.name "ctx stores, entry by entry"',
  'git config merge.ctx.driver "ctx merge-driver %O %A %B"',
];

Deno.test("init --git writes a .gitattributes, runs no git, and says the two lines to run (§8.5)", async () => {
  await using t = await Trial.make();
  const { status, out, err } = await t.ctx("init", "--git");
  assertEquals([status, err], [0, []]);
  assertEquals(await t.read(".gitattributes"), ATTRIBUTES.join("\n") + "\n");
  assertEquals(out.split("\n").slice(2), [
    "Run in that folder, once in each clone:",
    ...CONFIG.map((line) => `  ${line}`),
    "",
  ]);
  assert(!(await t.snapshot()).some((line) => line.includes("/.git/")));
  const again = JSON.parse((await t.ctx("init", "--git", "--json")).out);
  assertEquals([again.attributes_to_add, again.git_config], [[], CONFIG]);
});

Deno.test("init --git never changes a .gitattributes that is there, and says what it lacks", async () => {
  await using t = await Trial.make();
  const own = `*.md text\r\n  memory/*.json\tmerge=ctx  \r\n`;
  await t.write(".gitattributes", own);
  const { out } = await t.ctx("init", "--git");
  assertStringIncludes(
    out,
    `Add to the .gitattributes that is there:\n  ${ATTRIBUTES[1]}\n  ${ATTRIBUTES[2]}\nRun in`,
  );
  assertEquals(out.includes(`  ${ATTRIBUTES[0]}\n`), false);
  assertEquals(await t.read(".gitattributes"), own);
});

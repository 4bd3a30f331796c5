import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { InvalidInputError, StorageError } from "../../lib/errors.ts";
import { programOf } from "../../lib/wire/program.ts";
import { WireTrial } from "../support/wire_trial.ts";

/** Makes a folder in the home folder. */
async function project(trial: WireTrial): Promise<string> {
  const path = `${trial.home}/project`;
  await Deno.mkdir(path);
  return path;
}

Deno.test("a user's wiring and a project's are apart: one is taken out, the other stays (BR-58)", async () => {
  await using trial = await WireTrial.make();
  const facts = { project: await project(trial) };
  await trial.wire("claude");
  const user = await trial.tree();
  await trial.wire("claude", facts);
  const both = await trial.tree();
  await trial.unwire("claude", facts);
  assertEquals(await trial.tree(), user);
  await trial.wire("claude", facts);
  assertEquals(await trial.tree(), both);
  await trial.unwire("claude");
  assertEquals(Object.keys(await trial.tree()).filter((name) => !name.startsWith("project/")), []);
  await trial.unwire("claude", facts);
  assertEquals(await trial.tree(), { "project/": "" });
});

Deno.test("a harness that was never wired takes nothing out that another one needs (BR-58)", async () => {
  await using trial = await WireTrial.make();
  const facts = { project: await project(trial) };
  await trial.wire("codex", facts);
  const before = await trial.tree();
  assertStringIncludes(before["project/AGENTS.md"]!, "ctx:begin");
  await trial.unwire("cursor", facts);
  assertEquals(await trial.tree(), before);
});

Deno.test("two harnesses that share a pointer: it stays for as long as one of them is wired", async () => {
  for (const first of ["cursor", "copilot"] as const) {
    await using trial = await WireTrial.make();
    const facts = { project: await project(trial), author: "Me" };
    const second = first === "cursor" ? "copilot" : "cursor";
    await trial.wire("cursor", facts);
    await trial.wire("copilot", facts);
    const text = await trial.read("project/AGENTS.md");
    assertEquals(text.match(/ctx:begin/g)?.length, 1);
    await trial.unwire(first, facts);
    assertEquals(await trial.read("project/AGENTS.md"), text);
    await trial.unwire(second, facts);
    assertEquals(await trial.tree(), { "project/": "" });
  }
});

Deno.test("a variable that somebody set in .env is theirs, before and after", async () => {
  for (const own of ["CTX_AUTHOR=me\n", "export CTX_AUTHOR = me", "A=1\r\n  CTX_AUTHOR=\r\n"]) {
    await using trial = await WireTrial.make();
    await trial.write(".gemini/.env", own);
    const items = (await trial.wire("gemini")).flatMap(({ items }) => items);
    const left = items.filter(({ state }) => state === "left");
    assertEquals(left.map(({ why }) => why), ["it is set there already"]);
    assertMatch(left[0]!.found!, /CTX_AUTHOR/);
    assertEquals(await trial.read(".gemini/.env"), own);
    await trial.unwire("gemini");
    assertEquals(await trial.tree(), { ".gemini/": "", ".gemini/.env": own });
  }
});

Deno.test("a mark without its end is somebody's text, and a block is found also with blanks behind its marks", async () => {
  await using trial = await WireTrial.make();
  const half = "<!-- ctx:begin v1 sha256:deadbeef0123 -->\nhalf\nmine\n";
  await trial.write(".claude/CLAUDE.md", half);
  await trial.wire("claude");
  await trial.write(
    ".claude/CLAUDE.md",
    (await trial.read(".claude/CLAUDE.md")).replace(/-->\n(?=\S)/g, "--> \t\n") + "later\n",
  );
  const files = await trial.wire("claude");
  assert(files.every(({ items }) => items.every(({ state }) => state === "there")));
  assertEquals((await trial.unwire("claude")).flatMap(({ left }) => left), []);
  assertEquals((await trial.read(".claude/CLAUDE.md")).replace("--> \t\n", "-->\n"), `${half}later\n`);
});

Deno.test("a file that was made and has become a link since goes with its link", async () => {
  await using trial = await WireTrial.make();
  await trial.wire("claude");
  await Deno.mkdir(`${trial.home}/dotfiles`);
  await Deno.rename(`${trial.home}/.claude/CLAUDE.md`, `${trial.home}/dotfiles/CLAUDE.md`);
  await Deno.symlink("../dotfiles/CLAUDE.md", `${trial.home}/.claude/CLAUDE.md`);
  await trial.unwire("claude");
  assertEquals(await trial.tree(), { "dotfiles/": "" });
});

Deno.test("a link to nothing is named, and nothing is changed", async () => {
  await using trial = await WireTrial.make();
  await Deno.mkdir(`${trial.home}/.claude`);
  await Deno.symlink("../gone/CLAUDE.md", `${trial.home}/.claude/CLAUDE.md`);
  await assertRejects(() => trial.wire("claude"), StorageError, "a link to nothing");
  assertEquals([...Deno.readDirSync(`${trial.home}/.claude`)].map(({ name }) => name), ["CLAUDE.md"]);
});

Deno.test("a project that is not there is refused, and so is a grant that would name two folders", async () => {
  await using trial = await WireTrial.make();
  await assertRejects(
    () => trial.wire("codex", { project: `${trial.home}/nowhere` }),
    InvalidInputError,
    "is no folder",
  );
  assertThrows(() => trial.program.line(["wire"], ["/p,/etc"]), InvalidInputError, "comma");
  assertThrows(
    () => programOf({ deno: "deno", module: "file:///x/cli.ts" }, "/p,/etc"),
    InvalidInputError,
    "comma",
  );
  assertEquals(await trial.tree(), {});
});

Deno.test("settings that are nested too deep to be read are refused", async () => {
  await using trial = await WireTrial.make();
  for (
    const [harness, file, text] of [
      ["claude", ".claude/settings.json", `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
      ["codex", ".codex/config.toml", `a = ${"[".repeat(100_000)}${"]".repeat(100_000)}\n`],
    ] as const
  ) {
    await trial.write(file, text);
    await assertRejects(() => trial.wire(harness), InvalidInputError, "deep");
    assertEquals(await trial.read(file), text);
  }
});

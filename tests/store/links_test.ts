import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { StorageError } from "../../lib/errors.ts";
import { ctx } from "../support/command.ts";
import { entryJson, storeJson, TemporaryRoot } from "../support/temporary_root.ts";

const SUMMARY = "# Session\n\n## Open\n- an open item\n";

/** A root beside which something lies, to be linked to. */
async function rootAndOutside(): Promise<{ root: TemporaryRoot; outside: string }> {
  const root = await TemporaryRoot.initialised(), outside = `${root.outside}/elsewhere`;
  await Deno.mkdir(outside);
  return { root, outside };
}

Deno.test("a store that is a link within the root stays one, and its target is replaced (§8.1)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("kept/real.json", storeJson({ k: entryJson("old") }));
  await root.write("kept/.real.json.0123456789abcdef.tmp", "what a writer that was killed left");
  await Deno.chmod(root.at("kept/real.json"), 0o640);
  await Deno.symlink("../kept/real.json", root.at("memory/shared.json"));
  const { ino } = await Deno.stat(root.at("kept/real.json"));
  await root.open().set("k", "new");

  const link = await Deno.lstat(root.at("memory/shared.json")),
    target = await Deno.stat(root.at("kept/real.json"));
  assert(link.isSymlink);
  assertEquals([target.ino === ino, target.mode! & 0o777], [false, 0o640]);
  assertEquals((await root.entries()).get("k")!.value, "new");
  assertEquals(await root.leftovers(), []);
  assertEquals((await root.history()).length, 1);
});

Deno.test("a store that is a link out of the root is neither read nor written (§8.1)", async () => {
  const { root, outside } = await rootAndOutside();
  await using _root = root;
  const text = storeJson({ k: entryJson("outside") });
  await Deno.writeTextFile(`${outside}/shared.json`, text);
  await Deno.symlink("../../elsewhere/shared.json", root.at("memory/shared.json"));
  for (const words of [["get", "k"], ["set", "k", "w"], ["delete", "k"], ["list"], ["search", "outside"]]) {
    const { code, stdout, stderr } = await ctx(root.path, words);
    assertEquals({ words, code }, { words, code: 1 });
    assertStringIncludes(stderr, root.at("memory/shared.json"));
    assertStringIncludes(stderr, "out of the context root");
    assert(!stdout.includes("outside"));
  }
  const { code, stdout, stderr } = await ctx(root.path, ["start"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "shared ?");
  for (const stream of [stdout, stderr]) assertStringIncludes(stream, "memory/shared.json");
  assertEquals(await Deno.readTextFile(`${outside}/shared.json`), text);
});

Deno.test("a link to a store that is not there is refused, and nothing is made of it (§8.1)", async () => {
  const { root, outside } = await rootAndOutside();
  await using _root = root;
  for (const target of ["nowhere.json", "../../elsewhere/nowhere.json"]) {
    await Deno.symlink(target, root.at("memory/shared.json"));
    await assertRejects(() => root.open().set("k", "v"), StorageError, "link to nothing");
    await assertRejects(() => root.open().get("k"), StorageError, "link to nothing");
    assertEquals((await root.open().start()).brief.counts.shared, null);
    await Deno.remove(root.at("memory/shared.json"));
  }
  assertEquals([...Deno.readDirSync(outside)], []);
});

Deno.test("memory linked out of the root is refused: nothing is read, made or swept there (§8.1)", async () => {
  const { root, outside } = await rootAndOutside();
  await using _root = root;
  await Deno.remove(root.at("memory"), { recursive: true });
  await Deno.symlink("../elsewhere", root.at("memory"));
  await Deno.writeTextFile(`${outside}/.x.0123456789abcdef.tmp`, "not ours");
  const { code, stderr } = await ctx(root.path, ["set", "k", "v"]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "out of the context root");
  await assertRejects(() => root.open().get("k"), StorageError);
  const started = await ctx(root.path, ["start"]);
  assertEquals(started.code, 0);
  assertStringIncludes(started.stdout, "out of the context root");
  assertEquals([...Deno.readDirSync(outside)].map(({ name }) => name), [".x.0123456789abcdef.tmp"]);
});

Deno.test("a history linked out of the root is refused before anything is written (§8.1)", async () => {
  const { root, outside } = await rootAndOutside();
  await using _root = root;
  await root.open().set("k", "v");
  await Deno.symlink("../../elsewhere", root.at("memory/history"));
  const before = await root.read("memory/shared.json");
  await assertRejects(() => root.open().set("k", "w"), StorageError, "out of the context root");
  assertEquals(await root.read("memory/shared.json"), before);
  assertEquals([...Deno.readDirSync(outside)], []);
});

Deno.test("RULES.md linked out of the root is not shown, and start says so (§5.1, §8.1)", async () => {
  const { root, outside } = await rootAndOutside();
  await using _root = root;
  await Deno.writeTextFile(`${outside}/RULES.md`, "rules from outside");
  await Deno.remove(root.at("RULES.md"));
  await Deno.symlink("../elsewhere/RULES.md", root.at("RULES.md"));
  await root.open().set("k", "v");
  const { code, stdout, stderr } = await ctx(root.path, ["start"]);
  assertEquals(code, 0);
  assert(!stdout.includes("rules from outside"));
  for (const stream of [stdout, stderr]) assertStringIncludes(stream, root.at("RULES.md"));
  assert((await Deno.lstat(root.at("RULES.md"))).isSymlink);
});

Deno.test("a summary linked out of the root is not shown, nor is an older one in its place (§5.2, §8.1)", async () => {
  const { root, outside } = await rootAndOutside();
  await using _root = root;
  await Deno.writeTextFile(`${outside}/s.md`, SUMMARY.replace("an open item", "from outside"));
  await root.write("sessions/2026-10-12_session.md", SUMMARY);
  await Deno.symlink("../../elsewhere/s.md", root.at("sessions/2026-10-13_session.md"));
  const { code, stdout, stderr } = await ctx(root.path, ["start"]);
  assertEquals(code, 0);
  for (const text of ["from outside", "an open item"]) assert(!stdout.includes(text));
  for (const stream of [stdout, stderr]) assertStringIncludes(stream, "2026-10-13_session.md");
  assertEquals((await ctx(root.path, ["session", "show"])).code, 1);
  assertEquals((await ctx(root.path, ["session", "show", "2026-10-12"])).code, 0);
});

Deno.test("sessions linked out of the root is refused for reading and for writing (§7, §8.1)", async () => {
  const { root, outside } = await rootAndOutside();
  await using _root = root;
  await Deno.writeTextFile(`${outside}/2026-10-13_session.md`, SUMMARY);
  await Deno.remove(root.at("sessions"));
  await Deno.symlink("../elsewhere", root.at("sessions"));
  const { code, stdout } = await ctx(root.path, ["start"]);
  assertEquals(code, 0);
  assert(!stdout.includes("an open item"));
  assertStringIncludes(stdout, root.at("sessions"));
  const written = await ctx(root.path, ["session", "write"], { stdin: SUMMARY });
  assertEquals(written.code, 1);
  assertStringIncludes(written.stderr, root.at("sessions"));
  assertEquals([...Deno.readDirSync(outside)].map(({ name }) => name), ["2026-10-13_session.md"]);
});

Deno.test("config.jsonc linked out of the root is not followed, and start says so (§8.1)", async () => {
  const { root, outside } = await rootAndOutside();
  await using _root = root;
  await Deno.writeTextFile(`${outside}/config.jsonc`, '{"credentials": "warn"}');
  await Deno.symlink("../elsewhere/config.jsonc", root.at("config.jsonc"));
  assertEquals((await root.open().settings()).credentials, "refuse");
  const { code, stdout } = await ctx(root.path, ["start"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "config.jsonc");
});

Deno.test("folders linked within the root work (§8.1)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.at("real/memory"), { recursive: true });
  await Deno.mkdir(root.at("real/sessions"));
  await Deno.symlink("real/memory", root.at("memory"));
  await Deno.symlink("real/sessions", root.at("sessions"));
  for (const value of ["v", "w"]) assertEquals((await ctx(root.path, ["set", "k", value])).code, 0);
  assertEquals((await ctx(root.path, ["session", "write"], { stdin: SUMMARY })).code, 0);
  assertStringIncludes((await ctx(root.path, ["start"])).stdout, "an open item");
  assertEquals((await root.history()).length, 1);
  assert((await Deno.lstat(root.at("memory"))).isSymlink);
});

Deno.test("a root that is itself a link works, with no more than that link granted (§8.1)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.path);
  const link = `${root.outside}/link`;
  await Deno.symlink("ctx", link);
  for (const words of [["init"], ["set", "k", "v"], ["amend", "k", "n"], ["get", "k"], ["delete", "k"]]) {
    const { code, stderr } = await ctx(link, words);
    assertEquals({ words, code, stderr }, { words, code: 0, stderr: "" });
  }
  assertEquals((await ctx(link, ["session", "write"], { stdin: SUMMARY })).code, 0);
  assertStringIncludes((await ctx(link, ["start"])).stdout, "an open item");
});

Deno.test("a root that is a link to nothing is named, and start exits 0 (§5.1, §8.1)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.symlink("nowhere", root.path);
  for (const words of [["set", "k", "v"], ["init"]]) {
    const { code, stderr } = await ctx(root.path, words);
    assertEquals({ words, code }, { words, code: 1 });
    assertStringIncludes(stderr, root.path);
    assert(!stderr.includes("fault of ctx"));
  }
  const { code, stdout } = await ctx(root.path, ["start"]);
  assertEquals(code, 0);
  assertStringIncludes(stdout, root.path);
});

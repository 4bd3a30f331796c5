import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { StorageError } from "../../lib/errors.ts";
import { RULES } from "../../lib/memory/rules_md.ts";
import { makeFiles, makeFolders } from "../../lib/store/make_root.ts";
import { LAYOUT, Root } from "../../lib/store/root.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";
import { testWith } from "../support/test_with.ts";

Deno.test("makeFolders() makes the root, memory and sessions, and says which were there (§8.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  const root = new Root(temporary.path);
  assertEquals(await makeFolders(root), { made: [".", "memory", "sessions"], present: [] });
  await Deno.remove(temporary.at("sessions"));
  assertEquals(await makeFolders(root), { made: ["sessions"], present: [".", "memory"] });
});

Deno.test("makeFiles() writes RULES.md with the four rules, .gitignore and config.jsonc, and touches none again (§6)", async () => {
  await using temporary = await TemporaryRoot.make();
  const root = new Root(temporary.path), names = [LAYOUT.rules, LAYOUT.gitignore, LAYOUT.config] as const;
  await makeFolders(root);
  assertEquals(await makeFiles(root, names), {
    made: ["RULES.md", ".gitignore", "config.jsonc"],
    present: [],
  });
  assertEquals(await temporary.read("RULES.md"), RULES);
  assertEquals((await temporary.read(".gitignore")).split("\n").includes("memory/.lock"), true);
  for (const name of names) await temporary.write(name, "the operator's own");
  const before = await temporary.snapshot();
  assertEquals(await makeFiles(root, names), {
    made: [],
    present: ["RULES.md", ".gitignore", "config.jsonc"],
  });
  assertEquals(await temporary.snapshot(), before);
});

testWith("git", "git leaves out the lock and files of a moment, and nothing else (§8.5)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const context = temporary.open();
  for (const value of ["v", "w"]) await context.set("k", value);
  await temporary.write("memory/.index/shared.db", "derived");
  await temporary.write("memory/.shared.json.0123456789abcdef.tmp", "half");
  const git = async (...args: string[]) => {
    const { stdout } = await new Deno.Command("git", { args: ["-C", temporary.path, ...args] }).output();
    return new TextDecoder().decode(stdout);
  };
  await git("init", "-q");
  const listed = (await git("ls-files", "--others", "--exclude-standard")).trim().split("\n").sort();
  assertEquals(listed, [".gitignore", "RULES.md", "memory/history/shared.jsonl", "memory/shared.json"]);
});

Deno.test("init() is idempotent, reports what it did, and never overwrites (§13.5)", async () => {
  await using temporary = await TemporaryRoot.make();
  const context = temporary.open(), all = [".", "memory", "sessions", "RULES.md", ".gitignore"];
  assertEquals(await context.init(), { made: all, present: [] });
  assertEquals(await context.init(), { made: [], present: all });
  assertEquals(await context.init({ config: true }), { made: ["config.jsonc"], present: all });
  assertEquals((await context.settings()).credentials, "refuse");
});

Deno.test("makeFolders() names what stands in a folder's place (§8.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  await temporary.write("memory", "a file");
  const error = await assertRejects(() => makeFolders(new Root(temporary.path)), StorageError);
  assertStringIncludes(error.message, temporary.at("memory"));
});

/** The folders that something has synced, in their order. */
async function foldersSynced(use: () => Promise<unknown>): Promise<string[]> {
  const open = Deno.open, paths = new Map<Deno.FsFile, string>(), synced: string[] = [];
  const sync = Deno.FsFile.prototype.sync;
  Deno.open = async (path, options) => {
    const file = await open(path, options);
    paths.set(file, String(path));
    return file;
  };
  Deno.FsFile.prototype.sync = async function () {
    synced.push(paths.get(this)!);
    await sync.call(this);
  };
  try {
    await use();
  } finally {
    Deno.open = open;
    Deno.FsFile.prototype.sync = sync;
  }
  return synced;
}

Deno.test("makeFolders() has the disk take the names of what it made, RULES.md there or not (§8.3)", async () => {
  await using temporary = await TemporaryRoot.make();
  const path = `${temporary.path}/deep/er`, root = new Root(path);
  assertEquals(await foldersSynced(() => makeFolders(root)), [
    temporary.outside, // which holds ctx,
    temporary.path, // which holds deep
    path,
    `${temporary.path}/deep`, // which holds the root
  ]);
  assertEquals(await foldersSynced(() => makeFolders(root)), []);
  await Deno.writeTextFile(`${path}/RULES.md`, "rules");
  await Deno.remove(`${path}/sessions`);
  assertEquals(await foldersSynced(() => makeFolders(root)), [path]);
});

Deno.test("a root whose names the disk does not take is a write that failed, not one that was done (§8.3)", async () => {
  await using temporary = await TemporaryRoot.make();
  const sync = Deno.FsFile.prototype.sync;
  Deno.FsFile.prototype.sync = () => Promise.reject(new Error("Input/output error (os error 5)"));
  try {
    const error = await assertRejects(() => temporary.open().set("k", "v"), StorageError);
    assertStringIncludes(error.message, `Cannot make "${temporary.path}"`);
    const second = await assertRejects(() => temporary.open().set("k", "v"), StorageError);
    assertStringIncludes(second.message, `Cannot write "${temporary.path}"`);
  } finally {
    Deno.FsFile.prototype.sync = sync;
  }
  assertEquals((await temporary.names()).includes("memory/shared.json"), false);
});

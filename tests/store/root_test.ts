import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { InvalidInputError, StorageError } from "../../lib/errors.ts";
import { isThere, makeFolder, Root, sizeOf } from "../../lib/store/root.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

Deno.test("Root refuses a relative path, the top of the file system and a zero byte (§8.1)", {
  permissions: "none",
}, () => {
  for (const path of ["", "ctx", "./ctx", "~/ctx", "/", "///", "/tmp/\0ctx"]) {
    assertThrows(() => new Root(path), InvalidInputError);
  }
});

Deno.test("Root drops slashes at the end of its path (§8.1)", { permissions: "none" }, () => {
  assertEquals(new Root("/somewhere/ctx//").path, "/somewhere/ctx");
  assertEquals(new Root("/somewhere/ctx").file("memory/.lock"), "/somewhere/ctx/memory/.lock");
});

Deno.test("resolve() gives nothing for what is not there (§8.2)", async () => {
  await using temporary = await TemporaryRoot.make();
  const root = new Root(temporary.path);
  assertEquals(root.exists(), false);
  assertEquals(root.resolve("memory/shared.json"), undefined);
  await Deno.mkdir(temporary.path);
  assertEquals(root.exists(), true);
  assertEquals(root.resolve("memory/shared.json"), undefined);
});

Deno.test("resolve() follows a link within the root to the file it points to (§8.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  await temporary.write("kept/real.json", "{}");
  await Deno.mkdir(temporary.at("memory"));
  await Deno.symlink("../kept/real.json", temporary.at("memory/shared.json"));
  assertEquals(new Root(temporary.path).resolve("memory/shared.json"), temporary.at("kept/real.json"));
});

Deno.test("resolve() names files from the root as it was given, also when the root is a link (§8.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  await temporary.write("memory/shared.json", "{}");
  const link = `${temporary.outside}/link`;
  await Deno.symlink("ctx", link);
  assertEquals(new Root(link).resolve("memory/shared.json"), `${link}/memory/shared.json`);
});

Deno.test("resolve() refuses a link that leads out of the root, a name that begins alike included (§8.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  await Deno.mkdir(temporary.path);
  for (const target of ["../elsewhere", "../ctx_other/file", temporary.outside]) {
    const path = target.startsWith("/") ? target : temporary.at(target);
    if (target !== temporary.outside) {
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(path, "outside");
    }
    await Deno.symlink(target, temporary.at("RULES.md"));
    const error = assertThrows(() => new Root(temporary.path).resolve("RULES.md"), StorageError);
    assertStringIncludes(error.message, "RULES.md");
    assertStringIncludes(error.message, "out of the context root");
    await Deno.remove(temporary.at("RULES.md"));
  }
});

Deno.test("resolve() refuses what is not there yet in a folder that leads out of the root (§8.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  await Deno.mkdir(temporary.path);
  await Deno.mkdir(`${temporary.outside}/elsewhere`);
  await Deno.symlink("../elsewhere", temporary.at("memory"));
  const root = new Root(temporary.path);
  for (const name of ["memory", "memory/shared.json", "memory/.lock", "memory/history/shared.jsonl"]) {
    assertThrows(() => root.resolve(name), StorageError, "out of the context root");
  }
});

Deno.test("resolve() refuses a link to nothing, and a folder that is one (§8.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  await Deno.mkdir(temporary.path);
  await Deno.symlink("nowhere", temporary.at("RULES.md"));
  await Deno.symlink("nowhere", temporary.at("memory"));
  const root = new Root(temporary.path);
  for (const name of ["RULES.md", "memory", "memory/shared.json"]) {
    const error = assertThrows(() => root.resolve(name), StorageError, "link to nothing");
    assert(error.hint);
  }
});

Deno.test("resolve() refuses links that go round in a circle (§8.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  await Deno.mkdir(temporary.path);
  await Deno.symlink("b", temporary.at("a"));
  await Deno.symlink("a", temporary.at("b"));
  assertThrows(() => new Root(temporary.path).resolve("a"), StorageError);
});

Deno.test("resolve() does not mistake a file that comes into being for a link to nothing (§8.3)", async () => {
  await using temporary = await TemporaryRoot.make();
  await Deno.mkdir(temporary.path);
  const root = new Root(temporary.path), path = temporary.at("RULES.md");
  const realPath = Deno.realPathSync, looks: string[] = [];
  try {
    // Somebody makes the file between the first look and the second.
    Deno.realPathSync = (name) => {
      try {
        return realPath(name);
      } finally {
        looks.push(String(name));
        if (name === path) Deno.writeTextFileSync(path, "rules");
      }
    };
    assertEquals(root.resolve("RULES.md"), path);
  } finally {
    Deno.realPathSync = realPath;
  }
  // Were the file not made in between, nothing would have looked twice.
  assertEquals(looks.filter((name) => name === path).length, 2);
});

Deno.test("isThere() sees a link to nothing", async () => {
  await using temporary = await TemporaryRoot.make();
  const link = `${temporary.outside}/link`;
  assertEquals(isThere(link), false);
  await Deno.symlink("nowhere", link);
  assertEquals(isThere(link), true);
});

Deno.test("makeFolder() makes the folders above as well, for their owner alone (§11)", async () => {
  await using temporary = await TemporaryRoot.make();
  assertEquals(await makeFolder(`${temporary.path}/a/b`), true);
  assertEquals(await makeFolder(`${temporary.path}/a/b`), false);
  for (const name of [".", "a", "a/b"]) assertEquals(await temporary.mode(name), 0o700);
});

Deno.test("makeFolder() names a file, or a link to nothing, that bears the folder's name (§8.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  await Deno.writeTextFile(temporary.path, "a file");
  await assertRejects(() => makeFolder(temporary.path), StorageError, temporary.path);
  await Deno.remove(temporary.path);
  await Deno.symlink("nowhere", temporary.path);
  await assertRejects(() => makeFolder(temporary.path), StorageError, temporary.path);
});

Deno.test("sizeOf() is a file's size in bytes through a link too, and 0 for what is not there or leads out", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("memory/shared.json", "é");
  await Deno.symlink("shared.json", root.at("memory/agent.json"));
  await Deno.symlink("/etc/passwd", root.at("memory/operator.json"));
  const opened = new Root(root.path);
  assertEquals(sizeOf(opened, "memory/shared.json"), 2);
  assertEquals(sizeOf(opened, "memory/agent.json"), 2);
  assertEquals(sizeOf(opened, "memory/operator.json"), 0);
  assertEquals(sizeOf(opened, "memory/none.json"), 0);
});

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { CtxError, StorageError } from "../../lib/errors.ts";
import {
  createFile,
  isLeftover,
  replaceFile,
  stageFile,
  sweep,
  syncFolder,
  writeAll,
} from "../../lib/store/atomic_write.ts";
import { failing, operationsOf } from "../support/faulty_disk.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("stageFile() writes beside the file, and commit() puts it in the file's place (§8.3)", async () => {
  await using root = await TemporaryRoot.make();
  await root.write("file", "old");
  const staged = await stageFile(root.at("file"), bytes("new"));
  assert(/\/ctx\/\.file\.[0-9a-f]{16}\.tmp$/.test(staged.path));
  assertEquals([await root.read("file"), await Deno.readTextFile(staged.path)], ["old", "new"]);
  await staged.commit();
  assertEquals([await root.read("file"), await root.names()], ["new", ["file"]]);
  await staged.discard();
  assertEquals(await root.read("file"), "new");
});

Deno.test("discard() leaves the old file and nothing beside it (§8.3)", async () => {
  await using root = await TemporaryRoot.make();
  await root.write("file", "old");
  const staged = await stageFile(root.at("file"), bytes("new"));
  await staged.discard();
  assertEquals([await root.read("file"), await root.names()], ["old", ["file"]]);
});

Deno.test("stageFile() never takes the same name twice (§8.3)", async () => {
  await using root = await TemporaryRoot.make();
  await root.write("file", "old");
  const staged = await Promise.all(
    Array.from({ length: 50 }, (_, n) => stageFile(root.at("file"), bytes(`${n}`))),
  );
  assertEquals(new Set(staged.map(({ path }) => path)).size, 50);
  for (const one of staged) await one.discard();
});

Deno.test("replaceFile() leaves a reader that has the old file open the whole of it (§8.3)", async () => {
  await using root = await TemporaryRoot.make();
  await root.write("file", "old ".repeat(10_000));
  const reader = await Deno.open(root.at("file"));
  await replaceFile(root.at("file"), bytes("new"));
  assertEquals(await new Response(reader.readable).text(), "old ".repeat(10_000));
  assertEquals(await root.read("file"), "new");
});

Deno.test("a failed rename leaves the old file, and names it; the target is never removed first (§8.3, BR-20)", async () => {
  await using root = await TemporaryRoot.make();
  await root.write("file", "old");
  const rename = Deno.rename;
  let seen = "";
  Deno.rename = async () => {
    seen = await root.read("file");
    throw new Deno.errors.PermissionDenied("Access is denied (os error 5)");
  };
  try {
    const error = await assertRejects(() => replaceFile(root.at("file"), bytes("new")), StorageError);
    assertStringIncludes(error.message, root.at("file"));
  } finally {
    Deno.rename = rename;
  }
  assertEquals([seen, await root.read("file"), await root.names()], ["old", "old", ["file"]]);
});

Deno.test("createFile() writes nothing where a name is taken, by a link to nothing too (§7)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.path);
  assertEquals(await createFile(root.at("new"), bytes("first")), true);
  assertEquals(await createFile(root.at("new"), bytes("second")), false);
  await Deno.symlink("nowhere", root.at("link"));
  assertEquals(await createFile(root.at("link"), bytes("third")), false);
  assertEquals([await root.read("new"), await root.names(), await root.mode("new")], ["first", [
    "link",
    "new",
  ], 0o600]);
});

Deno.test("createFile() lets one of many that are after a name have it, and the others know (§7, BR-98)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.path);
  const had = await Promise.all(
    Array.from({ length: 20 }, (_, n) => createFile(root.at("name"), bytes(`${n}`))),
  );
  assertEquals(had.filter(Boolean).length, 1);
  assertEquals([await root.read("name"), await root.names()], [`${had.indexOf(true)}`, ["name"]]);
});

Deno.test("createFile() works where the file system has no hard links (§7)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.path);
  const link = Deno.link;
  Deno.link = () => Promise.reject(new Deno.errors.PermissionDenied("Operation not permitted (os error 1)"));
  try {
    assertEquals(await createFile(root.at("new"), bytes("first")), true);
    assertEquals(await createFile(root.at("new"), bytes("second")), false);
  } finally {
    Deno.link = link;
  }
  assertEquals([await root.read("new"), await root.names()], ["first", ["new"]]);
});

Deno.test("sweep() passes over a folder that is not there (§8.3)", async () => {
  await using root = await TemporaryRoot.make();
  await sweep(root.path);
  assertEquals(await Deno.lstat(root.path).catch(() => "none"), "none");
});

Deno.test("sweep() leaves what bears a temporary file's name and is no file, or cannot be removed (§8.3)", async () => {
  await using root = await TemporaryRoot.initialised();
  const name = (letter: string) => `memory/.shared.json.${letter.repeat(16)}.tmp`;
  await Deno.mkdir(root.at(name("a")));
  await root.write(`${name("b")}/inside`, "somebody's");
  await root.write(name("c"), "half");
  await Deno.symlink("nowhere", root.at(name("d")));
  await root.write(name("e"), "kept");
  const remove = Deno.remove;
  Deno.remove = (path, options) =>
    String(path).endsWith(name("e"))
      ? Promise.reject(new Deno.errors.PermissionDenied("Operation not permitted (os error 1)"))
      : remove(path, options);
  try {
    for (const value of ["v", "w"]) await root.open().set("k", value);
    await root.open().delete("k");
    await root.open().sessions.write("# S\n\n## Open\n- none\n");
  } finally {
    Deno.remove = remove;
  }
  assertEquals(await root.leftovers(), [`${name("a")}/`, `${name("b")}/`, `${name("b")}/inside`, name("e")]);
});

Deno.test("stageFile() writes what comes piece by piece, and leaves nothing when a piece fails to come (§8.3)", async () => {
  await using root = await TemporaryRoot.make();
  await root.write("file", "old");
  function* pieces(fails: boolean) {
    yield bytes("one ");
    if (fails) throw new StorageError("Cannot read the other file");
    yield bytes("two");
  }
  await assertRejects(() => stageFile(root.at("file"), pieces(true)), StorageError, "the other file");
  assertEquals([await root.read("file"), await root.names()], ["old", ["file"]]);
  await (await stageFile(root.at("file"), pieces(false))).commit();
  assertEquals([await root.read("file"), await root.names()], ["one two", ["file"]]);
});

Deno.test("syncFolder() says that what was written may not last (§8.3)", async () => {
  await using root = await TemporaryRoot.make();
  const error = await assertRejects(() => syncFolder(root.path), StorageError);
  assertStringIncludes(error.message, "Written to");
  assertStringIncludes(error.message, root.path);
});

Deno.test("writeAll() goes on where the disk takes a part at a time, and passes on what it throws (§8.3)", async () => {
  const taken: number[] = [];
  const slow = {
    write: (part: Uint8Array) => {
      taken.push(...part.subarray(0, 3));
      return Promise.resolve(Math.min(3, part.length));
    },
  } as Deno.FsFile;
  await writeAll(slow, new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]));
  assertEquals(taken, [1, 2, 3, 4, 5, 6, 7, 8]);
  const broken = {
    write: () => Promise.reject(new Error("Input/output error (os error 5)")),
  } as unknown as Deno.FsFile;
  await assertRejects(() => writeAll(broken, bytes("text")), Error, "Input/output error");
});

/** The writes whose every step is made to fail. */
const WRITES: Readonly<Record<string, (root: TemporaryRoot) => Promise<unknown>>> = {
  "set of a new key": (root) => root.open().set("new", "value"),
  "set in place of a value": (root) => root.open().set("k", "value"),
  "amend": (root) => root.open().amend("k", "note"),
  "delete": (root) => root.open().delete("k"),
  "session write": (root) => root.open().sessions.write("# S\n\n## Open\n- none\n", { date: "2026-10-13" }),
  "init": (root) => root.open().init({ config: true }),
};

for (const [what, write] of Object.entries(WRITES)) {
  Deno.test(`whatever step of ${what} the disk refuses, each file is the old one or the new one (§8.3)`, async () => {
    await using before = await prepared();
    const steps = await operationsOf(() => write(before));
    assert(steps.length > 5, `only ${steps}`);
    for (let step = 0; step < steps.length; step++) {
      await using root = await prepared();
      const files = await filesOf(root);
      const error = await failing(step, () => write(root));
      const at = `step ${step}, ${steps[step]}`, now = await filesOf(root);
      if (error !== undefined) {
        assert(error instanceof CtxError, `${at}: ${error}`);
        // The history may tell of a change that did not come about; a failure after the rename says that it did.
        if (!error.message.startsWith("Written to")) {
          for (const [name, text] of files) {
            if (!name.includes("history")) assertEquals(now.get(name), text, at);
          }
        }
      }
      for (const [name, text] of now) {
        if (name.endsWith(".json")) JSON.parse(text);
        if (name.endsWith(".jsonl")) {
          for (const line of text.split("\n")) if (line !== "") JSON.parse(line);
        }
      }
      if (steps[step] !== "remove") assertEquals(await root.leftovers(), [], at);
      // The next write of either kind works, and leaves nothing behind.
      await root.open().set("next", "value");
      await root.open().sessions.write("# S\n\n## Open\n- none\n");
      assertEquals((await root.entries()).get("next")!.value, "value", at);
      assertEquals(await root.leftovers(), [], at);
    }
  });
}

async function prepared(): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.initialised(), context = root.open();
  await context.set("k", "first");
  await context.set("k", "second");
  await context.set("other", "stays");
  return root;
}

async function filesOf(root: TemporaryRoot): Promise<Map<string, string>> {
  const names = (await root.names()).filter((name) => !name.endsWith("/"));
  return new Map(await Promise.all(names.map(async (name) => [name, await root.read(name)] as const)));
}

Deno.test("isLeftover() knows the names of files of a moment, and takes no other for one", () => {
  assert(isLeftover(".shared.json.0123456789abcdef.tmp"));
  for (
    const name of [
      "shared.json",
      "shared.json.0123456789abcdef.tmp",
      ".shared.json.0123456789abcde.tmp",
      ".shared.json.0123456789ABCDEF.tmp",
      ".shared.json.0123456789abcdef.tmp~",
      "..0123456789abcdef.tmp",
      ".tmp",
    ]
  ) assertEquals(isLeftover(name), false, name);
});

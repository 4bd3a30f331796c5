import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ConflictError, InvalidInputError, NotFoundError, RefusedError } from "../lib/errors.ts";
import { JsonText } from "../lib/json/exact.ts";
import { TemporaryRoot } from "./support/temporary_root.ts";

/** The values that somebody edits, where they still are. */
async function left(root: TemporaryRoot): Promise<string[]> {
  return (await root.names()).filter((name) => name.startsWith(".edit_"));
}

const writes = (text: string) => (path: string) => Deno.writeTextFile(path, text);

Deno.test("edit() hands a value over in a file of its owner's, and stores what it then holds (§4.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open({ author: "Agent One" });
  await context.set("k", "two\nlines", { tags: ["x"] });
  const written = await context.edit("k", async (path) => {
    assert(path.startsWith(`${root.path}/.edit_`) && path.endsWith(".tmp"));
    assertEquals(await root.mode(path.slice(root.path.length + 1)), 0o600);
    assertEquals(await Deno.readTextFile(path), "two\nlines\n");
    await Deno.writeTextFile(path, "three\nmore\nlines\n");
  });
  assertEquals([written?.entry.value, written?.entry.tags], ["three\nmore\nlines", ["x"]]);
  assertEquals(written?.earlier?.entry.value, "two\nlines");
  assertEquals(await left(root), []);
});

Deno.test("edit() writes nothing where nothing was changed, an ended last line included", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  for (const value of ["v", "", "ended\n", "return\r", new JsonText('{"a":[1.10,"x"]}')]) {
    await context.set("k", value);
    const before = await root.contents();
    assertEquals(await context.edit("k", () => Promise.resolve()), undefined);
    assertEquals(await root.contents(), before);
  }
  await context.set("k", "v");
  assertEquals(await context.edit("k", writes("v")), undefined);
  assertEquals(await left(root), []);
});

Deno.test("edit() lays a value that is no string out as JSON, and keeps its digits", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", new JsonText('{"a":1.10,"b":[]}'), { store: "agent" });
  await context.edit("k", async (path) => {
    const text = await Deno.readTextFile(path);
    assertEquals(text, '{\n  "a": 1.10,\n  "b": []\n}\n');
    await Deno.writeTextFile(path, text.replace("[]", "12345678901234567890"));
  }, { store: "agent" });
  const { valueText } = await context.get("k", { store: "agent" });
  assertEquals(valueText, '{"a":1.10,"b":12345678901234567890}');
});

Deno.test("edit() keeps a string a string, whatever it looks like", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  assertEquals((await root.open().edit("k", writes("007\n")))?.entry.value, "007");
});

Deno.test("edit() refuses when the entry was changed meanwhile, within the same second too, and keeps what was written", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open({ now: () => new Date("2026-10-13T09:41:07Z") });
  await context.set("k", "v");
  const error = await assertRejects(
    () =>
      context.edit("k", async (path) => {
        await context.set("k", "another's");
        await Deno.writeTextFile(path, "mine\n");
      }),
    ConflictError,
    "was changed while it was edited",
  );
  assertEquals((await context.get("k")).entry.value, "another's");
  const [name] = await left(root);
  assertEquals(await root.read(name!), "mine\n");
  assertStringIncludes(error.hint!, root.at(name!));
  await context.set("k", "the next write");
  assertEquals(await left(root), [name], "is no leftover to it");
});

Deno.test("edit() refuses a value that may not be stored, and keeps it for its owner", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("json", [1]);
  await context.set("k", "v");
  await assertRejects(
    () => context.edit("json", writes("[1")),
    InvalidInputError,
    "was JSON and is none any more",
  );
  const bytes = (path: string) => Deno.writeFile(path, new Uint8Array([0xff]));
  await assertRejects(() => context.edit("k", bytes), InvalidInputError, "not UTF-8");
  const secret = "AKIA" + "ABCDEFGHIJKLMNOP";
  const error = await assertRejects(() => context.edit("k", writes(secret)), RefusedError);
  assert(!`${error.message} ${error.hint}`.includes(secret));
  assertEquals((await left(root)).length, 3);
  assertEquals((await context.edit("k", writes(secret), { force: true }))?.entry.value, secret);
});

Deno.test("edit() of a key that is not there, or that goes meanwhile, makes no entry", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await assertRejects(() => context.edit("none", writes("x")), NotFoundError);
  assertEquals(await left(root), []);
  await context.set("k", "v");
  const deletes = async (path: string) => {
    await context.delete("k");
    await Deno.writeTextFile(path, "mine");
  };
  await assertRejects(() => context.edit("k", deletes), NotFoundError);
  assertEquals((await root.entries()).has("k"), false);
});

Deno.test("edit() passes on what the editor throws, and leaves nothing", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  const fails = async (path: string) => {
    await Deno.writeTextFile(path, "half");
    throw new RangeError("no editor");
  };
  await assertRejects(() => root.open().edit("k", fails), RangeError, "no editor");
  assertEquals(await left(root), []);
  assertEquals((await root.open().get("k")).entry.value, "v");
});

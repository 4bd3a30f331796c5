import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { PermissionError, StorageError } from "../../lib/errors.ts";
import { readFile } from "../../lib/pkg/package_file.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

Deno.test("readFile() gives a file's bytes, and does not read one that is too large", async () => {
  await using root = await TemporaryRoot.initialised();
  await Deno.writeTextFile(root.at("notes.ctxpkg"), "{}");
  assertEquals(readFile(root.at("notes.ctxpkg"), 2), new TextEncoder().encode("{}"));
  assertEquals(readFile(root.at("notes.ctxpkg"), 1), {
    code: "E_SIZE",
    message: "it is larger than 1 bytes",
  });
  await Deno.truncate(root.at("notes.ctxpkg"), 2 ** 40);
  assertEquals("code" in readFile(root.at("notes.ctxpkg"), 10 * 1024 * 1024), true);
});

Deno.test("readFile() says of what is no file what it is", async () => {
  await using root = await TemporaryRoot.initialised();
  assertEquals(assertThrows(() => readFile(root.path, 10), StorageError, "it is a folder").hint, undefined);
  assertThrows(() => readFile(root.at("nowhere.ctxpkg"), 10), StorageError, "no such file");
});

Deno.test(
  "readFile() names the flag where reading a file was not granted",
  { permissions: { read: false } },
  () => {
    const error = assertThrows(() => readFile("/notes.ctxpkg", 10), PermissionError);
    assertStringIncludes(error.hint!, "--allow-read=");
  },
);

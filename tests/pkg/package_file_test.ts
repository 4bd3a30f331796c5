import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { PermissionError, StorageError } from "../../lib/errors.ts";
import { verifyFile } from "../../lib/pkg/package_file.ts";
import { packageBytes } from "../support/packages.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

Deno.test("verifyFile() verifies a file under its own name, and reads none that is too large", async () => {
  await using root = await TemporaryRoot.initialised();
  await Deno.writeFile(root.at("notes.ctxpkg"), await packageBytes());
  assertEquals((await verifyFile(root.at("notes.ctxpkg"))).isAccepted, true);
  await Deno.rename(root.at("notes.ctxpkg"), root.at("notes.json"));
  assertEquals((await verifyFile(root.at("notes.json"))).faults.map(({ code }) => code), ["E_EXT"]);
  await Deno.writeFile(root.at("large.ctxpkg"), new Uint8Array());
  await Deno.truncate(root.at("large.ctxpkg"), 2 ** 40);
  assertEquals((await verifyFile(root.at("large.ctxpkg"))).faults.map(({ code }) => code), ["E_SIZE"]);
});

Deno.test("verifyFile() says of what is no file what it is, and how a file is read that was not granted", async () => {
  await using root = await TemporaryRoot.initialised();
  const folder = await assertRejects(() => verifyFile(root.path), StorageError, "it is a folder");
  assertEquals(folder.hint, undefined);
  await assertRejects(() => verifyFile(root.at("nowhere.ctxpkg")), StorageError, "no such file");
});

Deno.test("verifyFile() names the flag where reading a file was not granted", {
  permissions: { read: false },
}, async () => {
  const error = await assertRejects(() => verifyFile("/notes.ctxpkg"), PermissionError);
  assertStringIncludes(error.hint!, "--allow-read=");
});

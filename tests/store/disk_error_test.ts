import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { NotFoundError, PermissionError, StorageError } from "../../lib/errors.ts";
import { diskError } from "../../lib/store/disk_error.ts";

const pure = { permissions: "none" } as const, PATH = "/somewhere/ctx/memory/shared.json";

/** What Deno throws, and a part of the remedy. */
const FAILURES: readonly (readonly [error: Error, reason: string, remedy: string])[] = [
  [
    new Error(`No space left on device (os error 28), open '${PATH}'`),
    "no space left on device",
    "Free some space",
  ],
  [new Error("No space left on device (os error 28)"), "no space left on device", "Free some space"],
  [new Error("File too large (os error 27)"), "file too large", "ulimit -f"],
  [new Error("Disk quota exceeded (os error 122)"), "disk quota exceeded", "quota"],
  [new Error(`Read-only file system (os error 30): open '${PATH}'`), "read-only file system", "sandbox"],
  [
    new Deno.errors.PermissionDenied(`Permission denied (os error 13): open '${PATH}'`),
    "permission denied",
    "mode",
  ],
];

for (const [error, reason, remedy] of FAILURES) {
  Deno.test(`diskError() names the file, the reason and the remedy: ${reason}, ${remedy}`, pure, () => {
    const told = diskError(error, "write", PATH);
    assertInstanceOf(told, StorageError);
    assertEquals(told.message, `Cannot write "${PATH}": ${reason}`);
    assertStringIncludes(told.hint!, remedy);
    assertEquals([told.code, told.path, told.cause], ["storage", PATH, error]);
  });
}

Deno.test("diskError() makes of a missing permission the flag to grant", pure, () => {
  const refused = new Deno.errors.NotCapable(
    `Requires write access to "${PATH}", run again with the --allow-write flag`,
  );
  const told = diskError(refused, "write", PATH);
  assertInstanceOf(told, PermissionError);
  assertStringIncludes(told.hint!, "--allow-write");
  assertEquals(told.code, "permission");
  assertStringIncludes(diskError(new Deno.errors.NotCapable("x"), "read", PATH).hint!, "--allow-read");
  assertStringIncludes(diskError(new Deno.errors.NotCapable("x"), "lock", PATH).hint!, "--allow-write");
});

Deno.test("diskError() gives an error of ours back as it is, and lets what is no error through", pure, () => {
  const ours = new NotFoundError("missing");
  assertStrictEquals(diskError(ours, "read", PATH), ours);
  assertThrows(
    () => {
      try {
        diskError("a string", "read", PATH);
      } catch (thrown) {
        throw new Error(String(thrown));
      }
    },
    Error,
    "a string",
  );
});

Deno.test("diskError() always gives a reason", pure, () => {
  for (const error of [new Error(""), new Deno.errors.Busy(""), new Error(`: open '${PATH}'`)]) {
    const { message } = diskError(error, "lock", PATH);
    assert(/": \S/.test(message), message);
  }
});

import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { DamagedError, StorageError } from "../../lib/errors.ts";
import { Root } from "../../lib/store/root.ts";
import { readBytes, readText } from "../../lib/store/text_file.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

Deno.test("readText() gives a text whole, and nothing where there is none (§5.1)", async () => {
  await using temporary = await TemporaryRoot.make();
  const root = new Root(temporary.path), text = "\ufeff# Rules\r\n\tžluťoučký 👍\n\0";
  assertEquals(readText(root, "RULES.md"), undefined);
  await temporary.write("RULES.md", text);
  assertEquals(readText(root, "RULES.md"), text);
  await temporary.write("RULES.md", "");
  assertEquals(readText(root, "RULES.md"), "");
});

Deno.test("readText() names a file that is not UTF-8 (§5.2)", async () => {
  await using temporary = await TemporaryRoot.make();
  for (
    const bytes of [[0x80], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0x61, 0xe2, 0x82]]
  ) {
    await temporary.write("RULES.md", new Uint8Array(bytes));
    const error = assertThrows(() => readText(new Root(temporary.path), "RULES.md"), DamagedError);
    assertStringIncludes(error.message, `"${temporary.at("RULES.md")}": it is not UTF-8`);
  }
});

Deno.test("readText() names a folder, and a pipe without waiting for it (§5.2)", async () => {
  await using temporary = await TemporaryRoot.make();
  await Deno.mkdir(temporary.at("RULES.md"), { recursive: true });
  await new Deno.Command("sh", { args: ["-c", 'mkfifo "$0"', temporary.at("config.jsonc")] }).output();
  for (const [name, kind] of [["RULES.md", "a folder"], ["config.jsonc", "no ordinary file"]] as const) {
    const error = assertThrows(() => readText(new Root(temporary.path), name), StorageError);
    assertStringIncludes(error.message, `"${temporary.at(name)}": it is ${kind}`);
  }
});

Deno.test("a file that no string can hold is named, and keeps no other from being shown (§5.2)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const context = temporary.open();
  await context.set("pref", "still to be read", {
    store: "operator",
    source: "operator",
    tags: ["preference"],
  });
  for (const name of ["memory/shared.json", "RULES.md"]) {
    await temporary.write(name, "");
    await Deno.truncate(temporary.at(name), 2 ** 29); // a hole: it takes no room on the disk
    const error = assertThrows(() => readText(new Root(temporary.path), name), StorageError);
    assertStringIncludes(error.message, `"${temporary.at(name)}": it is 512 MiB or larger`);
  }
  await assertRejects(() => context.get("k"), StorageError, "512 MiB or larger");
  await assertRejects(() => context.set("k", "v"), StorageError, "512 MiB or larger");
  const { text, faults } = await context.start();
  assertStringIncludes(text, "still to be read");
  for (const name of ["memory/shared.json", "RULES.md"]) assertStringIncludes(faults.join("\n"), name);
});

Deno.test("readBytes() reads what was added to a file since it was looked at, and no more than is left of it", async () => {
  await using temporary = await TemporaryRoot.initialised();
  await temporary.write("RULES.md", "abcdefghij");
  const statSync = Deno.statSync;
  for (const size of [0, 1, 9, 10, 4096]) {
    Deno.statSync = (path) => ({ ...statSync(path), size });
    try {
      assertEquals(new TextDecoder().decode(readBytes(temporary.at("RULES.md"))), "abcdefghij", `${size}`);
    } finally {
      Deno.statSync = statSync;
    }
  }
});

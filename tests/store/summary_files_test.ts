import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { DamagedError, NotFoundError, StorageError } from "../../lib/errors.ts";
import { Root } from "../../lib/store/root.ts";
import { fileSummary, listSummaries, readSummary } from "../../lib/store/summary_files.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

Deno.test("listSummaries() gives what is named as a summary, in byte order, and nothing else (§7)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  assertEquals(await listSummaries(root), []);
  const names = [
    "2026-10-13za_session.md",
    "2026-10-13b_session.md",
    "2026-10-12_session.md",
    "2026-10-13z_session.md",
    "2026-10-13_session.md",
  ];
  const others = [
    "README.md",
    "notes_session.md",
    "2026-10-13a_session.md",
    "2026-13-01_session.md",
    "2026-10-14_session.md~",
  ];
  for (const name of [...names, ...others]) await temporary.write(`sessions/${name}`, "text");
  await Deno.mkdir(temporary.at("sessions/2026-10-15_session.md"));
  assertEquals(await listSummaries(root), [
    "2026-10-12_session.md",
    "2026-10-13_session.md",
    "2026-10-13b_session.md",
    "2026-10-13z_session.md",
    "2026-10-13za_session.md",
  ]);
});

Deno.test("listSummaries() names a file in the folder's place (§7)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  await Deno.remove(temporary.at("sessions"));
  const root = new Root(temporary.path);
  assertEquals(await listSummaries(root), []);
  await temporary.write("sessions", "a file");
  const error = assertThrows(() => listSummaries(root), StorageError);
  assertStringIncludes(error.message, temporary.at("sessions"));
});

Deno.test("readSummary() takes no name for a path (§7, BR-39)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  await temporary.write("secret.md", "secret");
  await Deno.writeTextFile(`${temporary.outside}/2026-10-13_session.md`, "outside");
  const root = new Root(temporary.path);
  for (
    const name of [
      "../secret.md",
      "../../2026-10-13_session.md",
      "../../x",
      "/etc/passwd",
      "..",
      "",
      ".",
      "%2e%2e%2fsecret.md",
      "2026-10-13_session.md/../../secret.md",
      "2026-10-13_session.md\0",
      "2026-10-13_session.md\n",
    ]
  ) {
    assertThrows(() => readSummary(root, name), NotFoundError);
  }
});

Deno.test("readSummary() gives the text, and names a file that is not UTF-8 (§7)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path), name = "2026-10-13_session.md";
  await temporary.write(`sessions/${name}`, "\ufeffžluťoučký\r\n");
  assertEquals(await readSummary(root, name), "\ufeffžluťoučký\r\n");
  await temporary.write(`sessions/${name}`, new Uint8Array([0xc3, 0x28]));
  const error = assertThrows(() => readSummary(root, name), DamagedError);
  assertStringIncludes(error.message, name);
});

Deno.test("fileSummary() goes on behind the day's last name, and passes over names that are taken (§7, BR-98)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  await temporary.write("sessions/2026-10-14_session.md", "tomorrow's");
  await Deno.mkdir(temporary.at("sessions/2026-10-13b_session.md"));
  await Deno.symlink("nowhere", temporary.at("sessions/2026-10-13c_session.md"));
  const names = [];
  for (let n = 0; n < 3; n++) names.push(await fileSummary(root, "2026-10-13", `text ${n}`));
  // The link to nothing counts as the day's last; it stays as it is.
  assertEquals(names, ["2026-10-13d_session.md", "2026-10-13e_session.md", "2026-10-13f_session.md"]);
  assertEquals(await temporary.read("sessions/2026-10-13d_session.md"), "text 0");
});

Deno.test("fileSummary() sweeps what a writer that was killed left (§8.3)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  await temporary.write("sessions/.2026-10-13_session.md.0123456789abcdef.tmp", "half");
  await fileSummary(new Root(temporary.path), "2026-10-13", "text");
  assertEquals(await temporary.leftovers(), []);
});

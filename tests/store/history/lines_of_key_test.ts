import { assertEquals, assertLess, assertThrows } from "@std/assert";
import { StorageError } from "../../../lib/errors.ts";
import { readHistory } from "../../../lib/store/history/lines_of_key.ts";
import { Root } from "../../../lib/store/root.ts";
import { entryJson, TemporaryRoot } from "../../support/temporary_root.ts";

const HISTORY = "memory/history/shared.jsonl", PIECE = 4 * 1024 * 1024;

const line = (key: string, value: unknown) =>
  JSON.stringify({ at: "2026-10-13T09:41:07Z", operation: "set", key, entry: JSON.parse(entryJson(value)) }) +
  "\n";

const read = (root: TemporaryRoot, key = "k") => readHistory(new Root(root.path), "shared", key);
const values = (root: TemporaryRoot, key = "k") => read(root, key).map(({ text }) => JSON.parse(text).value);

Deno.test("readHistory() finds nothing where there is no history, or an empty one", async () => {
  await using root = await TemporaryRoot.initialised();
  assertEquals(read(root), []);
  await root.write(HISTORY, "");
  assertEquals(read(root), []);
});

Deno.test("readHistory() finds lines wherever the pieces in which it reads end", async () => {
  await using root = await TemporaryRoot.initialised();
  // é has two bytes, so that some pieces end within a letter.
  const filler = line("other", "é".repeat(1000)), bytes = new TextEncoder().encode(filler).length;
  for (const shift of [0, 1, 2, 40, 41]) {
    const count = Math.floor((PIECE - shift) / bytes);
    const text = " ".repeat(shift) + "\n" + filler.repeat(count) + line("k", "a é") + filler.repeat(5) +
      line("k", "b");
    await root.write(HISTORY, text + filler.repeat(count) + line("k", "c").trimEnd());
    assertEquals(values(root), ["a é", "b", "c"], `shifted by ${shift}`);
  }
});

Deno.test("readHistory() reads a line that is longer than a piece", async () => {
  await using root = await TemporaryRoot.initialised();
  const long = "x".repeat(2 * PIECE + 7);
  await root.write(HISTORY, line("k", "a") + line("k", long) + line("other", long) + line("k", "b"));
  assertEquals(values(root).map((value) => value.length), [1, long.length, 1]);
  assertEquals(values(root, "other").length, 1);
});

Deno.test("readHistory() refuses what is no file, and a link that leads out", async () => {
  await using root = await TemporaryRoot.initialised();
  await Deno.mkdir(root.at(HISTORY), { recursive: true });
  assertThrows(() => read(root), StorageError, "it is a folder");
  await Deno.remove(root.at(HISTORY));
  await Deno.writeTextFile(`${root.outside}/elsewhere`, line("k", "a"));
  await Deno.symlink(`${root.outside}/elsewhere`, root.at(HISTORY));
  assertThrows(() => read(root), StorageError, "leads out of the context root");
});

Deno.test("readHistory() reads one key out of 100 MB within seconds", async () => {
  await using root = await TemporaryRoot.initialised();
  const filler = Array.from({ length: 1000 }, (_, n) => line(`key_${n}`, `value é ${n} `.repeat(40))).join(
    "",
  );
  const block = new TextEncoder().encode(filler);
  await root.write(HISTORY, line("k", "a"));
  {
    using file = await Deno.open(root.at(HISTORY), { append: true });
    for (let size = 0; size < 100e6; size += block.length) await file.write(block);
    await file.write(new TextEncoder().encode(line("k", "b")));
  }
  const began = performance.now();
  assertEquals(values(root), ["a", "b"]);
  // Ten times what it takes: slow machines pass, parsing every line does not.
  assertLess(performance.now() - began, 5000);
});

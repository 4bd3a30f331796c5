import { assert, assertEquals, assertThrows } from "@std/assert";
import { StorageError } from "../../lib/errors.ts";
import { storePiecesOf } from "../../lib/store/file_pieces.ts";
import { newestInFile } from "../../lib/store/newest_in_file.ts";
import { Root } from "../../lib/store/root.ts";
import { entryJson, storeJson, TemporaryRoot } from "../support/temporary_root.ts";

const SHARED = { store: "shared", most: 3, since: 0 } as const;
const entryOf = (i: number) => entryJson(`${i} ${"žluťoučký 👍 ".repeat(30)}`, { timestamp: timeOf(i) });
const timeOf = (i: number) => new Date(Date.UTC(2026, 0, 1) + 60_000 * i).toISOString().slice(0, 19) + "Z";

Deno.test("a store's pieces are its text, however large its characters are, and mostly end with an entry", async () => {
  await using root = await TemporaryRoot.initialised();
  const entries = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, entryOf(i)]));
  for (const text of [storeJson(entries), "👍".repeat(70_000), `}${"é}".repeat(90_000)},`, "\ufeff{}", ""]) {
    await root.write("memory/shared.json", text);
    let looks = 0;
    const pieces = [...storePiecesOf(root.at("memory/shared.json"), () => looks++)];
    assertEquals(pieces.join(""), text);
    assert(looks >= text.length / 65_536 && looks <= pieces.length);
    if (text.startsWith("{\n")) {
      const inner = pieces.slice(0, -2);
      assert(inner.length > 5 && inner.every((piece) => piece.endsWith("},")));
    }
  }
  await root.write("memory/shared.json", new Uint8Array([0x7b, 0xe2, 0x82]));
  assertEquals([...storePiecesOf(root.at("memory/shared.json"), () => {})].join(""), "{\ufffd");
});

Deno.test("of a store's file the newest are read, and how many there are; it is read whole where there is none, or not all is well (§5.2)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path), read = () => newestInFile(root, SHARED, () => {});
  assertEquals(read(), undefined);
  const entries = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, entryOf(i)]));
  const text = storeJson(entries);
  await temporary.write("memory/shared.json", text);
  const newest = read()!;
  assertEquals([newest.count, newest.others], [2000, 1997]);
  assertEquals(newest.entries.map(({ key, text }) => [key, text]), Object.entries(entries).slice(-3));
  await temporary.write("memory/shared.json", text.slice(0, -3));
  assertEquals(read(), undefined);
  await temporary.write("memory/shared.json", new TextEncoder().encode(text).with(200_000, 0xff));
  assertEquals(read(), undefined);
});

Deno.test("reading ends where there is no more time, between two pieces, and a folder or a pipe is named", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path), path = temporary.at("memory/shared.json");
  await temporary.write("memory/shared.json", storeJson({ k: entryJson("v".repeat(500_000)) }));
  let pieces = 0;
  assertThrows(
    () => {
      newestInFile(root, SHARED, () => {
        if (++pieces === 3) throw new StorageError("no more time");
      });
    },
    StorageError,
    "no more time",
  );
  assertEquals(pieces, 3);
  await Deno.remove(path);
  await new Deno.Command("sh", { args: ["-c", 'mkfifo "$0"', path] }).output();
  assertThrows(() => newestInFile(root, SHARED, () => {}), StorageError, "no ordinary file");
  await Deno.remove(path);
  await Deno.mkdir(path);
  assertThrows(() => newestInFile(root, SHARED, () => {}), StorageError, "a folder");
});

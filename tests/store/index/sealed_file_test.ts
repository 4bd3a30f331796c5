import { assertEquals, assertThrows } from "@std/assert";
import { SealedFile, UnsoundIndexError, writeSealed } from "../../../lib/store/index/sealed_file.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const SECTIONS = {
  numbers: Uint32Array.from({ length: 3000 }, (_, i) => i * 77_777),
  times: Float64Array.from([1.5, -Infinity, 2 ** 40]),
  kinds: Uint8Array.from({ length: 4097 }, (_, i) => i),
  none: new Uint8Array(0),
};

/** All that a file holds. */
function read(path: string): unknown[] {
  using file = new SealedFile(path);
  return [file.facts, ...Object.keys(SECTIONS).map((name) => file.bytes(name))];
}

Deno.test("a sealed file gives back what was put into it, whole, in parts and number by number", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.path);
  const path = root.at("file");
  writeSealed(path, () => ({ facts: { said: "é" }, sections: SECTIONS }));
  using file = new SealedFile<{ said: string }>(path);
  assertEquals(file.facts, { said: "é" });
  assertEquals(new Uint32Array(file.bytes("numbers").buffer), SECTIONS.numbers);
  assertEquals(new Float64Array(file.bytes("times").buffer), SECTIONS.times);
  assertEquals(file.bytes("kinds"), SECTIONS.kinds);
  assertEquals(file.bytes("none"), SECTIONS.none);
  assertEquals(file.bytes("kinds", 4000, 4097), SECTIONS.kinds.subarray(4000, 4097));
  assertEquals(
    [0, 1023, 1024, 2999].map((at) => file.number("numbers", at)),
    [0, 1023, 1024, 2999].map((at) => SECTIONS.numbers[at]!),
  );
  assertThrows(() => file.number("numbers", 3000), UnsoundIndexError);
  assertThrows(() => file.bytes("kinds", 0, 4098), UnsoundIndexError);
  assertThrows(() => file.bytes("others", 0, 1), UnsoundIndexError);
  assertEquals(await root.mode("file"), 0o600);
  assertEquals(await root.leftovers(), []);
});

Deno.test("a sealed file of which any bit was changed, or that was cut anywhere, gives an error and no wrong number", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.path);
  const path = root.at("file");
  writeSealed(path, () => ({ facts: { said: "é" }, sections: SECTIONS }));
  // Behind the last section the file only fills its page.
  const bytes = await Deno.readFile(path), whole = read(path), end = bytes.length - 4096;
  // Every byte of the beginning, and every 37th of the rest.
  for (let at = 0; at < bytes.length; at += at < 200 ? 1 : 37) {
    const damaged = bytes.slice();
    damaged[at]! ^= 1 << (at % 8);
    Deno.writeFileSync(path, damaged);
    try {
      assertEquals(read(path), whole, `byte ${at}`); // between sections nothing is
    } catch (error) {
      if (!(error instanceof UnsoundIndexError)) throw error;
    }
    Deno.writeFileSync(path, bytes.subarray(0, at));
    if (at <= end) assertThrows(() => read(path), UnsoundIndexError);
  }
});

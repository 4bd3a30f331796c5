import { assertEquals } from "@std/assert";
import { Offsets } from "../../lib/json/offsets.ts";
import { scanObject } from "../../lib/json/scan.ts";

Deno.test("offsets are what was added, in that order, few or very many", () => {
  for (const count of [0, 1, 16_383, 16_384, 16_385, 100_000]) {
    const offsets = new Offsets();
    for (let i = 0; i < count; i++) offsets.add(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
    const { all } = offsets;
    assertEquals(all.length, 4 * count);
    for (let i = 0; i < all.length; i++) if (all[i] !== i) assertEquals(all[i], i);
  }
});

Deno.test("where the members of a very large object stand is told as of a small one", () => {
  const text = `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":${i}`)}}`,
    { members } = scanObject(text, 0);
  assertEquals(members.length, 200_000);
  for (let i = 0; i < 50_000; i += 997) {
    assertEquals(text.slice(members[4 * i], members[4 * i + 1]), `"k${i}"`);
    assertEquals(text.slice(members[4 * i + 2], members[4 * i + 3]), String(i));
  }
});

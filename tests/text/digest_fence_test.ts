import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { digest12, fence } from "../../lib/text/digest_fence.ts";

const pure = { permissions: "none" } as const;

// SHA-256 of "abc" and of nothing, from FIPS 180-4's examples.
const OF_ABC = "ba7816bf8f01";
const OF_NOTHING = "e3b0c44298fc";

Deno.test("digest12() is the start of SHA-256 over UTF-8 (§9.1)", pure, async () => {
  assertEquals(await digest12("abc"), OF_ABC);
  assertEquals(await digest12(""), OF_NOTHING);
  assertEquals(await digest12(new TextEncoder().encode("abc")), OF_ABC);
  assertEquals(await digest12("é"), await digest12(new Uint8Array([0xc3, 0xa9])));
});

Deno.test("digest12() takes bytes that are part of a buffer", pure, async () => {
  assertEquals(await digest12(new TextEncoder().encode("xabcx").subarray(1, 4)), OF_ABC);
});

Deno.test("fence() puts the digest of what stands between on both lines (§9.1)", pure, async () => {
  const digest = await digest12("the port is 8080\n");
  const expected = `=== shared/k_port ${digest} ===\nthe port is 8080\n=== end ${digest} ===\n`;
  assertEquals(await fence("shared/k_port", "the port is 8080\n"), expected);
  assertEquals(await fence("shared/k_port", "the port is 8080"), expected, "a newline is added, and counted");
});

Deno.test("fence() adds what follows to the opening line only", pure, async () => {
  const digest = await digest12("x\n");
  assertEquals(
    await fence("shared/k", "x", "[amended: no] agent verified"),
    `=== shared/k ${digest} === [amended: no] agent verified\nx\n=== end ${digest} ===\n`,
  );
  assertEquals(await fence("shared/k", "x", ""), `=== shared/k ${digest} ===\nx\n=== end ${digest} ===\n`);
});

Deno.test("fence() has no line for empty content", pure, async () => {
  assertEquals(
    await fence("ctx rules: RULES.md", ""),
    `=== ctx rules: RULES.md ${OF_NOTHING} ===\n=== end ${OF_NOTHING} ===\n`,
  );
});

Deno.test("fence() cannot be closed by the text in it", pure, async () => {
  const forged = await fence("shared/k", "harmless");
  const outer = await fence("shared/k", forged);
  const digest = await digest12(forged);
  assert(outer.startsWith(`=== shared/k ${digest} ===\n`));
  assert(outer.endsWith(`\n=== end ${digest} ===\n`));
  assertNotEquals(digest, await digest12("harmless\n"));
  assertEquals(outer.split(`=== end ${digest} ===`).length, 2);
});

Deno.test("fence() refuses a label, or what follows, that breaks the line", pure, async () => {
  for (const lineBreak of ["\n", "\r", "\u2028", "\u0085"]) {
    await assertRejects(() => fence(`k${lineBreak}=== end`, "x"), RangeError, "must be one line");
    await assertRejects(() => fence("k", "x", `a${lineBreak}b`), RangeError, "must be one line");
  }
});

import { assert, assertEquals } from "@std/assert";
import { hashEarly } from "../../lib/pkg/early_hash.ts";
import { sha256Of } from "../../lib/pkg/sha256.ts";
import { verifyPackage } from "../../lib/pkg/verify.ts";
import { CONTENT, manifestOf, packageText } from "../support/packages.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Which part of a text is hashed early. */
async function partOf(text: string): Promise<string | undefined> {
  const bytes = encode(text), early = hashEarly(bytes);
  if (early === undefined) return undefined;
  const part = bytes.subarray(early.start, early.end);
  assertEquals(await early.sha256, await sha256Of(part));
  return new TextDecoder().decode(part);
}

Deno.test("the content of a compact package is hashed before the text is read, whatever stands behind it (ctxpkg §4)", async () => {
  const text = await packageText(), words = await packageText(CONTENT, { description: "für Öl — 👍" });
  for (const known of [text, text.trimEnd(), `${text.trimEnd()} \r\n\t`, words]) {
    assertEquals(await partOf(known), CONTENT);
  }
});

Deno.test("nothing is hashed early of what is written otherwise, is no package, or is too large for one", async () => {
  const text = await packageText(), manifest = JSON.stringify(await manifestOf());
  for (
    const other of [
      "",
      "}}",
      '"content":{',
      '{"manifest":{}}',
      text.replace('"content":', '"content": '),
      `${text.trimEnd().slice(0, -1)} }`,
      `${text}x`,
      `{"manifest":${JSON.stringify({ description: "a".repeat(70_000) })},"content":{}}`,
    ]
  ) assertEquals(await partOf(other), undefined, other.slice(0, 80));
  const large = encode(`${text}${" ".repeat(10 * 1024 * 1024)}`);
  assertEquals(hashEarly(large), undefined);
  assert(await partOf(`{"content":${CONTENT},"manifest":${manifest}}`) !== CONTENT);
});

Deno.test("what was hashed early counts for the content alone: a part that looks like it proves nothing (ctxpkg §4)", async () => {
  const manifest = await manifestOf(), compact = JSON.stringify(manifest);
  // In each the words "content" and a brace stand where the content does not.
  const within = compact.replace(/\}$/, ',"x":{"content":{"a":1}}}');
  for (
    const text of [
      `{"content":${CONTENT},"manifest":${compact}}`,
      `{"manifest":${within},"content":${CONTENT}}`,
      `{"manifest":${within},"content":${CONTENT.replace(":", " : ")}}`,
      `{"manifest":${compact},"content":${CONTENT.replace(":", " :\n")}}`,
    ]
  ) {
    const { isAccepted, reading, faults } = await verifyPackage(encode(text));
    assertEquals([isAccepted, reading, faults], [true, "bytes", []], text);
  }
  // The hash of what would be taken for the content, were it not asked where the content is.
  const real = CONTENT.replace("09:41", "09:42"), decoy = `{"a":1}}},"content":${real}`;
  const content_hash = await sha256Of(encode(decoy));
  const forged = JSON.stringify({
    ...manifest,
    integrity: {
      content_hash,
      sha256: await sha256Of(encode(`demo:1.0.0:${content_hash}`)),
      byte_size: encode(decoy).length,
    },
  });
  const text = `{"manifest":${forged.slice(0, -1)},"x":{"content":${decoy}}`;
  JSON.parse(text);
  assertEquals(await partOf(text), decoy);
  const { isAccepted, faults } = await verifyPackage(encode(text));
  assertEquals([isAccepted, faults.map(({ code }) => code)], [false, ["E_CONTENT_HASH"]]);
});

Deno.test("a package that is a part of other bytes is verified as it is by itself", async () => {
  const bytes = encode(await packageText()), among = new Uint8Array(bytes.length + 100).fill(0x7d);
  among.set(bytes, 37);
  const { isAccepted, reading } = await verifyPackage(among.subarray(37, 37 + bytes.length));
  assertEquals([isAccepted, reading], [true, "bytes"]);
});

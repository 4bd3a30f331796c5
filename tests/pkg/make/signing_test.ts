import { assert, assertEquals, assertRejects } from "@std/assert";
import { InvalidInputError } from "../../../lib/errors.ts";
import { buildPackage } from "../../../lib/pkg/make/build.ts";
import { readSigningKey, signatureOf, signPackage } from "../../../lib/pkg/make/signing.ts";
import { verifyPackage } from "../../../lib/pkg/verify.ts";
import { CONTENT, manifestOf, packageText, signed } from "../../support/packages.ts";

/** The known answer of the specification (ctxpkg §7). */
const SEED = "2a".repeat(32);
const PUBLIC = "197f6b23e16c8532c6abc838facd5ea789be0c76b2920334039bfa8b3d368d61";
const SHA256 = "69a7b7ced334ee2e5fc8e03297dc496daa406b9c5f911f90ea9c9186c9233cb0";
const MESSAGE = "f15bc5a5b764d946d76e14d28bc802af41021dd09f3909efe4747e10cd3155e1";
const VALUE = "b2b2608848eb8a758be403969235260dada44bff11ebbe5df535b294b5e80e3c" +
  "6a880f5a331277565caa226a28645ee3240ebf193ccef73b3074cbebf24f8003";
const VECTORS = new URL("../vectors/", import.meta.url);
const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("the known answer comes out: public key, value over the message's 64 characters (ctxpkg §7)", async () => {
  const key = await readSigningKey(SEED);
  assertEquals(key.publicKey, PUBLIC);
  assertEquals(await key.sign(encode(MESSAGE)), VALUE);
  assertEquals(await signatureOf(key, "@acme/uploads", "2.0.0", SHA256), {
    algorithm: "ed25519",
    public_key: PUBLIC,
    value: VALUE,
  });
});

Deno.test("the vector that is signed gets the same signature from the same seed (ctxpkg §7, §18)", async () => {
  const text = await Deno.readTextFile(new URL("v2-signed-graph.ctxpkg", VECTORS));
  const { signature, ...manifest } = JSON.parse(text).manifest;
  const bare = text.replace(/,\s*"signature"\s*:\s*\{[^}]*\}/, "");
  assertEquals(JSON.parse(bare).manifest, manifest);
  assertEquals(JSON.parse(await signPackage(bare, await readSigningKey(SEED))).manifest.signature, signature);
});

Deno.test("a seed is 64 hex digits, white space around them aside, and nothing else is one (ctxpkg §7)", async () => {
  for (const text of [` ${SEED}\r\n`, SEED.toUpperCase()]) {
    assertEquals((await readSigningKey(text)).publicKey, PUBLIC);
  }
  const bad = [
    "",
    SEED.slice(1),
    `${SEED}0`,
    `${SEED.slice(1)}g`,
    SEED.replace("2a2a", "2a 2a"),
    "ü".repeat(64),
  ];
  for (const text of bad) {
    const error = await assertRejects(() => readSigningKey(text), InvalidInputError, "not 64 hex digits");
    // Half of a seed is not for everybody's eyes.
    assert(text === "" || !error.message.includes(text.slice(0, 20)));
  }
});

/** Takes apart what was put in: what is in front of it, itself, what is behind it. */
function insertion(before: string, after: string): string {
  let start = 0, end = 0;
  while (start < before.length && before[start] === after[start]) start++;
  const rest = before.length - start;
  while (end < rest && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  assertEquals(start + end, before.length, "something that was there has changed");
  return after.slice(start, after.length - end);
}

Deno.test("signing a package puts the signature in, and changes no other character (ctxpkg §4.3, §7)", async () => {
  const key = await readSigningKey(SEED);
  const names = ["v1-compact-sorted", "v1-lean-ctx-pretty", "v1-crlf-escapes", "v1-for-lean-ctx"];
  const texts = names.map((name) => Deno.readTextFileSync(new URL(`${name}.ctxpkg`, VECTORS)));
  texts.push(await packageText(), ` \r\n\t${await packageText()}`);
  texts.push(await buildPackage({ name: "notes", at: "2026-10-13T09:41:07Z", content: { knowledge: {} } }));
  // What looks like the manifest, and is none.
  const decoy = CONTENT.replace("[]", '[{"x":"\\"manifest\\":{\\"signature\\":1}"}]');
  texts.push((await packageText(decoy)).replace('"manifest"', '"\\u006danifest"'));
  for (const text of texts.filter((text) => !/"signature":\s*[n{]/.test(text))) {
    const after = await signPackage(text, key), put = insertion(text, after);
    const json = put.replace(/^\s*,\s*|\s*,\s*$/g, "").trim();
    assertEquals(Object.keys(JSON.parse(`{${json}}`)), ["signature"], put);
    const { isAccepted, signer, faults } = await verifyPackage(encode(after));
    assertEquals([isAccepted, signer, faults], [true, PUBLIC, []]);
    // Once more it is the same text.
    assertEquals(await signPackage(after, key), after);
  }
});

Deno.test("a signature that is there, or null, gives way to the new one (ctxpkg §3, §7)", async () => {
  const key = await readSigningKey("07".repeat(32));
  const other = `{"manifest":${JSON.stringify(await signed(await manifestOf()))},"content":${CONTENT}}`;
  const none = await packageText(CONTENT, { signature: null });
  for (const [text, old] of [[other, /\{"algorithm"[^}]*\}/], [none, /null/]] as const) {
    const after = await signPackage(text, key), at = text.indexOf('"signature":') + '"signature":'.length;
    const rest = text.slice(at).replace(old, "");
    assert(after.startsWith(text.slice(0, at)) && after.endsWith(rest));
    assertEquals((await verifyPackage(encode(after))).signer, key.publicKey);
  }
  assertEquals((await verifyPackage(encode(other))).signer, PUBLIC);
});

Deno.test("a package that is built with a key is signed by it, in both profiles (ctxpkg §7, §11.1)", async () => {
  const key = await readSigningKey(SEED), content = { session: { next_steps: ["n"] } };
  for (const profile of ["portable", "lean-ctx"] as const) {
    const text = await buildPackage({ name: "notes", at: "2026-10-13T09:41:07Z", content, profile }, key);
    const { signer, checks } = await verifyPackage(encode(text));
    assertEquals([signer, checks.signature], [PUBLIC, "pass"]);
    const moved = text.replace('"version": "1.0.0"', '"version": "1.0.1"');
    assertEquals((await verifyPackage(encode(moved))).checks.signature, "fail");
  }
});

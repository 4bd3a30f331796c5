import { InvalidInputError } from "../../errors.ts";
import { applyPatches, editObject, readLayout } from "../../json/edit.ts";
import { scanObject } from "../../json/scan.ts";
import { signedMessage } from "../signature.ts";
import { verifyPackage } from "../verify.ts";

/** What stands before the seed in a private key's own form (RFC 8410). */
const PKCS8_HEAD = "302e020100300506032b657004220420";
const SEED = /^[0-9a-f]{64}$/;

/** A key that signs packages (ctxpkg §7). */
export interface SigningKey {
  /** The public key that belongs to it: 64 hex digits. */
  readonly publicKey: string;
  /** Signs bytes; the signature is 128 hex digits. */
  sign(message: Uint8Array): Promise<string>;
}

/** What a manifest says of a signature. */
export interface Signature {
  readonly algorithm: "ed25519";
  readonly public_key: string;
  readonly value: string;
}

/**
 * Reads a signing key: a seed of 32 bytes in hex, as ctx and lean-ctx keep it in a file.
 *
 * @param text 64 hex digits; white space around them does not count.
 * @throws {InvalidInputError} If it is none.
 *
 * @example Sign a package
 * ```ts
 * import { buildPackage, readSigningKey, verifyPackage } from "@ctx/ctx/package";
 * import { assertEquals } from "@std/assert";
 *
 * const key = await readSigningKey("2a".repeat(32));
 * const text = await buildPackage({ name: "notes", at: "2026-10-13T09:41:07Z", content: { knowledge: {} } }, key);
 * const { signer } = await verifyPackage(new TextEncoder().encode(text));
 * assertEquals(signer, key.publicKey);
 * ```
 */
export async function readSigningKey(text: string): Promise<SigningKey> {
  const seed = text.trim().toLowerCase();
  if (!SEED.test(seed)) {
    throw new InvalidInputError("Cannot use the signing key: it is not 64 hex digits");
  }
  const bytes = Uint8Array.fromHex(PKCS8_HEAD + seed);
  const key = await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", true, ["sign"]);
  const { x } = await crypto.subtle.exportKey("jwk", key);
  return {
    publicKey: Uint8Array.fromBase64(x!, { alphabet: "base64url" }).toHex(),
    sign: async (message) => {
      const value = await crypto.subtle.sign("Ed25519", key, message as Uint8Array<ArrayBuffer>);
      return new Uint8Array(value).toHex();
    },
  };
}

/** The signature of a package's name, version and hash (ctxpkg §7). */
export async function signatureOf(
  key: SigningKey,
  name: string,
  version: string,
  sha256: string,
): Promise<Signature> {
  const value = await key.sign(await signedMessage(name, version, sha256));
  return { algorithm: "ed25519", public_key: key.publicKey, value };
}

/**
 * Signs a package that is there: its manifest gets a signature, in place of one that it has, and nothing else changes.
 *
 * @param text The package's document. @param key The key.
 * @returns The document, signed.
 * @throws {InvalidInputError} If it is none that is accepted, but for a signature that gives way.
 */
export async function signPackage(text: string, key: SigningKey): Promise<string> {
  const fault = (await verifyPackage(new TextEncoder().encode(text))).faults.find(({ code }) =>
    !code.startsWith("E_SIG")
  );
  if (fault !== undefined) {
    throw new InvalidInputError(`Cannot sign the package: ${fault.code}: ${fault.message}`);
  }
  const { manifest } = JSON.parse(text) as {
    manifest: { name: string; version: string; integrity: { sha256: string } };
  };
  const { name, version, integrity } = manifest;
  const signature = JSON.stringify(await signatureOf(key, name, version, integrity.sha256));
  const top = scanObject(text, text.search(/\S/)),
    start = top.members[4 * indexOf(text, top, "manifest") + 2]!;
  const span = scanObject(text, start), index = indexOf(text, span, "signature");
  const change = { key: "signature", index: index === -1 ? undefined : index, text: signature };
  return applyPatches(text, editObject(span, readLayout(text, span), [change]));
}

/** The place of a member of an object. */
function indexOf(text: string, { members }: ReturnType<typeof scanObject>, name: string): number {
  for (let i = 0; i < members.length; i += 4) {
    if (JSON.parse(text.slice(members[i], members[i + 1])) === name) return i / 4;
  }
  return -1;
}

import type { JsonView } from "../json/view.ts";
import type { Fault } from "./fault.ts";
import { sha256Of } from "./sha256.ts";

/** What a signature was found to be. */
export interface SignatureCheck {
  /** The public key that signed, 64 hex digits; absent where nothing is signed, or the signature is none. */
  readonly signer?: string;
  readonly fault?: Fault;
}

/**
 * Keys of small order, their sign aside: with them one signature is valid for very many messages, and proves nothing
 * (RFC 8032 §5.1; the points of the curve whose order divides 8, in each of their spellings).
 */
const SMALL_KEYS = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  `ec${"ff".repeat(30)}7f`,
  `ed${"ff".repeat(30)}7f`,
  `ee${"ff".repeat(30)}7f`,
]);

const KEY = /^[0-9a-f]{64}$/, VALUE = /^[0-9a-f]{128}$/;

/**
 * Checks a package's signature (ctxpkg §7). It proves that whoever holds a key bound name, version and content; the key
 * comes with the package, and proves no person.
 *
 * @param manifest The manifest. @param name The package's name. @param version Its version. @param sha256 Its hash.
 */
export async function checkSignature(
  manifest: JsonView,
  name: string,
  version: string,
  sha256: string,
): Promise<SignatureCheck> {
  const signature = manifest.get("signature");
  if (signature === undefined) return {};
  const bad = (message: string): SignatureCheck => ({ fault: { code: "E_SIG_FORMAT", message } });
  if (signature.kind !== "object") return bad("signature is no object");
  const [algorithm, key, value] = ["algorithm", "public_key", "value"].map((member) =>
    signature.member(member)?.string
  );
  if (algorithm !== "ed25519") return bad("signature.algorithm is not ed25519");
  if (key === undefined || !KEY.test(key)) {
    return bad("signature.public_key is not 64 hex digits in lower case");
  }
  if (value === undefined || !VALUE.test(value)) {
    return bad("signature.value is not 128 hex digits in lower case");
  }
  if (await isSignedBy(key, value, await signedMessage(name, version, sha256))) return { signer: key };
  return { fault: { code: "E_SIG", message: "signature is not one of this name, version and content" } };
}

/** What is signed: the hex digits of a hash, as ASCII (ctxpkg §7). */
export async function signedMessage(name: string, version: string, sha256: string): Promise<Uint8Array> {
  const text = `ctxpkg-sign-v1:${name}:${version}:${sha256}`;
  return new TextEncoder().encode(await sha256Of(new TextEncoder().encode(text)));
}

async function isSignedBy(key: string, value: string, message: Uint8Array): Promise<boolean> {
  const last = (parseInt(key.slice(-2), 16) & 0x7f).toString(16).padStart(2, "0");
  if (SMALL_KEYS.has(key.slice(0, -2) + last)) return false;
  try {
    const imported = await crypto.subtle.importKey("raw", Uint8Array.fromHex(key), "Ed25519", false, [
      "verify",
    ]);
    const data = message as Uint8Array<ArrayBuffer>;
    return await crypto.subtle.verify("Ed25519", imported, Uint8Array.fromHex(value), data);
  } catch (error) {
    // A key that is no point of the curve.
    if (error instanceof DOMException) return false;
    throw error;
  }
}

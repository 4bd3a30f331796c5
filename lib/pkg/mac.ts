import { parseInstant } from "../text/time.ts";

/** The form of a MAC: of the whole envelope, or of the payload alone (ctxpkg §8.1). */
export type MacForm = "envelope" | "payload-only";

/** What a MAC of the whole form is of. */
export interface Signed {
  readonly agentId: string;
  /** The recipient; the empty text where there is none. */
  readonly recipient: string;
  /** A time of RFC 3339. */
  readonly sentAt: string;
  readonly metadata: ReadonlyMap<string, string>;
}

const CONTENT_TYPE = "context_package";

/**
 * The bytes of which a MAC of the whole form is: what stands in the envelope, then the payload.
 *
 * @param signed What stands in the envelope. @param payload The payload, unescaped.
 */
export function envelopeMessage(
  { agentId, recipient, sentAt, metadata }: Signed,
  payload: string,
): Uint8Array {
  const bytes = encode(payload), pairs = [...metadata].sort(([a], [b]) => compareBytes(encode(a), encode(b)));
  const header = [
    "v2:1",
    agentId,
    recipient,
    CONTENT_TYPE,
    utcTime(sentAt),
    pairs.map(([key, value]) => `${key}=${value}`).join(","),
    bytes.length,
  ].join(":");
  return joined(encode(`${header}\0`), bytes);
}

/** The bytes of which a MAC of the text's form is: the payload alone. */
export function payloadMessage(payload: string): Uint8Array {
  return encode(`v2:${CONTENT_TYPE}:${payload}`);
}

/** The MAC of a message, in lower-case hex. */
export async function macOf(secret: string, message: Uint8Array): Promise<string> {
  const mac = await crypto.subtle.sign(
    "HMAC",
    await keyOf(secret, "sign"),
    message as Uint8Array<ArrayBuffer>,
  );
  return new Uint8Array(mac).toHex();
}

/** Whether a MAC is that of a message; takes the same time whatever differs. */
export async function isMacOf(mac: string, secret: string, message: Uint8Array): Promise<boolean> {
  const key = await keyOf(secret, "verify");
  return await crypto.subtle.verify("HMAC", key, Uint8Array.fromHex(mac), message as Uint8Array<ArrayBuffer>);
}

async function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  // No key is to a MAC what a key of zeros is, and Web Crypto takes none that is empty.
  const key = secret === "" ? new Uint8Array(1) : encode(secret) as Uint8Array<ArrayBuffer>;
  return await crypto.subtle.importKey("raw", key, algorithm, false, [use]);
}

/**
 * A time as the reference prints it: in UTC, with 0, 3, 6 or 9 digits behind the seconds, as few as lose nothing.
 *
 * @param time A time of RFC 3339 with up to nine such digits.
 */
export function utcTime(time: string): string {
  const { seconds, fraction } = parseInstant(time)!, whole = Math.floor(seconds);
  const digits = fraction.padEnd(Math.ceil(fraction.length / 3) * 3, "0");
  // A leap second is half way to the next one: it is printed as the 60th of its minute.
  const second = new Date(whole * 1000).toISOString().slice(0, 19);
  const printed = whole === seconds ? second : second.replace(/59$/, "60");
  return `${printed}${digits === "" ? "" : `.${digits}`}+00:00`;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

import { JsonSyntaxError } from "./scan.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads bytes as UTF-8, strictly; a byte order mark stays.
 *
 * @param bytes A whole text. @returns It.
 * @throws {NotUtf8Error} If it is not UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  // The strict decoder takes several times as long; it is needed only where something may have been replaced.
  const text = decoder.decode(bytes);
  if (!text.includes("\ufffd")) return text;
  // What was not UTF-8 comes back as other bytes, and as no fewer; U+FFFD itself comes back as it was.
  const again = new TextEncoder().encode(text);
  let at = again.findIndex((byte, i) => byte !== bytes[i]);
  if (at === -1) return text;
  // A piece that begins as U+FFFD does differs only behind its first bytes.
  while ((again[at]! & 0xc0) === 0x80) at--;
  throw new NotUtf8Error(text, decoder.decode(again.subarray(0, at)).length);
}

/** Bytes that are not UTF-8, with what can be read of them. */
export class NotUtf8Error extends JsonSyntaxError {
  override name = "NotUtf8Error";
  /** The text, with U+FFFD where it could not be read. */
  readonly text: string;

  /** @param text What can be read. @param offset Where reading fails, in UTF-16 units. */
  constructor(text: string, offset: number) {
    super("it is not UTF-8", offset);
    this.text = text;
  }
}

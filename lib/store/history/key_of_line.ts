import { JsonSyntaxError, skipSpace, skipValue } from "../../json/scan.ts";

/** Our own lines say their key within this many bytes, unless the key or the author is very long. */
const HEAD_BYTES = 4096;

const QUOTE = 0x22, COMMA = 0x2c, COLON = 0x3a, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Whether a line of a history is about one of some keys. Most lines are told by their first bytes. One that a
 * crash has torn before its key was whole is about a key when it could be.
 *
 * @param line The line's bytes, without its newline. @param keys The keys.
 */
export function isAboutOneOf(line: Uint8Array, keys: ReadonlySet<string>): boolean {
  if (line[0] !== OPEN_OBJECT) return false; // No line of ours, nor the beginning of one
  if (line.length > HEAD_BYTES) {
    const { key } = readKey(decoder.decode(line.subarray(0, HEAD_BYTES)));
    if (key !== undefined) return keys.has(key);
  }
  const text = decoder.decode(line), { key, torn } = readKey(text);
  if (key !== undefined) return keys.has(key);
  if (torn === undefined) return false;
  return [...keys].some((key) => text.includes(JSON.stringify(key)) || (torn !== "" && key.startsWith(torn)));
}

/** What a line says of its key: the key, or, where the line ends too early, as much of it as there is. */
interface KeyRead {
  readonly key?: string;
  readonly torn?: string;
}

/** Reads the key out of a line's text, and nothing behind it. */
function readKey(text: string): KeyRead {
  let keyStart: number | undefined;
  try {
    for (let at = skipSpace(text, 1); text.charCodeAt(at) === QUOTE;) {
      const nameEnd = skipValue(text, at), colon = skipSpace(text, nameEnd);
      if (text.charCodeAt(colon) !== COLON) return { torn: "" };
      const start = skipSpace(text, colon + 1), isKey = JSON.parse(text.slice(at, nameEnd)) === "key";
      if (isKey) keyStart = start;
      const end = skipValue(text, start);
      if (isKey && text.charCodeAt(start) === QUOTE) return { key: JSON.parse(text.slice(start, end)) };
      keyStart = undefined;
      at = skipSpace(text, end);
      if (text.charCodeAt(at) === CLOSE_OBJECT) return {};
      if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
      else break;
    }
    return { torn: "" };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { torn: keyStart === undefined ? "" : beginningOf(text.slice(keyStart)) };
  }
}

/** What a JSON string that was cut off says, as far as it goes. */
function beginningOf(json: string): string {
  // The cut may lie within a character, of which decoding has made U+FFFD, or within an escape of six.
  const whole = json.replace(/\ufffd$/, "");
  for (let length = whole.length; length > Math.max(1, whole.length - 6); length--) {
    try {
      return JSON.parse(whole.slice(0, length) + '"');
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return "";
}

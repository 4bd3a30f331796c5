import { MOST_BYTES } from "./read_document.ts";
import { sha256Of } from "./sha256.ts";

/** The hash of a part of a package, that is being made. */
export interface EarlyHash {
  /** Where the part begins in the file, in bytes. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
  /** The hash, in hex. */
  readonly sha256: Promise<string>;
}

/** A content without white space around its brace; no string holds this, since a quote within one is an escape. */
const BEFORE = '"content":', BEGIN = `${BEFORE}{`;
/** Behind a longer manifest nothing is hashed early: to look through all of a text takes longer than it saves. */
const MOST_MANIFEST = 2 ** 16;
const CLOSE_OBJECT = 0x7d, SPACE = 0x20;

/**
 * Begins to hash what looks like the content of a package: the last member of one that is written without white space. A
 * thread of its own does it, while the text is read; whoever read it tells whether that was the content.
 *
 * @param bytes The whole file.
 * @returns The hash; nothing where nothing looks so.
 */
export function hashEarly(bytes: Uint8Array): EarlyHash | undefined {
  if (bytes.length > MOST_BYTES) return undefined;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, MOST_MANIFEST)),
    found = head.indexOf(BEGIN);
  if (found === -1) return undefined;
  const start = found + BEFORE.length;
  let end = bytes.length;
  while (end > start && bytes[end - 1]! <= SPACE) end--;
  if (bytes[--end] !== CLOSE_OBJECT || bytes[end - 1] !== CLOSE_OBJECT) return undefined;
  return { start, end, sha256: sha256Of(bytes.subarray(start, end)) };
}

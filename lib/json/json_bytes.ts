const QUOTE = 0x22, COMMA = 0x2c, BACKSLASH = 0x5c, CLOSE_ARRAY = 0x5d, CLOSE_OBJECT = 0x7d;

/** The place behind a string of a valid JSON text in UTF-8. */
export function endOfString(bytes: Uint8Array, at: number): number {
  for (at++; bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  return at + 1;
}

/** Whether a byte ends a number or a word, where no white space does. */
export function isEnd(byte: number): boolean {
  return byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;
}

/** Copies a range; gives where it ends. A short one is not worth a call. */
export function copyBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  if (end - start > 64) to.set(from.subarray(start, end), at);
  else for (let i = start; i < end; i++) to[at + i - start] = from[i]!;
  return at + end - start;
}

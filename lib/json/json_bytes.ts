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

/** Bytes, and a view of the same, by which eight are copied at once. */
export interface ViewedBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** Bytes with a view of them. */
export function viewed(bytes: Uint8Array): ViewedBytes {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

/** Copies a range to where another one stands, in which it has room; gives where it ends there. */
export function copyBytes(
  from: ViewedBytes,
  start: number,
  end: number,
  to: ViewedBytes,
  at: number,
): number {
  // A call for a few of them takes longer than they do, and one after the other three times as long.
  if (end - start > 256) {
    to.bytes.set(from.bytes.subarray(start, end), at);
    return at + end - start;
  }
  const eights = end - 7;
  for (; start < eights; start += 8, at += 8) to.view.setBigUint64(at, from.view.getBigUint64(start));
  for (; start < end; start++, at++) to.bytes[at] = from.bytes[start]!;
  return at;
}

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** The kinds of blocks. */
const RLE = 1, RESERVED = 3;

/**
 * Whether bytes are laid out as one frame of zstd (RFC 8878 §3.1.1), with nothing behind it. The library that unpacks
 * takes one that is cut short for one that is empty, and stops at what follows the first (ctxpkg §6.1).
 *
 * @param bytes The bytes.
 */
export function isOneFrame(bytes: Uint8Array): boolean {
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) return false;
  const descriptor = bytes[4] ?? 0, isSingle = (descriptor & 0x20) !== 0;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!, idBytes = [0, 1, 2, 4][descriptor & 3]!;
  let at = 5 + (isSingle ? 0 : 1) + idBytes + sizeBytes;
  for (let isLast = false; !isLast;) {
    if (at + 3 > bytes.length) return false;
    const header = bytes[at]! | bytes[at + 1]! << 8 | bytes[at + 2]! << 16, kind = header >> 1 & 3;
    if (kind === RESERVED) return false;
    isLast = (header & 1) === 1;
    at += 3 + (kind === RLE ? 1 : header >> 3);
  }
  return at + ((descriptor & 4) !== 0 ? 4 : 0) === bytes.length;
}

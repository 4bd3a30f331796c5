import { StorageError } from "../errors.ts";
import { diskError } from "./disk_error.ts";

/** A stretch of a file: offsets in bytes, `start` up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A line of a file. */
export interface FileLine extends Span {
  /** The line without its newline, which its span includes; of one over 64 MiB, the beginning. */
  readonly bytes: Uint8Array;
}

/** A piece of text stays in the processor's own memory, and so does what is made of it. */
const TEXT_PIECE_BYTES = 2 ** 16;
const PIECE_BYTES = 2 ** 20, LINE_BYTES = 2 ** 26, NEWLINE = 0x0a, COMMA = 0x2c, CLOSE_OBJECT = 0x7d;

/**
 * Reads a file piece by piece, whatever its size. Each piece is to be used before the next is asked for.
 *
 * @param path The file; no link. @param size How much is read at once, in bytes.
 * @param endOf Where a piece is to end, of what was read, in bytes; the rest begins the next. 0 for all of it.
 * @throws {StorageError} If it is none, or cannot be read.
 */
export function* piecesOf(
  path: string,
  size = PIECE_BYTES,
  endOf: (bytes: Uint8Array) => number = () => 0,
): Generator<Uint8Array> {
  const buffer = new Uint8Array(size);
  let kept = 0;
  try {
    // A pipe would be waited for without end.
    if (!Deno.statSync(path).isFile) {
      throw new StorageError(`Cannot read "${path}": it is no ordinary file`, {
        path,
        hint: "Move it away, and put the file in its place.",
      });
    }
    using file = Deno.openSync(path, { read: true });
    for (let count = file.readSync(buffer); count !== null; count = file.readSync(buffer.subarray(kept))) {
      const filled = buffer.subarray(0, kept + count), end = endOf(filled) || filled.length;
      yield filled.subarray(0, end);
      buffer.copyWithin(0, end, filled.length);
      kept = filled.length - end;
    }
    if (kept > 0) yield buffer.subarray(0, kept);
  } catch (error) {
    throw diskError(error, "read", path);
  }
}

/**
 * Reads a store's text piece by piece, a byte order mark included; what is not UTF-8 is U+FFFD. A piece mostly ends with
 * an entry, so that no two have to be joined to be read.
 *
 * @param path The file; no link. @param beforeEach Is called before each piece; what it throws ends the reading.
 * @throws {StorageError} If it is none, or cannot be read.
 */
export function* storePiecesOf(path: string, beforeEach: () => void): Generator<string> {
  // A decoder that has to remember half a character takes several times as long.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  for (
    const piece of piecesOf(path, TEXT_PIECE_BYTES, (bytes) => endOfEntry(bytes) || lastCharacter(bytes))
  ) {
    beforeEach();
    yield decoder.decode(piece);
  }
}

/** The offset behind the last `},`; 0 where there is none. */
function endOfEntry(bytes: Uint8Array): number {
  let at = bytes.lastIndexOf(CLOSE_OBJECT);
  while (at > 0 && bytes[at + 1] !== COMMA) at = bytes.lastIndexOf(CLOSE_OBJECT, at - 1);
  return at > 0 ? at + 2 : 0;
}

/** Where the last character begins, of which some may be missing. */
function lastCharacter(bytes: Uint8Array): number {
  let at = bytes.length - 1;
  while (at > 0 && (bytes[at]! & 0xc0) === 0x80) at--;
  return at;
}

/**
 * Reads a file line by line, with no more in memory than a piece and what it gives of a line.
 *
 * @param path The file; no link.
 * @throws {StorageError} If it is none, or cannot be read.
 */
export function* linesOf(path: string): Generator<FileLine> {
  let at = 0, start = 0, before: Uint8Array[] = [], size = 0;
  const keep = (part: Uint8Array) => {
    if (part.length > 0 && size < LINE_BYTES) before.push(part.slice(0, LINE_BYTES - size));
    size += part.length;
  };
  for (const piece of piecesOf(path)) {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      let bytes = piece.subarray(from, end);
      if (before.length > 0) {
        keep(bytes);
        bytes = joined(before);
      }
      yield { start, end: at + end + 1, bytes };
      [before, size, from, start] = [[], 0, end + 1, at + end + 1];
    }
    keep(piece.subarray(from));
    at += piece.length;
  }
  if (before.length > 0) yield { start, end: at, bytes: joined(before) };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

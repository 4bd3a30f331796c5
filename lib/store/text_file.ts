import { DamagedError, StorageError } from "../errors.ts";
import { diskError } from "./disk_error.ts";
import type { Root } from "./root.ts";

/** The longest text that V8 holds in one string: no UTF-8 has more UTF-16 units than bytes. */
export const MOST_BYTES = 2 ** 29 - 24;

/**
 * Reads a text of the root whole.
 *
 * @param root The root. @param name Its name under the root. @param mostBytes A larger file is refused unread.
 * @returns The text, a byte order mark included; `undefined` where there is none.
 * @throws {DamagedError} If it is not UTF-8.
 * @throws {StorageError} If it cannot be read: a folder, say, or a link that leads out of the root.
 * @throws {PermissionError} If reading it was not granted.
 */
export function readText(root: Root, name: string, mostBytes = MOST_BYTES): string | undefined {
  const path = root.resolve(name);
  if (path === undefined) return undefined;
  const bytes = readBytes(path, mostBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new DamagedError(`Cannot read "${path}": it is not UTF-8`, {
      path,
      cause: error,
      hint: "Save it as UTF-8.",
    });
  }
}

/**
 * Reads a file whole. What is no file is refused unread: a pipe would be waited for without end. So is a file that
 * is too large: of 512 MiB and more, which no string could hold, where nothing else is said.
 *
 * @param path The file; no link. @param mostBytes The most bytes that it may have.
 * @throws {StorageError} If it is none, is too large, or cannot be read.
 * @throws {PermissionError} If reading it was not granted.
 */
export function readBytes(path: string, mostBytes = MOST_BYTES): Uint8Array<ArrayBuffer> {
  const size = fileSize(path);
  if (size > mostBytes) {
    throw new StorageError(`Cannot read "${path}": it is ${Math.round(mostBytes / 2 ** 20)} MiB or larger`, {
      path,
      hint: "Move it away, and what is worth keeping back in smaller parts.",
    });
  }
  try {
    return readAll(path, size);
  } catch (error) {
    throw diskError(error, "read", path);
  }
}

/** Reads into memory that is taken once: to let it grow as it fills costs the time and the room of a copy. */
function readAll(path: string, size: number): Uint8Array<ArrayBuffer> {
  // One byte more than it should hold shows that it ends there; somebody may be adding to it.
  let bytes = new Uint8Array(size + 1), at = 0;
  using file = Deno.openSync(path, { read: true });
  for (let read = file.readSync(bytes); read; read = file.readSync(bytes.subarray(at))) {
    at += read;
    if (at === bytes.length) {
      const larger = new Uint8Array(2 * at);
      larger.set(bytes);
      bytes = larger;
    }
  }
  return bytes.subarray(0, at);
}

/**
 * How many bytes a file holds. What is no file is refused unread, as {@linkcode readBytes} does.
 *
 * @param path The file; no link.
 * @throws {StorageError} If it is none, or cannot be looked at.
 * @throws {PermissionError} If reading it was not granted.
 */
export function fileSize(path: string): number {
  try {
    const { isFile, isDirectory, size } = Deno.statSync(path);
    if (isFile) return size;
    throw new StorageError(`Cannot read "${path}": it is ${isDirectory ? "a folder" : "no ordinary file"}`, {
      path,
      hint: "Move it away, and put the file in its place.",
    });
  } catch (error) {
    throw diskError(error, "read", path);
  }
}

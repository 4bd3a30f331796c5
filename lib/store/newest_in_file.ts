import { type NewestEntries, newestInPieces, type WantedEntries } from "../memory/newest_in_pieces.ts";
import { storePiecesOf } from "./file_pieces.ts";
import type { Root } from "./root.ts";
import { fileSize, MOST_BYTES } from "./text_file.ts";

/**
 * Reads of a store what a brief may show, and passes over the rest without keeping it.
 *
 * @param root The root. @param wanted Which entries of which store, which is not the operator's.
 * @param beforeEach Is called before each piece of the file; what it throws ends the reading.
 * @returns They; `undefined` where the store has to be read whole, since it is not there, or not all is well with it, or
 *   something is unusual.
 * @throws {StorageError} If the file cannot be read, or a link leads out of the root.
 * @throws {PermissionError} If reading it was not granted.
 */
export function newestInFile(
  root: Root,
  wanted: WantedEntries,
  beforeEach: () => void,
): NewestEntries | undefined {
  const path = root.resolve(`memory/${wanted.store}.json`);
  if (path === undefined || fileSize(path) > MOST_BYTES) return undefined;
  return newestInPieces(storePiecesOf(path, beforeEach), wanted);
}

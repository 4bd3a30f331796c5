import type { StoreName } from "../../memory/entry.ts";
import { type HistoryLine, linePattern, readHistoryLine } from "../../memory/history_line.ts";
import { diskError } from "../disk_error.ts";
import { historyName } from "./append_and_purge.ts";
import type { Root } from "../root.ts";
import { fileSize } from "../text_file.ts";

/** How much is read at a time: a history can be larger than what is good to hold in memory. */
const PIECE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Reads what a store's history holds of a key. Only lines that could be about it are parsed; those that are torn,
 * or another program's, are passed over.
 *
 * @param root The root. @param store Whose history. @param key The key.
 * @returns The lines about it, the oldest first; none where there is no history.
 * @throws {StorageError} If it cannot be read.
 * @throws {PermissionError} If reading it was not granted.
 */
export function readHistory(root: Root, store: StoreName, key: string): HistoryLine[] {
  const path = root.resolve(historyName(store));
  if (path === undefined) return [];
  const pattern = linePattern(key), found: HistoryLine[] = [];
  for (const piece of piecesOf(path)) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(piece); match; match = pattern.exec(piece)) {
      const start = piece.lastIndexOf("\n", match.index) + 1, end = piece.indexOf("\n", match.index);
      const stop = end === -1 ? piece.length : end;
      const line = readHistoryLine(piece.slice(start, stop), key);
      if (line) found.push(line);
      pattern.lastIndex = stop;
    }
  }
  return found;
}

/** A file's text, whole lines at a time. */
function* piecesOf(path: string): Generator<string> {
  const size = fileSize(path), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let buffer = new Uint8Array(Math.min(PIECE_BYTES, size + 1)), held = 0;
  try {
    using file = Deno.openSync(path, { read: true });
    for (let read = file.readSync(buffer); read !== null; read = file.readSync(buffer.subarray(held))) {
      held += read;
      const end = buffer.subarray(0, held).lastIndexOf(NEWLINE) + 1;
      if (end > 0) {
        yield decoder.decode(buffer.subarray(0, end));
        buffer.copyWithin(0, end, held);
        held -= end;
      }
      if (held === buffer.length) {
        const larger = new Uint8Array(2 * held);
        larger.set(buffer);
        buffer = larger;
      }
    }
    if (held > 0) yield decoder.decode(buffer.subarray(0, held));
  } catch (error) {
    throw diskError(error, "read", path);
  }
}

import { decodeUtf8 } from "../../json/utf8.ts";
import type { StoreName } from "../../memory/entry.ts";
import { KnownKeys } from "../../memory/index/known_keys.ts";
import { StoreText } from "../../memory/store_text.ts";
import type { Root } from "../root.ts";
import { readStoreFile, type StoreFile } from "../store_file.ts";
import { fileSize, readBytes } from "../text_file.ts";
import { hasPart } from "./index_files.ts";
import { SMALLEST_BYTES, withIndex } from "./store_index.ts";

/**
 * Reads a store for a change: its bytes, which are to be copied, and where its entries stand, from the index where
 * that tells of this file. The caller holds the lock.
 *
 * @param root The root. @param store Which store.
 * @returns The store, as `readStoreFile` gives it.
 * @throws {CtxError} As `readStoreFile` does.
 */
export function readStoreToChange(root: Root, store: StoreName): StoreFile {
  const path = root.resolve(`memory/${store}.json`);
  if (path === undefined || !hasPart(root, store, "places") || fileSize(path) < SMALLEST_BYTES) {
    return readStoreFile(root, store);
  }
  const readAtMs = Date.now(), bytes = readBytes(path);
  const known = withIndex(root, store, (index) => {
    const text = index.isAscii ? decodeUtf8(bytes) : "";
    // Elsewhere a place in the text is not one in the bytes.
    if (text.length !== bytes.length) return undefined;
    const all = index.all(), { spans, hashes, start, end } = all.places;
    const entries = { span: { start, end, members: spans }, places: new KnownKeys(text, spans, hashes) };
    const read = new StoreText(text, entries);
    const file: StoreFile = {
      path,
      text: read,
      bad: [],
      damageOf: () => undefined,
      bytes,
      readAtMs,
      isAscii: true,
      index: all,
      render: (now) => read.renderBytes(now, bytes),
    };
    return file;
  }, { bytes });
  return known ?? readStoreFile(root, store);
}

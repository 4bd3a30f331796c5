import { decodeUtf8 } from "../../json/utf8.ts";
import type { StoreName } from "../../memory/entry.ts";
import { KnownKeys } from "../../memory/index/known_keys.ts";
import { StoreText } from "../../memory/store_text.ts";
import type { Root } from "../root.ts";
import { readStoreFile, type StoreFile } from "../store_file.ts";
import { readBytes } from "../text_file.ts";
import { isOfBytes } from "./identity.ts";
import { withIndex } from "./store_index.ts";

/**
 * Reads a store for a change: its bytes, which are to be copied, and where its entries stand, from the index where
 * that tells of this file. The caller holds the lock.
 *
 * @param root The root. @param store Which store.
 * @returns The store, as `readStoreFile` gives it.
 * @throws {CtxError} As `readStoreFile` does.
 */
export function readStoreToChange(root: Root, store: StoreName): StoreFile {
  return withIndex(root, store, (index) => {
    if (!index.isAscii) return undefined;
    const readAtMs = Date.now(), { path } = index, bytes = readBytes(path), text = decodeUtf8(bytes);
    if (text.length !== bytes.length || !isOfBytes(index.identity, bytes)) return undefined;
    const all = index.all(), { spans, hashes, start, end } = all.places;
    const known = { span: { start, end, members: spans }, places: new KnownKeys(text, spans, hashes) };
    const read = new StoreText(text, known);
    const file: StoreFile = {
      path,
      text: read,
      bad: [],
      damageOf: () => undefined,
      sizeBytes: bytes.length,
      readAtMs,
      isAscii: true,
      index: all,
      render: (now) => read.renderBytes(now, bytes),
    };
    return file;
  }) ?? readStoreFile(root, store);
}

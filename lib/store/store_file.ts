import { DamagedError } from "../errors.ts";
import { JsonSyntaxError, placeOf } from "../json/scan.ts";
import { decodeUtf8, NotUtf8Error } from "../json/utf8.ts";
import type { PatchedBytes } from "../json/edit.ts";
import type { StoreName } from "../memory/entry.ts";
import type { Places } from "../memory/index/places.ts";
import { quoteKey } from "../memory/key.ts";
import type { BadEntry } from "../memory/scan_store.ts";
import { StoreText } from "../memory/store_text.ts";
import type { Root } from "./root.ts";
import { readBytes } from "./text_file.ts";

/** A store as it is on disk. */
export interface StoreFile {
  /** The file, links followed; where it will be, when it is not there. */
  readonly path: string;
  /** Its text; that of a new one when it is not there. */
  readonly text: StoreText;
  /** The entries that are no objects: the first of them, each named with its place, and how many more there are. */
  readonly bad: readonly DamagedError[];
  /** What is wrong with one entry, where it is no object. */
  damageOf(key: string): DamagedError | undefined;
  /** Its bytes; none when it is not there. */
  readonly bytes: Uint8Array;
  /** When reading it began, in milliseconds since 1970, by the machine's clock. */
  readonly readAtMs: number;
  /** Whether a unit of its text is a byte. */
  readonly isAscii: boolean;
  /** What an index says of it, where one took the place of reading it. */
  readonly index?: { readonly places: Places; readonly signatures?: string };
  /** The whole of it with the changes made to its text, as bytes; `now` is what `last_updated` is to say. */
  render(now: string): PatchedBytes;
}

/** To find the place of each of thousands would take longer than anybody would wait. */
const MOST_NAMED = 5;

/**
 * Reads a store (§8.2). A file that is not there is an empty store.
 *
 * @param root The root. @param store Which store.
 * @returns The store's text, and the entries in it that cannot be read.
 * @throws {DamagedError} If the file is not a store: it names the place.
 * @throws {StorageError} If it cannot be read, or a link leads out of the root.
 * @throws {PermissionError} If reading it was not granted.
 */
export function readStoreFile(root: Root, store: StoreName): StoreFile {
  const name = `memory/${store}.json`, path = root.resolve(name);
  if (path === undefined) {
    const text = StoreText.empty(store);
    return {
      path: root.file(name),
      text,
      bad: [],
      damageOf: () => undefined,
      bytes: new Uint8Array(0),
      readAtMs: Date.now(),
      isAscii: true,
      render: (now) => ({ bytes: new TextEncoder().encode(text.render(now)), splices: [], isAscii: false }),
    };
  }
  const readAtMs = Date.now(),
    bytes = readBytes(path),
    damaged = (text: string, message: string, offset: number) => {
      const place = placeOf(text, offset);
      return new DamagedError(
        `Cannot read "${path}": line ${place.line}, column ${place.column}: ${message}`,
        {
          path,
          ...place,
          hint: "Nothing was changed. Mend the file by hand or bring it back from a backup.",
        },
      );
    };
  let read = "";
  try {
    read = decodeUtf8(bytes);
    const text = new StoreText(read);
    const nameBad = ({ key, offset }: BadEntry) =>
      damaged(read, `the entry ${quoteKey(key)} is not an object`, offset);
    const bad = text.bad.slice(0, MOST_NAMED).map(nameBad), more = text.bad.length - bad.length;
    if (more > 0) bad.push(damaged(read, `so are ${more} more entries`, text.bad[MOST_NAMED]!.offset));
    const damageOf = (key: string) => {
      const found = text.bad.find((entry) => entry.key === key);
      return found && nameBad(found);
    };
    const render = (now: string) => text.renderBytes(now, bytes);
    return {
      path,
      text,
      bad,
      damageOf,
      bytes,
      readAtMs,
      isAscii: read.length === bytes.length,
      render,
    };
  } catch (error) {
    if (error instanceof NotUtf8Error) read = error.text;
    if (error instanceof JsonSyntaxError) throw damaged(read, error.message, error.offset);
    throw error;
  }
}

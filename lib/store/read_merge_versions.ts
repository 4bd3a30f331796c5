import { DamagedError, StorageError } from "../errors.ts";
import { JsonSyntaxError, placeOf } from "../json/scan.ts";
import { decodeUtf8, NotUtf8Error } from "../json/utf8.ts";
import type { StoreVersion } from "../memory/merge_stores.ts";
import { StoreText } from "../memory/store_text.ts";
import { clip } from "../text/excerpt.ts";
import type { Root } from "./root.ts";
import { readBytes } from "./text_file.ts";

/** A version of a store file, as git lays one out for a merge, with the place where it lies. */
export interface VersionFile extends StoreVersion {
  /** The file, links followed. */
  readonly path: string;
}

/**
 * Finds a file that git names to a merge: its names are relative to the work tree, which has to be the root.
 *
 * @param root The root. @param name The name, relative or absolute. @returns Where the file is.
 * @throws {StorageError} If it does not lie under the root, or is not there.
 */
export function findVersion(root: Root, name: string): string {
  const below = name.startsWith(`${root.path}/`) ? name.slice(root.path.length + 1) : name;
  const isOutside = below === "" || /^(?:[\\/]|[A-Za-z]:)/.test(below) || below.split(/[\\/]/).includes("..");
  const path = isOutside ? undefined : root.resolve(below);
  if (path !== undefined) return path;
  throw new StorageError(
    `Cannot merge "${clip(name, 200)}": there is no such file in the context root ${root.path}`,
    {
      path: name,
      hint: "Set CTX_HOME to git's work tree, in which git lays out what is to be merged.",
    },
  );
}

/**
 * Reads a version of a store.
 *
 * @param path Where it is. @param what What it is to whoever reads the message: ours, theirs, their ancestor.
 * @param ifEmpty What a file of no bytes stands for; without it that is damage.
 * @returns The version.
 * @throws {DamagedError} If it is no store, or one of its entries is no object.
 * @throws {StorageError} If it cannot be read, or has another version of the format.
 */
export function readVersion(path: string, what: string, ifEmpty?: StoreVersion): VersionFile {
  const bytes = readBytes(path);
  if (bytes.length === 0 && ifEmpty) return { ...ifEmpty, path };
  let text = "";
  const damaged = (message: string, offset: number) => {
    const place = placeOf(text, offset);
    return new DamagedError(`Cannot merge: ${what}, line ${place.line}, column ${place.column}: ${message}`, {
      path,
      ...place,
      hint: "Nothing was merged. Mend the store on that side, or settle the conflict by hand.",
    });
  };
  try {
    text = decodeUtf8(bytes);
    const entries = new StoreText(text), [bad] = entries.bad, { version } = entries;
    if (bad) throw damaged(`the entry ${JSON.stringify(clip(bad.key, 120))} is not an object`, bad.offset);
    if (version === undefined || version === '"1"') return { path, text, entries };
    throw new StorageError(`Cannot merge: ${what}: its version is ${clip(version, 40)}, not "1"`, {
      path,
      hint: "Nothing was merged. Merge it with the program that made it.",
    });
  } catch (error) {
    if (error instanceof NotUtf8Error) text = error.text;
    if (error instanceof JsonSyntaxError) throw damaged(error.message, error.offset);
    throw error;
  }
}

import { PermissionError, StorageError } from "../errors.ts";
import { diskError } from "../store/disk_error.ts";
import { ifPossible } from "../store/if_possible.ts";
import { readBytes } from "../store/text_file.ts";

/** A file of a harness, as it is. */
export interface SettingsFile {
  /** Its text, a byte order mark included; the empty text where there is none. */
  readonly text: string;
  readonly isThere: boolean;
  /** Where it really is: behind its links. */
  readonly path: string;
}

/** No file of settings is larger. */
const MOST_BYTES = 16 * 2 ** 20;

/**
 * Reads a file of a harness.
 *
 * @param file Its absolute path; links are followed.
 * @throws {PermissionError} If reading it was not granted. @throws {StorageError} If it cannot be read, or is not UTF-8.
 */
export function readSettings(file: string): SettingsFile {
  const path = realPath(file);
  if (path === undefined) return { text: "", isThere: false, path: file };
  const bytes = readBytes(path, MOST_BYTES);
  try {
    return {
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
      isThere: true,
      path,
    };
  } catch (error) {
    throw new StorageError(`Cannot use "${file}": it is not UTF-8: nothing was changed`, {
      path: file,
      cause: error,
    });
  }
}

/**
 * Removes a file that was made, with the link that leads to it now.
 *
 * @param file The file as it is named. @param path Where it really is.
 * @throws {StorageError} If it cannot be removed.
 */
export async function removeSettings(file: string, path: string): Promise<void> {
  try {
    await Deno.remove(path);
    if (file !== path && isLink(file)) await Deno.remove(file);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw diskError(error, "write", file);
  }
}

/** Removes folders that were made, where they are empty now. */
export function removeFolders(folders: readonly string[]): void {
  const inmostFirst = [...new Set(folders)].sort((a, b) => b.length - a.length);
  for (const folder of inmostFirst) ifPossible(() => Deno.removeSync(folder));
}

/** Whether there is a folder; `undefined` where that may not be looked at. */
export function isFolder(path: string): boolean | undefined {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/**
 * What has to be granted so that files can be read, and written where that is asked for: their folders, since a file
 * is replaced by a new one beside it, and the folders that their links lead to, as far as that may be looked at.
 *
 * @returns All of these folders, and those of them that are not granted.
 */
export function grantsFor(
  files: readonly string[],
  kinds: readonly ("read" | "write")[],
): { readonly folders: string[]; readonly missing: string[] } {
  const folders = [
    ...new Set(files.flatMap(linkedPaths).map((file) => file.slice(0, file.lastIndexOf("/")))),
  ];
  const missing = folders.filter((path) =>
    kinds.some((name) => Deno.permissions.querySync({ name, path }).state !== "granted")
  );
  return { folders, missing };
}

const MOST_LINKS = 20;

/** A file, and what its links lead to, one after the other. */
function linkedPaths(file: string): string[] {
  const paths = [file];
  while (paths.length <= MOST_LINKS) {
    const last = paths.at(-1)!, target = ifPossible(() => Deno.readLinkSync(last));
    if (target === undefined) break;
    // Made absolute and without dots, as grants are compared.
    const folder = last.slice(0, last.lastIndexOf("/") + 1);
    paths.push(
      decodeURIComponent(
        new URL(
          `file://${
            encodeURI(target.startsWith("/") ? target : folder + target).replace(/[?#]/g, encodeURIComponent)
          }`,
        ).pathname,
      ),
    );
  }
  return paths;
}

/** Makes a folder with those above it; gives those that were made, as far as that may be looked at. */
export async function makeFolders(folder: string): Promise<string[]> {
  const missing: string[] = [];
  for (let path = folder; isMissing(path); path = path.slice(0, path.lastIndexOf("/"))) missing.unshift(path);
  try {
    for (const path of missing) await Deno.mkdir(path, { mode: 0o700, recursive: true });
  } catch (error) {
    throw diskError(error, "make", folder);
  }
  return missing;
}

function isMissing(path: string): boolean {
  try {
    return realPath(path) === undefined;
  } catch (error) {
    // What is granted ends here, and so does what may be looked at.
    if (error instanceof PermissionError) return false;
    throw error;
  }
}

/** Where a path leads; `undefined` where there is nothing. */
function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      if (isLink(path)) throw new StorageError(`Cannot use "${path}": it is a link to nothing`, { path });
      return undefined;
    }
    if (error instanceof Deno.errors.NotCapable) {
      throw new PermissionError(`Deno was not granted to read "${path}"`, { path, cause: error });
    }
    throw diskError(error, "read", path);
  }
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw diskError(error, "read", path);
  }
}

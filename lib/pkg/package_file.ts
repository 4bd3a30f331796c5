import { PermissionError, RefusedError, StorageError } from "../errors.ts";
import { stageFile, syncFolder } from "../store/atomic_write.ts";
import { diskError } from "../store/disk_error.ts";
import { ifPossible } from "../store/if_possible.ts";
import { FILE_MODE, LAYOUT } from "../store/root.ts";
import { fileSize, readBytes } from "../store/text_file.ts";
import type { Fault } from "./fault.ts";
import { sizeFault } from "./read_document.ts";

/**
 * Reads a file of somebody's, a package or an envelope, unless it is larger than it can be.
 *
 * @param path The file, as it was named. @param most How many bytes it may have.
 * @returns Its bytes, or that it is too large.
 * @throws {PermissionError} If reading it was not granted: what is on standard input needs no grant.
 * @throws {StorageError} If it is no file, or cannot be read.
 */
export function readFile(path: string, most: number): Uint8Array | Fault {
  try {
    return fileSize(path) > most ? sizeFault(most) : readBytes(path);
  } catch (error) {
    if (error instanceof PermissionError) {
      throw new PermissionError(`Cannot read "${path}": Deno was not granted that`, {
        path,
        cause: error,
        hint: "Give it on standard input, where - stands for it, or grant reading it: --allow-read=FILE",
      });
    }
    // What mends a file of the root mends none of somebody's.
    if (error instanceof StorageError) throw new StorageError(error.message, { path, cause: error });
    throw error;
  }
}

/**
 * Writes a file of somebody's, whole, for its owner alone; what was there gives way. Never through a link.
 *
 * @param path The file, as it was named. @param bytes What it is to hold. @param home The context root, whose own files
 *   are no place for it.
 * @throws {RefusedError} If it is one of them.
 * @throws {PermissionError} If that was not granted: standard output needs no grant.
 * @throws {StorageError} If it cannot be written; what was there stays.
 */
export async function writeFile(path: string, bytes: Uint8Array, home: string): Promise<void> {
  const full = path.startsWith("/") || Deno.build.os === "windows" ? path : `./${path}`;
  try {
    checkPlace(full);
    checkOutside(full, home);
    const staged = await stageFile(full, bytes);
    if (Deno.build.os !== "windows") await Deno.chmod(staged.path, FILE_MODE);
    await staged.commit();
    await syncFolder(full.slice(0, full.lastIndexOf("/")) || "/");
  } catch (error) {
    if (error instanceof PermissionError || error instanceof Deno.errors.NotCapable) {
      throw new PermissionError(`Cannot write "${path}": Deno was not granted that`, {
        path,
        cause: error,
        hint: "Print it, which needs no grant, or grant its folder: --allow-read=FOLDER --allow-write=FOLDER",
      });
    }
    if (error instanceof StorageError) throw new StorageError(error.message, { path, cause: error });
    throw diskError(error, "write", path);
  }
}

/** Refuses what is the context's own: its stores, packages, keys and summaries, and the files beside them. */
function checkOutside(path: string, home: string): void {
  const slash = path.lastIndexOf("/"),
    folder = ifPossible(() => Deno.realPathSync(path.slice(0, slash) || "/"));
  const root = ifPossible(() => Deno.realPathSync(home));
  if (folder === undefined || root === undefined || !`${folder}/`.startsWith(`${root}/`)) return;
  const name = `${folder}/${path.slice(slash + 1)}`.slice(root.length + 1);
  const own = Object.values(LAYOUT).some((mine) =>
    name.toLowerCase() === mine || name.toLowerCase().startsWith(`${mine}/`)
  );
  if (own || OWN_FILES.includes(name.toLowerCase())) {
    throw new RefusedError(`Refused to write "${path}": it is the context's own`, {
      path,
      hint: "Name another file.",
    });
  }
}

const OWN_FILES = [LAYOUT.rules.toLowerCase()];

/** What is there and is no file, a link or a device, is not for us to replace. */
function checkPlace(path: string): void {
  try {
    const { isFile, isSymlink, isDirectory } = Deno.lstatSync(path);
    if (isFile) return;
    const what = isSymlink
      ? "a link, and none is followed there"
      : isDirectory
      ? "a folder"
      : "no ordinary file";
    throw new StorageError(`Cannot write "${path}": it is ${what}`, { path, hint: "Name another file." });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

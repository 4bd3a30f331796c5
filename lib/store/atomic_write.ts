import { StorageError } from "../errors.ts";
import { diskError } from "./disk_error.ts";
import { flushFolder } from "./flush_folder.ts";
import { giveTo, giveToFolderOwner } from "./give_to_folder_owner.ts";
import { FILE_MODE, isThere } from "./root.ts";

/** A file's new content, written and synced beside it, to be put in its place or dropped. */
export interface Staged {
  /** Where it is until then. */
  readonly path: string;
  /** Puts it in the old file's place. */
  commit(): Promise<void>;
  /** Drops it; nothing happens when it was put in place. */
  discard(): Promise<void>;
}

const TEMPORARY = /^\..+\.[0-9a-f]{16}\.tmp$/;

/**
 * Writes a file's new content under another name in the same folder, with the old file's mode and owner or
 * for the folder's owner alone, and syncs it (§8.3).
 *
 * @param path The file to replace; no link. @param content Its new content: whole, or piece by piece.
 * @throws {StorageError} If that fails; the old file stands, and nothing is left beside it.
 */
export async function stageFile(
  path: string,
  content: Uint8Array | Iterable<Uint8Array>,
): Promise<Staged> {
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  const random = Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (b) => b.toString(16).padStart(2, "0"),
  );
  const temporary = `${path.slice(0, at)}.${path.slice(at)}.${random.join("")}.tmp`;
  const discard = () => removeIfThere(temporary);
  try {
    await writeNew(temporary, content, await statIfThere(path));
  } catch (error) {
    await discard();
    throw diskError(error, "write", path);
  }
  const commit = async () => {
    try {
      await renameOver(temporary, path);
    } catch (error) {
      await discard();
      throw diskError(error, "write", path);
    }
  };
  return { path: temporary, commit, discard };
}

/**
 * Replaces a file whole, or leaves it as it is (§8.3): on return the new content is on disk under its name.
 *
 * @param path The file; no link. @param bytes Its new content.
 * @throws {StorageError} If that fails; the old file stands, unless the message says that the new one does.
 */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  await (await stageFile(path, bytes)).commit();
  await syncFolder(path.slice(0, path.lastIndexOf("/")));
}

/**
 * Writes a file whole, and only where nothing bears its name; the folder is the caller's to sync.
 *
 * @param path The file. @param bytes Its content.
 * @returns Whether it was written; `false` where something is there, which stays as it is.
 * @throws {StorageError} If that fails; nothing is left.
 */
export async function createFile(path: string, bytes: Uint8Array): Promise<boolean> {
  if (isThere(path)) return false;
  const staged = await stageFile(path, bytes);
  try {
    await Deno.link(staged.path, path);
  } catch (error) {
    // Without hard links the lock alone keeps another writer from taking the name meanwhile.
    if (error instanceof Deno.errors.AlreadyExists || isThere(path)) return false;
    await staged.commit();
  } finally {
    await staged.discard();
  }
  return true;
}

/**
 * Makes a folder's names last through a loss of power.
 *
 * @param folder The folder.
 * @throws {StorageError} If that fails: what was written is there, but may not last.
 */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await flushFolder(folder);
  } catch (error) {
    throw new StorageError(
      `Written to "${folder}", but it is unknown whether it would outlast a loss of power`,
      {
        path: folder,
        cause: error,
      },
    );
  }
}

/**
 * Whether a name is that of a file of a moment: a writer's that is at work, or that was killed.
 *
 * @param name A file's name, without its folder.
 */
export function isLeftover(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Removes what a writer that was killed left behind. The caller holds the lock, so no writer is at work. What
 * bears such a name and is no file, or cannot be removed, is left: it is in nobody's way.
 *
 * @param folder A folder in which files are replaced.
 */
export async function sweep(folder: string): Promise<void> {
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (!isDirectory && isLeftover(name)) await removeIfPossible(`${folder}/${name}`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw diskError(error, "read", folder);
  }
}

/** How much is written at a time: Deno copies what it is given whole before it begins. */
const PIECE_BYTES = 1024 * 1024;

/** The longest wait for a signal that should be there at once. */
const SIGNAL_MS = 1000;

/**
 * Writes all of it. A limit on file sizes sends a signal before the error, which would end the process; here
 * the write fails instead.
 *
 * @param file The file, where the writing is to begin. @param bytes What to write.
 */
export async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  const signal = Promise.withResolvers<void>(), isWindows = Deno.build.os === "windows";
  if (!isWindows) Deno.addSignalListener("SIGXFSZ", signal.resolve);
  try {
    for (let at = 0; at < bytes.length;) {
      at += await file.write(bytes.subarray(at, at + PIECE_BYTES));
    }
  } catch (error) {
    // The error can overtake the signal, which ends the process when it finds nobody listening any more.
    if (!isWindows && error instanceof Error && /os error 27\b/.test(error.message)) {
      const timer = setTimeout(signal.resolve, SIGNAL_MS);
      await signal.promise;
      clearTimeout(timer);
    }
    throw error;
  } finally {
    if (!isWindows) Deno.removeSignalListener("SIGXFSZ", signal.resolve);
  }
}

/** Writes and syncs a file that is not there yet. */
async function writeNew(
  path: string,
  content: Uint8Array | Iterable<Uint8Array>,
  old: Deno.FileInfo | undefined,
): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: FILE_MODE });
  // By its name: Deno refuses to ask the open file itself where the root is a link.
  const made = await Deno.stat(path);
  const mode = old?.mode ? old.mode & 0o777 : FILE_MODE;
  if (made.mode !== null && (made.mode & 0o777) !== mode) await Deno.chmod(path, mode);
  // Written by the superuser into somebody else's root, a store must stay that person's.
  if (old) giveTo(old, path);
  else giveToFolderOwner(path);
  if (content instanceof Uint8Array) await writeAll(file, content);
  else for (const piece of content) await writeAll(file, piece);
  await file.syncData();
}

/** Windows refuses for a moment while a reader or a scanner has the target open. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let tries = Deno.build.os === "windows" ? 10 : 1;; tries--) {
    try {
      return await Deno.rename(from, to);
    } catch (error) {
      const isPassing = error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.Busy;
      if (!isPassing || tries <= 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function statIfThere(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function removeIfPossible(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw diskError(error, "write", path);
  }
}

import { InterruptedError, LockTimeoutError, StorageError } from "../errors.ts";
import { diskError } from "./disk_error.ts";
import { giveToFolderOwner } from "./give_to_folder_owner.ts";
import { FILE_MODE, LAYOUT, type Root } from "./root.ts";

/** How a writer waits for the lock. */
export interface LockWait {
  /** How long to wait, in milliseconds. */
  readonly timeoutMs: number;
  /** Called once, when the wait has lasted a second, with the lock's path. */
  readonly onWait?: (path: string) => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** Whether the lock that is held is still the one that others take. */
export type IsHeld = () => Promise<boolean>;

/** A wait is said after this long. */
export const SAY_AFTER_MS = 1000;
const LONGEST_PAUSE_MS = 10;

/**
 * Holds the context's lock (§8.4) while something is done: an exclusive `flock` on `memory/.lock`. The file
 * is made and never removed.
 *
 * @param root The root; its folder `memory` is there. @param wait How to wait.
 * @param use What to do while the lock is held. It is given a test of whether the lock is still the one that
 *   others take: a clean-up may remove the file at any time.
 * @returns What `use` returns.
 * @throws {LockTimeoutError} If somebody else held it for the whole time.
 * @throws {InterruptedError} If the signal fired before it was had.
 * @throws {StorageError} If the lock file cannot be opened or locked.
 */
export async function withLock<T>(
  root: Root,
  wait: LockWait,
  use: (isHeld: IsHeld) => Promise<T>,
): Promise<T> {
  const { file, info, path } = await takeLock(root, wait);
  using held = file;
  try {
    return await use(async () => isSame(info, await look(path)));
  } finally {
    held.unlockSync();
  }
}

async function takeLock(
  root: Root,
  { timeoutMs, onWait, signal }: LockWait,
): Promise<Opened & { readonly path: string }> {
  const began = performance.now(), path = root.resolve(LAYOUT.lock) ?? root.file(LAYOUT.lock);
  let pauseMs = 1, said = false, opened = await open(path);
  for (;;) {
    if (signal?.aborted) {
      opened.file.close();
      throw new InterruptedError("Interrupted while waiting for the lock: nothing was written", {
        cause: signal.reason,
      });
    }
    if (await tryLock(opened.file, path)) {
      if (isSame(opened.info, await look(path))) return { ...opened, path };
      // Somebody cleaned up: others now lock another file under this name.
      opened.file.close();
      opened = await open(path);
      continue;
    }
    const waitedMs = performance.now() - began;
    if (waitedMs >= timeoutMs) {
      opened.file.close();
      throw lockTimeout(path, timeoutMs);
    }
    if (!said && waitedMs >= SAY_AFTER_MS) {
      said = true;
      onWait?.(path);
    }
    // flock cannot be waited for and given up, so it is asked for again and again.
    await new Promise((resolve) => setTimeout(resolve, Math.min(pauseMs, timeoutMs - waitedMs)));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** What is said when a wait for the lock is over. */
export function lockTimeout(path: string, timeoutMs: number): LockTimeoutError {
  const seconds = (timeoutMs / 1000).toLocaleString("en");
  return new LockTimeoutError(
    `Cannot lock "${path}": another program has held it for ${seconds} s; nothing was written`,
    {
      path,
      hint:
        "Try again, wait longer with --lock-timeout, or end the program that holds it (fuser shows which).",
    },
  );
}

/** The lock file, opened, and which file that is. */
interface Opened {
  readonly file: Deno.FsFile;
  readonly info: Deno.FileInfo;
}

async function open(path: string): Promise<Opened> {
  try {
    // An open file cannot be asked which one it is: Deno counts that as reading the place behind a root that is
    // a link, which is not granted. So its name is asked before and after, until both answers are the same.
    for (let before = await look(path);;) {
      // Never for appending, which Windows would not lock exclusively, and never truncated.
      const file = await Deno.open(path, { read: true, write: true, create: true, mode: FILE_MODE });
      let info: Deno.FileInfo | undefined;
      try {
        info = await look(path);
        // The umask may have taken the owner's rights from a file that was just made, and with them the next writer's.
        if (info?.mode && (info.mode & FILE_MODE) !== FILE_MODE) await Deno.chmod(path, FILE_MODE);
        // Made by the superuser in somebody else's root, it is for that person to open too.
        if (!before) giveToFolderOwner(path);
      } catch (error) {
        file.close();
        throw error;
      }
      if (info && isSame(info, before)) return { file, info };
      file.close();
      before = info;
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new StorageError(`Cannot lock "${path}": its folder is not there`, { path, cause: error });
    }
    throw diskError(error, "lock", path);
  }
}

async function tryLock(file: Deno.FsFile, path: string): Promise<boolean> {
  try {
    return await file.tryLock(true);
  } catch (error) {
    file.close();
    throw diskError(error, "lock", path);
  }
}

async function look(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw diskError(error, "lock", path);
  }
}

function isSame(a: Deno.FileInfo, b: Deno.FileInfo | undefined): boolean {
  return a.ino === b?.ino && a.dev === b?.dev;
}

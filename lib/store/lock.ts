import { InterruptedError, LockTimeoutError, StorageError } from "../errors.ts";
import { diskError } from "./disk_error.ts";
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

const SAY_AFTER_MS = 1000, LONGEST_PAUSE_MS = 10;

/**
 * Holds the context's lock (§8.4) while something is done: an exclusive `flock` on `memory/.lock`. The file
 * is made and never removed.
 *
 * @param root The root; its folder `memory` is there. @param wait How to wait.
 * @param use What to do while the lock is held.
 * @returns What `use` returns.
 * @throws {LockTimeoutError} If somebody else held it for the whole time.
 * @throws {InterruptedError} If the signal fired before it was had.
 * @throws {StorageError} If the lock file cannot be opened or locked.
 */
export async function withLock<T>(root: Root, wait: LockWait, use: () => Promise<T>): Promise<T> {
  using file = await takeLock(root, wait);
  try {
    return await use();
  } finally {
    await file.unlock();
  }
}

async function takeLock(root: Root, { timeoutMs, onWait, signal }: LockWait): Promise<Deno.FsFile> {
  const began = performance.now(), path = await root.resolve(LAYOUT.lock) ?? root.file(LAYOUT.lock);
  let pauseMs = 1, said = false, file = await open(path);
  for (;;) {
    if (signal?.aborted) {
      file.close();
      throw new InterruptedError("Interrupted while waiting for the lock: nothing was written", {
        cause: signal.reason,
      });
    }
    if (await tryLock(file, path)) {
      if (await isStill(file, path)) return file;
      // Somebody cleaned up: others now lock another file under this name.
      file.close();
      file = await open(path);
      continue;
    }
    const waitedMs = performance.now() - began;
    if (waitedMs >= timeoutMs) {
      file.close();
      throw new LockTimeoutError(
        `Cannot lock "${path}": another program has held it for ${
          (timeoutMs / 1000).toLocaleString("en")
        } s; nothing was written`,
        {
          path,
          hint:
            "Try again, wait longer with --lock-timeout, or end the program that holds it (fuser shows which).",
        },
      );
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

async function open(path: string): Promise<Deno.FsFile> {
  try {
    // Never for appending, which Windows would not lock exclusively, and never truncated.
    const file = await Deno.open(path, { read: true, write: true, create: true, mode: FILE_MODE });
    return file;
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

async function isStill(file: Deno.FsFile, path: string): Promise<boolean> {
  const held = await file.stat();
  try {
    const named = await Deno.stat(path);
    return held.ino === named.ino && held.dev === named.dev;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw diskError(error, "lock", path);
  }
}

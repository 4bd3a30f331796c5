import { StorageError } from "../errors.ts";
import type { PatchedBytes } from "../json/edit.ts";
import type { StoreName } from "../memory/entry.ts";
import { clip } from "../text/excerpt.ts";
import { type Staged, stageFile, sweep, syncFolder } from "./atomic_write.ts";
import { appendHistory, type Earlier, stagePurge } from "./history/append_and_purge.ts";
import type { IsHeld } from "./lock.ts";
import { keepIndex, type NextIndex, nextIndex, purgeSignatures } from "./index/keep_index.ts";
import { folderAbove, LAYOUT, type Root } from "./root.ts";
import type { StoreFile } from "./store_file.ts";
import { MOST_BYTES } from "./text_file.ts";
import type { FileContent, Waiting } from "./queued_change.ts";

/** The changes to one store that share one replace. */
export class Batch {
  readonly store: StoreName;
  readonly #root: Root;
  readonly #file: StoreFile;
  readonly #earlier: Earlier[] = [];
  readonly #done: { waiting: Waiting; result: unknown }[] = [];
  #purged?: string;
  #beside: readonly FileContent[] = [];

  constructor(root: Root, store: StoreName, file: StoreFile) {
    if (file.bad[0]) throw file.bad[0];
    const { version } = file.text;
    if (version !== undefined && version !== '"1"') {
      throw new StorageError(`Cannot write "${file.path}": its version is ${clip(version, 40)}, not "1"`, {
        path: file.path,
        hint: "Nothing was changed. Write to it with the program that made it.",
      });
    }
    this.store = store;
    this.#root = root;
    this.#file = file;
  }

  /** The file that is replaced. */
  get path(): string {
    return this.#file.path;
  }

  /** The changes in it, in their order. */
  get waiting(): Waiting[] {
    return this.#done.map(({ waiting }) => waiting);
  }

  /** Whether nothing is in it. */
  get isEmpty(): boolean {
    return this.#done.length === 0;
  }

  /**
   * Whether it is to be written before another change: what follows a purge must not be purged, and reads the files that
   * this one writes.
   */
  get isFull(): boolean {
    return this.#purged !== undefined || this.#beside.length > 0;
  }

  add(waiting: Waiting): void {
    const { result, earlier, purge, beside = [] } = waiting.change.apply(this.#file.text, this.#earlier);
    if (earlier) { for (const was of [earlier].flat()) this.#earlier.push(was); }
    this.#purged = purge;
    this.#beside = beside;
    this.#done.push({ waiting, result });
  }

  /**
   * Writes all of it; each change is acknowledged only when it is on disk.
   *
   * @returns Whether that was done, or failed for good; `false` where the lock was no longer ours.
   */
  async write(isHeld: IsHeld): Promise<boolean> {
    if (this.isEmpty) return true;
    const staged: Staged[] = [], before: Staged[] = [], purged = this.#purged;
    try {
      const folder = this.path.slice(0, this.path.lastIndexOf("/"));
      // Where the store is a link, what a crash leaves lies beside the file it points to.
      if (folder !== this.#root.file(LAYOUT.memory)) await sweep(folder);
      const folders = new Set(this.#beside.map(({ name }) => folderAbove(this.#root.file(name))));
      for (const other of folders) await sweep(other);
      for (const { name, bytes } of this.#beside) before.push(await stageFile(this.#root.file(name), bytes));
      // First what needs the most room: the history is not to tell of a change that a full disk kept away.
      let next: NextIndex | undefined;
      const { isChanged } = this.#file.text;
      if (isChanged) {
        const patched = this.#patched();
        next = nextIndex(this.#root, this.store, this.#file, patched);
        staged.push(await stageFile(this.path, patched.bytes));
      }
      // A key that is deleted takes what this very batch knows of it along.
      await appendHistory(this.#root, this.store, this.#earlier.filter(({ key }) => key !== purged));
      const history = purged !== undefined && await stagePurge(this.#root, this.store, new Set([purged]));
      // A purge goes first: where it fails, the entry is still there to be deleted again.
      if (history) staged.unshift(history);
      if (!await isHeld()) {
        await discardAll([...before, ...staged]);
        return false;
      }
      if (purged !== undefined) purgeSignatures(this.#root, this.path);
      for (const file of before) await file.commit();
      for (const other of folders) await syncFolder(other);
      for (const file of staged) await file.commit();
      await syncFolder(folder);
      if (history) await syncFolder(this.#root.file(LAYOUT.history));
      if (isChanged) keepIndex(this.#root, this.store, this.path, next);
    } catch (error) {
      await discardAll([...before, ...staged]);
      for (const { waiting } of this.#done) waiting.reject(error);
      return true;
    }
    for (const { waiting, result } of this.#done) waiting.resolve(result);
    return true;
  }

  /** The file's new content: never more than can be read again. */
  #patched(): PatchedBytes {
    try {
      const patched = this.#file.render(this.#done.at(-1)!.waiting.change.now);
      if (patched.bytes.length <= MOST_BYTES) return patched;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // no memory can hold more either
    }
    throw new StorageError(
      `Cannot write "${this.path}": it would be larger than 512 MiB, which nothing could read`,
      {
        path: this.path,
        hint: "Nothing was changed. Keep large data in files of their own, and their names in ctx.",
      },
    );
  }
}

/** What cannot be removed now is swept by the next writer, and must not hide why the write failed. */
async function discardAll(staged: readonly Staged[]): Promise<void> {
  await Promise.allSettled(staged.map((file) => file.discard()));
}

import { InterruptedError, StorageError } from "../errors.ts";
import type { StoreName } from "../memory/entry.ts";
import type { StoreText } from "../memory/store_text.ts";
import { type Staged, stageFile, sweep, syncFolder } from "./atomic_write.ts";
import { appendHistory, type Earlier, stagePurge } from "./history.ts";
import { clip } from "../text/excerpt.ts";
import { type LockWait, withLock } from "./lock.ts";
import { makeFiles, makeFolders } from "./make_root.ts";
import { isThere, LAYOUT, type Root } from "./root.ts";
import { readStoreFile, type StoreFile } from "./store_file.ts";

/** A change to one store, carried out on what the store holds once the lock is held. */
export interface Change<T> {
  readonly store: StoreName;
  /** When it is made: RFC 3339 in UTC, for `last_updated`. */
  readonly now: string;
  /** Makes the change, or throws and changes nothing. Called once. */
  apply(text: StoreText): Applied<T>;
}

/** What came of a change. */
export interface Applied<T> {
  readonly result: T;
  /** The entry as it was, or the entries, for the history. */
  readonly earlier?: Earlier | readonly Earlier[];
  /** A key whose history is to go. */
  readonly purge?: string;
}

interface Waiting {
  readonly change: Change<unknown>;
  readonly wait: LockWait;
  /** When the wait is over, by `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The changes that wait for each root's lock, so that those of one process share one lock and one replace. */
const queues = new Map<string, Waiting[]>();

/**
 * Changes a store: takes the lock, reads the store, makes the change, writes what was to the history, and
 * replaces the file (§8.3, §8.4). Changes that are asked for while another waits share its lock and its write.
 *
 * @param root The root; it is made when it is not there.
 * @param change The change. @param wait How to wait for the lock.
 * @returns What the change gives, once it is on disk.
 * @throws {CtxError} What the change throws, or what keeps the store from being read or written.
 */
export function changeStore<T>(root: Root, change: Change<T>, wait: LockWait): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const deadline = performance.now() + wait.timeoutMs;
  const waiting = { change, wait, deadline, resolve: resolve as (result: unknown) => void, reject };
  const queue = queues.get(root.path);
  if (queue) queue.push(waiting);
  else {
    queues.set(root.path, [waiting]);
    void drain(root);
  }
  return promise;
}

/** Carries out what waits for a root's lock until nothing does. */
async function drain(root: Root): Promise<void> {
  const queue = queues.get(root.path)!;
  while (queue.length > 0) {
    const head = queue[0]!;
    let isNew = false;
    const wait = { ...head.wait, timeoutMs: Math.max(0, head.deadline - performance.now()) };
    try {
      if (!isThere(root.file(LAYOUT.sessions)) || !isThere(root.file(LAYOUT.memory))) {
        isNew = (await makeFolders(root)).made.includes(".");
      }
      await withLock(root, wait, () => carryOut(root, queue, isNew));
    } catch (error) {
      // The head alone: the others may be ready to wait for longer.
      if (queue[0] === head) queue.shift();
      head.reject(error);
    }
  }
  queues.delete(root.path);
}

/** Carries out all that waits. The lock is held. */
async function carryOut(root: Root, queue: Waiting[], isNew: boolean): Promise<void> {
  await sweep(root.path);
  for (const name of [LAYOUT.memory, LAYOUT.history]) {
    const folder = root.resolve(name);
    if (folder !== undefined) await sweep(folder);
  }
  await makeFiles(root, isNew ? [LAYOUT.rules, LAYOUT.gitignore] : [LAYOUT.rules]);
  const batches = new Map<StoreName, Batch>();
  for (let waiting = queue.shift(); waiting; waiting = queue.shift()) {
    const { change, wait } = waiting;
    try {
      if (wait.signal?.aborted) throw new InterruptedError("Interrupted: nothing was written");
      let batch = batches.get(change.store);
      if (!batch) {
        batches.set(
          change.store,
          batch = new Batch(root, change.store, readStoreFile(root, change.store)),
        );
      }
      batch.add(waiting);
    } catch (error) {
      waiting.reject(error);
    }
  }
  for (const batch of batches.values()) await batch.write();
}

/** The changes to one store that share one replace. */
class Batch {
  readonly #root: Root;
  readonly #store: StoreName;
  readonly #file: StoreFile;
  readonly #earlier: Earlier[] = [];
  readonly #purged = new Set<string>();
  readonly #done: { waiting: Waiting; result: unknown }[] = [];

  constructor(root: Root, store: StoreName, file: StoreFile) {
    if (file.bad[0]) throw file.bad[0];
    const { version } = file.text;
    if (version !== undefined && version !== '"1"') {
      throw new StorageError(`Cannot write "${file.path}": its version is ${clip(version, 40)}, not "1"`, {
        path: file.path,
        hint: "Nothing was changed. Write to it with the program that made it.",
      });
    }
    this.#root = root;
    this.#store = store;
    this.#file = file;
  }

  add(waiting: Waiting): void {
    const { result, earlier, purge } = waiting.change.apply(this.#file.text);
    if (earlier) { for (const was of [earlier].flat()) this.#earlier.push(was); }
    if (purge !== undefined) this.#purged.add(purge);
    this.#done.push({ waiting, result });
  }

  /** Writes all of it; each change is acknowledged only when it is on disk. */
  async write(): Promise<void> {
    if (this.#done.length === 0) return;
    const staged: Staged[] = [], folder = this.#file.path.slice(0, this.#file.path.lastIndexOf("/"));
    try {
      // Where the store is a link, what a crash leaves lies beside the file it points to.
      if (folder !== this.#root.file(LAYOUT.memory)) await sweep(folder);
      // First what needs the most room: the history is not to tell of a change that a full disk kept away.
      if (this.#file.text.isChanged) {
        const now = this.#done.at(-1)!.waiting.change.now;
        staged.push(await stageFile(this.#file.path, new TextEncoder().encode(this.#file.text.render(now))));
      }
      // A key that was deleted takes what this very batch knows of it along.
      const earlier = this.#earlier.filter(({ key }) => !this.#purged.has(key));
      await appendHistory(this.#root, this.#store, earlier);
      const purged = this.#purged.size > 0 && await stagePurge(this.#root, this.#store, this.#purged);
      // A purge goes first: where it fails, the entry is still there to be deleted again.
      if (purged) staged.unshift(purged);
      for (const file of staged) await file.commit();
      await syncFolder(folder);
      if (purged) await syncFolder(this.#root.file(LAYOUT.history));
    } catch (error) {
      try {
        for (const file of staged) await file.discard();
      } finally {
        for (const { waiting } of this.#done) waiting.reject(error);
      }
      return;
    }
    for (const { waiting, result } of this.#done) waiting.resolve(result);
  }
}

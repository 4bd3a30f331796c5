import type { StoreName } from "../memory/entry.ts";
import { sweep } from "./atomic_write.ts";
import { Batch } from "./batch.ts";
import { mergedNames } from "./history/append_and_purge.ts";
import { type IsHeld, type LockWait, withLock } from "./lock.ts";
import { makeFiles, makeFolders } from "./make_root.ts";
import { isThere, LAYOUT, type Root } from "./root.ts";
import { readStoreToChange } from "./index/read_to_change.ts";
import { type Change, interrupted, Waiting } from "./queued_change.ts";

/** The changes that wait for each root's lock, so that those of one process share one lock and one replace. */
const queues = new Map<string, Waiting[]>();

/**
 * Changes a store: takes the lock, reads the store, makes the change, writes what was to the history, and
 * replaces the file (§8.3, §8.4). Changes that are asked for while another waits share its lock and its write;
 * they are made in the order in which they were asked for.
 *
 * @param root The root; it is made when it is not there.
 * @param change The change. @param wait How to wait for the lock.
 * @returns What the change gives, once it is on disk.
 * @throws {CtxError} What the change throws, or what keeps the store from being read or written.
 */
export function changeStore<T>(root: Root, change: Change<T>, wait: LockWait): Promise<T> {
  if (wait.signal?.aborted) return Promise.reject(interrupted());
  const settle = Promise.withResolvers<unknown>(), waiting = new Waiting(change, wait, settle);
  const queue = queues.get(root.path);
  if (queue) {
    queue.push(waiting);
    waiting.standBehind(root.file(LAYOUT.lock), () => {
      const place = queue.indexOf(waiting);
      if (place !== -1) queue.splice(place, 1);
    });
  } else {
    queues.set(root.path, [waiting]);
    void drain(root);
  }
  return settle.promise as Promise<T>;
}

/** Carries out what waits for a root's lock until nothing does. */
async function drain(root: Root): Promise<void> {
  const queue = queues.get(root.path)!;
  while (queue.length > 0) {
    const head = queue[0]!;
    head.comeForward();
    let isNew = false;
    const wait = { ...head.wait, timeoutMs: Math.max(0, head.deadline - performance.now()) };
    const taken: Waiting[] = [];
    try {
      if (!isThere(root.file(LAYOUT.sessions)) || !isThere(root.file(LAYOUT.memory))) {
        isNew = (await makeFolders(root)).made.includes(".");
      }
      await withLock(root, wait, (isHeld) => carryOut(root, queue, taken, isNew, isHeld));
    } catch (error) {
      // The head alone: the others may be ready to wait for longer.
      if (queue[0] === head) queue.shift();
      head.reject(error);
      head.settle();
    } finally {
      // Once the lock is free: whoever is told may end, and nothing is to be under way then.
      for (const waiting of taken) waiting.settle();
    }
  }
  queues.delete(root.path);
}

/** Carries out all that waits. The lock is held. */
async function carryOut(
  root: Root,
  queue: Waiting[],
  taken: Waiting[],
  isNew: boolean,
  isHeld: IsHeld,
): Promise<void> {
  await sweep(root.path);
  for (const name of [LAYOUT.memory, LAYOUT.history]) {
    const folder = root.resolve(name);
    if (folder !== undefined) await sweep(folder);
  }
  if (mergedNames(root).length > 0) {
    const { foldMerged } = await import("./history/owed_by_git_merge.ts");
    await foldMerged(root);
  }
  await makeFiles(root, isNew ? [LAYOUT.rules, LAYOUT.gitignore] : [LAYOUT.rules]);
  const batches = new Map<StoreName, Batch>();
  const write = async (batch: Batch) => {
    batches.delete(batch.store);
    // Where somebody has removed the lock, others may have written meanwhile: the changes are made anew.
    if (!await batch.write(isHeld)) queue.unshift(...batch.waiting);
  };
  for (let waiting = queue.shift(); waiting; waiting = queue.shift()) {
    const { change, wait } = waiting;
    taken.push(waiting);
    waiting.comeForward();
    try {
      if (wait.signal?.aborted) throw interrupted();
      let batch = batches.get(change.store);
      if (!batch) {
        let file = readStoreToChange(root, change.store);
        // Two stores can be links to one file, which each must read as the other has left it.
        const same = [...batches.values()].find(({ path }) => path === file.path);
        if (same) {
          await write(same);
          file = readStoreToChange(root, change.store);
        }
        batches.set(change.store, batch = new Batch(root, change.store, file));
      }
      batch.add(waiting);
      if (batch.isFull) await write(batch);
    } catch (error) {
      // Whoever hears of it may change the file before the next change comes.
      if (batches.get(change.store)?.isEmpty) batches.delete(change.store);
      waiting.reject(error);
    }
    if (!await isHeld()) break;
  }
  for (const batch of [...batches.values()]) await write(batch);
}

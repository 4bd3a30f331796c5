import type { Environment } from "./surroundings.ts";
import { DamagedError, StorageError } from "./errors.ts";
import { JsonSyntaxError } from "./json/scan.ts";
import { isOneOf, type StoreName, STORES } from "./memory/entry.ts";
import { type MergedStores, mergeStores, type StoreVersion } from "./memory/merge_stores.ts";
import { StoredEntry } from "./memory/stored_entry.ts";
import { StoreText } from "./memory/store_text.ts";
import { replaceFile } from "./store/atomic_write.ts";
import { withLock } from "./store/lock.ts";
import { keepMerged } from "./store/history/owed_by_git_merge.ts";
import { LAYOUT, makeFolder } from "./store/root.ts";
import { clip } from "./text/excerpt.ts";
import { findVersion, readVersion, type VersionFile } from "./store/read_merge_versions.ts";

/** The files of a merge, as git names them to a merge driver: under the root, relative to it or absolute. */
export interface MergeFiles {
  /** The version that both grew out of (`%O`); a file of no bytes where there is none. */
  readonly ancestor: string;
  /** Our version (`%A`): the merged one is written in its place. */
  readonly ours: string;
  /** Their version (`%B`). */
  readonly theirs: string;
}

/** What `merge` takes besides the files. */
export interface MergeOptions {
  /** Gives up while it waits for the lock. */
  readonly signal?: AbortSignal;
}

/** What a merge came to. */
export interface MergeReport {
  /** The store that the files say they are. */
  readonly store: StoreName;
  /** How many entries of ours were added, changed or taken out. */
  readonly changed: number;
  /** The versions that gave way to a newer one of the other side: the history gets them with the next write. */
  readonly lost: readonly StoredEntry[];
  /** What whoever merges should know: a line each, safe to show. */
  readonly warnings: readonly string[];
}

/** Merges two versions of a store file; see `Context.merge`. */
export async function mergeFiles(
  env: Environment,
  files: MergeFiles,
  { signal }: MergeOptions,
): Promise<MergeReport> {
  const { root } = env, { now } = env.facts();
  const paths = [files.ancestor, files.ours, files.theirs].map((name) => findVersion(root, name));
  const ours = readVersion(paths[1]!, "our version"), theirs = readVersion(paths[2]!, "their version");
  const store = storeOf(ours, theirs);
  const ancestor = readVersion(paths[0]!, "the common ancestor", emptyVersion());
  const { text, lastUpdated, changed, lost, deleted, contested } = mergeVersions(
    store,
    ancestor,
    ours,
    theirs,
    now,
  );
  await makeFolder(root.resolve(LAYOUT.memory) ?? root.file(LAYOUT.memory));
  await withLock(root, env.wait(signal), async () => {
    await keepMerged(root, store, { lost, deleted }, lastUpdated);
    if (text !== ours.text) await replaceFile(ours.path, new TextEncoder().encode(text));
  });
  const warnings = contested.map((name) =>
    `both sides changed ${
      JSON.stringify(name)
    } of memory/${store}.json: the one that was written later has it`
  );
  return { store, changed, lost: lost.map(({ key, text }) => new StoredEntry(store, key, text)), warnings };
}

/** The store that both files say they are: their names are git's, and tell nothing. */
function storeOf({ entries: { type } }: VersionFile, { entries: { type: other } }: VersionFile): StoreName {
  const [store, ...more] = new Set(
    [type, other].filter((type) => type !== undefined && isOneOf(STORES, type)),
  );
  if (store !== undefined && more.length === 0) return store as StoreName;
  const said = `ours is of type ${JSON.stringify(type)}, theirs of ${JSON.stringify(other)}`;
  throw new StorageError(`Cannot merge: ${clip(said, 200)}`, {
    hint: `Nothing was merged. The "type" of both must be the store's name: ${STORES.join(", ")}.`,
  });
}

function emptyVersion(): StoreVersion {
  const text = JSON.stringify({ entries: {} });
  return { text, entries: new StoreText(text) };
}

/** An entry that cannot be merged because a field stands in it twice is damage, not a fault of ours. */
function mergeVersions(...versions: Parameters<typeof mergeStores>): MergedStores {
  try {
    return mergeStores(...versions);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new DamagedError(`Cannot merge: in an entry that both sides changed, ${error.message}`, {
      cause: error,
      hint: "Nothing was merged. Take one of the two out by hand, or settle the conflict by hand.",
    });
  }
}

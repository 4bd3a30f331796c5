import type { Environment } from "./surroundings.ts";
import { CtxError, InvalidInputError, RefusedError } from "./errors.ts";
import { guardStore } from "./guard.ts";
import { checkOneOf } from "./memory/check_arguments.ts";
import { type StoreName, STORES } from "./memory/entry.ts";
import { instantBefore, isExpired, isUndatedNote, SESSION_SECONDS } from "./memory/expired.ts";
import type { StoredEntry } from "./memory/stored_entry.ts";
import type { StoreText } from "./memory/store_text.ts";
import { changeStore } from "./store/writer.ts";
import type { Instant } from "./text/time.ts";

/** What a clean-up takes. */
export interface CleanupOptions {
  /** How old an entry must be, in whole seconds; 86,400 (24 hours) when absent (§3.7). */
  readonly olderThanSeconds?: number;
  /** In this store alone; in all three when absent. */
  readonly store?: StoreName;
  /** Change nothing, and say what would be removed. */
  readonly dryRun?: boolean;
  /** Gives it up while it waits for the lock. */
  readonly signal?: AbortSignal;
}

/** What a clean-up removed, or would remove. */
export interface Cleanup {
  /** Whether nothing was changed. */
  readonly dryRun: boolean;
  /** The entries as they were, by store, in the order of the files. The history keeps them. */
  readonly removed: readonly StoredEntry[];
  /** How many notes of sessions stay because they bear no time that can be read. */
  readonly undated: number;
  /** What could not be cleaned up: a store that is damaged, or that enforcement keeps from an agent. */
  readonly faults: readonly CtxError[];
}

interface Found {
  readonly removed: StoredEntry[];
  readonly undated: number;
}

/** Removes old working notes of sessions (§3.7); see `Context.cleanup`. */
export async function cleanUp(env: Environment, options: CleanupOptions): Promise<Cleanup> {
  const { olderThanSeconds = SESSION_SECONDS, store, dryRun = false } = options;
  checkOneOf("store", STORES, store);
  if (!Number.isSafeInteger(olderThanSeconds) || olderThanSeconds < 0) {
    throw new InvalidInputError(
      `Cannot use ${olderThanSeconds} as an age: it must be a whole number of seconds, such as 86400`,
    );
  }
  const before = instantBefore(env.nowMs(), olderThanSeconds), found: Found[] = [], faults: CtxError[] = [];
  if (dryRun || !env.root.exists()) {
    for (const { store: name, entries, faults: some } of env.readStores(store)) {
      const refused = await refusal(env, name), expired = findExpired(entries, before);
      faults.push(...some);
      if (refused && expired.removed.length > 0) faults.push(refused);
      else found.push(expired);
    }
  } else {
    // Asked for at once, so that all stores share one lock; what keeps one store back stops no other.
    const done = await Promise.allSettled(
      (store ? [store] : STORES).map((name) => cleanUpStore(env, name, before, options.signal)),
    );
    for (const result of done) {
      if (result.status === "fulfilled") found.push(result.value);
      else if (!(result.reason instanceof CtxError)) throw result.reason;
      else if (done.every(({ status }) => status === "rejected")) throw result.reason;
      else faults.push(result.reason);
    }
  }
  return {
    dryRun,
    removed: found.flatMap(({ removed }) => removed),
    undated: found.reduce((sum, { undated }) => sum + undated, 0),
    faults,
  };
}

async function cleanUpStore(
  env: Environment,
  store: StoreName,
  before: Instant,
  signal?: AbortSignal,
): Promise<Found> {
  const { now: at, author: by } = env.facts(), refused = await refusal(env, store);
  const apply = (text: StoreText) => {
    const found = findExpired(text.read(store), before);
    // An agent is kept from a store only where it would have changed something there.
    if (refused && found.removed.length > 0) throw refused;
    for (const { key } of found.removed) text.remove(key);
    const earlier = found.removed.map(({ key, text: was }) => ({
      operation: "cleanup",
      key,
      text: was,
      at,
      by,
    }));
    return { result: found, earlier };
  };
  return await changeStore(env.root, { store, now: at, apply }, env.wait(signal));
}

/** Why the writer may take nothing out of a store, if that is so (§3.1). */
async function refusal(env: Environment, store: StoreName): Promise<RefusedError | undefined> {
  try {
    await guardStore(env, store);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError) return error;
    throw error;
  }
}

function findExpired(entries: Iterable<StoredEntry>, before: Instant): Found {
  const removed: StoredEntry[] = [];
  let undated = 0;
  for (const stored of entries) {
    // Most entries are no session's, and show it without being read.
    if (!stored.text.includes("session") && !stored.text.includes("\\u")) continue;
    if (isExpired(stored, before)) removed.push(stored);
    else if (isUndatedNote(stored)) undated++;
  }
  return { removed, undated };
}

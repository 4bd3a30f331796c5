import type { Environment } from "./surroundings.ts";
import type { CtxError } from "./errors.ts";
import { countEntries, type Stats } from "./memory/stats.ts";
import { historyName } from "./store/history/append_and_purge.ts";
import { sizeOf } from "./store/root.ts";

/** What a context holds, counted, and what could not be. */
export interface ContextStats extends Stats {
  /** What could not be read: whole stores, or single entries. The numbers are those of the rest. */
  readonly faults: readonly CtxError[];
}

/** Counts what the root holds (§10); see `Context.stats`. */
export function readStats(env: Environment): ContextStats {
  const read = env.readStores();
  const stores = read.map(({ store, count, entries }) => ({
    store,
    count,
    entries,
    bytes: sizeOf(env.root, `memory/${store}.json`),
    historyBytes: sizeOf(env.root, historyName(store)),
  }));
  return { ...countEntries({ nowMs: env.nowMs(), stores }), faults: read.flatMap(({ faults }) => faults) };
}

import type { StoreName } from "./memory/entry.ts";
import type { EntryClaims } from "./memory/put.ts";

/** Which store an operation is about. */
export interface StoreOption {
  /** The store; `shared` when absent (§3.1). */
  readonly store?: StoreName;
}

/** What every write takes. */
export interface WriteOptions extends StoreOption {
  /** Write also what looks like a credential (§11). */
  readonly force?: boolean;
  /** Gives the write up while it waits; one that has begun is finished. */
  readonly signal?: AbortSignal;
}

/** What `set` takes besides the key and the value (§4.2). */
export interface SetOptions extends WriteOptions, EntryClaims {
  /** Fail when the key is there. */
  readonly onlyNew?: boolean;
  /** Fail when the entry that is there does not have this timestamp: whole seconds, so two writes within one look the same. */
  readonly ifTimestamp?: string;
}

/** What `supersede` and `resolve` take besides the key (§4.3). */
export interface MarkOptions extends WriteOptions {
  /** Why. */
  readonly note?: string;
}

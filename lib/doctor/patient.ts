import type { Context } from "../context.ts";
import { CtxError } from "../errors.ts";
import { type StoreName, STORES } from "../memory/entry.ts";
import type { StoredEntry } from "../memory/stored_entry.ts";
import { Root } from "../store/root.ts";
import { readStoreFile, type StoreFile } from "../store/store_file.ts";
import { type StartSize, startSize } from "./start_size.ts";

/** How a context is examined. */
export interface ExamineOptions {
  /** Mend what can be mended without judgement: modes, what killed writers left, missing folders and RULES.md. */
  readonly fix?: boolean;
  /** The clock; the machine's when absent. */
  readonly now?: () => Date;
  /** How long to wait for the lock, in milliseconds: for the check, 2,000 at most; to mend, 30,000 when absent. */
  readonly lockTimeoutMs?: number;
  /** The user's home folder, in which harnesses keep their settings; they are not looked at when absent. */
  readonly userHome?: string;
  /** Gives up while it waits for the lock; what was found is lost. */
  readonly signal?: AbortSignal;
}

/** A context under examination, its stores read once for all checks. */
export class Patient {
  readonly context: Context;
  readonly root: Root;
  readonly options: ExamineOptions;
  /** The time, in milliseconds since 1970. */
  readonly nowMs: number;
  #start?: Promise<StartSize>;
  #stores?: Map<StoreName, StoreFile | CtxError>;

  constructor(context: Context, options: ExamineOptions) {
    this.context = context;
    this.root = new Root(context.home);
    this.options = options;
    this.nowMs = (options.now?.() ?? new Date()).getTime();
  }

  /** Each store, or why it cannot be read. */
  get stores(): ReadonlyMap<StoreName, StoreFile | CtxError> {
    return this.#stores ??= new Map(STORES.map((store) => [store, this.#read(store)]));
  }

  /** The entries of each store that can be read. */
  *entries(): Generator<readonly [store: StoreName, entries: readonly StoredEntry[]]> {
    for (const [store, file] of this.stores) {
      if (!(file instanceof CtxError)) yield [store, [...file.text.read(store)]];
    }
  }

  /** What `ctx start` costs, measured once. */
  startSize(): Promise<StartSize> {
    return this.#start ??= startSize(this.context);
  }

  #read(store: StoreName): StoreFile | CtxError {
    try {
      return readStoreFile(this.root, store);
    } catch (error) {
      if (error instanceof CtxError) return error;
      throw error;
    }
  }
}

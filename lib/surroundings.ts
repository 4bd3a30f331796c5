import { CtxError } from "./errors.ts";
import { type StoreName, STORES } from "./memory/entry.ts";
import type { Facts } from "./memory/put.ts";
import type { ReadSettings } from "./memory/settings.ts";
import type { StoredEntry } from "./memory/stored_entry.ts";
import type { LockWait } from "./store/lock.ts";
import { Root } from "./store/root.ts";
import { readStoreFile, type StoreFile } from "./store/store_file.ts";
import { formatUtc, localDate } from "./text/time.ts";

/** What a context is opened with; nothing else of the surroundings is looked at. */
export interface ContextOptions {
  /** The context root, an absolute path. It need not be there yet. */
  readonly home: string;
  /** Who writes (§3.4); empty or blank counts as unknown. */
  readonly author?: string;
  /** The clock; the machine's when absent. */
  readonly now?: () => Date;
  /** The zone of local times and dates (IANA); the machine's when absent. */
  readonly timeZone?: string;
  /** How long a write waits for the lock, in milliseconds; 30,000 when absent. */
  readonly lockTimeoutMs?: number;
  /** Called when a write has waited a second for the lock, with the lock's path. */
  readonly onWait?: (path: string) => void;
}

/** A write that has been checked and handed on. */
export interface Begun<T> {
  /** Fulfilled when it is on disk. */
  readonly done: Promise<T>;
}

/** A store's entries, as far as they can be read. */
export interface ReadStore {
  readonly store: StoreName;
  /** How many there are; `null` where the file cannot be read. */
  readonly count: number | null;
  readonly entries: readonly StoredEntry[];
  readonly faults: readonly CtxError[];
}

/** A context's root, clock and author, as its operations use them. */
export class Environment {
  /** The root. */
  readonly root: Root;
  /** The zone of local times; the machine's when absent. */
  readonly timeZone?: string;
  readonly #options: ContextOptions;
  readonly #author?: string;
  #lastBegun: Promise<void> = Promise.resolve();

  /** @param options What the context was opened with. */
  constructor(options: ContextOptions) {
    const { lockTimeoutMs = 0 } = options;
    if (!(lockTimeoutMs >= 0)) {
      throw new RangeError(
        `The lock timeout must be a number of milliseconds from 0: received ${lockTimeoutMs}`,
      );
    }
    this.root = new Root(options.home);
    this.timeZone = options.timeZone;
    this.#options = options;
    this.#author = options.author?.trim() ? options.author : undefined;
  }

  /** The time, in milliseconds since 1970. */
  nowMs(): number {
    return (this.#options.now?.() ?? new Date()).getTime();
  }

  /** The local date. */
  localDate(): string {
    return localDate(this.nowMs(), this.timeZone);
  }

  /** The time and the author, for an operation. */
  facts(): Facts {
    return { now: formatUtc(this.nowMs()), author: this.#author };
  }

  /** How a write waits for the lock. */
  wait(signal?: AbortSignal): LockWait {
    const { lockTimeoutMs = 30_000, onWait } = this.#options;
    return { timeoutMs: lockTimeoutMs, onWait, signal };
  }

  /**
   * Begins writes in the order in which they were asked for, however long each takes to be checked.
   *
   * @param begin Checks a write and hands it on.
   * @returns What comes of the write.
   */
  inOrder<T>(begin: () => Promise<Begun<T>>): Promise<T> {
    const begun = this.#lastBegun.then(begin);
    // Whoever asked hears of a failure; who comes next only waits for it.
    this.#lastBegun = begun.then(() => {}, () => {});
    return begun.then(({ done }) => done);
  }

  /** The settings of this root. */
  async settings(): Promise<ReadSettings> {
    const { readSettingsFile } = await import("./store/read_settings_file.ts");
    return await readSettingsFile(this.root);
  }

  /** Reads one store, or all of them; what cannot be read is a fault and stops nothing. */
  readStores(store?: StoreName): ReadStore[] {
    return (store ? [store] : STORES).map((name) => this.readStore(name));
  }

  /**
   * Reads one store; what cannot be read is a fault.
   *
   * @param store Which store. @param look What looks at it besides, where it can be read.
   */
  readStore(store: StoreName, look: (file: StoreFile) => void = () => {}): ReadStore {
    try {
      const file = readStoreFile(this.root, store), { text, bad } = file;
      look(file);
      return { store, count: text.size, entries: [...text.read(store)], faults: bad };
    } catch (error) {
      if (!(error instanceof CtxError)) throw error;
      return { store, count: null, entries: [], faults: [error] };
    }
  }
}

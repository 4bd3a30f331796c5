import { InterruptedError } from "../errors.ts";
import type { StoreName } from "../memory/entry.ts";
import type { StoreText } from "../memory/store_text.ts";
import type { Earlier } from "./history/append_and_purge.ts";
import { lockTimeout, type LockWait, SAY_AFTER_MS } from "./lock.ts";

/** A change to one store, carried out on what the store holds once the lock is held. */
export interface Change<T> {
  readonly store: StoreName;
  /** When it is made: RFC 3339 in UTC, for `last_updated`. */
  readonly now: string;
  /** Makes the change, or throws and changes nothing. Called again where the lock was lost before it was
   * written. `unwritten` is what the changes that share the write have added to the history so far. */
  apply(text: StoreText, unwritten: readonly Earlier[]): Applied<T>;
}

/** What came of a change. */
export interface Applied<T> {
  readonly result: T;
  /** The entry as it was, or the entries, for the history. */
  readonly earlier?: Earlier | readonly Earlier[];
  /** A key whose history is to go. */
  readonly purge?: string;
  /** Files that are to be there before the change is: what it says leads to them. */
  readonly beside?: readonly FileContent[];
}

/** A file of the root that is replaced whole. */
export interface FileContent {
  /** Its name under the root; its folder is there, and none of it is a link. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A timer takes no more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** What is said to whoever gives a write up. */
export function interrupted(): InterruptedError {
  return new InterruptedError("Interrupted: nothing was written");
}

/** A change that waits for the lock, alone or behind another of this process. */
export class Waiting {
  readonly change: Change<unknown>;
  readonly wait: LockWait;
  /** When the wait is over, by `performance.now()`. */
  readonly deadline: number;
  readonly #settle: PromiseWithResolvers<unknown>;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #onAbort?: () => void;
  #outcome?: () => void;

  constructor(change: Change<unknown>, wait: LockWait, settle: PromiseWithResolvers<unknown>) {
    this.change = change;
    this.wait = wait;
    this.deadline = performance.now() + wait.timeoutMs;
    this.#settle = settle;
  }

  /** Keeps its own time and heeds its own signal while it stands behind another that waits for the lock. */
  standBehind(path: string, leave: () => void): void {
    const { timeoutMs, onWait, signal } = this.wait,
      giveUp = (error: Error) => {
        leave();
        this.reject(error);
        this.settle();
      };
    this.#timers.push(
      setTimeout(() => giveUp(lockTimeout(path, timeoutMs)), Math.min(timeoutMs, LONGEST_TIMER_MS)),
    );
    if (onWait) this.#timers.push(setTimeout(() => onWait(path), SAY_AFTER_MS));
    this.#onAbort = () => giveUp(interrupted());
    signal?.addEventListener("abort", this.#onAbort);
  }

  /** Its turn has come. */
  comeForward(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    if (this.#onAbort) this.wait.signal?.removeEventListener("abort", this.#onAbort);
  }

  /** It is done; whoever asked for it hears of that once it is settled. */
  resolve(result: unknown): void {
    this.comeForward();
    this.#outcome ??= () => this.#settle.resolve(result);
  }

  /** It has failed. */
  reject(error: unknown): void {
    this.comeForward();
    this.#outcome ??= () => this.#settle.reject(error);
  }

  /** Says what came of it, where that is known. */
  settle(): void {
    this.#outcome?.();
  }
}

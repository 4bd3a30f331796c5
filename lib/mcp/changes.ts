import type { Context } from "../context.ts";
import type { FileMarks } from "../file_marks.ts";
import { STORES } from "../memory/entry.ts";
import { BRIEF, entryOf, LATEST, RULES } from "./resources.ts";

const INTERVAL_MS = 500;

/**
 * Tells a client of resources that it subscribed to when the files change underneath, whoever changes them. It looks
 * twice a second, and only while something is subscribed to: that works for a root that is not there yet, and where
 * the system has no watches to give.
 */
export class ChangeNotices {
  readonly #context: () => Context;
  readonly #tell: (uri: string) => void;
  /** What each open subscription is about. */
  readonly #subscribed = new Map<string | number, readonly string[]>();
  /** Each entry that is subscribed to, as it was last seen. */
  readonly #entries = new Map<string, string | undefined>();
  #marks?: FileMarks;
  #timer?: ReturnType<typeof setInterval>;
  #looking: Promise<void> = Promise.resolve();

  /** @param context The context. @param tell Tells of a resource that changed. */
  constructor(context: () => Context, tell: (uri: string) => void) {
    this.#context = context;
    this.#tell = tell;
  }

  /** Begins to watch; a subscription of the same name is replaced. */
  subscribe(id: string | number, uris: readonly string[]): void {
    this.#subscribed.set(id, uris);
    this.#timer ??= setInterval(() => this.#look(), INTERVAL_MS);
    // What is so now is what changes are told from.
    this.#look();
  }

  /** Ends a subscription. */
  unsubscribe(id: string | number): void {
    this.#subscribed.delete(id);
    if (this.#subscribed.size === 0) this.stop();
  }

  /** Watches no more. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#marks = undefined;
    this.#entries.clear();
  }

  #look(): void {
    this.#looking = this.#looking.then(() => this.#compare()).catch(() => {});
  }

  async #compare(): Promise<void> {
    const now = await this.#context().fileMarks(), before = this.#marks;
    this.#marks = now;
    const uris = new Set([...this.#subscribed.values()].flat());
    for (const uri of this.#entries.keys()) if (!uris.has(uri)) this.#entries.delete(uri);
    for (const uri of uris) if (await this.#hasChanged(uri, before, now)) this.#tell(uri);
  }

  async #hasChanged(uri: string, before: FileMarks | undefined, now: FileMarks): Promise<boolean> {
    const storesChanged = before !== undefined &&
      STORES.some((store) => before.stores[store] !== now.stores[store]);
    switch (uri) {
      case RULES:
        return before !== undefined && before.rules !== now.rules;
      case LATEST:
        return before !== undefined && before.summary !== now.summary;
      case BRIEF:
        return storesChanged ||
          (before !== undefined && (before.summary !== now.summary || before.settings !== now.settings));
    }
    const entry = entryOf(uri);
    if (entry === undefined) return false;
    const isKnown = this.#entries.has(uri);
    if (isKnown && before?.stores[entry.store] === now.stores[entry.store]) return false;
    const { store, key } = entry;
    const text = await this.#context().get(key, { store }).then((stored) => stored.text, () => undefined),
      had = this.#entries.get(uri);
    this.#entries.set(uri, text);
    return isKnown && text !== had;
  }
}

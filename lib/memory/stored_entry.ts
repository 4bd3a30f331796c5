import type { JsonValue } from "../json/exact.ts";
import { compact } from "../json/layout.ts";
import { type Entry, readEntry, type StoreName } from "./entry.ts";
import { fieldTexts } from "./entry_text.ts";

/** An entry with the place where it stands and its exact text. */
export class StoredEntry {
  /** The store it is in. */
  readonly store: StoreName;
  /** Its key, unique in that store. */
  readonly key: string;
  /** The entry's own JSON text, as the store file has it. */
  readonly text: string;
  #raw?: Record<string, JsonValue>;
  #entry?: Entry;
  #valueText?: string;

  /**
   * Cuts an entry out of a store.
   *
   * @param store The store it is in.
   * @param key Its key.
   * @param text Its JSON text: an object.
   * @param raw What `JSON.parse` makes of the text, where the caller has that; it becomes the entry.
   */
  constructor(store: StoreName, key: string, text: string, raw?: Record<string, JsonValue>) {
    this.store = store;
    this.key = key;
    this.text = text;
    this.#raw = raw;
  }

  /** The entry, read. */
  get entry(): Entry {
    return this.#entry ??= readEntry(this.#raw ?? JSON.parse(this.text));
  }

  /** The value's exact JSON text, with the digits of its numbers, without white space between its tokens. */
  get valueText(): string {
    return this.#valueText ??= compact(fieldTexts(this.text).get("value") ?? "null");
  }

  /** What `JSON.stringify` makes of it: `{store, key, entry}`. */
  toJSON(): { store: StoreName; key: string; entry: Entry } {
    return { store: this.store, key: this.key, entry: this.entry };
  }
}

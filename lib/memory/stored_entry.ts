import { compact } from "../json/layout.ts";
import { parseJson } from "../json/parse_json.ts";
import { skipSpace } from "../json/scan.ts";
import { type Entry, readEntry, type StoreName } from "./entry.ts";
import { fieldTexts } from "./entry_fields.ts";

/** An entry with the place where it stands and its exact text. */
export class StoredEntry {
  /** The store it is in. */
  readonly store: StoreName;
  /** Its key, unique in that store. */
  readonly key: string;
  /** The entry's own JSON text, as the store file has it. */
  readonly text: string;
  #entry?: Entry;
  #timestamp?: string;
  #valueText?: string;

  /**
   * Cuts an entry out of a store.
   *
   * @param store The store it is in.
   * @param key Its key.
   * @param text Its JSON text: an object.
   */
  constructor(store: StoreName, key: string, text: string) {
    this.store = store;
    this.key = key;
    this.text = text;
  }

  /** The entry, read. */
  get entry(): Entry {
    return this.#entry ??= readEntry(parseJson(this.text));
  }

  /** When the entry was last written, which is to be had without reading all of it. */
  get timestamp(): string {
    return this.#timestamp ??= this.#entry?.timestamp ?? writtenTime(this.text) ?? this.entry.timestamp;
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

const TIMESTAMP = '"timestamp"';

/**
 * The timestamp of an entry that has no object in it, and no letter as an escape, as another spelling of the name
 * would. Its first quote is none of a longer string's, where it would be escaped; it is the last of that name,
 * which counts; and what follows it shows whether it is a name at all.
 */
function writtenTime(text: string): string | undefined {
  if (text.includes("{", 1) || text.includes("\\u006") || text.includes("\\u007")) return undefined;
  const name = text.lastIndexOf(TIMESTAMP), colon = skipSpace(text, name + TIMESTAMP.length);
  if (name === -1 || text[name - 1] === "\\" || text[colon] !== ":") return undefined;
  const quote = skipSpace(text, colon + 1), time = text.slice(quote + 1, text.indexOf('"', quote + 1));
  return text[quote] === '"' && !time.includes("\\") ? time : undefined;
}

import type { KeyPlaces } from "../scan_store.ts";
import { hashOf, keyTable, placesFor } from "./key_table.ts";

/**
 * The keys of a store's text as an index knows them: what it says is looked up in the text, so that a key which is
 * there is never taken for a new one.
 */
export class KnownKeys implements KeyPlaces {
  readonly #text: string;
  readonly #spans: Uint32Array;
  readonly #table: Uint32Array;
  readonly #hashes: Uint32Array;
  readonly #missing = new Set<string>();

  /** @param text The store file's text, all ASCII. @param spans Where its entries stand. @param hashes Their keys' hashes. */
  constructor(text: string, spans: Uint32Array, hashes: Uint32Array) {
    this.#text = text;
    this.#spans = spans;
    this.#hashes = hashes;
    this.#table = keyTable(hashes);
  }

  get size(): number {
    return this.#hashes.length;
  }

  *keys(): Generator<string> {
    for (let place = 0; place < this.size; place++) yield this.#key(place);
  }

  get(key: string): number | undefined {
    const hash = hashOf(key);
    for (const place of placesFor(hash, this.#table.length, (at) => this.#table[at]!)) {
      if (this.#hashes[place] === hash && this.#key(place) === key) return place;
    }
    return this.#search(key);
  }

  /** The key where it stands as it is spelled most often: an index that left it out must not make two of it. */
  #search(key: string): number | undefined {
    if (this.#missing.has(key)) return undefined;
    const quoted = JSON.stringify(key);
    for (let at = this.#text.indexOf(quoted); at !== -1; at = this.#text.indexOf(quoted, at + 1)) {
      let low = 0, high = this.size;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.#spans[4 * middle]! < at) low = middle + 1;
        else high = middle;
      }
      if (low < this.size && this.#spans[4 * low] === at) return low;
    }
    this.#missing.add(key);
    return undefined;
  }

  #key(place: number): string {
    return JSON.parse(this.#text.slice(this.#spans[4 * place], this.#spans[4 * place + 1]));
  }
}

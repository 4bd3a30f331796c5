import { keyAt, type KeyPlaces } from "../scan_store.ts";
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
  #places?: ReadonlyMap<string, number>;

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
    return this.#all().get(key);
  }

  /** All keys as the text has them, for those that the index does not know: none must be made twice. */
  #all(): ReadonlyMap<string, number> {
    if (this.#places) return this.#places;
    const places = new Map<string, number>();
    for (let place = 0; place < this.size; place++) places.set(this.#key(place), place);
    return this.#places = places;
  }

  #key(place: number): string {
    return keyAt(this.#text, this.#spans[4 * place]!, this.#spans[4 * place + 1]!);
  }
}

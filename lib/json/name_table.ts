const QUOTE = 0x22;
/** After so many steps names crowd; after so many orders somebody has made them for that, and a set takes over. */
const MOST_STEPS = 100, MOST_ORDERS = 4;

/**
 * The names of an object that has very many of them. It keeps no string, but where each name stands in the text: a
 * set of a million short names takes a hundred megabytes.
 */
export class NameTable {
  readonly #text: string;
  /** Where names begin, one more than that; 0 is a free place. */
  #places = new Uint32Array(4096);
  #count = 0;
  /** How many orders were tried: names that crowd in one do not in another. */
  #order = 0;
  /** Names that are spelled with escapes, and so do not stand in the text as they are. */
  readonly #escaped = new Set<string>();
  #set: Set<string> | undefined;

  /** @param text The text in which the names stand. */
  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Takes a name; gives whether it is a new one.
   *
   * @param name What it says. @param at Where its text begins, behind the quote. @param isEscaped Whether that differs.
   */
  add(name: string, at: number, isEscaped: boolean): boolean {
    if (this.#set !== undefined) return this.#set.size < this.#set.add(name).size;
    if (this.#escaped.has(name)) return false;
    const place = this.#find(name);
    if (place === KNOWN) return false;
    if (place === CROWDED) {
      this.#reorder(this.#places.length);
      return this.add(name, at, isEscaped);
    }
    if (isEscaped) this.#escaped.add(name);
    else {
      this.#places[place] = at + 1;
      if (++this.#count * 2 > this.#places.length) this.#lay(this.#places.length * 2);
    }
    return true;
  }

  /** The free place for a name; {@linkcode KNOWN} where it is there, {@linkcode CROWDED} where none is near. */
  #find(name: string): number {
    const places = this.#places, mask = places.length - 1, text = this.#text;
    // No name with a quote in it stands in a text as it is.
    const isThere = (place: number) =>
      text.charCodeAt(place + name.length) === QUOTE && !name.includes('"') && text.startsWith(name, place);
    let at = this.#hash(name) & mask;
    for (let steps = 0; steps < MOST_STEPS; steps++, at = (at + 1) & mask) {
      const place = places[at]!;
      if (place === 0) return at;
      if (isThere(place - 1)) return KNOWN;
    }
    return CROWDED;
  }

  /** Puts the names in another order, or into a set after too many. */
  #reorder(length: number): void {
    if (++this.#order < MOST_ORDERS) this.#lay(length);
    else this.#asSet();
  }

  #lay(length: number): void {
    const before = this.#places;
    this.#places = new Uint32Array(length);
    for (const place of before) {
      if (place === 0) continue;
      const at = this.#find(this.#nameAt(place));
      if (at === CROWDED) {
        this.#places = before;
        return this.#reorder(length);
      }
      this.#places[at] = place;
    }
  }

  #asSet(): void {
    this.#set = new Set(this.#escaped);
    for (const place of this.#places) if (place > 0) this.#set.add(this.#nameAt(place));
    this.#places = new Uint32Array();
  }

  /** Where a name belongs: names that differ in little are to be far from each other. */
  #hash(name: string): number {
    let sum = 0x811c9dc5 + this.#order * 0x3c6ef372;
    for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
    sum = Math.imul(sum ^ sum >>> 16, 0x85ebca6b);
    sum = Math.imul(sum ^ sum >>> 13, 0xc2b2ae35);
    return (sum ^ sum >>> 16) >>> 0;
  }

  #nameAt(place: number): string {
    return this.#text.slice(place - 1, this.#text.indexOf('"', place - 1));
  }
}

const KNOWN = -1, CROWDED = -2;

const WORDS = 6, MOST_KNOWN = 4096;

/** So many bytes make one number of a double, by which they are known again. */
export const MOST_SPELLED = 6;
/** A number that is spelled so briefly is printed with no more bytes, and they are written all at once. */
export const MOST_PRINTED = 4 * WORDS;

/**
 * Short numbers as ECMAScript prints them, by the bytes that they are spelled with. Few are different, and a text that is
 * made of them has millions: to print one takes longer than to know it, and to write it byte by byte longer than both.
 */
export class ShortNumbers {
  readonly #slots = new Map<number, number>();
  readonly #lengths = new Uint8Array(MOST_KNOWN);
  readonly #words = new Uint32Array(MOST_KNOWN * WORDS);

  /**
   * Writes a number as it is printed.
   *
   * @param bytes A text with the number in it. @param start Where that begins.
   * @param end Where it ends, {@linkcode MOST_SPELLED} bytes on at most.
   * @param to Where it is written. @param at At which byte; {@linkcode MOST_PRINTED} bytes must be there.
   * @returns How many bytes it has; what stands behind them is no more what it was. `undefined` where too many numbers
   *   are known to remember another.
   */
  write(bytes: Uint8Array, start: number, end: number, to: DataView, at: number): number | undefined {
    let key = 0;
    for (let i = start; i < end; i++) key = key * 256 + bytes[i]!;
    const slot = this.#slots.get(key) ?? this.#learn(key, bytes.subarray(start, end));
    if (slot === undefined) return undefined;
    const words = this.#words, first = slot * WORDS;
    to.setUint32(at, words[first]!, true);
    to.setUint32(at + 4, words[first + 1]!, true);
    to.setUint32(at + 8, words[first + 2]!, true);
    to.setUint32(at + 12, words[first + 3]!, true);
    to.setUint32(at + 16, words[first + 4]!, true);
    to.setUint32(at + 20, words[first + 5]!, true);
    return this.#lengths[slot];
  }

  #learn(key: number, spelled: Uint8Array): number | undefined {
    const slot = this.#slots.size;
    if (slot === MOST_KNOWN) return undefined;
    const printed = String(Number(String.fromCharCode(...spelled)));
    this.#slots.set(key, slot);
    this.#lengths[slot] = printed.length;
    for (let i = 0; i < printed.length; i++) {
      this.#words[slot * WORDS + (i >> 2)]! |= printed.charCodeAt(i) << 8 * (i & 3);
    }
    return slot;
  }
}

/** So many numbers are kept as JavaScript has them. */
const FEW = 2 ** 16;

/**
 * Offsets in a text, in the order in which they are added: of a few an array, of many one that takes half the room, and
 * leaves no more behind than it holds while it grows.
 */
export class Offsets {
  readonly #few: number[] = [];
  #many: Uint32Array | undefined;
  #length = 0;

  /** Adds where a key begins and ends, and where its value does. */
  add(keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): void {
    if (this.#many === undefined && this.#few.length < FEW) {
      this.#few.push(keyStart, keyEnd, valueStart, valueEnd);
      return;
    }
    const many = this.#withRoom();
    many[this.#length++] = keyStart;
    many[this.#length++] = keyEnd;
    many[this.#length++] = valueStart;
    many[this.#length++] = valueEnd;
  }

  /** All of them. */
  get all(): ArrayLike<number> {
    return this.#many?.subarray(0, this.#length) ?? this.#few;
  }

  #withRoom(): Uint32Array {
    let many = this.#many;
    if (many === undefined || this.#length === many.length) {
      const from = many ?? this.#few;
      many = new Uint32Array(2 * from.length);
      many.set(from);
      this.#length = from.length;
      this.#many = many;
    }
    return many;
  }
}

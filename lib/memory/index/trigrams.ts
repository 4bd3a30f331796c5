import { foldCase } from "../../text/fold_case.ts";
import { fold as foldMarks } from "../../text/split_words.ts";

/**
 * How many slices a signature has. An entry of 600 characters sets about a fifth of them, so that each trigram of
 * what is looked for leaves out four entries of five that lack it.
 */
export const SLICES = 2048;

const ROWS_A_WORD = 32, MARK = /\p{M}/u, NOT_ASCII = /\P{ASCII}/u;

/**
 * Signatures of entries: which trigrams (three characters in a row) their keys and texts hold, folded as both
 * kinds of search fold them. A trigram's hash names a slice; a slice has a bit a row, and an entry is a row. Bits of
 * other trigrams fall on the same slice, so a signature lets through all that can match, and some that do not.
 */
export class Signatures {
  /** How many 32-bit words a slice has. */
  readonly words: number;
  /** Slice after slice. */
  readonly slices: Uint32Array;
  readonly #row = new Uint32Array(SLICES);
  #count = 0;

  /** @param rows How many entries there will be. */
  constructor(rows: number) {
    this.words = Math.ceil(rows / ROWS_A_WORD);
    this.slices = new Uint32Array(SLICES * this.words);
  }

  /** Adds the next row. */
  add(key: string, text: string): void {
    const bit = 1 << (this.#count % ROWS_A_WORD);
    // A letter that is written as its number can be any: such an entry is never left out.
    if (text.includes("\\u")) { for (let i = 0; i < SLICES; i++) this.#row[i]! |= bit; }
    else for (const part of [key, text]) for (const form of formsOf(part)) mark(form, bit, this.#row);
    if (++this.#count % ROWS_A_WORD === 0) this.#flush();
  }

  /** Ends it: no row follows. */
  end(): void {
    if (this.#count % ROWS_A_WORD !== 0) this.#flush();
  }

  /** Rows are gathered 32 at a time, where the processor has them at hand, and then spread over the slices. */
  #flush(): void {
    const word = Math.ceil(this.#count / ROWS_A_WORD) - 1;
    for (let i = 0; i < SLICES; i++) this.slices[i * this.words + word] = this.#row[i]!;
    this.#row.fill(0);
  }
}

/**
 * The slices on which an entry's bit is set if it holds all of some texts.
 *
 * @param texts Texts that stand, folded in one of the two ways, in each key or text that matches.
 * @returns The slices, each once; none where the texts are too short to tell anything.
 */
export function slicesOf(texts: readonly string[]): number[] {
  const slices = new Set<number>();
  for (const text of texts) {
    for (let i = 0; i + 2 < text.length; i++) {
      // What composes with its neighbours may stand composed with others there.
      if (!MARK.test(text.slice(i, i + 3))) {
        slices.add(sliceOf(text.charCodeAt(i), text.charCodeAt(i + 1), text.charCodeAt(i + 2)));
      }
    }
  }
  return [...slices];
}

/**
 * The rows whose bit is set on every slice.
 *
 * @param slices At least one slice. @returns The rows, in order.
 */
export function rowsOnAll(slices: readonly Uint32Array[]): number[] {
  const [first, ...others] = slices, rows: number[] = [];
  for (let word = 0; word < first!.length; word++) {
    let bits = first![word]!;
    for (const other of others) bits &= other[word]!;
    for (; bits !== 0; bits &= bits - 1) rows.push(word * ROWS_A_WORD + 31 - Math.clz32(bits & -bits));
  }
  return rows;
}

/** A text as the two kinds of search compare it; ASCII is the same for both. */
function formsOf(text: string): string[] {
  return NOT_ASCII.test(text) ? [foldCase(text), foldMarks(text)] : [text.toLowerCase()];
}

function mark(text: string, bit: number, row: Uint32Array): void {
  let a = text.charCodeAt(0), b = text.charCodeAt(1);
  for (let i = 2; i < text.length; i++) {
    const c = text.charCodeAt(i);
    row[sliceOf(a, b, c)]! |= bit;
    a = b;
    b = c;
  }
}

function sliceOf(a: number, b: number, c: number): number {
  const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 21;
}

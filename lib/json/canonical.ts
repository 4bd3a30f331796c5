import { copyBytes, endOfString, isEnd, viewed, type ViewedBytes } from "./json_bytes.ts";

/** White space of JSON, and the characters that its structure is made of, as bytes. */
const TAB = 0x09, NEWLINE = 0x0a, RETURN = 0x0d, SPACE = 0x20, QUOTE = 0x22, COMMA = 0x2c;
const OPEN_ARRAY = 0x5b,
  BACKSLASH = 0x5c,
  LETTER_U = 0x75,
  CLOSE_ARRAY = 0x5d,
  OPEN_OBJECT = 0x7b,
  CLOSE_OBJECT = 0x7d;

/** 1 for each byte that is white space. */
const IS_SPACE = new Uint8Array(256);
for (const c of [TAB, NEWLINE, RETURN, SPACE]) IS_SPACE[c] = 1;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A JSON text without white space between its tokens, byte for byte as it is spelled.
 *
 * @param bytes A valid JSON text in UTF-8.
 * @returns It; the same bytes where there is nothing to take out.
 */
export function compactBytes(bytes: Uint8Array): Uint8Array {
  let at = 0;
  for (; at < bytes.length && IS_SPACE[bytes[at]!] === 0; at++) {
    if (bytes[at] === QUOTE) at = endOfString(bytes, at) - 1;
  }
  if (at === bytes.length) return bytes;
  const out = new Uint8Array(bytes.length);
  out.set(bytes.subarray(0, at));
  let length = at;
  while (at < bytes.length) {
    let c = bytes[at++]!;
    if (IS_SPACE[c] === 1) continue;
    out[length++] = c;
    if (c !== QUOTE) continue;
    // To look for the end and to copy then takes twice as long.
    do {
      c = out[length++] = bytes[at++]!;
      if (c === BACKSLASH) out[length++] = bytes[at++]!;
    } while (c !== QUOTE);
  }
  return out.subarray(0, length);
}

/**
 * The same with the members of every object in the order of their names, by UTF-16 code units.
 *
 * @param compact A valid JSON text in UTF-8 without white space, no name said twice in an object.
 * @returns It; the same bytes where they are in order already.
 */
export function sortedBytes(compact: Uint8Array): Uint8Array {
  const sorter = new Sorter(compact);
  sorter.value(0);
  return sorter.bytes;
}

/** An object of more members is a large one. */
const MANY = 4096;

/** Puts the members of objects in order, the inner ones first: each keeps its length, so all stay where they are. */
class Sorter {
  bytes: Uint8Array;
  /** A copy of what was given, which is put in order; where something has to be. */
  #ours: ViewedBytes | undefined;
  /** Where the members of one object are kept while they are put in order. */
  #scratch = viewed(new Uint8Array(1024));
  /** The members of all objects that are open, three numbers each. */
  #spans = new Uint32Array(96);
  #length = 0;
  /** The order of the members of the object that was put in order last. */
  #order: ArrayLike<number> = [];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Sorts the value that begins at a place; gives where it ends. */
  value(at: number): number {
    const first = this.bytes[at]!;
    if (first === QUOTE) return endOfString(this.bytes, at);
    if (first === OPEN_OBJECT) return this.#object(at);
    if (first === OPEN_ARRAY) {
      at++;
      while (this.bytes[at] !== CLOSE_ARRAY) {
        const end = this.value(at);
        if (end === at) throw notCompact(at);
        at = end;
        if (this.bytes[at] === COMMA) at++;
      }
      return at + 1;
    }
    while (at < this.bytes.length && !isEnd(this.bytes[at]!)) at++;
    return at;
  }

  #object(start: number): number {
    const base = this.#length;
    let at = start + 1, isInOrder = true;
    while (this.bytes[at] !== CLOSE_OBJECT) {
      // Of a text that is not compact there would be no end.
      if (this.bytes[at] !== QUOTE) throw notCompact(at);
      const nameEnd = endOfString(this.bytes, at), end = this.value(nameEnd + 1);
      this.#push(at, nameEnd, end);
      isInOrder &&= this.#length === base + 3 ||
        this.#compare(this.#length - 6, this.#length - 3, this.bytes) < 0;
      at = end;
      if (this.bytes[at] === COMMA) at++;
    }
    if (!isInOrder) this.#reorder(base);
    this.#length = base;
    return at + 1;
  }

  /** Remembers a member of an object that is open: where it begins, its name ends, and it ends. */
  #push(start: number, nameEnd: number, end: number): void {
    if (this.#length + 3 > this.#spans.length) {
      const more = new Uint32Array(this.#spans.length * 2);
      more.set(this.#spans);
      this.#spans = more;
    }
    this.#spans[this.#length++] = start;
    this.#spans[this.#length++] = nameEnd;
    this.#spans[this.#length++] = end;
  }

  #reorder(base: number): void {
    const ours = this.#ours ??= this.#copy(), spans = this.#spans;
    const from = spans[base]!, end = spans[this.#length - 1]!, count = (this.#length - base) / 3;
    const order = this.#orderOf(base, count, ours.bytes), scratch = this.#roomFor(end - from);
    copyBytes(ours, from, end, scratch, 0);
    for (let i = 0, at = from; i < count; i++) {
      const member = base + 3 * order[i]!;
      if (i > 0) ours.bytes[at++] = COMMA;
      at = copyBytes(scratch, spans[member]! - from, spans[member + 2]! - from, ours, at);
    }
  }

  #copy(): ViewedBytes {
    this.bytes = this.bytes.slice();
    return viewed(this.bytes);
  }

  #roomFor(length: number): ViewedBytes {
    if (this.#scratch.bytes.length < length) {
      this.#scratch = viewed(new Uint8Array(Math.max(length, 2 * this.#scratch.bytes.length)));
    }
    return this.#scratch;
  }

  /** The members of an object in order, counted from 0. Mostly it is the order of the object before it. */
  #orderOf(base: number, count: number, bytes: Uint8Array): ArrayLike<number> {
    const last = this.#order,
      compare = (i: number, j: number) => this.#compare(base + 3 * i, base + 3 * j, bytes);
    let isSame = last.length === count;
    for (let i = 1; i < count && isSame; i++) isSame = compare(last[i - 1]!, last[i]!) < 0;
    if (isSame) return last;
    // Small ones are made in no time, large ones take a quarter of the room.
    const order: number[] | Uint32Array = count > MANY ? new Uint32Array(count) : new Array<number>(count);
    for (let i = 0; i < count; i++) order[i] = i;
    order.sort(compare);
    return this.#order = order;
  }

  /** Compares the names of two members; plain ASCII is in the same order as what it says. */
  #compare(a: number, b: number, bytes: Uint8Array): number {
    const spans = this.#spans,
      aStart = spans[a]!,
      aEnd = spans[a + 1]!,
      bStart = spans[b]!,
      bEnd = spans[b + 1]!;
    for (let i = aStart + 1, j = bStart + 1;;) {
      if (i === aEnd - 1 || j === bEnd - 1) return (aEnd - i) - (bEnd - j);
      let x = bytes[i]!, y = bytes[j]!;
      i += x === BACKSLASH ? escapeLength(bytes, i) : 1;
      j += y === BACKSLASH ? escapeLength(bytes, j) : 1;
      if (x === BACKSLASH) x = escapedAt(bytes, i);
      if (y === BACKSLASH) y = escapedAt(bytes, j);
      if (x === OTHER || y === OTHER) {
        return compareTexts(nameAt(bytes, aStart, aEnd), nameAt(bytes, bStart, bEnd));
      }
      if (x !== y) return rank(x) - rank(y);
    }
  }
}

function notCompact(at: number): RangeError {
  return new RangeError(`Cannot sort a text with white space between its tokens: byte ${at}`);
}

/** What is no ASCII and is spelled as an escape. */
const OTHER = -1;
const SHORT_ESCAPES: Readonly<Record<number, number>> = {
  0x62: 0x08,
  0x66: 0x0c,
  0x6e: 0x0a,
  0x72: 0x0d,
  0x74: 0x09,
};

function escapeLength(bytes: Uint8Array, at: number): number {
  return bytes[at + 1] === LETTER_U ? 6 : 2;
}

/** The ASCII that the escape stands for that ends before a place. */
function escapedAt(bytes: Uint8Array, end: number): number {
  const letter = bytes[end - 1]!;
  if (bytes[end - 2] === BACKSLASH && letter !== LETTER_U) return SHORT_ESCAPES[letter] ?? letter;
  if (bytes[end - 4] !== ZERO || bytes[end - 3] !== ZERO) return OTHER;
  const unit = digitAt(bytes[end - 2]!) << 4 | digitAt(letter);
  return unit < 0x80 ? unit : OTHER;
}

const ZERO = 0x30, NINE = 0x39;

/** What a hex digit stands for. */
function digitAt(c: number): number {
  return c <= NINE ? c - ZERO : (c | 0x20) - 0x57;
}

/**
 * The bytes of UTF-8 are in the order of code points, but for those that UTF-16 spells with two units: they come before
 * U+E000 there.
 */
function rank(byte: number): number {
  return byte >= 0xee && byte < 0xf0 ? byte + 0x10 : byte;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function nameAt(bytes: Uint8Array, start: number, end: number): string {
  return JSON.parse(decoder.decode(bytes.subarray(start, end)));
}

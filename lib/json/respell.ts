import { copyBytes, endOfString, isEnd, viewed, type ViewedBytes } from "./json_bytes.ts";
import { MOST_PRINTED, MOST_SPELLED, ShortNumbers } from "./short_numbers.ts";

const QUOTE = 0x22,
  COMMA = 0x2c,
  MINUS = 0x2d,
  COLON = 0x3a,
  BACKSLASH = 0x5c;
const ZERO = 0x30, NINE = 0x39, LETTER_U = 0x75, SLASH = 0x2f;

/** Whether a byte can be of a number, or stand between two. */
const OF_NUMBERS = new Uint8Array(256);
for (const c of "0123456789+-.eE,") OF_NUMBERS[c.charCodeAt(0)] = 1;

/** What a backslash and a letter stand for, where ECMAScript prints it the same way. */
const SHORT: Readonly<Record<number, string>> = {
  0x08: "\\b",
  0x09: "\\t",
  0x0a: "\\n",
  0x0c: "\\f",
  0x0d: "\\r",
  0x22: '\\"',
  0x5c: "\\\\",
};

/**
 * A JSON text with its strings and numbers spelled as RFC 8785 does, which is as ECMAScript prints them.
 *
 * @param compact A valid JSON text in UTF-8 without white space, no escape in it half of a pair.
 */
export function respelledBytes(compact: Uint8Array): Uint8Array {
  return new Respeller(compact, false).bytes();
}

/**
 * The same of the names of its objects alone.
 *
 * @param compact A valid JSON text in UTF-8 without white space, no escape in it half of a pair.
 */
export function respelledNames(compact: Uint8Array): Uint8Array {
  return new Respeller(compact, true).bytes();
}

/** `1e20` has 21 digits as it is printed: nothing becomes longer than that. */
const MOST_LONGER = 21 / 4;
/** So many bytes of numbers are printed at once, at least and at most. */
const LONG_RUN = 64, RUN_BYTES = 2 ** 16;

class Respeller {
  readonly #in: Uint8Array;
  readonly #isOfNames: boolean;
  readonly #out: Uint8Array;
  readonly #given: ViewedBytes;
  readonly #made: ViewedBytes;
  readonly #known = new ShortNumbers();
  #length = 0;
  /** Where what was not put yet begins. */
  #from = 0;

  constructor(compact: Uint8Array, isOfNames: boolean) {
    this.#in = compact;
    this.#isOfNames = isOfNames;
    // Room that is never written to is never taken: to grow would take time, and room for both.
    const most = Math.ceil(compact.length * (isOfNames ? 1 : MOST_LONGER));
    this.#out = new Uint8Array(most + MOST_PRINTED);
    this.#given = viewed(compact);
    this.#made = viewed(this.#out);
  }

  bytes(): Uint8Array {
    const bytes = this.#in;
    for (let at = 0; at < bytes.length;) {
      const c = bytes[at]!;
      if (c === QUOTE) at = this.#isOfNames && !isName(bytes, at) ? endOfString(bytes, at) : this.#string(at);
      else if (!this.#isOfNames && (c === MINUS || (c >= ZERO && c <= NINE))) at = this.#numbers(at);
      else at++;
    }
    this.#copyTo(bytes.length);
    return this.#out.subarray(0, this.#length);
  }

  /** Puts what stays as it is, up to a place. */
  #copyTo(end: number): void {
    this.#length = copyBytes(this.#given, this.#from, end, this.#made, this.#length);
  }

  #string(at: number): number {
    const bytes = this.#in;
    for (at++;;) {
      const c = bytes[at]!;
      if (c === BACKSLASH) at = this.#escape(at);
      else {
        at++;
        if (c === QUOTE) return at;
      }
    }
  }

  #escape(at: number): number {
    const bytes = this.#in, c = bytes[at + 1]!;
    if (c !== LETTER_U) {
      if (c !== SLASH) return at + 2;
      this.#copyTo(at);
      this.#from = at + 1;
      return at + 2;
    }
    let code = hexAt(bytes, at + 2), end = at + 6;
    if ((code & 0xfc00) === 0xd800) {
      code = 0x10000 + ((code & 0x3ff) << 10) + (hexAt(bytes, at + 8) & 0x3ff);
      end += 6;
    }
    this.#copyTo(at);
    this.#character(code);
    this.#from = end;
    return end;
  }

  #character(code: number): void {
    const short = SHORT[code];
    if (short !== undefined) this.#text(short);
    else if (code < 0x20) this.#text(`\\u${code.toString(16).padStart(4, "0")}`);
    else if (code < 0x80) this.#put(code);
    else {
      if (code < 0x800) this.#put(0xc0 | code >> 6);
      else {
        if (code < 0x10000) this.#put(0xe0 | code >> 12);
        else {
          this.#put(0xf0 | code >> 18);
          this.#put(0x80 | code >> 12 & 0x3f);
        }
        this.#put(0x80 | code >> 6 & 0x3f);
      }
      this.#put(0x80 | code & 0x3f);
    }
  }

  /** A number, or many with commas between them: those are read and printed in one step, by native code. */
  #numbers(start: number): number {
    const bytes = this.#in, most = start + RUN_BYTES;
    let at = start + 1;
    while (at < most && OF_NUMBERS[bytes[at]!] === 1) at++;
    // No number is cut.
    while (OF_NUMBERS[bytes[at]!] === 1 && bytes[at] !== COMMA) at++;
    if (at - start < LONG_RUN) return this.#number(start);
    this.#copyTo(start);
    // What stands behind a last comma is no number.
    const end = bytes[at - 1] === COMMA ? at - 1 : at;
    const numbers: number[] = JSON.parse(`[${decoder.decode(bytes.subarray(start, end))}]`);
    const printed = JSON.stringify(numbers).slice(1, -1);
    this.#length += encoder.encodeInto(printed, this.#out.subarray(this.#length)).written;
    this.#from = end;
    return end;
  }

  #number(start: number): number {
    const bytes = this.#in;
    let at = start + 1, isWhole = true;
    for (; at < bytes.length && !isEnd(bytes[at]!); at++) {
      isWhole &&= bytes[at]! >= ZERO && bytes[at]! <= NINE;
    }
    if (isWhole && at - start < 16 && bytes[start] !== MINUS) return at;
    this.#copyTo(start);
    if (at - start > MOST_SPELLED || !this.#knows(start, at)) {
      this.#text(String(Number(ascii(bytes, start, at))));
    }
    this.#from = at;
    return at;
  }

  /** Puts a short number, where it is known or can be remembered. */
  #knows(start: number, end: number): boolean {
    const length = this.#known.write(this.#in, start, end, this.#made.view, this.#length);
    this.#length += length ?? 0;
    return length !== undefined;
  }

  #text(text: string): void {
    const out = this.#out;
    for (let i = 0, at = this.#length; i < text.length; i++) out[at++] = text.charCodeAt(i);
    this.#length += text.length;
  }

  #put(byte: number): void {
    this.#out[this.#length++] = byte;
  }
}

function isName(bytes: Uint8Array, at: number): boolean {
  return bytes[endOfString(bytes, at)] === COLON;
}

const decoder = new TextDecoder(), encoder = new TextEncoder();

function ascii(bytes: Uint8Array, start: number, end: number): string {
  if (end - start > 32) return decoder.decode(bytes.subarray(start, end));
  let text = "";
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}

function hexAt(bytes: Uint8Array, at: number): number {
  let number = 0;
  for (let i = at; i < at + 4; i++) {
    const c = bytes[i]!;
    number = number * 16 + (c <= NINE ? c - ZERO : (c | 0x20) - 0x57);
  }
  return number;
}

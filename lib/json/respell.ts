import { endOfString, isEnd } from "./json_bytes.ts";

const QUOTE = 0x22,
  MINUS = 0x2d,
  COLON = 0x3a,
  BACKSLASH = 0x5c;
const ZERO = 0x30, NINE = 0x39, LETTER_U = 0x75;

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

/** So many bytes make one number of a double. */
const SHORT_NUMBER = 6, MOST_KNOWN = 4096;

class Respeller {
  readonly #in: Uint8Array;
  readonly #isOfNames: boolean;
  #out: Uint8Array;
  #length = 0;
  /** Short numbers as they are printed, by the bytes that they are spelled with. */
  readonly #known = new Map<number, string>();

  constructor(compact: Uint8Array, isOfNames: boolean) {
    this.#in = compact;
    this.#isOfNames = isOfNames;
    this.#out = new Uint8Array(compact.length);
  }

  bytes(): Uint8Array {
    const bytes = this.#in;
    for (let at = 0; at < bytes.length;) {
      const c = bytes[at]!;
      if (c === QUOTE) at = this.#isOfNames && !isName(bytes, at) ? this.#copy(at) : this.#string(at);
      else if (!this.#isOfNames && (c === MINUS || (c >= ZERO && c <= NINE))) at = this.#number(at);
      else {
        this.#put(c);
        at++;
      }
    }
    return this.#out.subarray(0, this.#length);
  }

  #string(at: number): number {
    const bytes = this.#in;
    this.#put(QUOTE);
    for (at++;;) {
      const c = bytes[at]!;
      if (c === BACKSLASH) at = this.#escape(at);
      else {
        this.#put(c);
        at++;
        if (c === QUOTE) return at;
      }
    }
  }

  /** A string as it is. */
  #copy(at: number): number {
    const end = endOfString(this.#in, at);
    for (; at < end; at++) this.#put(this.#in[at]!);
    return end;
  }

  #escape(at: number): number {
    const bytes = this.#in, c = bytes[at + 1]!;
    if (c !== LETTER_U) {
      if (c !== 0x2f) this.#put(BACKSLASH);
      this.#put(c);
      return at + 2;
    }
    let code = hexAt(bytes, at + 2), end = at + 6;
    if ((code & 0xfc00) === 0xd800) {
      code = 0x10000 + ((code & 0x3ff) << 10) + (hexAt(bytes, at + 8) & 0x3ff);
      end += 6;
    }
    this.#character(code);
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

  #number(start: number): number {
    const bytes = this.#in;
    let at = start + 1, isWhole = true;
    for (; at < bytes.length && !isEnd(bytes[at]!); at++) {
      isWhole &&= bytes[at]! >= ZERO && bytes[at]! <= NINE;
    }
    if (isWhole && at - start < 16 && bytes[start] !== MINUS) {
      for (let i = start; i < at; i++) this.#put(bytes[i]!);
    } else this.#text(this.#printed(start, at));
    return at;
  }

  /** A number as it is printed. Short ones are few, and come again: to print one takes longer than to know it. */
  #printed(start: number, end: number): string {
    if (end - start > SHORT_NUMBER) return String(Number(ascii(this.#in, start, end)));
    let key = 0;
    for (let at = start; at < end; at++) key = key * 256 + this.#in[at]!;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const printed = String(Number(ascii(this.#in, start, end)));
    if (this.#known.size < MOST_KNOWN) this.#known.set(key, printed);
    return printed;
  }

  #text(text: string): void {
    if (this.#length + text.length > this.#out.length) this.#grow();
    const out = this.#out;
    for (let i = 0, at = this.#length; i < text.length; i++) out[at++] = text.charCodeAt(i);
    this.#length += text.length;
  }

  #put(byte: number): void {
    if (this.#length === this.#out.length) this.#grow();
    this.#out[this.#length++] = byte;
  }

  /** A number can be longer as it is printed. */
  #grow(): void {
    const more = new Uint8Array(this.#out.length + (this.#out.length >> 1) + 32);
    more.set(this.#out);
    this.#out = more;
  }
}

function isName(bytes: Uint8Array, at: number): boolean {
  return bytes[endOfString(bytes, at)] === COLON;
}

const decoder = new TextDecoder();

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

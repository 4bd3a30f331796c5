/** A text that is not JSON (RFC 8259), with the byte at which that shows. */
export class JsonSyntaxError extends Error {
  override name = "JsonSyntaxError";
  /** The offset of the first byte that cannot stand where it stands. */
  readonly offset: number;

  /** @param message What is wrong, in words. @param offset The offset in bytes, from 0. */
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Where an object and its members stand in a text: offsets in bytes, from 0. `members` holds four numbers
 * a member: where its key begins (at the quote) and ends, where its value begins and ends.
 */
export interface ObjectSpan {
  /** The offset of `{`. */
  readonly start: number;
  /** The offset behind `}`. */
  readonly end: number;
  /** `keyStart, keyEnd, valueStart, valueEnd` of each member, in the order of the text. */
  readonly members: readonly number[];
}

const TAB = 0x09, NEWLINE = 0x0a, RETURN = 0x0d, SPACE = 0x20, QUOTE = 0x22, COMMA = 0x2c, MINUS = 0x2d;
const POINT = 0x2e, ZERO = 0x30, NINE = 0x39, COLON = 0x3a, BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;
const LETTER_U = 0x75;

/** The bytes that may follow a backslash, but for `u`. */
const ESCAPED = new Set([...'"\\/bfnrt'].map((c) => c.charCodeAt(0)));
const LITERALS = ["true", "false", "null"].map((word) => new TextEncoder().encode(word));

/**
 * Passes over white space.
 *
 * @param bytes The text. @param at Where to begin. @returns The offset of the first byte that is none.
 */
export function skipSpace(bytes: Uint8Array, at: number): number {
  for (;; at++) {
    const c = bytes[at];
    if (c !== SPACE && c !== NEWLINE && c !== RETURN && c !== TAB) return at;
  }
}

/**
 * Passes over one value of any kind, strictly, without building it. Depth costs no stack.
 *
 * @param bytes The text, in UTF-8. @param at Where the value begins. @returns The offset behind it.
 * @throws {JsonSyntaxError} If no value of RFC 8259 stands there.
 */
export function skipValue(bytes: Uint8Array, at: number): number {
  const closers: number[] = [];
  for (;;) {
    const c = bytes[at];
    if (c === QUOTE) at = skipString(bytes, at);
    else if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
      const closer = c + 2;
      at = skipSpace(bytes, at + 1);
      if (bytes[at] !== closer) {
        closers.push(closer);
        if (closer === CLOSE_OBJECT) at = skipKey(bytes, at);
        continue;
      }
      at++;
    } else at = skipScalar(bytes, at);
    // The value is whole: close what it ends, or go to its next sibling.
    for (;;) {
      if (closers.length === 0) return at;
      const closer = closers[closers.length - 1];
      at = skipSpace(bytes, at);
      if (bytes[at] === COMMA) {
        at = skipSpace(bytes, at + 1);
        if (closer === CLOSE_OBJECT) at = skipKey(bytes, at);
        break;
      }
      if (bytes[at] !== closer) throw unexpected(bytes, at, `"," or "${String.fromCharCode(closer!)}"`);
      closers.pop();
      at++;
    }
  }
}

/**
 * Reads where an object's members stand; what their values hold is checked and passed over.
 *
 * @param bytes The text, in UTF-8.
 * @param at Where the object begins.
 * @param skip Passes over a member's value and returns the offset behind it; a caller that wants the spans
 *   within one member gives its own, so that no byte is read twice.
 * @returns Its span.
 * @throws {JsonSyntaxError} If no object of RFC 8259 stands there.
 */
export function scanObject(
  bytes: Uint8Array,
  at: number,
  skip: (valueStart: number, keyStart: number, keyEnd: number) => number = (start) => skipValue(bytes, start),
): ObjectSpan {
  const start = at, members: number[] = [];
  if (bytes[at] !== OPEN_OBJECT) throw unexpected(bytes, at, 'an object ("{")');
  at = skipSpace(bytes, at + 1);
  if (bytes[at] === CLOSE_OBJECT) return { start, end: at + 1, members };
  for (;;) {
    const keyStart = at, keyEnd = bytes[at] === QUOTE ? skipString(bytes, at) : at;
    const valueStart = skipKey(bytes, at, keyEnd), valueEnd = skip(valueStart, keyStart, keyEnd);
    members.push(keyStart, keyEnd, valueStart, valueEnd);
    at = skipSpace(bytes, valueEnd);
    if (bytes[at] === CLOSE_OBJECT) return { start, end: at + 1, members };
    if (bytes[at] !== COMMA) throw unexpected(bytes, at, '"," or "}"');
    at = skipSpace(bytes, at + 1);
  }
}

/**
 * Checks that nothing but white space stands behind a document's value.
 *
 * @param bytes The text. @param at The offset behind its value.
 * @throws {JsonSyntaxError} If something does.
 */
export function expectEnd(bytes: Uint8Array, at: number): void {
  const rest = skipSpace(bytes, at);
  if (rest < bytes.length) throw unexpected(bytes, rest, "the end of the text");
}

/**
 * Says where a byte stands, as people count.
 *
 * @param bytes The text. @param offset An offset in it.
 * @returns Line and column, both from 1; the column in characters.
 */
export function placeOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  let line = 1, lineStart = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1 && at < offset; at = bytes.indexOf(NEWLINE, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  let column = 1; // counted in place: a store on one line of a hundred megabytes has its faults too
  for (let at = lineStart; at < offset; at++) if ((bytes[at]! & 0xc0) !== 0x80) column++;
  return { line, column };
}

/** Passes over a key and its colon, to the value; `keyEnd` where the key was passed over already. */
function skipKey(bytes: Uint8Array, at: number, keyEnd?: number): number {
  if (bytes[at] !== QUOTE) throw unexpected(bytes, at, "a key in double quotes");
  const colon = skipSpace(bytes, keyEnd ?? skipString(bytes, at));
  if (bytes[colon] !== COLON) throw unexpected(bytes, colon, '":"');
  return skipSpace(bytes, colon + 1);
}

function skipString(bytes: Uint8Array, at: number): number {
  const length = bytes.length;
  for (at++; at < length; at++) {
    const c = bytes[at]!;
    if (c === QUOTE) return at + 1;
    if (c < SPACE) throw unexpected(bytes, at, "a string without raw control characters");
    if (c === BACKSLASH) at = skipEscape(bytes, at);
    else if (c >= 0x80) at = skipUtf8(bytes, at);
  }
  throw unexpected(bytes, at, "the end of a string");
}

/** Returns the offset of the last byte of the escape that begins at `at`. */
function skipEscape(bytes: Uint8Array, at: number): number {
  const c = bytes[++at];
  if (c === LETTER_U) {
    for (const end = at + 4; at < end;) {
      if (!isHex(bytes[++at])) throw unexpected(bytes, at, "four hex digits");
    }
  } else if (c === undefined || !ESCAPED.has(c)) throw unexpected(bytes, at, "an escape of JSON");
  return at;
}

/** Returns the offset of the last byte of the character of two to four bytes that begins at `at`. */
function skipUtf8(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!, second = bytes[at + 1]!;
  // The first byte says how many follow, and bounds the second: no overlong form, no surrogate, nothing past U+10FFFF.
  const more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (more === 0 || !(second >= least && second <= most)) throw new JsonSyntaxError("it is not UTF-8", at);
  for (let i = 2; i <= more; i++) {
    const next = bytes[at + i]!;
    if (!(next >= 0x80 && next <= 0xbf)) throw new JsonSyntaxError("it is not UTF-8", at);
  }
  return at + more;
}

function skipScalar(bytes: Uint8Array, at: number): number {
  const c = bytes[at];
  if (c === MINUS || isDigit(c)) return skipNumber(bytes, at);
  for (const word of LITERALS) if (word.every((byte, i) => bytes[at + i] === byte)) return at + word.length;
  throw unexpected(bytes, at, "a value");
}

function skipNumber(bytes: Uint8Array, at: number): number {
  if (bytes[at] === MINUS) at++;
  at = bytes[at] === ZERO ? at + 1 : skipDigits(bytes, at);
  if (bytes[at] === POINT) at = skipDigits(bytes, at + 1);
  if (bytes[at] === 0x65 || bytes[at] === 0x45) { // e, E
    at++;
    if (bytes[at] === 0x2b || bytes[at] === MINUS) at++;
    at = skipDigits(bytes, at);
  }
  return at;
}

function skipDigits(bytes: Uint8Array, at: number): number {
  if (!isDigit(bytes[at])) throw unexpected(bytes, at, "a digit");
  while (isDigit(bytes[at])) at++;
  return at;
}

function isDigit(c: number | undefined): boolean {
  return c !== undefined && c >= ZERO && c <= NINE;
}

function isHex(c: number | undefined): boolean {
  return isDigit(c) || (c !== undefined && (c | 0x20) >= 0x61 && (c | 0x20) <= 0x66);
}

function unexpected(bytes: Uint8Array, at: number, wanted: string): JsonSyntaxError {
  if (at >= bytes.length) {
    return new JsonSyntaxError(
      bytes.length === 0 ? "it is empty" : `it ends where ${wanted} is due`,
      bytes.length,
    );
  }
  if (bytes[at]! >= 0x80) skipUtf8(bytes, at); // throws where no character begins
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(at, at + 4));
  const code = text.codePointAt(0)!;
  const found = code === 0xfeff
    ? "a byte order mark"
    : code > 0x20 && code < 0x7f
    ? `"${String.fromCodePoint(code)}"`
    : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return new JsonSyntaxError(`${found} stands where ${wanted} is due`, at);
}

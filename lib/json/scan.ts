import { Offsets } from "./offsets.ts";

/** A text that is not JSON (RFC 8259), with the place at which that shows. */
export class JsonSyntaxError extends Error {
  override name = "JsonSyntaxError";
  /** The offset of the first character that cannot stand where it stands, in UTF-16 units from 0. */
  readonly offset: number;

  /** @param message What is wrong, in words. @param offset The offset in UTF-16 units, from 0. */
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Where an object and its members stand in a text: offsets in UTF-16 units, from 0. `members` holds four
 * numbers a member: where its key begins (at the quote) and ends, where its value begins and ends.
 */
export interface ObjectSpan {
  /** The offset of `{`. */
  readonly start: number;
  /** The offset behind `}`. */
  readonly end: number;
  /** `keyStart, keyEnd, valueStart, valueEnd` of each member, in the order of the text. */
  readonly members: ArrayLike<number>;
}

const TAB = 0x09, NEWLINE = 0x0a, RETURN = 0x0d, SPACE = 0x20, QUOTE = 0x22, COMMA = 0x2c, COLON = 0x3a;
const OPEN_ARRAY = 0x5b, BACKSLASH = 0x5c, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;

/** What a string holds between its escapes: all but control characters, quotes and backslashes. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

const SPACES = "[ \\t\\n\\r]*";
const list = (item: string) => `(?:${item}(?:,${SPACES}${item})*)?`;
const STRING = `"${PLAIN.source}(?:${ESCAPE.source}${PLAIN.source})*"`,
  VALUE = `(?:${STRING}|${SCALAR.source})`;

/**
 * Sources of regular expressions for what has no object in it. They say nothing that `skipValue` does not: a regular
 * expression is native code from the first entry on, while a loop over characters is slow until it has run for
 * milliseconds, which is as long as a command may take. Where they fail, they have looked at each character a few times.
 */
export const FLAT = {
  spaces: SPACES,
  /** What a string without escapes holds. */
  plain: PLAIN.source,
  /** A scalar, or an array of scalars. */
  value: `(?:${VALUE}|\\[${SPACES}${list(VALUE + SPACES)}\\])`,
} as const;

/** A whole object whose values are scalars and arrays of them, as entries mostly are. */
const FLAT_OBJECT = new RegExp(
  `\\{${SPACES}${list(`${STRING}${SPACES}:${SPACES}${FLAT.value}${SPACES}`)}\\}`,
  "y",
);
/** A member with such an object and a key without escapes, and the comma behind it. */
const FLAT_MEMBER = new RegExp(
  `"${PLAIN.source}"${SPACES}:${SPACES}${FLAT_OBJECT.source}${SPACES}(?:,${SPACES})?`,
  "y",
);

/**
 * Passes over white space.
 *
 * @param text The text. @param at Where to begin. @returns The offset of the first character that is none.
 */
export function skipSpace(text: string, at: number): number {
  for (;; at++) {
    const c = text.charCodeAt(at);
    if (c !== SPACE && c !== NEWLINE && c !== RETURN && c !== TAB) return at;
  }
}

/**
 * Passes over one value of any kind, strictly, without building it. Depth costs no stack.
 *
 * @param text The text. @param at Where the value begins. @returns The offset behind it.
 * @throws {JsonSyntaxError} If no value of RFC 8259 stands there.
 */
export function skipValue(text: string, at: number): number {
  const closers: number[] = [];
  for (;;) {
    const c = text.charCodeAt(at), flat = c === OPEN_OBJECT ? endOfWhole(FLAT_OBJECT, text, at) : 0;
    if (flat > 0) at = flat;
    else if (c === QUOTE) at = skipString(text, at);
    else if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
      const closer = c + 2;
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== closer) {
        closers.push(closer);
        if (closer === CLOSE_OBJECT) at = skipKey(text, at);
        continue;
      }
      at++;
    } else at = skipScalar(text, at);
    // The value is whole: close what it ends, or go to its next sibling.
    for (;;) {
      const closer = closers.at(-1);
      if (closer === undefined) return at;
      at = skipSpace(text, at);
      if (text.charCodeAt(at) === COMMA) {
        at = skipSpace(text, at + 1);
        if (closer === CLOSE_OBJECT) at = skipKey(text, at);
        break;
      }
      if (text.charCodeAt(at) !== closer) fail(text, at, `"," or "${String.fromCharCode(closer)}"`);
      closers.pop();
      at++;
    }
  }
}

/**
 * Reads where an object's members stand; what their values hold is checked and passed over.
 *
 * @param text The text.
 * @param at Where the object begins.
 * @param skip Passes over a member's value and returns the offset behind it; a caller that wants the spans
 *   within one member gives its own, so that no character is read twice.
 * @param foundFlat Is told of a member whose value is an object without objects in it, and whose key has no escape: it is
 *   passed over in one step, and not by `skip`. For objects that hold thousands of them.
 * @returns Its span.
 * @throws {JsonSyntaxError} If no object of RFC 8259 stands there.
 */
export function scanObject(
  text: string,
  at: number,
  skip: (valueStart: number, keyStart: number, keyEnd: number) => number = (start) => skipValue(text, start),
  foundFlat?: (keyStart: number, keyEnd: number) => void,
): ObjectSpan {
  const start = at, members = new Offsets();
  if (text.charCodeAt(at) !== OPEN_OBJECT) fail(text, at, 'an object ("{")');
  at = skipSpace(text, at + 1);
  if (text.charCodeAt(at) === CLOSE_OBJECT) return { start, end: at + 1, members: members.all };
  for (;;) {
    const keyStart = at, next = foundFlat ? endOfWhole(FLAT_MEMBER, text, at) : 0;
    let keyEnd = at, valueStart: number, valueEnd: number;
    if (next > 0) {
      keyEnd = text.indexOf('"', at + 1) + 1;
      valueStart = text.indexOf("{", keyEnd);
      valueEnd = text.lastIndexOf("}", next - 1) + 1;
      foundFlat!(keyStart, keyEnd);
    } else {
      if (text.charCodeAt(at) === QUOTE) keyEnd = skipString(text, at);
      valueStart = skipKey(text, at, keyEnd);
      valueEnd = skip(valueStart, keyStart, keyEnd);
    }
    members.add(keyStart, keyEnd, valueStart, valueEnd);
    at = valueEnd;
    if (next > 0 && text.charCodeAt(at) === COMMA) {
      at = next;
      continue;
    }
    at = skipSpace(text, at);
    if (text.charCodeAt(at) === CLOSE_OBJECT) return { start, end: at + 1, members: members.all };
    if (text.charCodeAt(at) !== COMMA) fail(text, at, '"," or "}"');
    at = skipSpace(text, at + 1);
  }
}

/**
 * Checks that nothing but white space stands behind a document's value.
 *
 * @param text The text. @param at The offset behind its value.
 * @throws {JsonSyntaxError} If something does.
 */
export function expectEnd(text: string, at: number): void {
  const rest = skipSpace(text, at);
  if (rest < text.length) fail(text, rest, "the end of the text");
}

/**
 * Says where a character stands, as people count.
 *
 * @param text The text. @param offset An offset in it, in UTF-16 units.
 * @returns Line and column, both from 1; the column in characters.
 */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1, lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    lineStart = at + 1;
  }
  let column = 1; // counted in place: a store on one line of a hundred megabytes has its faults too
  for (let at = lineStart; at < offset; at++) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) column++;
  return { line, column };
}

/**
 * The offset behind what a sticky expression for whole objects matches; 0 where it does not.
 *
 * @param pattern The expression. @param text The text. @param at Where to look.
 */
export function endOfWhole(pattern: RegExp, text: string, at: number): number {
  try {
    return matchAt(pattern, text, at);
  } catch (error) {
    // Millions of members or escapes are more than the expression can keep track of.
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

/**
 * Passes over a number, `true`, `false` or `null`.
 *
 * @param text The text. @param at Where it begins. @returns The offset behind it.
 * @throws {JsonSyntaxError} If none of them stands there.
 */
export function skipScalar(text: string, at: number): number {
  return matchAt(SCALAR, text, at) || fail(text, at, "a value");
}

/** The offset behind what matches at `at`; 0 where nothing does. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

/**
 * Passes over a key and its colon, to the value.
 *
 * @param text The text. @param at Where the key begins. @param keyEnd Where it ends, if it was passed over already.
 * @returns The offset of the value.
 * @throws {JsonSyntaxError} If no key with a colon stands there.
 */
export function skipKey(text: string, at: number, keyEnd?: number): number {
  if (text.charCodeAt(at) !== QUOTE) fail(text, at, "a key in double quotes");
  const colon = skipSpace(text, keyEnd ?? skipString(text, at));
  if (text.charCodeAt(colon) !== COLON) fail(text, colon, '":"');
  return skipSpace(text, colon + 1);
}

/**
 * Passes over what a string holds up to its next escape, its end, or what cannot stand in it.
 *
 * @param text The text. @param at Where to begin. @returns The offset of the first character that is something else.
 */
export function skipPlain(text: string, at: number): number {
  return matchAt(PLAIN, text, at) || at;
}

/**
 * Passes over a string.
 *
 * @param text The text. @param at The offset of its first quote. @returns The offset behind its last.
 * @throws {JsonSyntaxError} If it does not end, or holds what a string cannot.
 */
export function skipString(text: string, at: number): number {
  for (at++;;) {
    at = matchAt(PLAIN, text, at);
    const c = text.charCodeAt(at);
    if (c === QUOTE) return at + 1;
    if (c !== BACKSLASH) {
      fail(text, at, c < SPACE ? "a string without raw control characters" : "the end of a string");
    }
    at = matchAt(ESCAPE, text, at) || fail(text, at, "an escape of JSON");
  }
}

/**
 * Says what stands where something else is due.
 *
 * @param text The text. @param at Where. @param wanted What is due, in words.
 * @throws {JsonSyntaxError} Always.
 */
export function fail(text: string, at: number, wanted: string): never {
  if (at >= text.length) {
    throw new JsonSyntaxError(text === "" ? "it is empty" : `it ends where ${wanted} is due`, text.length);
  }
  const code = text.codePointAt(at)!;
  const found = code === 0xfeff
    ? "a byte order mark"
    : code > 0x20 && code < 0x7f
    ? `"${String.fromCodePoint(code)}"`
    : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  throw new JsonSyntaxError(`${found} stands where ${wanted} is due`, at);
}

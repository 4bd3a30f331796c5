import { fail, FLAT, skipPlain, skipSpace, skipString } from "./scan.ts";
import { OpenContainer } from "./open_container.ts";
import { DoubtfulJsonError } from "./doubt.ts";
import { LikeObjects } from "./like_objects.ts";
import { endOfScalar } from "./strict_scalar.ts";
import { endOfScalars } from "./scalar_runs.ts";
import { type FormCounts, NOTHING_ODD } from "./form_counts.ts";
import { hexAt } from "./digits.ts";
import { JsonView } from "./view.ts";

/** How a value is spelled: what a form of it would change. */
export interface Spelling {
  /** Whether it has no white space between its tokens. */
  readonly isCompact: boolean;
  /** Whether the names of every object are in order, and each is spelled as ECMAScript prints it. */
  readonly isSorted: boolean;
  /** Whether each name is spelled so, whatever their order. */
  readonly hasPlainNames: boolean;
  /** Whether every string and number is spelled as ECMAScript prints it, as far as that is plain to see. */
  readonly isPlain: boolean;
}

/** A value that was read strictly. */
export interface StrictReading {
  readonly view: JsonView;
  /** How each member of it is spelled, where it is an object. */
  readonly spellings: ReadonlyMap<string, Spelling>;
}

const TAB = 0x09, NEWLINE = 0x0a, RETURN = 0x0d, SPACE = 0x20, QUOTE = 0x22, COMMA = 0x2c, COLON = 0x3a;
const OPEN_ARRAY = 0x5b,
  BACKSLASH = 0x5c,
  CLOSE_ARRAY = 0x5d,
  OPEN_OBJECT = 0x7b,
  CLOSE_OBJECT = 0x7d;

/** The members are kept of containers that are so deep. */
const KEPT_DEPTH = 2;
/** A string of more units is searched with a regular expression: a loop is quicker before that. */
const LONG = 64;
/** A part of a string, with no more escapes in it than an expression keeps track of. */
const STRETCH = new RegExp(
  `${FLAT.plain}(?:\\\\(?:["\\\\/bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4})${FLAT.plain}){0,1024}`,
  "y",
);
const LETTER_U = 0x75, SLASH = 0x2f;
/** What may follow a backslash besides `u`: quote, backslash, slash, `b`, `f`, `n`, `r`, `t`. */
const SHORT_ESCAPES = [QUOTE, BACKSLASH, SLASH, 0x62, 0x66, 0x6e, 0x72, 0x74];
/** The control characters that have such an escape. */
const HAS_SHORT_ESCAPE = [0x08, TAB, NEWLINE, 0x0c, RETURN];

/**
 * Reads one value that every reader takes for the same: no object says a name twice, no escape is half of a pair, no
 * number is beyond what a double holds, nothing is nested deeper than a bound. Each character is read once, and depth
 * costs no stack.
 *
 * @param text The text. @param at Where the value begins. @param depth How many containers may be open at once in it.
 * @param wanted Names of members that are kept of the outer two objects, however many others there are.
 * @throws {DoubtfulJsonError} If readers may not agree on it. @throws {JsonSyntaxError} If it is not JSON.
 */
export function readStrictly(
  text: string,
  at: number,
  depth: number,
  wanted: ReadonlySet<string> = new Set(),
): StrictReading {
  return new StrictReader(text, depth, wanted).read(at);
}

class StrictReader {
  readonly #text: string;
  readonly #depth: number;
  readonly #wanted: ReadonlySet<string>;
  readonly #open: OpenContainer[] = [];
  readonly #spellings = new Map<string, Spelling>();
  readonly #likes = new LikeObjects();
  readonly #counts: FormCounts = { ...NOTHING_ODD };

  constructor(text: string, depth: number, wanted: ReadonlySet<string>) {
    this.#text = text;
    this.#depth = depth;
    this.#wanted = wanted;
  }

  read(start: number): StrictReading {
    const text = this.#text, open = this.#open;
    for (let at = start;;) {
      const c = text.charCodeAt(at);
      let view: JsonView | undefined;
      const like = c === OPEN_OBJECT && this.#isItem()
        ? this.#likes.endOf(text, at, this.#depth - open.length, this.#counts)
        : 0;
      if (like > 0) at = like;
      else if (c === QUOTE) at = this.#string(at);
      else if (c === OPEN_OBJECT || c === OPEN_ARRAY) {
        const container = this.#opened(at, c + 2);
        at = this.#space(at + 1);
        if (text.charCodeAt(at) !== container.closer) {
          if (container.closer === CLOSE_OBJECT) at = this.#name(at, container);
          continue;
        }
        at++;
        view = this.#closed(container, at);
      } else {
        at = endOfScalar(text, at, this.#counts);
        if (open.at(-1)?.closer === CLOSE_ARRAY) at = endOfScalars(text, at, this.#counts);
      }
      for (;;) {
        const container = open.at(-1);
        if (container === undefined) {
          return { view: view ?? new JsonView(text, start, at), spellings: this.#spellings };
        }
        if (container.kept !== undefined) this.#keep(container, view, at);
        at = this.#space(at);
        if (text.charCodeAt(at) === COMMA) {
          at = this.#space(at + 1);
          if (container.closer === CLOSE_OBJECT) at = this.#name(at, container);
          break;
        }
        if (text.charCodeAt(at) !== container.closer) {
          fail(text, at, `"," or "${String.fromCharCode(container.closer)}"`);
        }
        at++;
        view = this.#closed(container, at);
      }
    }
  }

  #opened(at: number, closer: number): OpenContainer {
    const depth = this.#open.length;
    if (depth >= this.#depth) throw new DoubtfulJsonError("depth", "it is nested too deep", at);
    const isKept = closer === CLOSE_OBJECT && depth < KEPT_DEPTH;
    const container = new OpenContainer(at, closer, this.#counts.spaces, isKept);
    this.#open.push(container);
    return container;
  }

  /** Whether what comes next is an item of an array, and nothing of it is kept. */
  #isItem(): boolean {
    return this.#open.length >= KEPT_DEPTH && this.#open.at(-1)!.closer === CLOSE_ARRAY;
  }

  #closed({ start, closer, spaces, kept, leftOut }: OpenContainer, end: number): JsonView | undefined {
    this.#open.pop();
    if (closer === CLOSE_OBJECT && this.#isItem()) {
      this.#likes.learn(this.#text, start, end, spaces === this.#counts.spaces);
    }
    return kept && new JsonView(this.#text, start, end, kept, leftOut);
  }

  #keep(container: OpenContainer, view: JsonView | undefined, end: number): void {
    const { name, valueStart, counts: before } = container, now = this.#counts;
    container.keep(view ?? new JsonView(this.#text, valueStart, end), this.#wanted);
    if (this.#open.length > 1) return;
    const hasPlainNames = before.names === now.names;
    this.#spellings.set(name, {
      isCompact: before.spaces === now.spaces,
      isSorted: hasPlainNames && before.unordered === now.unordered,
      hasPlainNames,
      isPlain: before.respelled === now.respelled,
    });
  }

  #space(at: number): number {
    const c = this.#text.charCodeAt(at);
    if (c !== SPACE && c !== NEWLINE && c !== RETURN && c !== TAB) return at;
    this.#counts.spaces++;
    return skipSpace(this.#text, at + 1);
  }

  #string(start: number): number {
    const text = this.#text;
    let at = start + 1;
    for (let long = at + LONG;; at++) {
      const c = text.charCodeAt(at);
      if (c === QUOTE) return at + 1;
      if (c === BACKSLASH) at = this.#escape(at, start);
      // Says what is wrong with it.
      else if (!(c >= SPACE)) skipString(text, start);
      else if (at >= long) {
        at = skipPlain(text, at);
        if (text.charCodeAt(at) === BACKSLASH) at = this.#stretch(at);
        at--;
        long = at + LONG;
      }
    }
  }

  /** Passes over what a long string holds, but for halves of pairs. */
  #stretch(start: number): number {
    STRETCH.lastIndex = start;
    STRETCH.test(this.#text);
    const end = STRETCH.lastIndex, stretch = this.#text.slice(start, end);
    // Not all of these are spelled anew: to make a form in vain changes nothing.
    if (/\\[u/]/.test(stretch)) this.#counts.respelled++;
    return end;
  }

  /** Passes over an escape, to its last character; half of a pair is none. */
  #escape(at: number, start: number): number {
    const text = this.#text, c = text.charCodeAt(at + 1);
    if (c !== LETTER_U) {
      if (!SHORT_ESCAPES.includes(c)) skipString(text, start);
      if (c === SLASH) this.#counts.respelled++;
      return at + 1;
    }
    const unit = hexAt(text, at + 2);
    if (unit < 0) skipString(text, start);
    if (unit >= 0x20 || HAS_SHORT_ESCAPE.includes(unit) || /[A-F]/.test(text.slice(at + 4, at + 6))) {
      this.#counts.respelled++;
    }
    if ((unit & 0xf800) !== 0xd800) return at + 5;
    const low = text.charCodeAt(at + 6) === BACKSLASH && text.charCodeAt(at + 7) === LETTER_U
      ? hexAt(text, at + 8)
      : 0;
    if (low < 0) skipString(text, start);
    const isPair = unit < 0xdc00 && (low & 0xfc00) === 0xdc00;
    if (!isPair) throw new DoubtfulJsonError("surrogate", "an escape is half of a surrogate pair", at);
    return at + 11;
  }

  #name(at: number, container: OpenContainer): number {
    const text = this.#text;
    if (text.charCodeAt(at) !== QUOTE) fail(text, at, "a key in double quotes");
    const before = this.#counts.respelled, end = this.#string(at);
    const raw = text.slice(at + 1, end - 1), isEscaped = raw.includes("\\");
    const name: string = isEscaped ? JSON.parse(`"${raw}"`) : raw;
    if (!container.isNew(name, text, at + 1, isEscaped)) {
      throw new DoubtfulJsonError("duplicate", "an object says a name twice", at);
    }
    if (this.#counts.respelled > before) this.#counts.names++;
    if (!container.isAscending) this.#counts.unordered++;
    const colon = this.#space(end);
    if (text.charCodeAt(colon) !== COLON) fail(text, colon, '":"');
    const valueStart = this.#space(colon + 1);
    if (container.kept !== undefined) {
      container.name = name;
      container.valueStart = valueStart;
      if (this.#open.length === 1) container.counts = { ...this.#counts };
    }
    return valueStart;
  }
}

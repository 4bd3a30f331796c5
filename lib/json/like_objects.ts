import { endOfWhole, FLAT } from "./scan.ts";
import type { FormCounts } from "./form_counts.ts";
import { VALUE_SOURCES } from "./value_sources.ts";
import { JsonView } from "./view.ts";

const { word, plainNumber, finiteNumber, plainString } = VALUE_SOURCES;
const PLAIN_NUMBER = new RegExp(`^(?:${plainNumber})$`);
/** A name that an expression can hold as it is. */
const NAME = /^[\w-]{1,60}$/;
const MOST_MEMBERS = 48, MOST_DEPTH = 3;
/** To make an expression takes as long as to read a hundred objects: it is tried now and then, and not often. */
const FIRST_TRIED = 8, MOST_TRIED = 8;
/** So many looks may be in vain, besides a few for each that is not. */
const MOST_MISSES = 256, MISSES_PER_HIT = 4;

/** What objects are like: the same names in the same order, and values of the same kinds. */
interface Likeness {
  readonly pattern: RegExp;
  /** How many containers are open at once in one. */
  readonly depth: number;
  readonly isCompact: boolean;
  readonly isSorted: boolean;
  readonly isPlain: boolean;
}

/**
 * Objects that are like others that were read strictly. Whoever writes a package writes all of its facts alike: after a
 * few of them, a regular expression passes over the others in native code.
 */
export class LikeObjects {
  readonly #known: Likeness[] = [];
  #read = 0;
  #tried = 0;
  #misses = 0;
  #hits = 0;

  /**
   * Passes over an object that is like one that was read.
   *
   * @param text The text. @param at Where it begins. @param depth How many containers may be open at once in it.
   * @param counts Where is counted what is odd about its form, at least once.
   * @returns The place behind it; 0 where it is like none.
   */
  endOf(text: string, at: number, depth: number, counts: FormCounts): number {
    const known = this.#known;
    if (this.#misses > MOST_MISSES + MISSES_PER_HIT * this.#hits) return 0;
    for (let i = 0; i < known.length; i++) {
      const like = known[i]!;
      const end = like.depth > depth ? 0 : endOfWhole(like.pattern, text, at);
      if (end === 0) {
        this.#misses++;
        continue;
      }
      this.#hits++;
      // Its like often follows.
      if (i > 0) known.unshift(...known.splice(i, 1));
      if (!like.isCompact) counts.spaces++;
      if (!like.isSorted) counts.unordered++;
      if (!like.isPlain) counts.respelled++;
      return end;
    }
    return 0;
  }

  /** Takes an object that was read strictly, and whether white space is between its tokens. */
  learn(text: string, start: number, end: number, isCompact: boolean): void {
    const read = ++this.#read;
    if (read < FIRST_TRIED || (read & (read - 1)) !== 0 || this.#tried === MOST_TRIED) return;
    this.#tried++;
    const like = new Likening(text, start, end, isCompact).likeness();
    if (like && endOfWhole(like.pattern, text, start) === end) {
      this.#known.push(like);
    }
  }
}

/**
 * Makes an expression of an object. White space is asked for behind what opens a container and behind each item: were it
 * asked for twice at one place, what is empty would match in as many ways as there are blanks, and many such in as many
 * as that to their number.
 */
class Likening {
  readonly #object: JsonView;
  readonly #spaces: string;
  #members = 0;
  #depth = 0;
  #isSorted = true;
  #isPlain = true;

  constructor(text: string, start: number, end: number, isCompact: boolean) {
    this.#object = new JsonView(text, start, end);
    this.#spaces = isCompact ? "" : FLAT.spaces;
  }

  likeness(): Likeness | undefined {
    const source = this.#objectLike(this.#object, 1);
    if (source === undefined) return undefined;
    return {
      pattern: new RegExp(source, "y"),
      depth: this.#depth,
      isCompact: this.#spaces === "",
      isSorted: this.#isSorted,
      isPlain: this.#isPlain,
    };
  }

  #objectLike(object: JsonView, depth: number): string | undefined {
    const parts: string[] = [], spaces = this.#spaces;
    let last = "";
    for (const [name, value] of object.members) {
      const like = this.#valueLike(value, depth);
      if (like === undefined || ++this.#members > MOST_MEMBERS || !NAME.test(name)) return undefined;
      if (name <= last) this.#isSorted = false;
      last = name;
      parts.push(`"${name}"${spaces}:${spaces}${like}${spaces}`);
    }
    this.#depth = Math.max(this.#depth, depth);
    return `\\{${spaces}${parts.join(`,${spaces}`)}\\}`;
  }

  #valueLike(value: JsonView, depth: number): string | undefined {
    switch (value.kind) {
      case "object":
        return depth < MOST_DEPTH ? this.#objectLike(value, depth + 1) : undefined;
      case "array":
        return this.#arrayLike(value, depth + 1);
      case "number":
        return `(?:${this.#numberLike(value)}|${word})`;
      case "string":
        return `(?:${plainString}|null)`;
      default:
        return `(?:${word}|${plainString}|${plainNumber})`;
    }
  }

  #arrayLike(array: JsonView, depth: number): string | undefined {
    const spaces = this.#spaces, kinds = new Set<string>();
    let isPlain = true;
    for (const item of array.items()) {
      if (item.kind === "object" || item.kind === "array") return undefined;
      if (item.kind === "number") isPlain &&= PLAIN_NUMBER.test(item.raw);
      kinds.add(item.kind);
    }
    this.#depth = Math.max(this.#depth, depth);
    this.#isPlain &&= isPlain;
    const item = kinds.has("number")
      ? `(?:${isPlain ? plainNumber : finiteNumber}|${word}|${plainString})`
      : `(?:${plainString}|${word})`;
    const spaced = item + spaces, items = `(?:${spaced}(?:,${spaces}${spaced})*)?`;
    return `(?:\\[${spaces}${items}\\]|null)`;
  }

  #numberLike(number: JsonView): string {
    if (PLAIN_NUMBER.test(number.raw)) return plainNumber;
    this.#isPlain = false;
    return finiteNumber;
  }
}

import { endOfWhole } from "../../json/scan.ts";
import type { JsonView } from "../../json/view.ts";
import type { Members, Shape } from "../manifest_shape.ts";

const SPACE = "[ \\t\\n\\r]*", STRING = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"', NUMBER = "-?[0-9][0-9.eE+-]*";
const SCALAR = `(?:${STRING}|${NUMBER}|true|false|null)`;
const DAY = "(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31";
const HOUR = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";
const list = (item: string) => `\\[${SPACE}(?:${item}${SPACE}(?:,${SPACE}${item}${SPACE})*)?\\]`;
/** What is sure to be of a shape, within a valid text. Some that is not among it is as well: the 29th of February. */
const VALUES: Readonly<Record<Extract<Shape, string>, string>> = {
  string: STRING,
  boolean: "(?:true|false)",
  number: NUMBER,
  whole: "(?:0|[1-9][0-9]{0,8})",
  count: "(?:0|[1-9][0-9]*)",
  time:
    `"[1-9][0-9]{3}-(?:${DAY})T${HOUR}:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])"`,
  strings: list(STRING),
};
const UNKNOWN = `(?:${SCALAR}|${list(SCALAR)})`;
/** A name that an expression can hold as it is. */
const NAME = /^"[\w-]{1,60}"$/;
const MOST_MEMBERS = 60, MOST_DEPTH = 2;
/** To make an expression takes as long as to look at a hundred items. */
const MOST_PATTERNS = 6;

/**
 * Knows good items of one list again. Whoever writes a package writes all of its facts alike: after the first one of a
 * kind, a regular expression with the same names in the same order passes over the others in native code, and no part of
 * them is built (ctxpkg §5).
 */
export class ItemPatterns {
  readonly #shape: Shape;
  readonly #patterns: RegExp[] = [];
  /** How many expressions were tried in vain for the last item. */
  misses = 0;

  /** @param shape What each item has to be. */
  constructor(shape: Shape) {
    this.#shape = shape;
    if (typeof shape === "string") this.#patterns.push(new RegExp(VALUES[shape], "y"));
  }

  /**
   * Passes over an item that is like a good one.
   *
   * @param text A valid JSON text. @param at Where the item begins. @returns The place behind it; 0 where it is not known.
   */
  endOf(text: string, at: number): number {
    const patterns = this.#patterns;
    for (this.misses = 0; this.misses < patterns.length; this.misses++) {
      const pattern = patterns[this.misses]!;
      const end = endOfWhole(pattern, text, at);
      if (end === 0) continue;
      // Its like often follows.
      if (this.misses > 0) patterns.unshift(...patterns.splice(this.misses, 1));
      return end;
    }
    return 0;
  }

  /** Takes an item that was found good. */
  learn(item: JsonView): void {
    if (this.#patterns.length >= MOST_PATTERNS || typeof this.#shape === "string") return;
    if (!("members" in this.#shape)) return;
    const source = objectLike(item, this.#shape.members, 0);
    if (source !== undefined) this.#patterns.push(new RegExp(source, "y"));
  }
}

/** The source of an expression for objects with the same names; nothing where it would be too long. */
function objectLike(object: JsonView, shapes: Members, depth: number): string | undefined {
  const parts: string[] = [];
  for (const [name, value] of object.members) {
    const quoted = `"${name}"`;
    if (parts.length >= MOST_MEMBERS || !NAME.test(quoted)) return undefined;
    const like = valueLike(value, shapes, name, depth);
    if (like === undefined) return undefined;
    parts.push(`${quoted}${SPACE}:${SPACE}${like}${SPACE}`);
  }
  return `\\{${SPACE}${parts.join(`,${SPACE}`)}\\}`;
}

function valueLike(value: JsonView, shapes: Members, name: string, depth: number): string | undefined {
  const member = Object.hasOwn(shapes, name) ? shapes[name]! : undefined;
  if (member !== undefined && typeof member.is === "string") {
    const like = VALUES[member.is];
    // Of two of which one has to be there, not both may be null.
    if (isOneOfTwo(shapes, name)) return value.kind === "null" ? "null" : like;
    return member.mayBeNull ? `(?:null|${like})` : like;
  }
  if (value.kind === "object") return depth < MOST_DEPTH ? objectLike(value, {}, depth + 1) : undefined;
  // Of what has a shape with members, it is null.
  return member === undefined ? UNKNOWN : "null";
}

function isOneOfTwo(shapes: Members, name: string): boolean {
  return shapes[name]!.unless !== undefined || Object.values(shapes).some(({ unless }) => unless === name);
}

import { isDigit } from "./digits.ts";
import type { FormCounts } from "./form_counts.ts";
import { FLAT, skipSpace } from "./scan.ts";
import { VALUE_SOURCES } from "./value_sources.ts";

/** What an array of thousands of numbers is read by: native code, where a step for each would take most of the time. */

const { word: WORD, number: NUMBER, plainNumber: PLAIN } = VALUE_SOURCES;
const COMMA = 0x2c, MINUS = 0x2d, LETTER_F = 0x66, LETTER_N = 0x6e, LETTER_T = 0x74;

const COMPACT_PLAIN = compact(PLAIN),
  COMPACT = compact(NUMBER),
  SPACED_PLAIN = spaced(PLAIN),
  SPACED = spaced(NUMBER);
/** What each has that is beyond a double. */
const MAY_BE_LARGE = /[eE]\+?[0-9]{3}/;

function compact(number: string): RegExp {
  return runOf(`,(?:${number}|${WORD})(?=[,\\]])`);
}

function spaced(number: string): RegExp {
  return runOf(`${FLAT.spaces},${FLAT.spaces}(?:${number}|${WORD})(?=[ \\t\\n\\r,\\]])`);
}

/** So many items, each with the comma before it, as an expression keeps track of. */
function runOf(item: string): RegExp {
  return new RegExp(`(?:${item}){0,1024}`, "y");
}

/**
 * Passes over scalars of an array that are no strings, and no numbers beyond a double.
 *
 * @param text The text. @param at Where an item of the array ends. @param counts Where is counted what is odd, at least
 *   once.
 * @returns How far all is well: what follows is for somebody else to say.
 */
export function endOfScalars(text: string, at: number, counts: FormCounts): number {
  for (;;) {
    const comma = skipSpace(text, at), next = skipSpace(text, comma + 1);
    if (text.charCodeAt(comma) !== COMMA || !beginsScalar(text.charCodeAt(next))) return at;
    const isCompact = next === at + 1;
    let end = endOfMatch(isCompact ? COMPACT_PLAIN : SPACED_PLAIN, text, at);
    if (end === at) {
      end = endOfMatch(isCompact ? COMPACT : SPACED, text, at);
      if (end === at) return at;
      const items = text.slice(at, end);
      if (MAY_BE_LARGE.test(items) && hasLarge(items)) return at;
      counts.respelled++;
    }
    if (!isCompact) counts.spaces++;
    at = end;
  }
}

/** Whether a scalar that is no string can begin so. */
function beginsScalar(c: number): boolean {
  return isDigit(c) || c === MINUS || c === LETTER_F || c === LETTER_N || c === LETTER_T;
}

function hasLarge(items: string): boolean {
  const values: unknown[] = JSON.parse(`[0${items}]`);
  return values.includes(Infinity) || values.includes(-Infinity);
}

/** Where what a sticky expression finds at a place ends; it finds something everywhere. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

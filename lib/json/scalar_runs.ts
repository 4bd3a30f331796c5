import { isDigit } from "./digits.ts";
import type { FormCounts } from "./form_counts.ts";
import { FLAT, skipSpace } from "./scan.ts";
import { VALUE_SOURCES } from "./value_sources.ts";

/** What an array of thousands of numbers is read by: native code, where a step for each would take most of the time. */

const COMMA = 0x2c, MINUS = 0x2d, LETTER_F = 0x66, LETTER_N = 0x6e, LETTER_T = 0x74;

const { word: WORD, plainNumber, finiteNumber, number } = VALUE_SOURCES;
/** Numbers that are plain, those that are surely within a double, and all. */
const KINDS = [plainNumber, finiteNumber, number], ALL = KINDS.indexOf(number);
const COMPACT = KINDS.map(compact), SPACED = KINDS.map(spaced);

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
    const isCompact = next === at + 1, runs = isCompact ? COMPACT : SPACED;
    let kind = 0, end = endOfMatch(runs[kind]!, text, at);
    while (end === at && kind < ALL) end = endOfMatch(runs[++kind]!, text, at);
    if (end === at || (kind === ALL && hasLarge(text.slice(at, end)))) return at;
    if (kind > 0) counts.respelled++;
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

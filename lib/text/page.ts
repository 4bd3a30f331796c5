import { safeIndex } from "./excerpt.ts";

/** A part of a long text. */
export interface Page {
  /** The part. */
  readonly text: string;
  /** Where it begins, in UTF-16 units: where it was asked to, or before the character that stands there. */
  readonly start: number;
  /** Where the next part begins; the text's length where this is the last one. */
  readonly end: number;
}

/** What decides where a character ends lies within so many units behind it. */
const LOOK_AHEAD = 64;

/**
 * Cuts a part out of a text as it is shown, between two characters and around an escape of `visible`; a character
 * that alone is longer than the bound is cut all the same. The parts of a text make up all of it. Reads no more of it
 * than the part.
 *
 * @param text The text, as it is shown. @param from Where to begin, in UTF-16 units. @param most The most units, 2 or more.
 */
export function pageOf(text: string, from: number, most: number): Page {
  const at = Math.min(from, text.length), start = isInsidePair(text, at) ? at - 1 : at;
  const window = text.slice(start, start + most + LOOK_AHEAD);
  const cut = safeIndex(window, most), end = isInsidePair(window, cut) ? cut - 1 : cut;
  return { text: window.slice(0, end), start, end: start + end };
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

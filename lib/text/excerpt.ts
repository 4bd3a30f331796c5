import { visibleLine } from "./visible.ts";

// White_Space of Unicode. JavaScript's \s is another set: it lacks U+0085 and holds U+FEFF, which nobody sees.
const OTHER_SPACE = "\\t-\\r\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const NOT_WHITE_SPACE = new RegExp(`[^ ${OTHER_SPACE}]`);
// A single space is left alone: it is already what it would become, and prose is full of them.
const UNEVEN_SPACE = new RegExp(`[${OTHER_SPACE}][ ${OTHER_SPACE}]*| [ ${OTHER_SPACE}]+`, "g");

const HIGH_HALF = /[\ud800-\udbff]/;

// Code units beyond the bound that are looked at too: whether a hidden character is wanted, and whether a
// grapheme ends, depends on what follows. They also keep a pair that is split where reading stops out of sight.
const LOOK_AHEAD = 64;

/**
 * The start of `text` with its whitespace collapsed, at least `units` long unless the text ends before. Reads no
 * further than that takes.
 */
function collapsedHead(text: string, units: number): string {
  let at = text.search(NOT_WHITE_SPACE);
  if (at < 0) return "";
  let head = "";
  while (at < text.length && head.length < units) {
    head = (head + text.slice(at, at + units)).replace(UNEVEN_SPACE, " ");
    at += units;
  }
  return head.endsWith(" ") ? head.slice(0, -1) : head;
}

/** The index after the first `bound` code points of well-formed text, or `undefined` when it has no more. */
function indexAfter(text: string, bound: number): number | undefined {
  if (text.length <= bound) return undefined;
  if (!HIGH_HALF.test(text)) return bound;
  let index = 0;
  for (let count = 0; count < bound && index < text.length; count++) {
    const code = text.charCodeAt(index);
    index += code >= 0xd800 && code <= 0xdbff ? 2 : 1;
  }
  return index < text.length ? index : undefined;
}

/**
 * Whether a character never joins its neighbour of the same kind into one grapheme: Latin, Greek and Cyrillic
 * letters, kana, Han, Hangul syllables. They spare the segmenter, which takes 13 ms to start.
 */
function standsAlone(code: number): boolean {
  return code < 0x300 || (code >= 0x370 && code <= 0x482) || (code >= 0x48a && code <= 0x52f) ||
    (code >= 0x3041 && code <= 0x3096) || (code >= 0x30a0 && code <= 0x30ff) ||
    (code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3);
}

let segmenter: Intl.Segmenter | undefined;

/**
 * The last index, at or before `index`, that splits neither a grapheme nor an escape of {@linkcode visibleLine}; where
 * a grapheme is longer than that, `index` itself.
 *
 * @param line A text as it is shown. @param index Where it is to be cut, in code units.
 */
export function safeIndex(line: string, index: number): number {
  if (index >= line.length) return line.length;
  let safe = index;
  if (!standsAlone(line.charCodeAt(index - 1)) || !standsAlone(line.charCodeAt(index))) {
    segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
    safe = segmenter.segment(line).containing(index)?.index ?? index;
  }
  const escapeStart = line.slice(0, safe).search(/\\(?:u(?:\{[0-9a-f]{0,6})?)?$/);
  if (escapeStart >= 0 && /^\\u\{[0-9a-f]{1,6}\}/.test(line.slice(escapeStart, escapeStart + 10))) {
    safe = escapeStart;
  }
  // One grapheme longer than the whole bound, such as a letter under a thousand accents: the bound decides.
  if (safe > 0) return safe;
  // What hides at its end is left out, with what it would have belonged to.
  const shown = line.slice(0, index).replace(/\p{Default_Ignorable_Code_Point}+$/u, "").length;
  return shown > 0 ? shown : index;
}

function checkBound(bound: number): void {
  if (!Number.isSafeInteger(bound) || bound < 1) {
    throw new RangeError(`Cannot cut text: the bound must be a whole number from 1: received ${bound}`);
  }
}

/**
 * Returns a value's excerpt: one line, safe to show, of at most `bound` code points (§5.2).
 *
 * Takes the text as it is stored. Whitespace (Unicode's White_Space) is collapsed to single spaces and trimmed;
 * what {@linkcode visibleLine} escapes is escaped, and the bound counts what is shown; then the line is cut at the
 * last word boundary within the bound, with ` ...` appended, which the bound does not count. A word that ends
 * exactly at the bound is kept. Text without a space inside the bound is cut at the bound. No cut is inside a
 * surrogate pair, or inside a grapheme or an escape unless that alone is longer than the bound. Reads only as much of
 * the text as the excerpt needs.
 *
 * @param text The text as it is stored, escaped by nobody yet.
 * @param bound The most code points shown before ` ...`, 1 or more.
 * @throws {RangeError} If `bound` is not a whole number from 1.
 */
export function excerpt(text: string, bound: number): string {
  checkBound(bound);
  const line = visibleLine(collapsedHead(text, 2 * bound + LOOK_AHEAD));
  const end = indexAfter(line, bound);
  if (end === undefined) return line;
  // A space that stands right after the bound ends a word exactly at the bound.
  const space = line.lastIndexOf(" ", end);
  if (space > 0) return line.slice(0, space) + " ...";
  return line.slice(0, safeIndex(line, end)) + " ...";
}

/**
 * Returns a key, a tag or an author as it may stand within a line: as {@linkcode visibleLine} shows it, whole up
 * to `bound` code points, otherwise cut there with `…` appended, which the bound does not count. Whitespace stays
 * as it is. Cuts as carefully as {@linkcode excerpt} and reads no more (§5.2).
 *
 * @param text The text as it is stored, escaped by nobody yet.
 * @param bound The most code points shown before `…`, 1 or more.
 * @throws {RangeError} If `bound` is not a whole number from 1.
 */
export function clip(text: string, bound: number): string {
  checkBound(bound);
  const line = visibleLine(text.slice(0, 2 * bound + LOOK_AHEAD));
  const end = indexAfter(line, bound);
  return end === undefined ? line : line.slice(0, safeIndex(line, end)) + "…";
}

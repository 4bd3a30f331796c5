import { digitsEnd, isDigit } from "./digits.ts";
import { DoubtfulJsonError } from "./doubt.ts";
import type { FormCounts } from "./form_counts.ts";
import { skipScalar } from "./scan.ts";

const ZERO = 0x30, MINUS = 0x2d, POINT = 0x2e, LETTER_E = 0x65;

/**
 * Passes over a scalar that is no string. Most are numbers of a few digits.
 *
 * @param text The text. @param at Where it begins. @param counts Where is counted what is not spelled as ECMAScript does.
 * @returns The place behind it.
 * @throws {DoubtfulJsonError} If it is a number that no double holds. @throws {JsonSyntaxError} If there is none.
 */
export function endOfScalar(text: string, at: number, counts: FormCounts): number {
  const isNegative = text.charCodeAt(at) === MINUS, start = isNegative ? at + 1 : at;
  const first = text.charCodeAt(start);
  if (!isDigit(first)) return skipScalar(text, at);
  const point = first === ZERO ? start + 1 : digitsEnd(text, start);
  let end = point;
  if (text.charCodeAt(point) === POINT) end = digitsEnd(text, point + 1);
  const isShort = end - start < (end === point ? 16 : 17),
    next = text.charCodeAt(end) | 0x20,
    hasExponent = next === LETTER_E;
  if (!isShort || hasExponent || isDigit(next) || end === point + 1) {
    const mantissaEnd = end;
    end = skipScalar(text, at);
    // It takes three digits of an exponent to be beyond a double.
    if ((!isShort || end - mantissaEnd > 3) && !Number.isFinite(Number(text.slice(at, end)))) {
      throw new DoubtfulJsonError("number", "a number is too large", at);
    }
    counts.respelled++;
  } else if (end === point) {
    if (isNegative && first === ZERO) counts.respelled++;
  } // A last 0 is not printed, and what is tiny has an exponent.
  else if (text.charCodeAt(end - 1) === ZERO || (first === ZERO && text.startsWith("000000", point + 1))) {
    counts.respelled++;
  }
  return end;
}

/** The digits of a number, its first one in front of the point, and the power of ten that it is to be multiplied with. */
interface Digits {
  readonly digits: string;
  readonly exponent: number;
}

/** From how many digits on, and how small, Rust prints a number with an exponent, by the bits of the number. */
const IN_FULL = { 32: { most: 13, least: -6 }, 64: { most: 16, least: -5 } } as const;

/**
 * A number as Rust prints it (ctxpkg §11.3): the fewest digits that give the same one, a whole one with `.0`.
 *
 * @param number A finite number. @param bits How many bits of it are kept.
 */
export function rustFloat(number: number, bits: 32 | 64): string {
  const value = bits === 32 ? Math.fround(number) : number,
    sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0.0`;
  const { digits, exponent } = bits === 32
    ? singleDigits(Math.abs(value))
    : digitsOf(Math.abs(value).toExponential());
  const { most, least } = IN_FULL[bits], point = exponent + 1;
  if (point > most || point <= least) {
    const rest = digits.slice(1);
    return `${sign}${digits[0]}${rest && `.${rest}`}e${exponent}`;
  }
  return sign + inFull({ digits, exponent }, ".0");
}

/**
 * A number without an exponent, as everybody prints it who prints none.
 *
 * @param number A finite number.
 */
export function plainNumber(number: number): string {
  const text = String(number);
  if (!text.includes("e")) return text;
  return (number < 0 ? "-" : "") + inFull(digitsOf(Math.abs(number).toExponential()), "");
}

/** Digits with the point where it belongs; behind a whole number stands `ending`. */
function inFull({ digits, exponent }: Digits, ending: string): string {
  const point = exponent + 1;
  if (point <= 0) return `0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return digits + "0".repeat(point - digits.length) + ending;
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The fewest digits that give a number of 32 bits; nine always do. */
function singleDigits(single: number): Digits {
  for (let count = 0;; count++) {
    const text = single.toExponential(count);
    if (Math.fround(Number(text)) === single) return digitsOf(text);
  }
}

function digitsOf(exponential: string): Digits {
  const [mantissa = "", exponent] = exponential.split("e");
  return { digits: mantissa.replace(".", ""), exponent: Number(exponent) };
}

const ZERO = 0x30, NINE = 0x39;
/** A double holds so many digits, whichever they are, and a few more of some. */
const MOST_DIGITS = 17;

/** Whether a UTF-16 unit is a digit. */
export function isDigit(c: number): boolean {
  return c >= ZERO && c <= NINE;
}

/** The end of the digits at a place, or of as many of them as a double surely holds. */
export function digitsEnd(text: string, at: number): number {
  const most = at + MOST_DIGITS;
  while (at < most && isDigit(text.charCodeAt(at))) at++;
  return at;
}

/** The number that four hex digits say; below 0 where there are none. */
export function hexAt(text: string, at: number): number {
  let number = 0;
  for (let i = at; i < at + 4; i++) {
    const c = text.charCodeAt(i), letter = c | 0x20;
    if (c >= ZERO && c <= NINE) number = number * 16 + c - ZERO;
    else if (letter >= 0x61 && letter <= 0x66) number = number * 16 + letter - 0x57;
    else return -1;
  }
  return number;
}

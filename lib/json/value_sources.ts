import { FLAT } from "./scan.ts";

/** Sources of regular expressions for values that are read strictly, many at a time. */
export const VALUE_SOURCES = {
  word: "true|false|null",
  /** A number that is spelled as ECMAScript prints it: 15 digits at most, no last 0, and none that has an exponent. */
  plainNumber:
    "0|-?[1-9][0-9]{0,14}|-?(?=[0-9.]{3,16}(?![0-9.]))(?:0\\.(?!000000)|[1-9][0-9]*\\.)[0-9]*[1-9]",
  /** A number that is beyond a double only with an exponent of three digits or more. */
  number: "-?(?:0|[1-9][0-9]{0,98})(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?",
  /** A number that no double is too small for. */
  finiteNumber: "-?(?:0|[1-9][0-9]{0,98})(?:\\.[0-9]+)?(?:[eE](?:\\+?[0-9]{1,2}|-[0-9]+))?",
  /** A string that is spelled as ECMAScript prints it. */
  plainString: `"${FLAT.plain}(?:\\\\["\\\\bfnrt]${FLAT.plain})*"`,
} as const;

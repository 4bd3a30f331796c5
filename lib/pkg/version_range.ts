import { quote } from "./fault.ts";
import { isSemver } from "./names.ts";

/** What a comparator asks of a version. */
export type RangeOperator = "^" | "~" | "=" | ">" | ">=" | "<" | "<=";

/** One condition of a range: all of them must hold (ctxpkg §6.5). */
export interface RangeComparator {
  /** What it asks; `^` where the range names none, `=` where it has a wildcard instead. */
  readonly operator: RangeOperator;
  /** Major, minor and patch as digits, as far as they are named: one to three. */
  readonly numbers: readonly string[];
  /** The identifiers of the pre-release, in order; none where it names none. */
  readonly pre: readonly string[];
}

/** A range of versions that could be read. */
export interface VersionRange {
  /** Its comparators; none where any version will do. */
  readonly comparators: readonly RangeComparator[];
}

/** A version, without its build metadata: that says nothing about order. */
type Version = Pick<RangeComparator, "numbers" | "pre">;

/** The most characters that a range or a version may have. */
const MOST_LENGTH = 256;
/** The most comparators: Cargo reads no more of them either. */
const MOST_COMPARATORS = 32;
const COMPARATOR = /^ *(\^|~|=|>=?|<=?)? *([^ ]+) *$/;
/** One or two numbers, with wildcards for what is left open. */
const PARTIAL = /^(0|[1-9]\d*)(?:\.(0|[1-9]\d*))?((?:\.[*xX]){0,2})$/;

/**
 * Reads a range of versions as Cargo does (ctxpkg §6.5): comparators with commas between them, each `^`, `~`, `=`,
 * `>`, `>=`, `<` or `<=` and a version whose last parts may be left out; without an operator it is `^`. A `*`, `x` or
 * `X` leaves a part open. An empty text, or a wildcard alone, is any version.
 *
 * @param text The range; one of more than 256 characters, or of more than 32 comparators, is none.
 * @returns The range, or `undefined` where it cannot be read. {@linkcode matches} takes both.
 *
 * @example Tell a range that cannot be read from one that nothing matches
 * ```ts
 * import { matches, parseRange } from "@ctx/ctx/package";
 * import { assertEquals } from "@std/assert";
 *
 * const range = parseRange(">=1, <2");
 * assertEquals([matches(range, "1.9.0"), matches(range, "2.0.0")], [true, false]);
 * assertEquals([parseRange("the newest"), matches(undefined, "1.0.0")], [undefined, false]);
 * ```
 */
export function parseRange(text: string): VersionRange | undefined {
  if (text.length > MOST_LENGTH) return undefined;
  if (/^\s*[*xX]?\s*$/.test(text)) return { comparators: [] };
  const parts = text.trim().split(",");
  if (parts.length > MOST_COMPARATORS) return undefined;
  const comparators = parts.map(readComparator).filter((comparator) => comparator !== undefined);
  return comparators.length === parts.length ? { comparators } : undefined;
}

function readComparator(text: string): RangeComparator | undefined {
  const [, operator, rest] = COMPARATOR.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const full = readVersion(rest);
  if (full !== undefined) return { operator: (operator ?? "^") as RangeOperator, ...full };
  const [, major, minor, wildcards] = PARTIAL.exec(rest) ?? [];
  if (major === undefined || (minor !== undefined && wildcards!.length > 2)) return undefined;
  // Without an operator, 0.* is every 0, where ^0.0 would be less.
  const implied = wildcards === "" ? "^" : "=";
  return {
    operator: (operator ?? implied) as RangeOperator,
    numbers: minor === undefined ? [major] : [major, minor],
    pre: [],
  };
}

/** Reads a version of SemVer; nothing where it is none. */
function readVersion(text: string): Version | undefined {
  if (text.length > MOST_LENGTH || !isSemver(text)) return undefined;
  const [core] = text.split("+", 1) as [string], dash = core.indexOf("-");
  return dash < 0
    ? { numbers: core.split("."), pre: [] }
    : { numbers: core.slice(0, dash).split("."), pre: core.slice(dash + 1).split(".") };
}

/**
 * Whether a version is in a range (ctxpkg §6.5). A pre-release is only where a comparator names a pre-release of the
 * same major, minor and patch, so that none comes in by chance: neither `*` nor `>=1.0.0` matches `1.1.0-beta`. Build
 * metadata counts for nothing.
 *
 * @param range What {@linkcode parseRange} gave; nothing is in a range that could not be read.
 * @param version The version; one that is not SemVer is in no range.
 */
export function matches(range: VersionRange | undefined, version: string): boolean {
  const read = readVersion(version);
  return range !== undefined && read !== undefined && isIn(range, read);
}

/**
 * The highest of some versions that is in a range (ctxpkg §6.5); of versions that differ in build metadata alone, the
 * first.
 *
 * @param range What {@linkcode parseRange} gave. @param versions The versions; what is not SemVer is passed over.
 * @returns The version as it was given, or `undefined` where none is in the range.
 */
export function highestMatch(
  range: VersionRange | undefined,
  versions: Iterable<string>,
): string | undefined {
  let highest: string | undefined, highestRead: Version | undefined;
  for (const version of versions) {
    const read = readVersion(version);
    if (range === undefined || read === undefined || !isIn(range, read)) continue;
    if (highestRead === undefined || orderOf(read, highestRead) > 0) [highest, highestRead] = [version, read];
  }
  return highest;
}

/**
 * Compares two versions by the precedence of SemVer 2.0.0: numbers by value, however long they are; a pre-release
 * before its release; build metadata counts for nothing (ctxpkg §6.5).
 *
 * @param a A version. @param b Another one.
 * @returns Negative when `a` comes first, positive when it comes after, 0 when neither does.
 * @throws {RangeError} If one of them is not SemVer.
 *
 * @example Put versions in order
 * ```ts
 * import { compareVersions } from "@ctx/ctx/package";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(["1.10.0", "1.9.0", "1.10.0-rc.1"].sort(compareVersions), ["1.9.0", "1.10.0-rc.1", "1.10.0"]);
 * ```
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => {
    const version = readVersion(text);
    if (version !== undefined) return version;
    throw new RangeError(`Cannot compare versions: received ${quote(text)}, which is not SemVer`);
  }) as [Version, Version];
  return orderOf(left, right);
}

function orderOf(a: Version, b: Version): number {
  return orderOfNumbers(a.numbers, b.numbers) || orderOfPre(a.pre, b.pre);
}

/** Compares as many numbers as `b` has. */
function orderOfNumbers(a: readonly string[], b: readonly string[]): number {
  for (const [i, digits] of b.entries()) {
    const order = orderOfDigits(a[i]!, digits);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares numbers that have no leading zeros: a double would take long ones for equal. */
function orderOfDigits(a: string, b: string): number {
  return a.length - b.length || orderOfTexts(a, b);
}

function orderOfTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function orderOfPre(a: readonly string[], b: readonly string[]): number {
  // What has no pre-release is the release itself, which comes after all of them.
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = orderOfIdentifiers(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Compares identifiers of pre-releases: numbers by value, words as ASCII, and numbers before words. */
function orderOfIdentifiers(a: string, b: string): number {
  const isNumber = /^\d+$/.test(a);
  if (isNumber !== /^\d+$/.test(b)) return isNumber ? -1 : 1;
  return isNumber ? orderOfDigits(a, b) : orderOfTexts(a, b);
}

function isIn({ comparators }: VersionRange, version: Version): boolean {
  if (!comparators.every((comparator) => holds(comparator, version))) return false;
  return version.pre.length === 0 ||
    comparators.some(({ numbers, pre }) =>
      pre.length > 0 && numbers.length === 3 && orderOfNumbers(version.numbers, numbers) === 0
    );
}

function holds({ operator, numbers, pre }: RangeComparator, version: Version): boolean {
  const byNumbers = orderOfNumbers(version.numbers, numbers), isPartial = numbers.length < 3;
  // A pre-release of what a partial version names is neither in it, nor before it, nor after it.
  const order = byNumbers || (isPartial ? (version.pre.length > 0 ? NaN : 0) : orderOfPre(version.pre, pre));
  switch (operator) {
    case "=":
      return order === 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case "~":
      return order >= 0 && agree(version, numbers.slice(0, 2));
    case "^": {
      // What must stay is everything up to the first number that is not 0, or all that is named.
      const first = numbers.findIndex((digits) => digits !== "0");
      const kept = first < 0 ? numbers : numbers.slice(0, first + 1);
      return (order >= 0 || (isPartial && byNumbers === 0)) && agree(version, kept);
    }
  }
}

function agree({ numbers }: Version, kept: readonly string[]): boolean {
  return orderOfNumbers(numbers, kept) === 0;
}

/** Whether a version is older than another, as far as both can be compared. */
export function isOlder(version: string, other: string): boolean {
  return isSemver(version) && isSemver(other) && compareVersions(version, other) < 0;
}

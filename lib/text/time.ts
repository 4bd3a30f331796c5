/**
 * Time as the specification writes it (RFC 3339, UTC) and as people read it (local dates).
 *
 * `Date.parse` guesses at anything and keeps only milliseconds, so times that come from a store or from the
 * command line are read here, strictly and with all their digits (§3.3, §4.6).
 */

/** A point in time with every digit it was written with (§4.6). */
export interface Instant {
  /**
   * Whole seconds since 1970-01-01T00:00:00Z, rounded down. A leap second is half a second past 23:59:59, which
   * puts it between its neighbours.
   */
  readonly seconds: number;
  /** The digits after the decimal point, without trailing zeros; empty when there are none. */
  readonly fraction: string;
}

const SECONDS_PER_DAY = 86_400;
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const HYPHEN = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const COLON = 0x3a;
const UPPER_T = 0x54;
const LOWER_T = 0x74;
const UPPER_Z = 0x5a;
const LOWER_Z = 0x7a;
const ZERO = 0x30;

/** The two digits at `at`, or NaN. A search over a large store reads a time per entry: no regular expression. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysInMonth(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : DAYS_IN_MONTH[month - 1] ?? 0;
}

/** The day number (1970-01-01 is 0) of the date that stands at the start of `text`, or NaN. */
function dayNumberAtStart(text: string): number {
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return NaN;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return NaN;
  // Date.UTC takes the years 0 to 99 for 1900 to 1999, so the days are counted here.
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const leapDayOfThisYear = month > 2 && isLeapYear(year) ? 1 : 0;
  return year * 365 + leapDays + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + leapDayOfThisYear + day - 1 - 719_162 -
    365;
}

/** Seconds east of UTC of the zone that fills `text` from `at` to its end, or NaN. */
function offsetToEnd(text: string, at: number): number {
  const sign = text.charCodeAt(at);
  if (sign === UPPER_Z || sign === LOWER_Z) return text.length === at + 1 ? 0 : NaN;
  if (sign !== PLUS && sign !== HYPHEN) return NaN;
  if (text.length !== at + 6 || text.charCodeAt(at + 3) !== COLON) return NaN;
  const hours = twoDigits(text, at + 1);
  const minutes = twoDigits(text, at + 4);
  if (!(hours <= 23 && minutes <= 59)) return NaN;
  return (sign === PLUS ? 1 : -1) * (hours * 3600 + minutes * 60);
}

/** The end of the digits that start at `at`. */
function endOfDigits(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) >= ZERO && text.charCodeAt(end) <= ZERO + 9) end++;
  return end;
}

/** Whether a leap second can stand here: RFC 3339 has them only as the last second of a month, in UTC. */
function isEndOfMonth(secondsAfter: number): boolean {
  if (secondsAfter % SECONDS_PER_DAY !== 0) return false;
  return new Date(secondsAfter * 1000).getUTCDate() === 1;
}

/**
 * Reads an RFC 3339 date-time: `YYYY-MM-DDTHH:MM:SS`, a fraction of any length, then `Z` or `±hh:mm`; `T` and
 * `Z` in either case. The years are 0000 to 9999, the date must exist, and second 60 is taken only where a leap
 * second can be: at the end of a month in UTC. Everything else, also a time without a zone, is `undefined`
 * (§3.3, §4.6).
 */
export function parseInstant(text: string): Instant | undefined {
  const dayNumber = dayNumberAtStart(text);
  const separator = text.charCodeAt(10);
  if (separator !== UPPER_T && separator !== LOWER_T) return undefined;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return undefined;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  // Written so that NaN fails.
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return undefined;

  let zoneAt = 19;
  let fraction = "";
  if (text.charCodeAt(19) === POINT) {
    zoneAt = endOfDigits(text, 20);
    if (zoneAt === 20) return undefined;
    let end = zoneAt;
    while (end > 20 && text.charCodeAt(end - 1) === ZERO) end--;
    fraction = text.slice(20, end);
  }
  const seconds = dayNumber * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second -
    offsetToEnd(text, zoneAt);
  if (Number.isNaN(seconds)) return undefined;
  if (second < 60) return { seconds, fraction };
  return isEndOfMonth(seconds) ? { seconds: seconds - 0.5, fraction } : undefined;
}

/**
 * Compares two instants: negative when `a` is earlier, positive when it is later, 0 when they are the same point
 * in time. All digits of the fractions count (§4.6).
 */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.seconds !== b.seconds) return a.seconds - b.seconds;
  if (a.fraction === b.fraction) return 0;
  // Digits after the point compare as text, because neither has trailing zeros.
  return a.fraction < b.fraction ? -1 : 1;
}

/** Whether `text` is `YYYY-MM-DD` and a day of the calendar, in the years 0000 to 9999. */
export function isDate(text: string): boolean {
  return text.length === 10 && !Number.isNaN(dayNumberAtStart(text));
}

/**
 * Reads the argument of `--since`: a date, which is its midnight in UTC, or an RFC 3339 date-time with any
 * offset. Anything else is `undefined` (§4.6).
 */
export function parseSince(text: string): Instant | undefined {
  return isDate(text)
    ? { seconds: dayNumberAtStart(text) * SECONDS_PER_DAY, fraction: "" }
    : parseInstant(text);
}

/**
 * Writes a time as the stores hold it: RFC 3339, UTC, `Z`, whole seconds, rounded down (§3.3).
 *
 * @param epochMs Milliseconds since 1970-01-01T00:00:00Z.
 * @throws {RangeError} If `epochMs` is not a time in the years 0000 to 9999.
 */
export function formatUtc(epochMs: number): string {
  const date = new Date(epochMs);
  const year = date.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) {
    throw new RangeError(`Cannot write a time: the year must be 0000 to 9999: received ${epochMs} ms`);
  }
  return date.toISOString().slice(0, 19) + "Z";
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "iso8601",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

const padded = (value: number, width: number) => String(value).padStart(width, "0");

/** The local minute of the machine's own zone. Date's getters know it without Intl, which is slow to start. */
function machineMinute(date: Date): string {
  const day = `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1, 2)}-${
    padded(date.getDate(), 2)
  }`;
  return `${day} ${padded(date.getHours(), 2)}:${padded(date.getMinutes(), 2)}`;
}

const MS_PER_DAY = SECONDS_PER_DAY * 1000;
const FIRST_MS = -62_135_596_800_000, FIRST_MINUTE = "0001-01-01 00:00";
const LAST_MS = 253_402_300_799_999, LAST_MINUTE = "9999-12-31 23:59";

/**
 * Writes a time for people, to the minute, in local time: `YYYY-MM-DD HH:MM` (§3.3, §5.2). An offset can carry a
 * time of the year 9999 into the year after, which has no such form: what lies outside the years 1 to 9999 is
 * shown as their first or last minute.
 *
 * @param epochMs Milliseconds since 1970-01-01T00:00:00Z.
 * @param timeZone An IANA name, such as `Europe/Paris`; the machine's own zone when not given.
 * @throws {RangeError} If `epochMs` is not a time, or `timeZone` is not a time zone.
 */
export function localMinute(epochMs: number, timeZone?: string): string {
  const date = new Date(epochMs);
  if (Number.isNaN(date.getTime())) {
    throw new RangeError(`Cannot write a local time: received ${epochMs} ms, which is not a time`);
  }
  // No zone is two days from UTC; nearer to the edges the local year decides.
  if (epochMs < FIRST_MS - 2 * MS_PER_DAY) return FIRST_MINUTE;
  if (epochMs > LAST_MS + 2 * MS_PER_DAY) return LAST_MINUTE;
  const minute = timeZone === undefined ? machineMinute(date) : zoneMinute(date, timeZone);
  if (epochMs < FIRST_MS + 2 * MS_PER_DAY && !minute.startsWith("0001-01-")) return FIRST_MINUTE;
  return minute.length > LAST_MINUTE.length ? LAST_MINUTE : minute;
}

function zoneMinute(date: Date, timeZone: string): string {
  const part = new Map<string, string>();
  for (const { type, value } of formatterFor(timeZone).formatToParts(date)) part.set(type, value);
  const field = (type: string, width: number) => (part.get(type) ?? "").padStart(width, "0");
  const day = `${field("year", 4)}-${field("month", 2)}-${field("day", 2)}`;
  return `${day} ${field("hour", 2)}:${field("minute", 2)}`;
}

/**
 * Writes the local date of a time: `YYYY-MM-DD` (§3.6, §5.2, §7), as {@linkcode localMinute} does.
 *
 * @param epochMs Milliseconds since 1970-01-01T00:00:00Z.
 * @param timeZone An IANA name, such as `Europe/Paris`; the machine's own zone when not given.
 * @throws {RangeError} If `epochMs` is not a time, or `timeZone` is not a time zone.
 */
export function localDate(epochMs: number, timeZone?: string): string {
  return localMinute(epochMs, timeZone).slice(0, 10);
}

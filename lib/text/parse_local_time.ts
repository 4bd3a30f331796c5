import { type Instant, isDate, localMinute, parseInstant } from "./time.ts";

const LOCAL = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/;
const MS_PER_MINUTE = 60_000, MS_PER_DAY = 86_400_000;
/** Behind every digit that a clock writes, and before the next second. */
const LAST_MOMENT = "999999999";

/**
 * Reads a time as a person names one: RFC 3339 with its offset; a local time, `2026-10-13T12:00` or with a space,
 * seconds or none; a local date. What is named to the minute or the day means the end of it, so that a time
 * which a display shows finds what it was shown with.
 *
 * @param text The time. @param timeZone The zone of local times (IANA); the machine's when absent.
 * @returns The instant; `undefined` where it is no time. A local time that a clock showed twice is the first; one
 * that it left out is read as if the clock had not been put forward.
 */
export function parseMoment(text: string, timeZone?: string): Instant | undefined {
  const instant = parseInstant(text);
  if (instant) return instant;
  const [, date, hour = "23", minute = "59", second] = LOCAL.exec(text) ?? [];
  // Years before this one have offsets with seconds, and no ctx.
  if (date === undefined || !isDate(date) || date < "1900-01-02" || hour > "23" || minute > "59") {
    return undefined;
  }
  if (second !== undefined && second > "59") return undefined;
  const start = instantMs(`${date} ${hour}:${minute}`, timeZone) / 1000;
  return second === undefined
    ? { seconds: start + 59, fraction: LAST_MOMENT }
    : { seconds: start + Number(second), fraction: "" };
}

/** The first instant, in milliseconds since 1970, at which a clock of the zone shows a minute. */
function instantMs(minute: string, timeZone: string | undefined): number {
  const shown = asUtc(minute);
  const offsetAt = (ms: number) =>
    asUtc(localMinute(ms, timeZone)) - Math.floor(ms / MS_PER_MINUTE) * MS_PER_MINUTE;
  // A clock is put forward or back once within two days, so one of both offsets is that of the minute.
  const before = shown - offsetAt(shown - MS_PER_DAY), after = shown - offsetAt(shown + MS_PER_DAY);
  const matching = [before, after].filter((ms) => localMinute(ms, timeZone) === minute);
  return matching.length > 0 ? Math.min(...matching) : before;
}

function asUtc(minute: string): number {
  return parseInstant(`${minute.replace(" ", "T")}:00Z`)!.seconds * 1000;
}

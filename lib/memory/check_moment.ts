import { InvalidInputError } from "../errors.ts";
import { clip } from "../text/excerpt.ts";
import { parseMoment } from "../text/parse_local_time.ts";
import type { Instant } from "../text/time.ts";

/**
 * Checks a point in time that a person names.
 *
 * @param text The time. @param timeZone The zone of local times (IANA); the machine's when absent.
 * @returns It, read.
 * @throws {InvalidInputError} If it is none.
 */
export function checkMoment(text: string, timeZone?: string): Instant {
  const instant = parseMoment(text, timeZone);
  if (instant) return instant;
  throw new InvalidInputError(
    `Cannot use ${
      JSON.stringify(clip(text, 80))
    } as a time: it must be local, such as 2026-10-13T12:00 or 2026-10-13, or RFC 3339 such as 2026-10-13T09:41:07Z`,
  );
}

import { compareInstants, type Instant, parseInstant } from "../text/time.ts";
import type { StoredEntry } from "./stored_entry.ts";

/** How old a working note of a session becomes, in seconds, before a clean-up takes it: 24 hours (§3.7). */
export const SESSION_SECONDS = 86_400;

/**
 * The point in time so many seconds before another.
 *
 * @param nowMs Milliseconds since 1970. @param seconds How long before.
 */
export function instantBefore(nowMs: number, seconds: number): Instant {
  const whole = Math.floor(nowMs / 1000), ms = String(nowMs - whole * 1000).padStart(3, "0");
  return { seconds: whole - seconds, fraction: ms.replace(/0+$/, "") };
}

/**
 * Whether a clean-up may take an entry (§3.7): it is scoped to a session, and its timestamp lies before a point in
 * time. What bears no time that can be read is never taken: nobody knows how old it is.
 *
 * @param stored The entry. @param before The point in time.
 */
export function isExpired(stored: StoredEntry, before: Instant): boolean {
  if (stored.entry.scope !== "session") return false;
  const instant = parseInstant(stored.timestamp);
  return instant !== undefined && compareInstants(instant, before) < 0;
}

/** Whether an entry is scoped to a session and bears no time that can be read, so that no clean-up takes it. */
export function isUndatedNote(stored: StoredEntry): boolean {
  return stored.entry.scope === "session" && parseInstant(stored.timestamp) === undefined;
}

import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { instantBefore, isExpired, isUndatedNote, SESSION_SECONDS } from "../../lib/memory/expired.ts";
import { compareInstants, parseInstant } from "../../lib/text/time.ts";
import { stored } from "../support/entries.ts";

const pure = { permissions: "none" } as const;
const NOW = Date.parse("2026-10-13T09:00:00Z"), BEFORE = instantBefore(NOW, SESSION_SECONDS);

Deno.test(
  "a note of a session is expired when its timestamp is older than 24 hours, to the digit (§3.7)",
  pure,
  () => {
    const cases: [string, boolean][] = [
      ["2026-10-12T08:59:59Z", true],
      ["2026-10-12T08:59:59.999999999999Z", true],
      ["2026-10-12T09:00:00Z", false],
      ["2026-10-12T09:00:00.000000000001Z", false],
      ["2026-10-12T10:59:59+02:00", true],
      ["2026-10-12T11:00:00+02:00", false],
      ["2026-10-13T09:00:00Z", false],
      ["2027-01-01T00:00:00Z", false],
    ];
    for (const [timestamp, expected] of cases) {
      assertEquals(isExpired(stored("k", { scope: "session", timestamp }), BEFORE), expected, timestamp);
      assertEquals(isExpired(stored("k", { scope: "global", timestamp }), BEFORE), false);
    }
  },
);

Deno.test(
  "a note whose time cannot be read, or whose scope is another, is never expired (§3.7)",
  pure,
  () => {
    for (const timestamp of ["", "yesterday", "2026-02-30T00:00:00Z", "2026-10-01", 5]) {
      const note = stored("k", { scope: "session", timestamp, created: "none" });
      assertEquals([isExpired(note, BEFORE), isUndatedNote(note)], [false, true], String(timestamp));
    }
    for (const scope of ["Session", "sessions", 5, null]) {
      const entry = stored("k", { scope, timestamp: "2020-01-01T00:00:00Z" });
      assertEquals([isExpired(entry, BEFORE), isUndatedNote(entry)], [false, false]);
    }
  },
);

Deno.test(
  "instantBefore() is the point in time so many seconds before another, to the millisecond",
  pure,
  () => {
    const times = fc.integer({ min: -62_000_000_000_000, max: 253_000_000_000_000 });
    fc.assert(fc.property(times, fc.nat(10_000_000), (ms, seconds) => {
      const expected = parseInstant(new Date(ms - seconds * 1000).toISOString());
      fc.pre(expected !== undefined);
      assertEquals(compareInstants(instantBefore(ms, seconds), expected!), 0);
    }));
  },
);

import { assertEquals } from "@std/assert";
import { parseMoment } from "../../lib/text/parse_local_time.ts";
import { parseInstant } from "../../lib/text/time.ts";

const pure = { permissions: "none" } as const;
const LAST = "999999999";

/** An instant by its name in UTC. */
const utc = (text: string) => parseInstant(text)!;
const endOf = (text: string) => ({ ...utc(text), fraction: LAST });

Deno.test("parseMoment() takes RFC 3339 as it is, with all its digits (§10)", pure, () => {
  for (const text of ["2026-10-13T09:41:07Z", "2026-10-13T09:41:07.1234567890123+05:30"]) {
    assertEquals(parseMoment(text, "America/New_York"), utc(text));
  }
});

const READ: readonly (readonly [text: string, zone: string, instant: ReturnType<typeof utc>])[] = [
  ["2026-10-13T12:00:00", "UTC", utc("2026-10-13T12:00:00Z")],
  ["2026-10-13T12:00:00", "Europe/Paris", utc("2026-10-13T10:00:00Z")],
  ["2026-10-13 12:00:30", "Asia/Kolkata", utc("2026-10-13T06:30:30Z")],
  ["2026-10-13T12:00", "UTC", endOf("2026-10-13T12:00:59Z")],
  ["2026-10-13 12:00", "America/New_York", endOf("2026-10-13T16:00:59Z")],
  ["2026-10-13", "UTC", endOf("2026-10-13T23:59:59Z")],
  ["2026-10-13", "Pacific/Kiritimati", endOf("2026-10-13T09:59:59Z")],
  ["2026-12-31", "America/New_York", endOf("2027-01-01T04:59:59Z")],
  ["2024-02-29", "UTC", endOf("2024-02-29T23:59:59Z")],
  // The clocks of Paris were put forward at 02:00 on 2026-03-29, and back at 03:00 on 2026-10-25.
  ["2026-03-29T01:59:59", "Europe/Paris", utc("2026-03-29T00:59:59Z")],
  ["2026-03-29T02:30:00", "Europe/Paris", utc("2026-03-29T01:30:00Z")],
  ["2026-03-29T03:00:00", "Europe/Paris", utc("2026-03-29T01:00:00Z")],
  ["2026-10-25T02:30:00", "Europe/Paris", utc("2026-10-25T00:30:00Z")],
  ["2026-10-25T03:00:00", "Europe/Paris", utc("2026-10-25T02:00:00Z")],
  ["2026-10-25", "Europe/Paris", endOf("2026-10-25T22:59:59Z")],
];

for (const [text, zone, instant] of READ) {
  Deno.test(`parseMoment() reads ${text} in ${zone} (§10)`, pure, () => {
    assertEquals(parseMoment(text, zone), instant);
  });
}

Deno.test("parseMoment() without a zone reads the machine's own", pure, () => {
  const local = new Date(2026, 9, 13, 12, 0, 30).getTime() / 1000;
  assertEquals(parseMoment("2026-10-13T12:00:30"), { seconds: local, fraction: "" });
});

Deno.test("parseMoment() refuses what is no time", pure, () => {
  const wrong = [
    "",
    "now",
    "2026",
    "2026-10",
    "2026-02-30",
    "2026-13-01",
    "2026-10-13T24:00",
    "2026-10-13T12:60",
  ];
  wrong.push(
    "2026-10-13T12:00:60",
    "2026-10-13T1:00",
    "12:00",
    "2026-10-13T12:00 ",
    "0001-01-01",
    "2026-10-13T12",
  );
  for (const text of wrong) assertEquals(parseMoment(text, "UTC"), undefined, text);
});

import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import {
  compareInstants,
  formatUtc,
  type Instant,
  isDate,
  localDate,
  localMinute,
  parseInstant,
  parseSince,
} from "../../lib/text/time.ts";

function read(text: string): Instant {
  const instant = parseInstant(text);
  assert(instant !== undefined, `${text} must be read`);
  return instant;
}

const pure = { permissions: "none" } as const;

Deno.test("parseInstant() counts seconds from 1970 (§3.3)", pure, () => {
  assertEquals(read("1970-01-01T00:00:00Z"), { seconds: 0, fraction: "" });
  assertEquals(read("1970-01-02T00:00:01Z"), { seconds: 86_401, fraction: "" });
  assertEquals(read("1969-12-31T23:59:59Z"), { seconds: -1, fraction: "" });
  assertEquals(read("2026-10-13T09:41:07Z").seconds, Date.UTC(2026, 9, 13, 9, 41, 7) / 1000);
});

Deno.test("parseInstant() takes every form that RFC 3339 allows (§4.6)", pure, () => {
  const noon = read("2026-10-13T12:00:00Z");
  for (
    const same of [
      "2026-10-13t12:00:00z",
      "2026-10-13T12:00:00+00:00",
      "2026-10-13T12:00:00-00:00",
      "2026-10-13T14:00:00+02:00",
      "2026-10-13T06:30:00-05:30",
      "2026-10-14T11:59:00+23:59",
      "2026-10-13T12:00:00.000Z",
    ]
  ) assertEquals(read(same), noon, same);
});

Deno.test("parseInstant() refuses what is not RFC 3339 (§4.6)", pure, () => {
  for (
    const text of [
      "",
      "foo 2026",
      "1",
      "2026",
      "2026-10-13",
      "2026-10-13T12:00:00",
      "2026-10-13T12:00Z",
      "2026-10-13 12:00:00Z",
      "2026-10-13T12:00:00 Z",
      "2026-10-13T12:00:00.Z",
      "2026-10-13T12:00:00,5Z",
      "2026-10-13T12:00:00Zjunk",
      "2026-10-13T12:00:00Z\n",
      " 2026-10-13T12:00:00Z",
      "2026-10-13T12:00:00+0200",
      "2026-10-13T12:00:00+02",
      "2026-10-13T12:00:00+24:00",
      "2026-10-13T12:00:00+02:60",
      "2026-10-13T12:00:00+02:00x",
      "2026-10-13T24:00:00Z",
      "2026-10-13T12:60:00Z",
      "2026-10-13T12:00:61Z",
      "2026-1-13T12:00:00Z",
      "26-10-13T12:00:00Z",
      "+002026-10-13T12:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-00-01T00:00:00Z",
      "2026-02-30T00:00:00Z",
      "2026-04-31T00:00:00Z",
      "2026-10-00T00:00:00Z",
      "٢٠٢٦-10-13T12:00:00Z",
      "yesterday",
    ]
  ) assertEquals(parseInstant(text), undefined, JSON.stringify(text));
});

Deno.test("parseInstant() knows leap years", pure, () => {
  assert(parseInstant("2024-02-29T00:00:00Z"));
  assert(parseInstant("2000-02-29T00:00:00Z"));
  assert(parseInstant("0000-02-29T00:00:00Z"));
  assertEquals(parseInstant("2026-02-29T00:00:00Z"), undefined);
  assertEquals(parseInstant("1900-02-29T00:00:00Z"), undefined);
});

Deno.test("parseInstant() takes the years 0000 to 9999, the first hundred too", pure, () => {
  const expected = new Date(0);
  expected.setUTCFullYear(70, 0, 1);
  assertEquals(read("0070-01-01T00:00:00Z").seconds, expected.getTime() / 1000);
  assertEquals(read("0000-01-01T00:00:00Z").seconds, -62_167_219_200);
  assertEquals(read("9999-12-31T23:59:59Z").seconds, 253_402_300_799);
});

Deno.test(
  "parseInstant() takes a leap second only at the end of a month in UTC, between its neighbours",
  pure,
  () => {
    const before = read("2016-12-31T23:59:59.999Z");
    const leap = read("2016-12-31T23:59:60Z");
    const leapLater = read("2016-12-31T23:59:60.5Z");
    const after = read("2017-01-01T00:00:00Z");
    assert(compareInstants(before, leap) < 0);
    assert(compareInstants(leap, leapLater) < 0);
    assert(compareInstants(leapLater, after) < 0);
    assertEquals(read("1990-12-31T15:59:60-08:00"), read("1990-12-31T23:59:60Z"));
    for (const text of ["2016-12-30T23:59:60Z", "2016-12-31T22:59:60Z", "2016-12-31T23:59:60-08:00"]) {
      assertEquals(parseInstant(text), undefined, text);
    }
  },
);

Deno.test("compareInstants() compares points in time, not text (§4.6)", pure, () => {
  const later = (a: string, b: string) => assert(compareInstants(read(a), read(b)) > 0, `${a} is after ${b}`);
  later("2026-01-01T00:00:07.5Z", "2026-01-01T00:00:07Z");
  later("2026-10-13T23:30:00-05:00", "2026-10-14T00:00:00Z");
  later("2026-10-13T00:00:00Z", "2026-10-13T01:00:00+02:00");
  later("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59Z");
});

Deno.test("compareInstants() counts all digits of a fraction, and no trailing zero", pure, () => {
  const at = (fraction: string) => read(`2026-01-01T00:00:00.${fraction}Z`);
  assert(compareInstants(at("0000000000000000000002"), at("0000000000000000000001")) > 0);
  assert(compareInstants(at("5"), at("49999")) > 0);
  assert(compareInstants(at("12"), at("1")) > 0);
  assertEquals(compareInstants(at("50"), at("5")), 0);
  assertEquals(compareInstants(at("000"), read("2026-01-01T00:00:00Z")), 0);
});

Deno.test("parseInstant() and Date agree on every millisecond", pure, () => {
  // The years 0000 to 9999.
  const epochMs = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });
  fc.assert(fc.property(epochMs, epochMs, (a, b) => {
    const order = compareInstants(read(new Date(a).toISOString()), read(new Date(b).toISOString()));
    assertEquals(Math.sign(order), Math.sign(a - b));
    const { seconds, fraction } = read(new Date(a).toISOString());
    assertEquals(seconds * 1000 + Number(fraction.padEnd(3, "0")), a);
  }));
});

Deno.test("parseSince() reads a date as its midnight in UTC, in every time zone (§4.6)", pure, () => {
  assertEquals(parseSince("2026-01-01"), { seconds: Date.UTC(2026, 0, 1) / 1000, fraction: "" });
  assertEquals(parseSince("2026-01-01T00:00:00+02:00"), {
    seconds: Date.UTC(2025, 11, 31, 22) / 1000,
    fraction: "",
  });
});

Deno.test("parseSince() refuses everything else", pure, () => {
  for (
    const text of [
      "",
      "yesterday",
      "2026",
      "2026-10",
      "2026-02-30",
      "2026-10-13T12:00:00",
      "2026-10-13Z",
      "20261013",
    ]
  ) {
    assertEquals(parseSince(text), undefined, text);
  }
});

Deno.test("isDate() takes real calendar dates only", pure, () => {
  for (const text of ["2026-10-13", "2024-02-29", "0000-01-01", "9999-12-31"]) assert(isDate(text), text);
  for (
    const text of ["2026-02-29", "2026-10-32", "2026-10-13 ", "2026-10-1", "2026/10/13", "-026-10-13", ""]
  ) {
    assertEquals(isDate(text), false, text);
  }
});

Deno.test("formatUtc() writes whole seconds with Z, rounded down (§3.3)", pure, () => {
  assertEquals(formatUtc(Date.UTC(2026, 9, 13, 9, 41, 7)), "2026-10-13T09:41:07Z");
  assertEquals(formatUtc(999), "1970-01-01T00:00:00Z");
  assertEquals(formatUtc(-1), "1969-12-31T23:59:59Z");
});

Deno.test("formatUtc() refuses a time outside the years 0000 to 9999", pure, () => {
  for (const epochMs of [NaN, Infinity, 253_402_300_800_000, -62_167_219_200_001]) {
    assertThrows(() => formatUtc(epochMs), RangeError, "0000 to 9999");
  }
});

Deno.test("localDate() and localMinute() write the time of the zone (§5.2, §7)", pure, () => {
  const epochMs = Date.UTC(2026, 6, 30, 1, 0, 59);
  assertEquals(localDate(epochMs, "America/Chicago"), "2026-07-29");
  assertEquals(localMinute(epochMs, "America/Chicago"), "2026-07-29 20:00");
  assertEquals(localMinute(epochMs, "Asia/Kolkata"), "2026-07-30 06:30");
  assertEquals(localMinute(epochMs, "UTC"), "2026-07-30 01:00");
});

Deno.test("localMinute() writes midnight as 00:00", pure, () => {
  assertEquals(localMinute(Date.UTC(2026, 11, 31, 23), "Europe/Paris"), "2027-01-01 00:00");
});

Deno.test("localMinute() follows summer time", pure, () => {
  // Paris leaves summer time on 2026-10-25 at 01:00 UTC: half past two comes twice.
  assertEquals(localMinute(Date.UTC(2026, 9, 25, 0, 30), "Europe/Paris"), "2026-10-25 02:30");
  assertEquals(localMinute(Date.UTC(2026, 9, 25, 1, 30), "Europe/Paris"), "2026-10-25 02:30");
  assertEquals(localMinute(Date.UTC(2026, 9, 25, 2, 30), "Europe/Paris"), "2026-10-25 03:30");
});

Deno.test("localMinute() without a zone is the machine's, as Date has it", pure, () => {
  const local = new Date(2026, 2, 4, 5, 6, 7);
  assertEquals(localMinute(local.getTime()), "2026-03-04 05:06");
  assertEquals(localDate(local.getTime()), "2026-03-04");
});

Deno.test("localMinute() keeps its form at the edges of the years that have it", pure, () => {
  const at = (text: string) => parseInstant(text)!.seconds * 1000;
  for (const zone of ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", undefined]) {
    assertEquals(localMinute(at("9999-12-31T23:59:59-23:59"), zone), "9999-12-31 23:59");
    assertEquals(localMinute(at("0000-01-01T00:00:00+23:59"), zone), "0001-01-01 00:00");
    assertEquals(localMinute(at("0000-12-30T00:00:00Z"), zone), "0001-01-01 00:00");
    assertEquals(localDate(at("9999-12-31T23:59:59-23:59"), zone), "9999-12-31");
  }
  assertEquals(localMinute(at("9999-12-31T23:58:00Z"), "UTC"), "9999-12-31 23:58");
  assertEquals(localMinute(at("0001-01-01T00:01:00Z"), "UTC"), "0001-01-01 00:01");
  assertEquals(localMinute(at("9999-12-31T12:00:00Z"), "Pacific/Kiritimati"), "9999-12-31 23:59");
  assertEquals(localMinute(at("0001-01-01T11:30:00Z"), "Etc/GMT+11"), "0001-01-01 00:30");
  assertEquals(localMinute(at("0001-01-01T10:30:00Z"), "Etc/GMT+11"), "0001-01-01 00:00");
});

Deno.test("localMinute() refuses a time or a zone that is none", pure, () => {
  assertThrows(() => localMinute(NaN), RangeError, "not a time");
  assertThrows(() => localMinute(NaN, "UTC"), RangeError, "not a time");
  assertThrows(() => localMinute(0, "Mars/Olympus"), RangeError);
});

import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { InvalidInputError } from "../../lib/errors.ts";
import {
  checkClaims,
  checkFilters,
  checkKey,
  checkNote,
  checkOneOf,
  checkSessionDate,
  checkStore,
} from "../../lib/memory/check_arguments.ts";
import { BASES } from "../../lib/memory/entry.ts";
import type { Filters } from "../../lib/memory/match.ts";
import type { EntryClaims } from "../../lib/memory/put.ts";

const pure = { permissions: "none" } as const;
const refuse = (check: () => unknown, message: RegExp) =>
  assertMatch(assertThrows(check, InvalidInputError).message, message);

Deno.test("checkOneOf() names the word, what it was to be and the words there are", pure, () => {
  checkOneOf("basis", BASES, undefined);
  checkOneOf("basis", BASES, "verified");
  refuse(
    () => checkOneOf("basis", BASES, "maybe"),
    /^Cannot use "maybe" as the basis: it must be verified, reported or inferred$/,
  );
  for (const word of ["", "Verified", "constructor", "length"]) {
    refuse(() => checkOneOf("basis", BASES, word), /basis/);
  }
  const { message } = assertThrows(() => checkOneOf("basis", BASES, "x".repeat(100_000)), InvalidInputError);
  assertEquals(message.length < 200, true);
});

Deno.test("checkStore() takes shared where no store is given (§3.1)", pure, () => {
  assertEquals([checkStore(), checkStore("agent")], ["shared", "agent"]);
  refuse(() => checkStore("notes" as "agent"), /operator, shared or agent/);
});

Deno.test("checkKey() takes any string but the empty one (§3.2)", pure, () => {
  for (const key of [" ", "__proto__", "\ud800", "\n", "x".repeat(10_000)]) checkKey(key);
  refuse(() => checkKey(""), /^The key is empty: /);
  refuse(() => checkKey("", "replacement's key"), /^The replacement's key is empty: /);
  assertThrows(() => checkKey(5 as unknown as string), TypeError, "must be a string: received number");
});

Deno.test("checkNote() refuses a blank note, and lets a missing one be missing", pure, () => {
  checkNote(undefined);
  checkNote("x");
  for (const note of ["", " ", "\n\t"]) refuse(() => checkNote(note), /^The note is blank: /);
});

Deno.test("checkClaims() takes repeated tags together, in their order", pure, () => {
  assertEquals(checkClaims({ tags: ["b", "a", "b"] }).tags, ["b", "a"]);
  assertEquals(checkClaims({ tags: [] }).tags, []);
  assertEquals(checkClaims({}).tags, undefined);
  assertEquals(checkClaims({ tags: ["1.10", "007"] }).tags, ["1.10", "007"]);
});

Deno.test("checkClaims() refuses what is outside its set, and what is blank", pure, () => {
  const wrong: [claims: Record<string, unknown>, message: RegExp][] = [
    [{ source: "me" }, /"me" as the source: it must be operator, agent, both or system/],
    [{ basis: "sure" }, /"sure" as the basis/],
    [{ scope: "project" }, /"project" as the scope: it must be global or session/],
    [{ tags: ["a", " "] }, /tag is blank/],
    [{ derivation: "" }, /derivation is blank/],
  ];
  for (const [claims, message] of wrong) refuse(() => checkClaims(claims as EntryClaims), message);
});

Deno.test("checkFilters() reads since, and refuses what is no time (§4.6)", pure, () => {
  assertEquals(checkFilters({}), undefined);
  assertEquals(checkFilters({ since: "1970-01-02" }), { seconds: 86_400, fraction: "" });
  assertEquals(checkFilters({ since: "1970-01-01T01:00:00.50+01:00" }), { seconds: 0, fraction: "5" });
  for (const since of ["", "yesterday", "2026-02-30", "2026-10-13T09:41:07", "1", "foo 2026"]) {
    refuse(() => checkFilters({ since }), /as a time: it must be a date such as/);
  }
});

Deno.test("checkFilters() refuses what is outside its set, and a limit that is no count", pure, () => {
  const wrong: Record<string, unknown>[] = [
    { store: "x" },
    { source: "x" },
    { basis: "x" },
    { scope: "x" },
    { status: "x" },
    { limit: -1 },
    { limit: 1.5 },
    { limit: NaN },
    { limit: Infinity },
  ];
  for (const filters of wrong) refuse(() => checkFilters(filters as Filters), /^Cannot use "/);
  assertEquals(checkFilters({ status: "current", limit: 0, author: "", tags: [""] }), undefined);
});

Deno.test("checkSessionDate() takes a day of the calendar that is not in the future (§7)", pure, () => {
  checkSessionDate("2026-10-13", "2026-10-13");
  checkSessionDate("2024-02-29", "2026-10-13");
  refuse(() => checkSessionDate("2026-10-14", "2026-10-13"), /today is 2026-10-13/);
  for (const date of ["2026-02-30", "2026-1-1", "", "today"]) {
    refuse(() => checkSessionDate(date, "2026-10-13"), /a day such as/);
  }
});

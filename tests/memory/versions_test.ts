import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import type { HistoryLine } from "../../lib/memory/history_line.ts";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";
import { type EntryVersion, versionAt, versionsOf } from "../../lib/memory/versions.ts";
import { parseInstant } from "../../lib/text/time.ts";

const pure = { permissions: "none" } as const;

/** A minute of one hour of one day. */
const minute = (n: number) => `2026-10-13T09:${String(n).padStart(2, "0")}:00Z`;

/** An entry that was first written at minute 0, and last at another. */
function entryText(value: unknown, written: number, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ value, author: "First", created: minute(0), timestamp: minute(written), ...more });
}

function line(at: number, text: string, operation = "set", by?: string): HistoryLine {
  return { at: minute(at), operation, by, text };
}

const current = (text: string) => new StoredEntry("shared", "k", text);
const versions = (lines: readonly HistoryLine[], now?: string) =>
  versionsOf("shared", "k", lines, now === undefined ? undefined : current(now));

/** What can be told of versions, a row each. */
function rows(found: readonly EntryVersion[]): unknown[] {
  return found.map(({ version, entry, from, until, operation, by }) => {
    const short = (time: string | undefined) => time?.slice(14, 16);
    return [version, entry.value, short(from), short(until), operation, by];
  });
}
function valueAt(found: readonly EntryVersion[], at: number): unknown {
  return versionAt(found, parseInstant(minute(at))!)?.entry.value;
}

Deno.test(
  "versionsOf() gives the newest first: what made each, by whom, and how long it stood (§10)",
  pure,
  () => {
    const lines = [line(5, entryText("a", 0), "set", "Second"), line(9, entryText("b", 5), "basis")];
    assertEquals(rows(versions(lines, entryText("b", 5, { basis: "verified" }))), [
      [0, "b", "09", undefined, "basis", undefined],
      [1, "b", "05", "09", "set", "Second"],
      [2, "a", "00", "05", "set", "First"],
    ]);
  },
);

Deno.test("versionsOf() says of an entry without a history what the entry says itself (§10)", pure, () => {
  assertEquals(rows(versions([], entryText("a", 0))), [[0, "a", "00", undefined, "set", "First"]]);
  // Which operation moved the timestamp is not known.
  assertEquals(rows(versions([], entryText("a", 3))), [[0, "a", "03", undefined, undefined, "First"]]);
  assertEquals(rows(versions([], '{"value":1}')), [[0, 1, "", undefined, undefined, undefined]]);
  assertEquals(versions([]), []);
});

Deno.test("versionsOf() skips a line that says what is still so (docs/store_format.md)", pure, () => {
  const spaced = entryText("b", 5).replace('"author"', ' "author" ');
  const lines = [line(5, entryText("a", 0)), line(7, entryText("b", 5)), line(8, entryText("b", 5))];
  assertEquals(rows(versions(lines, spaced)), [
    [0, "b", "05", undefined, "set", undefined],
    [1, "a", "00", "05", "set", "First"],
  ]);
});

Deno.test("versionsOf() keeps the order of the file, whatever its clocks say", pure, () => {
  const lines = [line(9, entryText("a", 0)), line(5, entryText("b", 9))];
  assertEquals(versions(lines, entryText("c", 5)).map(({ entry }) => entry.value), ["c", "b", "a"]);
});

Deno.test(
  "versionsOf() puts the lines of a merged history in turn, and takes those that are the same for one",
  pure,
  () => {
    const a = line(3, entryText("a", 0)),
      b = line(5, entryText("b", 3)),
      ours = line(8, entryText("c", 5), "merge");
    assertEquals(versions([a, b, a, ours, b], entryText("d", 7)).map(({ entry }) => entry.value), [
      "d",
      "c",
      "b",
      "a",
    ]);
  },
);

Deno.test("versionsOf() tells of a key that is gone, and of one that came back", pure, () => {
  const lines = [line(5, entryText("a", 0), "cleanup")];
  assertEquals(rows(versions(lines)), [[1, "a", "00", "05", "set", "First"]]);
  const back = JSON.stringify({ value: "b", created: minute(8), timestamp: minute(8) });
  const found = versions(lines, back);
  assertEquals(rows(found), [[0, "b", "08", undefined, "set", undefined], [
    1,
    "a",
    "00",
    "05",
    "set",
    "First",
  ]]);
  assertEquals([4, 5, 7, 8, 9].map((at) => valueAt(found, at)), ["a", undefined, undefined, "b", "b"]);
});

Deno.test(
  "versionsOf() takes the time at which an entry was written elsewhere for the time it came to be",
  pure,
  () => {
    // Written elsewhere at 4, it came at 9 and was newer than what stood here.
    const came = versions([line(9, entryText("a", 0), "import", "Importer")], entryText("b", 4));
    assertEquals(rows(came)[0], [0, "b", "04", undefined, "import", "Importer"]);
    assertEquals([3, 4].map((at) => valueAt(came, at)), ["a", "b"]);
    // What came was older: it stands in the history, and what stood here was believed all along.
    const stayed = versions([line(9, entryText("older", 1), "import")], entryText("b", 4));
    assertEquals([2, 4, 9].map((at) => valueAt(stayed, at)), ["older", "b", "b"]);
  },
);

Deno.test("versionAt() gives what stood at each moment of a row of changes (§10)", pure, () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: 58 }), { maxLength: 8 })
    .map((list) => list.sort((a, b) => a - b));
  fc.assert(fc.property(times, fc.integer({ min: 0, max: 59 }), (changes, at) => {
    const states = [0, ...changes],
      lines = changes.map((change, i) => line(change, entryText(i, states[i]!)));
    const found = versions(lines, entryText(changes.length, states.at(-1)!));
    assertEquals(found.length, states.length);
    assertEquals(valueAt(found, at), states.findLastIndex((from) => from <= at));
  }));
});

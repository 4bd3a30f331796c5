import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { retainedLines, trimmedBytes, trimmedLine } from "../../lib/memory/retention.ts";

const pure = { permissions: "none" } as const;
const NOW = "2026-10-13T12:00:00Z";

const line = (key: string, at: string) => JSON.stringify({ at, operation: "set", key, entry: {} });

Deno.test("retainedLines() keeps what is young enough, to the second (docs/store_format.md)", pure, () => {
  const lines = ["2026-10-03T11:59:59Z", "2026-10-03T12:00:00Z", "2026-10-13T12:00:00Z", "no time"].map((
    at,
  ) => line("k", at));
  assertEquals(retainedLines(lines, { days: 10, versions: 0 }, NOW), lines.slice(1));
});

Deno.test("retainedLines() keeps the newest of each key", pure, () => {
  const lines = ["a", "b", "a", "a", "b", "__proto__"].map((key, n) => line(key, `2026-10-13T0${n}:00:00Z`));
  assertEquals(retainedLines(lines, { days: 0, versions: 2 }, NOW), lines.slice(1));
  assertEquals(retainedLines(lines, { days: 0, versions: 1 }, NOW), lines.slice(3));
});

Deno.test("retainedLines() keeps all where nothing bounds it, but torn lines and its own", pure, () => {
  const foreign = ["null", "7", '"k"', "[]", '{"key":["k"]}', '{"other":1}'];
  const lines = [trimmedLine(NOW, 5), ...foreign, "", '{"at":"x","key":"k","ent', "<html>", line("k", NOW)];
  assertEquals(retainedLines(lines, { days: 0, versions: 0 }, NOW), [...foreign, line("k", NOW)]);
  assertEquals(retainedLines(lines, { days: 1, versions: 1 }, NOW), [...foreign, line("k", NOW)]);
});

Deno.test("retainedLines() twice is once, and leaves the order", pure, () => {
  const at = fc.integer({ min: 1, max: 13 }).map((day) =>
    `2026-10-${String(day).padStart(2, "0")}T12:00:00Z`
  );
  const lines = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), at).map(([key, time]) => line(key, time)));
  const bound = fc.record({ days: fc.nat(14), versions: fc.nat(4) });
  fc.assert(fc.property(lines, bound, (all, retention) => {
    const kept = retainedLines(all, retention, NOW);
    assertEquals(retainedLines(kept, retention, NOW), kept);
    let from = 0;
    for (const one of kept) from = all.indexOf(one, from);
    assertEquals(from >= 0, true);
  }));
});

Deno.test("trimmedBytes() reads what trimmedLine() writes, and 0 in any other line", pure, () => {
  assertEquals(trimmedBytes(trimmedLine(NOW, 1234)), 1234);
  for (
    const other of [
      "",
      "{",
      line("k", NOW),
      '{"operation":"retention","bytes":"5"}',
      '{"operation":"retention","key":"k","bytes":5}',
    ]
  ) {
    assertEquals(trimmedBytes(other), 0);
  }
});

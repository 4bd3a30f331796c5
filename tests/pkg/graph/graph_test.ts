import { assertEquals, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { activationAt, type GraphNode } from "../../../lib/pkg/graph/graph.ts";

const pure = { permissions: "none" } as const;
const DAY = 86_400_000, MADE = Date.UTC(2026, 9, 13, 9, 41, 7);

const node = (said: Partial<GraphNode>): GraphNode => ({
  id: "N1",
  type: "fact",
  content: "",
  activation: 0.8,
  created_at: "2026-10-13T09:41:07Z",
  decay_half_life_days: 90,
  ...said,
});

Deno.test("an activation halves with each half-life, by whole days (ctxpkg §6.2)", pure, () => {
  const rows: readonly (readonly [days: number, expected: number])[] = [
    [0, 0.8],
    [90, 0.4],
    [180, 0.2],
    [360, 0.05],
  ];
  for (const [days, expected] of rows) {
    assertEquals(activationAt(node({}), MADE + days * DAY), expected);
    assertEquals(activationAt(node({}), MADE + days * DAY + DAY - 1), expected);
  }
  // 45 days are half a half-life: 0.8 times the square root of a half.
  assertEquals(activationAt(node({}), MADE + 45 * DAY).toFixed(12), (0.8 * Math.SQRT1_2).toFixed(12));
  assertEquals(activationAt(node({ decay_half_life_days: 1 }), MADE + 2000 * DAY), 0);
});

Deno.test(
  "a day is over when every digit of the time says so, whatever its offset (ctxpkg §6.2)",
  pure,
  () => {
    const rows: readonly (readonly [created: string, after: number, days: number])[] = [
      ["2026-10-13T09:41:07Z", DAY - 1, 0],
      ["2026-10-13T09:41:07Z", DAY, 1],
      ["2026-10-13T09:41:07.000Z", DAY, 1],
      ["2026-10-13T09:41:07.12Z", DAY + 119, 0],
      ["2026-10-13T09:41:07.12Z", DAY + 120, 1],
      ["2026-10-13T09:41:07.120000001Z", DAY + 120, 0],
      ["2026-10-13T09:41:07.120000001Z", DAY + 121, 1],
      ["2026-10-13T11:41:07+02:00", DAY, 1],
      ["2026-10-12T10:41:07-23:00", DAY - 1, 0],
    ];
    for (const [created_at, after, days] of rows) {
      const found = activationAt(node({ activation: 1, created_at, decay_half_life_days: 1 }), MADE + after);
      assertEquals(found, 0.5 ** days, `${created_at} after ${after} ms`);
    }
  },
);

Deno.test(
  "nothing decays without a time, without a half-life, with one of 0, or before it was made (ctxpkg §6.2)",
  pure,
  () => {
    const later = MADE + 1000 * DAY;
    for (
      const said of [
        { created_at: undefined },
        { created_at: "yesterday" },
        { decay_half_life_days: undefined },
        { decay_half_life_days: 0 },
      ]
    ) assertEquals(activationAt(node(said), later), 0.8);
    assertEquals(activationAt(node({}), MADE - 1000 * DAY), 0.8);
    assertEquals(activationAt(node({ created_at: "9999-12-31T23:59:59Z" }), later), 0.8);
  },
);

Deno.test(
  "an activation never grows with time, and stays between 0 and what the node says (ctxpkg §6.2)",
  pure,
  () => {
    const times = fc.integer({ min: -8.64e15, max: 8.64e15 });
    fc.assert(fc.property(times, times, fc.nat(4000), (a, b, decay_half_life_days) => {
      const [early, late] = [Math.min(a, b), Math.max(a, b)].map((ms) =>
        activationAt(node({ decay_half_life_days }), ms)
      );
      assertEquals([late! <= early!, late! >= 0, early! <= 0.8], [true, true, true]);
    }));
  },
);

Deno.test("an activation at no time is refused (ctxpkg §6.2)", pure, () => {
  for (const ms of [NaN, Infinity, 8.64e15 + 1]) {
    assertThrows(() => activationAt(node({}), ms), RangeError, "which is not a time");
  }
});

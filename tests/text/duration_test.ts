import { assertEquals } from "@std/assert";
import { parseDuration } from "../../lib/text/duration.ts";

const pure = { permissions: "none" } as const;

Deno.test("parseDuration() reads minutes, hours and days (§3.7)", pure, () => {
  assertEquals(["90m", "24h", "7d", "0m", "001h"].map(parseDuration), [5400, 86_400, 604_800, 0, 3600]);
});

Deno.test("parseDuration() takes nothing else", pure, () => {
  for (
    const text of [
      "",
      "24",
      "h",
      "24 h",
      "-1h",
      "+1h",
      "1.5h",
      "1e3h",
      "24H",
      "1w",
      "1h30m",
      "1h\n",
      "1234567h",
    ]
  ) {
    assertEquals(parseDuration(text), undefined, JSON.stringify(text));
  }
});

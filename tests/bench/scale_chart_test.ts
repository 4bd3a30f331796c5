import { assert, assertEquals } from "@std/assert";
import { chart } from "./scale_chart.ts";

const pure = { permissions: "none" } as const;

Deno.test("chart() puts equal ratios at equal distances, on both scales", pure, () => {
  const svg = chart("t", [{ name: "get", points: [[10, 10], [100, 100], [1_000, 1_000]] }]);
  const path = /<path d="([^"]*)"/.exec(svg)![1]!;
  const [first, second, third] = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map((m) => [+m[1]!, +m[2]!]);
  for (const axis of [0, 1]) {
    const step = second![axis]! - first![axis]!;
    assert(Math.abs(third![axis]! - second![axis]! - step) <= 0.2);
    assert(axis === 0 ? step > 0 : step < 0); // longer times stand higher
  }
});

Deno.test("chart() names every line, and no two names in one place", pure, () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const svg = chart("t", names.map((name) => ({ name, points: [[10, 20], [100, 50]] })));
  const places = names.map((name) =>
    new RegExp(`<text x="[^"]*" y="([^"]*)"[^>]*>${name}</text>`).exec(svg)![1]!
  );
  assertEquals(new Set(places).size, names.length);
  const colours = [...svg.matchAll(/<path [^>]*stroke="([^"]*)"([^>]*)>/g)].map((m) => `${m[1]} ${m[2]}`);
  assertEquals(new Set(colours).size, names.length);
});

import { assertEquals, assertLess } from "@std/assert";
import { localTime, plainText, statusLabel } from "../../lib/memory/shown_names.ts";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";
import { stored } from "../support/entries.ts";

const pure = { permissions: "none" } as const;

Deno.test(
  "statusLabel() shows a status with the key that replaces it, and nothing for a current entry (§3.6)",
  pure,
  () => {
    assertEquals(statusLabel({}), "");
    assertEquals(statusLabel({ status: "amended" }), "[amended]");
    assertEquals(statusLabel({ status: "resolved", superseded_by: "k" }), "[resolved]");
    assertEquals(statusLabel({ status: "superseded", superseded_by: "k_new" }), "[superseded by k_new]");
    assertEquals(statusLabel({ status: "superseded" }), "[superseded]");
  },
);

Deno.test("statusLabel() bounds and cleans what it shows", pure, () => {
  assertEquals(
    statusLabel({ status: "superseded", superseded_by: "n".repeat(10_000) }),
    `[superseded by ${"n".repeat(120)}…]`,
  );
  assertEquals(
    statusLabel({ status: "superseded", superseded_by: "a\n\u202eb" }),
    "[superseded by a\\u{a}\\u{202e}b]",
  );
  assertEquals(statusLabel({ status: "x".repeat(99) as "amended" }), `[${"x".repeat(40)}…]`);
});

Deno.test("localTime() shows a time in local time, to the minute", pure, () => {
  assertEquals(localTime("2026-10-13T09:41:07Z", "UTC"), "2026-10-13 09:41");
  assertEquals(localTime("2026-10-13T23:41:59.999Z", "Europe/Berlin"), "2026-10-14 01:41");
  assertEquals(localTime("2026-10-13T09:41:07+05:30", "UTC"), "2026-10-13 04:11");
});

Deno.test("localTime() shows what is no time as it is, bounded and clean", pure, () => {
  assertEquals(localTime("soon\n", "UTC"), "soon\\u{a}");
  assertEquals(localTime("x".repeat(999), "UTC"), "x".repeat(40) + "…");
  assertEquals(localTime("", "UTC"), "");
});

Deno.test("plainText() takes the notes of amendments off, stacked ones too (§5.2)", pure, () => {
  const text = (value: unknown, status_note?: string) => plainText(stored("k", { value, status_note }));
  assertEquals(text("[Amended 2026-10-13: it is B]\nuse A", "it is B"), "use A");
  assertEquals(text("[Amended 2026-10-13: two]\n[Amended 2026-10-12: one]\nuse A", "two"), "use A");
  assertEquals(text("[Amended 2026-10-13: a]\nb]\nuse A", "a]\nb"), "use A");
  assertEquals(text("[Amended 2026-10-13: a]\nb]\n[Amended 2026-10-12: one]\nuse A", "a]\nb"), "use A");
  assertEquals(text("[Amended 2026-10-13: x]\nuse A"), "use A");
  assertEquals(text("[Amended 2026-10-13: x]\n", "x"), "");
  assertEquals(text('[Amended 2026-10-13: x]\n{"port":8080}', "x"), '{"port":8080}');
});

Deno.test("plainText() leaves alone what only looks like a note", pure, () => {
  for (
    const value of [
      "Amended 2026-10-13: x]\nuse A",
      "[amended 2026-10-13: x]\nuse A",
      " [Amended 2026-10-13: x]\nuse A",
      "[Amended 2026-10-13: never closed",
      "[Amended 2026-10-13: x] use A",
      "use A\n[Amended 2026-10-13: x]\n",
    ]
  ) assertEquals(plainText(stored("k", { value })), value);
});

Deno.test("plainText() gives a value that is no string as its JSON text, with its own digits", pure, () => {
  assertEquals(plainText(new StoredEntry("shared", "k", '{"value": { "v" : 1.10 }}')), '{"v":1.10}');
  assertEquals(plainText(new StoredEntry("shared", "k", '{"value":1,"x":0,"x":0}')), "1");
});

Deno.test("plainText() takes ten thousand notes off in time proportional to them", pure, () => {
  const value = `[Amended 2026-10-13: ${"a note ".repeat(12)}]\n`.repeat(20_000) + "use A",
    start = performance.now();
  assertEquals(plainText(stored("k", { value, status_note: "another" })), "use A");
  // Anything quadratic would take seconds.
  assertLess(performance.now() - start, 1_000);
});

import { assertEquals } from "@std/assert";
import { entryLine } from "../../lib/memory/shown_entry.ts";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";

const pure = { permissions: "none" } as const;

Deno.test("entryLine() is store/key [status] source basis: excerpt (§9.1)", pure, () => {
  const entry = { value: "[Amended 2026-10-13: no]\ntwo\n words", source: "both", basis: "reported" };
  const amended = { ...entry, status: "amended", status_note: "no" };
  const line = (raw: unknown) => entryLine(new StoredEntry("agent", "k", JSON.stringify(raw)));
  assertEquals(line(amended), "agent/k [amended] both reported: two words");
  assertEquals(line({ ...entry, value: "x" }), "agent/k both reported: x");
  assertEquals(line({ ...entry, value: { a: [1] } }), 'agent/k both reported: {"a":[1]}');
  assertEquals(
    line({ ...entry, value: "x", status: "superseded", superseded_by: "other" }),
    "agent/k [superseded by other] both reported: x",
  );
  assertEquals(line({ value: "x".repeat(101) }), `agent/k agent inferred: ${"x".repeat(100)} ...`);
});

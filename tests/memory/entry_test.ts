import { assert, assertEquals } from "@std/assert";
import {
  BASES,
  FIELDS,
  isOneOf,
  readEntry,
  SCOPES,
  SOURCES,
  STATUSES,
  STORES,
} from "../../lib/memory/entry.ts";

const pure = { permissions: "none" } as const;

Deno.test("the closed sets are those of the specification (§3.1, §3.4 to §3.7)", pure, () => {
  assertEquals([...STORES], ["operator", "shared", "agent"]);
  assertEquals([...SOURCES], ["operator", "agent", "both", "system"]);
  assertEquals([...BASES], ["verified", "reported", "inferred"]);
  assertEquals([...SCOPES], ["global", "session"]);
  assertEquals([...STATUSES], ["amended", "superseded", "resolved"]);
  assertEquals(
    FIELDS.join(" "),
    "value source author basis scope tags derivation created timestamp " +
      "status status_note status_timestamp superseded_by",
  );
});

Deno.test("readEntry() gives fields that are missing their defaults (§3.3)", pure, () => {
  assertEquals(readEntry({}), {
    value: null,
    source: "agent",
    basis: "inferred",
    scope: "global",
    tags: [],
    created: "",
    timestamp: "",
  });
  assertEquals(readEntry({ value: 1, timestamp: "2026-10-13T09:41:07Z" }).created, "2026-10-13T09:41:07Z");
  assertEquals(readEntry({ value: 1, created: "2026-10-13T09:41:07Z" }).timestamp, "2026-10-13T09:41:07Z");
});

Deno.test("readEntry() takes a field of another type for a missing one", pure, () => {
  const entry = readEntry({
    value: false,
    source: 1,
    author: null,
    basis: ["verified"],
    scope: {},
    tags: "decision",
    derivation: 0,
    created: 5,
    timestamp: null,
    status: true,
    status_note: 1,
    status_timestamp: [],
    superseded_by: {},
  });
  assertEquals(entry, {
    value: false,
    source: "agent",
    basis: "inferred",
    scope: "global",
    tags: [],
    created: "",
    timestamp: "",
  });
  assertEquals(readEntry({ value: "", tags: ["a", 1, null, "b"] }).tags, ["a", "b"]);
});

Deno.test(
  "readEntry() shows what other programs wrote: fields and words it does not know (§3.3)",
  pure,
  () => {
    const entry = readEntry(
      JSON.parse('{"value":1,"source":"oracle","status":"doubted","x_kept":{"a":[1]},"__proto__":5}'),
    );
    assertEquals([entry.source as string, entry.status as string], ["oracle", "doubted"]);
    assertEquals(entry.x_kept, { a: [1] });
    assertEquals(Object.getOwnPropertyDescriptor(entry, "__proto__")?.value, 5);
  },
);

Deno.test("isOneOf() takes a set's own words, and no name that every object has", pure, () => {
  assert(isOneOf(BASES, "verified"));
  for (const word of ["Verified", "", "length", "constructor", "0"]) assert(!isOneOf(BASES, word), word);
});

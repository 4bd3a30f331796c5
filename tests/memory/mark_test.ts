import { assertEquals } from "@std/assert";
import { editEntry, type FieldChanges } from "../../lib/memory/entry_fields.ts";
import { amendEntry, changeBasis, resolveEntry, supersedeEntry } from "../../lib/memory/mark.ts";
import type { Facts } from "../../lib/memory/put.ts";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";

const pure = { permissions: "none" } as const;
const THEN = "2026-10-12T08:00:00Z", NOW = "2026-10-13T09:41:07Z", DATE = "2026-10-13";
const NOBODY: Facts = { now: NOW }, SOMEBODY: Facts = { now: NOW, author: "Agent Two" };

const CURRENT = {
  value: "use A",
  source: "operator",
  author: "Agent One",
  basis: "verified",
  scope: "session",
  tags: ["t"],
  derivation: "d",
  created: THEN,
  timestamp: THEN,
  x_kept: 1,
};

const apply = (entry: unknown, changes: FieldChanges) =>
  JSON.parse(editEntry(JSON.stringify(entry), changes));

function amend(entry: unknown, note: string, facts = SOMEBODY, date = DATE) {
  return apply(entry, amendEntry(new StoredEntry("shared", "k", JSON.stringify(entry)), note, date, facts));
}

const amended = (note: string) => ({ status: "amended", status_note: note, status_timestamp: NOW });

Deno.test("amendEntry() puts the note in front of the value, and sets the status fields (§3.6)", pure, () => {
  assertEquals(amend(CURRENT, "it is B"), {
    ...CURRENT,
    value: "[Amended 2026-10-13: it is B]\nuse A",
    author: "Agent Two",
    timestamp: NOW,
    ...amended("it is B"),
  });
});

Deno.test("amendEntry() stacks the notes, the newest first (§3.6)", pure, () => {
  const once = amend(CURRENT, "first", SOMEBODY, "2026-10-12"), twice = amend(once, "second");
  assertEquals(twice.value, "[Amended 2026-10-13: second]\n[Amended 2026-10-12: first]\nuse A");
  assertEquals(twice.status_note, "second");
});

Deno.test(
  "amendEntry() of a value that is no string puts the note before its JSON text, digits kept (§3.6)",
  pure,
  () => {
    const values: [text: string, shown: string][] = [
      ['{ "port" : 8080.10 }', '{"port":8080.10}'],
      ["[1,\n2]", "[1,2]"],
      ["12345678901234567890", "12345678901234567890"],
      ["1.10", "1.10"],
      ["false", "false"],
      ["null", "null"],
      ['""', ""],
    ];
    for (const [text, shown] of values) {
      const old = new StoredEntry("shared", "k", `{"value": ${text}}`);
      const { value } = JSON.parse(editEntry(old.text, amendEntry(old, "n", DATE, NOBODY)));
      assertEquals(value, `[Amended 2026-10-13: n]\n${shown}`);
    }
  },
);

Deno.test("amendEntry() keeps a note of any characters", pure, () => {
  for (const note of ["a]\nb", '"\\', "\ud800", "日本\u{1f600}", "\u0000"]) {
    const entry = amend(CURRENT, note);
    assertEquals([entry.value, entry.status_note], [`[Amended 2026-10-13: ${note}]\nuse A`, note]);
  }
});

Deno.test("supersedeEntry() keeps the value and names the replacement (§3.6)", pure, () => {
  assertEquals(apply(CURRENT, supersedeEntry("k_new", "faster", SOMEBODY)), {
    ...CURRENT,
    author: "Agent Two",
    timestamp: NOW,
    status: "superseded",
    status_note: "faster",
    status_timestamp: NOW,
    superseded_by: "k_new",
  });
  assertEquals("status_note" in apply(CURRENT, supersedeEntry("k_new", undefined, SOMEBODY)), false);
});

Deno.test("resolveEntry() keeps the value (§3.6)", pure, () => {
  assertEquals(apply(CURRENT, resolveEntry("fixed", SOMEBODY)), {
    ...CURRENT,
    author: "Agent Two",
    timestamp: NOW,
    status: "resolved",
    status_note: "fixed",
    status_timestamp: NOW,
  });
});

Deno.test("a new status replaces the old one whole, whichever follows which (§3.6)", pure, () => {
  const marks: [status: string, mark: (entry: unknown, note?: string) => Record<string, unknown>][] = [
    ["amended", (entry, note = "n") => amend(entry, note)],
    ["superseded", (entry, note) => apply(entry, supersedeEntry("k_new", note, SOMEBODY))],
    ["resolved", (entry, note) => apply(entry, resolveEntry(note, SOMEBODY))],
  ];
  for (const [first, before] of marks) {
    for (const [second, after] of marks) {
      for (const note of second === "amended" ? ["second"] : ["second", undefined]) {
        const entry = after(before({ ...CURRENT, status_timestamp: THEN }, "first"), note),
          what = `${first}, ${second}`;
        assertEquals(entry.status, second, what);
        assertEquals(entry.status_note, note, what);
        assertEquals(entry.superseded_by, second === "superseded" ? "k_new" : undefined, what);
        assertEquals([entry.timestamp, entry.status_timestamp], [NOW, NOW], what);
        const notes = [...second === "amended" ? ["second"] : [], ...first === "amended" ? ["first"] : []];
        assertEquals(entry.value, notes.map((n) => `[Amended 2026-10-13: ${n}]\n`).join("") + "use A", what);
      }
    }
  }
});

Deno.test("a mark keeps the old author when none is known (§3.6)", pure, () => {
  assertEquals(amend(CURRENT, "n", NOBODY).author, "Agent One");
  assertEquals(apply(CURRENT, supersedeEntry("b", undefined, NOBODY)).author, "Agent One");
  assertEquals(apply(CURRENT, resolveEntry(undefined, NOBODY)).author, "Agent One");
  assertEquals(apply(CURRENT, changeBasis("reported", NOBODY)).author, "Agent One");
  assertEquals("author" in apply({ value: 1 }, resolveEntry(undefined, NOBODY)), false);
});

Deno.test("a mark keeps source, basis, scope, tags, derivation, created and unknown fields", pure, () => {
  const { source, basis, scope, tags, derivation, created, x_kept } = CURRENT;
  for (const entry of [amend(CURRENT, "n"), apply(CURRENT, resolveEntry("n", SOMEBODY))]) {
    assertEquals(
      { source, basis, scope, tags, derivation, created, x_kept },
      {
        source: entry.source,
        basis: entry.basis,
        scope: entry.scope,
        tags: entry.tags,
        derivation: entry.derivation,
        created: entry.created,
        x_kept: entry.x_kept,
      },
    );
  }
});

Deno.test(
  "changeBasis() leaves the timestamp and the status alone, and signs when an author is known (§4.4)",
  pure,
  () => {
    const marked = { ...CURRENT, ...amended("n"), status_timestamp: THEN };
    assertEquals(apply(marked, changeBasis("inferred", SOMEBODY)), {
      ...marked,
      basis: "inferred",
      author: "Agent Two",
    });
  },
);

Deno.test("a mark changes no byte of the fields that it does not name", pure, () => {
  const text = '{"value": 1.10,\t"x_v": 1.10, "x_n": 1e400, "timestamp": "t", "x_s": "\\u0041"}';
  assertEquals(
    editEntry(text, resolveEntry(undefined, NOBODY)),
    text.replace('"t"', `"${NOW}",\t"status": "resolved",\t"status_timestamp": "${NOW}"`),
  );
  assertEquals(
    editEntry(text, changeBasis("verified", NOBODY)),
    text.replace("1.10,", '1.10,\t"basis": "verified",'),
  );
});

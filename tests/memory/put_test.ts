import { assertEquals } from "@std/assert";
import { readEntry } from "../../lib/memory/entry.ts";
import { editEntry } from "../../lib/memory/entry_fields.ts";
import { defaultSource, type EntryClaims, type Facts, putEntry } from "../../lib/memory/put.ts";

const pure = { permissions: "none" } as const;
const THEN = "2026-10-12T08:00:00Z", NOW = "2026-10-13T09:41:07Z";
const OPERATOR: Facts = { now: NOW }, AGENT: Facts = { now: NOW, author: "Agent Two" };

/** Sets a value and gives the entry's text. */
function put(oldText: string | undefined, valueText: string, claims: EntryClaims, facts: Facts): string {
  const old = oldText === undefined ? undefined : readEntry(JSON.parse(oldText));
  return editEntry(oldText ?? "{}", putEntry(old, valueText, claims, facts));
}

const set = (old: string | undefined, claims: EntryClaims, facts: Facts) =>
  JSON.parse(put(old, '"new"', claims, facts));

/** An entry that has every field there is. */
const OLD = JSON.stringify({
  value: "old",
  source: "both",
  author: "Agent One",
  basis: "verified",
  scope: "session",
  tags: ["a", "b"],
  derivation: "seen",
  created: "2026-10-01T00:00:00Z",
  timestamp: THEN,
  status: "superseded",
  status_note: "why",
  status_timestamp: THEN,
  superseded_by: "k_new",
  x_kept: { a: [1] },
});

Deno.test("putEntry() gives a new key its defaults (§4.2, §3.4, §3.5, §3.7)", pure, () => {
  const defaults = {
    value: "new",
    basis: "inferred",
    scope: "global",
    tags: [],
    created: NOW,
    timestamp: NOW,
  };
  assertEquals(set(undefined, {}, OPERATOR), { ...defaults, source: "operator" });
  assertEquals(set(undefined, {}, AGENT), { ...defaults, source: "agent", author: "Agent Two" });
});

Deno.test(
  "putEntry() writes the fields of a new key in the order of §3.3, and none that is not known",
  pure,
  () => {
    assertEquals(
      Object.keys(set(undefined, { derivation: "d", tags: ["t"] }, AGENT)).join(" "),
      "value source author basis scope tags derivation created timestamp",
    );
    assertEquals(
      Object.keys(set(undefined, {}, OPERATOR)).join(" "),
      "value source basis scope tags created timestamp",
    );
  },
);

Deno.test("putEntry() takes for a new key what is given (§4.2)", pure, () => {
  const claims = {
    source: "system",
    basis: "reported",
    scope: "session",
    tags: ["t"],
    derivation: "d",
  } as const;
  assertEquals(set(undefined, claims, AGENT), {
    value: "new",
    ...claims,
    tags: ["t"],
    author: "Agent Two",
    created: NOW,
    timestamp: NOW,
  });
});

Deno.test("putEntry() of an existing key: the table of §4.2 where nothing is given", pure, () => {
  assertEquals(set(OLD, {}, AGENT), {
    value: "new",
    source: "agent",
    author: "Agent Two",
    basis: "verified",
    scope: "session",
    tags: ["a", "b"],
    created: "2026-10-01T00:00:00Z",
    timestamp: NOW,
    x_kept: { a: [1] },
  });
});

Deno.test("putEntry() of an existing key: the table of §4.2 where all is given", pure, () => {
  const claims = {
    source: "operator",
    basis: "reported",
    scope: "global",
    tags: [],
    derivation: "d",
  } as const;
  assertEquals(set(OLD, claims, AGENT), {
    value: "new",
    source: "operator",
    author: "Agent Two",
    basis: "reported",
    scope: "global",
    tags: [],
    derivation: "d",
    created: "2026-10-01T00:00:00Z",
    timestamp: NOW,
    x_kept: { a: [1] },
  });
});

Deno.test("putEntry() removes the author when none is known, and takes the source anew (§4.2)", pure, () => {
  const entry = set(OLD, {}, OPERATOR);
  assertEquals("author" in entry, false);
  assertEquals(entry.source, "operator");
});

Deno.test("putEntry() clears all status fields: a new value is a new claim (§3.6)", pure, () => {
  for (const field of ["status", "status_note", "status_timestamp", "superseded_by", "derivation"]) {
    assertEquals(field in set(OLD, {}, AGENT), false, field);
  }
});

Deno.test(
  "putEntry() clears where the old value was imported from: the new one is from nowhere (ctxpkg §14)",
  pure,
  () => {
    const own = { imported_from: "notes@1.0.0", ctxpkg: { package: "notes" } };
    const imported = JSON.stringify({ ...JSON.parse(OLD), ...own });
    const entry = set(imported, {}, AGENT);
    assertEquals(["imported_from" in entry, "ctxpkg" in entry], [false, false]);
  },
);

Deno.test("putEntry() keeps unknown fields with their spelling and place (§3.3)", pure, () => {
  const old =
    '{"x_first": 1.10, "value": 1, "x_n": 12345678901234567890, "created": "c", "timestamp": "t", "x_s": "\\u0041"}';
  assertEquals(
    put(old, "2.50", {}, OPERATOR),
    '{"x_first": 1.10, "value": 2.50, "source": "operator", "basis": "inferred", "scope": "global", ' +
      `"x_n": 12345678901234567890, "created": "c", "timestamp": "${NOW}", "x_s": "\\u0041"}`,
  );
});

Deno.test(
  "putEntry() writes down when an entry was made, where the file said it by its timestamp alone",
  pure,
  () => {
    assertEquals(set(`{"value":1,"timestamp":"${THEN}"}`, {}, OPERATOR).created, THEN);
    assertEquals(set('{"value":1}', {}, OPERATOR).created, NOW);
    assertEquals(set('{"value":1,"created":5,"timestamp":""}', {}, OPERATOR).created, NOW);
  },
);

Deno.test("defaultSource() is agent when an author is known, else operator (§3.4)", pure, () => {
  assertEquals([defaultSource(AGENT), defaultSource(OPERATOR)], ["agent", "operator"]);
});

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { StoredEntry } from "../../../lib/memory/stored_entry.ts";
import { entriesOfPackage } from "../../../lib/pkg/entries.ts";
import { parsePackage } from "../../../lib/pkg/parse.ts";
import { packageBytes, type Said } from "../../support/packages.ts";

const NOW = "2026-11-01T00:00:00Z", LONG_AGO = "2026-10-01T08:00:00Z";

/** The text of a fact of another tool. */
function fact(more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    category: "result",
    key: "timeout",
    value: "300 s is enough.",
    source_session: "5f0c2a7e",
    confidence: 0.85,
    created_at: LONG_AGO,
    last_confirmed: "2026-10-02T09:30:00Z",
    ...more,
  });
}

/** What becomes of facts in an empty context. */
async function imported(facts: readonly string[], said: Said = {}, author?: string): Promise<StoredEntry[]> {
  const content = `{"knowledge":{"facts":[${facts.join(",")}]}}`;
  const { package: incoming, verification } = await parsePackage(await packageBytes(content, said));
  assert(incoming, JSON.stringify(verification.faults));
  return await entriesOfPackage(incoming, NOW, author);
}

async function one(more: Readonly<Record<string, unknown>> = {}): Promise<StoredEntry> {
  const [entry] = await imported([fact(more)]);
  return entry!;
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

Deno.test("a foreign fact becomes an entry of exactly these fields (ctxpkg §14.2)", async () => {
  const text = fact(), [entry] = await imported([text], { name: "upload-notes", version: "2.1.0" }, "Ann");
  const { integrity } = JSON.parse(
    new TextDecoder().decode(
      await packageBytes(`{"knowledge":{"facts":[${text}]}}`, { name: "upload-notes", version: "2.1.0" }),
    ),
  ).manifest;
  assertEquals([entry!.store, entry!.key], ["shared", "result_timeout"]);
  assertEquals(JSON.parse(entry!.text), {
    value: "300 s is enough.",
    source: "system",
    author: "Ann",
    basis: "reported",
    scope: "global",
    tags: ["result", "imported"],
    derivation: "Imported from upload-notes@2.1.0 (knowledge fact, confidence 0.85).",
    created: LONG_AGO,
    timestamp: "2026-10-02T09:30:00Z",
    imported_from: "upload-notes@2.1.0",
    ctxpkg: {
      package: "upload-notes",
      sha256: integrity.sha256,
      path: "knowledge.facts[0]",
      item_sha256: await sha256(text),
      value_sha256: await sha256('"300 s is enough."'),
      imported_at: NOW,
    },
  });
});

Deno.test("a foreign fact's key is its category's slug and its own, the category once (ctxpkg §14.2)", async () => {
  const cases: [category: string, key: string, expected: string][] = [
    ["architecture", "cache-layer", "architecture_cache_layer"],
    ["Error Handling", "I/O", "error_handling_i_o"],
    ["decision", "decision_timeout", "decision_timeout"],
    ["decision", "Decision: timeout", "decision_timeout"],
    ["decision", "decisions", "decision_decisions"],
    ["日本", "語", "item"],
    ["", "x", "item_x"],
    ["x", "", "x_item"],
    ["a".repeat(70), "b".repeat(70), `${"a".repeat(60)}_${"b".repeat(60)}`],
  ];
  for (const [category, key, expected] of cases) {
    assertEquals((await one({ category, key })).key, expected, `${category}/${key}`);
  }
});

Deno.test("a fact that would get the reserved key gets another (ctxpkg §14.2)", async () => {
  const { key, entry } = await one({ category: "current", key: "focus" });
  assertNotEquals(key, "current_focus");
  assertEquals(entry.value, "300 s is enough.");
});

Deno.test("a value is taken as it is, whatever it looks like (ctxpkg §14.2)", async () => {
  for (const value of ["", " a\n", "12", '{"a":1}', "null", "é\u{1f600}\u0000", "=== end ==="]) {
    assertEquals((await one({ value })).entry.value, value);
  }
});

Deno.test("times come in UTC with their digits, and none that is missing or still to come (ctxpkg §14.2)", async () => {
  const cases: [said: string | null | undefined, expected: string][] = [
    ["2026-10-01T08:00:00.123456789Z", "2026-10-01T08:00:00.123456789Z"],
    ["2026-10-01T10:00:00+02:00", "2026-10-01T08:00:00Z"],
    ["2026-09-30T22:30:00.25-09:30", "2026-10-01T08:00:00.25Z"],
    ["2026-10-31T23:59:59.999Z", "2026-10-31T23:59:59.999Z"],
    ["2026-11-01T00:00:00.000000001Z", NOW],
    // Past in its own zone, and still to come.
    ["2026-10-31T23:59:59-00:01", NOW],
    ["2026-11-01T01:00:00+02:00", "2026-10-31T23:00:00Z"],
    ["9999-12-31T23:59:59Z", NOW],
    [null, NOW],
    [undefined, NOW],
  ];
  for (const [said, expected] of cases) {
    const { entry } = await one({ created_at: said, last_confirmed: said });
    assertEquals([entry.created, entry.timestamp], [expected, expected], String(said));
  }
});

Deno.test("a confidence stands in the derivation as it is spelled, and becomes no basis and no tag (ctxpkg §14.1, §14.2)", async () => {
  for (const confidence of ["1.0", "0.10", "1", "9e-1"]) {
    const [entry] = await imported([fact().replace('"confidence":0.85', `"confidence":${confidence}`)]);
    const { derivation, basis, tags } = entry!.entry;
    assertEquals(derivation, `Imported from demo@1.0.0 (knowledge fact, confidence ${confidence}).`);
    assertEquals([basis, tags], ["reported", ["result", "imported"]]);
  }
});

Deno.test("a fact that is no longer current is superseded by the current one of its category and key (ctxpkg §14.2)", async () => {
  const old = fact({ value: "One queue per tenant.", valid_until: "2026-10-01T08:00:00Z" });
  const current = fact({ value: "One shared queue.", valid_until: null });
  for (const facts of [[old, current], [current, old]]) {
    const byKey = new Map((await imported(facts)).map((stored) => [stored.key, stored.entry]));
    assertEquals([...byKey.keys()].sort(), ["result_timeout", "result_timeout_until_20261001"]);
    const { value, status, superseded_by, status_timestamp, status_note } = byKey.get(
      "result_timeout_until_20261001",
    )!;
    assertEquals([value, status, superseded_by], ["One queue per tenant.", "superseded", "result_timeout"]);
    assertEquals([status_timestamp, status_note], [
      "2026-10-01T08:00:00Z",
      "no longer current in demo@1.0.0",
    ]);
    assertEquals(byKey.get("result_timeout")!.status, undefined);
  }
});

Deno.test("a fact that is no longer current and has no successor is resolved under its own key (ctxpkg §14.2)", async () => {
  const other = fact({ key: "other" }), old = fact({ valid_until: "2026-10-01T08:00:00Z" });
  // The same when spelled as a slug, and another key all the same.
  const alike = fact({ key: "Timeout!", value: "other" });
  const entries = await imported([other, old, alike]);
  const { entry } = entries.find(({ key }) => key === "result_timeout")!;
  assertEquals([entry.status, entry.superseded_by, entry.status_timestamp], [
    "resolved",
    undefined,
    "2026-10-01T08:00:00Z",
  ]);
  assertEquals(entry.status_note, "no longer current in demo@1.0.0");
  assertEquals(entries.map(({ key }) => key), [
    "result_other",
    "result_timeout",
    `result_timeout_${(await sha256(alike)).slice(0, 8)}`,
  ]);
});

Deno.test("of two items that want one key the later gets eight digits of its hash (ctxpkg §14.2)", async () => {
  const facts = ["first", "second", "third"].map((value) => fact({ value }));
  const hashes = await Promise.all(facts.map(sha256));
  const entries = await imported(facts);
  assertEquals(entries.map(({ key, entry }) => [key, entry.value]), [
    ["result_timeout", "first"],
    [`result_timeout_${hashes[1]!.slice(0, 8)}`, "second"],
    [`result_timeout_${hashes[2]!.slice(0, 8)}`, "third"],
  ]);
});

Deno.test("the hash is of the item without white space, as it is spelled (ctxpkg §14.2)", async () => {
  const compact =
    '{"key":"\\u0061","confidence":1.10,"category":"c","value":"x \\/ y","more":{"z":1e2,"a":-0}}';
  const spaced = compact.replaceAll(",", " ,\n\t").replaceAll(":", " : ");
  const text = new TextDecoder().decode(await packageBytes(`{"knowledge":{"facts":[${compact}]}}`));
  const { package: incoming } = await parsePackage(new TextEncoder().encode(text.replace(compact, spaced)));
  const [entry] = await entriesOfPackage(incoming!, NOW);
  const { item_sha256 } = entry!.entry.ctxpkg as { item_sha256: string };
  assertEquals([entry!.key, item_sha256], ["c_a", await sha256(compact)]);
});

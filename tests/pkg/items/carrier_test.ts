import { assert, assertEquals } from "@std/assert";
import { StoredEntry } from "../../../lib/memory/stored_entry.ts";
import { entriesOfPackage, packageOfEntries } from "../../../lib/pkg/entries.ts";
import { parsePackage } from "../../../lib/pkg/parse.ts";
import { packageText } from "../../support/packages.ts";

const AT = "2026-10-13T10:00:00Z", NOW = "2026-11-01T00:00:00Z", THEN = "2026-10-13T09:41:07Z";
const VECTORS = new URL("../vectors/", import.meta.url);
type Fields = Readonly<Record<string, unknown>>;

/** An entry that has its times in the form that ctx writes. */
function entry(fields: Fields, key = "k", store: "shared" | "operator" = "shared"): StoredEntry {
  const text = JSON.stringify({
    value: "v",
    source: "agent",
    basis: "inferred",
    scope: "global",
    tags: [],
    created: THEN,
    timestamp: THEN,
    ...fields,
  });
  return new StoredEntry(store, key, text);
}

/** The facts that entries become. */
async function factsOf(entries: readonly StoredEntry[]): Promise<Record<string, unknown>[]> {
  const text = await packageOfEntries(entries, { name: "notes", at: AT });
  return JSON.parse(text).content.knowledge.facts;
}

/** What an entry's fact carries, as the text behind its mark. */
async function carried(stored: StoredEntry): Promise<string> {
  const [fact] = await factsOf([stored]), { source, source_session } = fact as Record<string, string>;
  assertEquals(source, source_session);
  assert(source!.startsWith("ctx1:"));
  return source!.slice("ctx1:".length);
}

/** An entry as it comes out of a package that it went into. */
async function back(stored: StoredEntry): Promise<StoredEntry> {
  const text = await packageOfEntries([stored], { name: "notes", at: AT });
  const { package: incoming } = await parsePackage(new TextEncoder().encode(text));
  const [first, ...rest] = await entriesOfPackage(incoming!, NOW);
  assertEquals(rest, []);
  return first!;
}

Deno.test("entries become the facts of the vector, the carrier to the letter (ctxpkg §14.3, §14.4, §18)", async () => {
  const vector = JSON.parse(await Deno.readTextFile(new URL("v1-compact-sorted.ctxpkg", VECTORS)));
  const facts = await factsOf([
    entry({
      value: "Uploads über 50 MB failed at 30 s; now a 200 MB upload takes 71 s.",
      author: "Agent One",
      basis: "verified",
      tags: ["uploads", "result"],
      derivation: "Reproduced before and after.",
    }, "result_upload_timeout_2026_10_13"),
    entry({
      value: "Probably the disk / the RAID.",
      status: "superseded",
      status_note: "measured since",
      status_timestamp: THEN,
      superseded_by: "result_upload_timeout_2026_10_13",
    }, "finding_upload_cause"),
  ]);
  assertEquals(facts, vector.content.knowledge.facts);
});

Deno.test("the carrier says what is neither empty nor default, sorted and compact (ctxpkg §14.4)", async () => {
  const cases: [fields: Fields, text: string][] = [
    [{}, '{"basis":"inferred","source":"agent","store":"shared"}'],
    [
      { author: "", derivation: "", status: "" },
      '{"basis":"inferred","source":"agent","store":"shared"}',
    ],
    [
      { scope: "session", value: 1, tags: ["b", "a"], basis: "verified", source: "both" },
      '{"basis":"verified","scope":"session","source":"both","store":"shared","tags":["b","a"],"value_type":"json"}',
    ],
    [
      { status: "amended", status_note: "n", status_timestamp: THEN, created: "2026-10-13 09:00" },
      `{"basis":"inferred","created":"2026-10-13 09:00","source":"agent","status":"amended","status_note":"n","status_timestamp":"${THEN}","store":"shared"}`,
    ],
    [
      { z: { b: [1, "x"], a: null }, a: "é", ctxpkg: { package: "p" }, imported_from: "p@1.0.0" },
      '{"basis":"inferred","fields":{"a":"é","z":{"b":[1,"x"],"a":null}},"source":"agent","store":"shared"}',
    ],
  ];
  for (const [fields, text] of cases) assertEquals(await carried(entry(fields)), text);
  assertEquals(
    await carried(entry({}, "k", "operator")),
    '{"basis":"inferred","source":"agent","store":"operator"}',
  );
});

Deno.test("unknown members keep the spelling of their numbers on the way out and in (ctxpkg §14.4, §14.5)", async () => {
  const stored = entry({}),
    text = stored.text.replace(/\}$/, ',"more":{"a":1.10,"b":[1e2,-0,12345678901234567890]}}');
  const there = new StoredEntry("shared", "k", text);
  assert((await carried(there)).includes('"fields":{"more":{"a":1.10,"b":[1e2,-0,12345678901234567890]}}'));
  assert((await back(there)).text.includes('"more":{"a":1.10,"b":[1e2,-0,12345678901234567890]}'));
});

Deno.test("a value comes back with its type and its digits (ctxpkg §14.3, §14.5)", async () => {
  const values = ['"1"', "1", "1.0", "1.10", "1e2", "null", "true", '"null"', "[ 1 , {} ]", '{"a":{"b":-0}}'];
  for (const value of [...values, '"{\\"a\\":1}"', '""', "12345678901234567890", '{"__proto__":1}']) {
    const text = entry({}).text.replace('"value":"v"', `"value":${value}`);
    const expected = value === "[ 1 , {} ]" ? "[1,{}]" : value;
    assertEquals((await back(new StoredEntry("shared", "k", text))).valueText, expected);
  }
});

Deno.test("what an entry says of itself comes back, its basis, source, author and store as claims alone (ctxpkg §14.1, §14.4)", async () => {
  const fields = {
    scope: "session",
    tags: ["a b", "日本"],
    status: "superseded",
    status_note: "n",
    status_timestamp: THEN,
    superseded_by: "other",
    more: [1],
  };
  const claims = { basis: "verified", source: "operator", author: "Ann" };
  const stored = entry({ ...fields, ...claims, derivation: "Measured." }, "K", "operator");
  const { key, store, text } = await back(stored), { ctxpkg, imported_from, ...rest } = JSON.parse(text);
  assertEquals([key, store], ["K", "shared"]);
  const derivation = "Imported from notes@1.0.0 (knowledge fact, confidence 0.9). Origin: Measured.";
  const { tags, ...others } = fields;
  assertEquals(rest, {
    value: "v",
    ...others,
    tags: [...tags, "imported"],
    source: "system",
    basis: "reported",
    derivation,
    created: THEN,
    timestamp: THEN,
  });
  assertEquals(imported_from, "notes@1.0.0");
  assertEquals(ctxpkg.claimed, { ...claims, store: "operator" });
});

Deno.test("times in any form come back as they were, unless they are still to come (ctxpkg §14.2, §14.4)", async () => {
  const forms = [
    "2026-10-13T11:41:07+02:00",
    "2026-10-13t09:41:07z",
    "2026-10-13T09:41:07.120Z",
    "2016-12-31T23:59:60Z",
    "2026-10-13 09:41",
    "yesterday",
  ];
  for (const time of forms) {
    const fields = { created: time, timestamp: time, status: "resolved", status_timestamp: time };
    const { entry: there } = await back(entry(fields));
    assertEquals([there.created, there.timestamp, there.status_timestamp], [time, time, time]);
  }
  for (const time of ["2027-01-01T00:00:00Z", "2026-11-01T00:00:00.1Z", "2026-10-31T23:59:59-01:00"]) {
    const { entry: there } = await back(entry({ created: time, timestamp: time }));
    assertEquals([there.created, there.timestamp], [NOW, NOW]);
  }
});

Deno.test("a fact is over when its entry is superseded or resolved, and only then (ctxpkg §14.3)", async () => {
  const when = { status_timestamp: THEN };
  const entries = [
    entry({}, "a"),
    entry({ status: "amended", ...when }, "b"),
    entry({ status: "resolved", ...when }, "c"),
    entry({ status: "superseded", superseded_by: "a", ...when }, "d"),
  ];
  const facts = await factsOf(entries);
  assertEquals(facts.map(({ valid_until }) => valid_until), [undefined, undefined, THEN, THEN]);
});

Deno.test("facts say what lean-ctx asks for: category, archetype and confidence (ctxpkg §14.3)", async () => {
  const cases: [key: string, tags: string[], category: string, archetype: string][] = [
    ["finding_x", [], "finding", "observation"],
    ["finding_x", ["uploads", "decision"], "decision", "decision"],
    ["result_x", ["plan", "result"], "plan", "fact"],
    ["x_decision", [], "note", "fact"],
    ["gotcha", [], "gotcha", "gotcha"],
    ["x", ["dependency"], "dependency", "dependency"],
  ];
  for (const [key, tags, category, archetype] of cases) {
    const [fact] = await factsOf([entry({ tags }, key)]);
    assertEquals([fact!.key, fact!.category, fact!.archetype], [key, category, archetype]);
  }
  for (const [basis, confidence] of [["verified", 0.9], ["reported", 0.7], ["inferred", 0.5]]) {
    assertEquals((await factsOf([entry({ basis })]))[0]!.confidence, confidence);
  }
});

Deno.test("a value that is nested beyond all measure is taken for the text that it is, and not built (ctxpkg §14.4)", async () => {
  const carrier = 'ctx1:{"value_type":"json"}';
  for (const [depth, kind] of [[5000, "array"], [3_000_000, "string"]] as const) {
    const value = "[".repeat(depth) + "]".repeat(depth);
    const fact = { category: "c", key: "k", value, confidence: 0.5, source_session: carrier };
    const text = await packageText(JSON.stringify({ knowledge: { facts: [fact] } }));
    const { package: incoming } = await parsePackage(new TextEncoder().encode(text));
    const [stored] = await entriesOfPackage(incoming!, "2026-11-01T00:00:00Z");
    assertEquals([depth, stored!.valueText[0] === "["], [depth, kind === "array"]);
  }
});

import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { repeatedField } from "../../../lib/memory/entry_fields.ts";
import type { StoredEntry } from "../../../lib/memory/stored_entry.ts";
import { entriesOfPackage } from "../../../lib/pkg/entries.ts";
import { parsePackage } from "../../../lib/pkg/parse.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import { mutated } from "../../support/json_texts.ts";
import { packageBytes } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const NOW = "2026-11-01T00:00:00Z", THEN = "2026-10-13T09:41:07Z";

/** A package with one fact that carries a text. */
async function carrying(carrier: string, more: Readonly<Record<string, unknown>> = {}) {
  const fact = {
    category: "result",
    key: "K",
    value: "v",
    confidence: 0.5,
    source_session: carrier,
    created_at: THEN,
  };
  return await packageBytes(JSON.stringify({ knowledge: { facts: [{ ...fact, ...more }] } }));
}

async function read(carrier: string, more: Readonly<Record<string, unknown>> = {}): Promise<StoredEntry> {
  const { package: incoming, verification } = await parsePackage(await carrying(carrier, more));
  assert(incoming, JSON.stringify(verification.faults));
  return (await entriesOfPackage(incoming, NOW))[0]!;
}

/** What is so of every entry that was imported, whatever it carries (ctxpkg §14.5, law 5). */
function assertHarmless({ store, text, entry }: StoredEntry): void {
  assertEquals([store, entry.source, entry.basis, entry.author], ["shared", "system", "reported", undefined]);
  assertEquals(entry.imported_from, "demo@1.0.0");
  const { package: name, path } = entry.ctxpkg as Record<string, unknown>;
  assertEquals([name, path, entry.value], ["demo", "knowledge.facts[0]", "v"]);
  assert(entry.tags.includes("imported"));
  assert(["global", "session"].includes(entry.scope), entry.scope);
  assert([undefined, "amended", "superseded", "resolved"].includes(entry.status), entry.status);
  assertEquals(repeatedField(text), undefined);
}

const FOREIGN = "result_k";

Deno.test("what is no carrier to the letter makes a foreign fact (ctxpkg §14.4)", async () => {
  const texts = [
    "",
    "ctx1",
    "ctx1:",
    " ctx1:{}",
    "CTX1:{}",
    "ctx2:{}",
    "ctx1:[]",
    'ctx1:"x"',
    "ctx1:null",
    "ctx1:{",
    "ctx1:{}x",
    "ctx1:{'a':1}",
    'ctx1:{"a":1,}',
    'ctx1:{"tags":["a"],"tags":["b"]}',
    'ctx1:{"fields":{"a":1,"\\u0061":2}}',
    'ctx1:{"fields":{"a":1e400}}',
    'ctx1:{"derivation":"\\ud800"}',
    `ctx1:{"a":${"[".repeat(127)}${"]".repeat(127)}}`,
    `ctx1:{"a":${"[".repeat(200_000)}`,
    "ctx1:\ufeff{}",
  ];
  for (const text of texts) {
    const stored = await read(text);
    assertHarmless(stored);
    assertEquals([stored.key, stored.entry.tags], [FOREIGN, ["result", "imported"]], text.slice(0, 40));
  }
});

Deno.test("a carrier as deep as a document may be is read, in source as in source_session (ctxpkg §2, §14.4)", async () => {
  const deep = `ctx1:{"fields":{"a":${"[".repeat(125)}${"]".repeat(125)}}}`;
  assertEquals((await read(deep)).key, "K");
  assertEquals((await read("5f0c", { source: "ctx1:{}" })).key, "K");
  assertEquals((await read("ctx1:{}", { source: "lean" })).key, "K");
});

Deno.test("fields never take the place of what an entry says by itself (ctxpkg §14.4)", async () => {
  const fields = '{"value":"bad","source":"operator","basis":"verified","author":"root","scope":"x",' +
    '"tags":["bad"],"derivation":"bad","created":"bad","timestamp":"bad","status":"bad","status_note":"bad",' +
    '"status_timestamp":"bad","superseded_by":"bad","ctxpkg":{"package":"bad"},"imported_from":"bad",' +
    '"__proto__":{"source":"operator"},"constructor":1,"toString":2,"good":3}';
  for (
    const text of [fields, fields.replaceAll('"value"', '"\\u0076alue"').replaceAll('"ctx', '"\\u0063tx')]
  ) {
    const stored = await read(`ctx1:{"fields":${text}}`);
    assertHarmless(stored);
    assert(!stored.text.includes('"bad"'), stored.text);
    const raw = JSON.parse(stored.text);
    assertEquals(Object.keys(raw).filter((name) => ["constructor", "toString", "good"].includes(name)), [
      "constructor",
      "toString",
      "good",
    ]);
    assertEquals([raw.constructor, raw.toString, raw.good], [1, 2, 3]);
    assert(stored.text.includes('"__proto__":{"source":"operator"}'));
    assertEquals(({} as Record<string, unknown>).source, undefined);
  }
});

Deno.test("members of a carrier that are of no use are passed over (ctxpkg §14.4)", async () => {
  const cases: [carrier: string, expected: Record<string, unknown>][] = [
    ['{"status":"verified","status_note":"n","superseded_by":"x"}', { status: undefined }],
    ['{"status_note":"n","superseded_by":"x"}', { status_note: undefined, superseded_by: undefined }],
    ['{"status":["amended"]}', { status: undefined }],
    ['{"scope":"operator"}', { scope: "global" }],
    ['{"scope":1,"tags":"a"}', { scope: "global", tags: ["imported"] }],
    ['{"tags":["a",1,null,["b"],"imported","c"]}', { tags: ["a", "imported", "c"] }],
    ['{"tags":{"a":1},"fields":[1],"derivation":{}}', { tags: ["imported"] }],
    ['{"created":1,"timestamp":null}', { created: THEN }],
    ['{"timestamp":"9999-01-01T00:00:00Z","created":"2026-11-01T00:00:01Z"}', {
      timestamp: NOW,
      created: NOW,
    }],
    ['{"value_type":"json"}', { value: "v" }],
    ['{"value_type":["json"]}', { value: "v" }],
  ];
  for (const [carrier, expected] of cases) {
    const stored = await read(`ctx1:${carrier}`);
    assertHarmless(stored);
    const found = Object.fromEntries(Object.keys(expected).map((name) => [name, stored.entry[name]]));
    assertEquals(found, expected, carrier);
  }
});

Deno.test("a carrier that was changed anywhere never harms (ctxpkg §14.4, §14.5, law 5)", async () => {
  const good =
    `ctx1:{"author":"root","basis":"verified","fields":{"a":1},"scope":"session","source":"operator",` +
    `"status":"resolved","status_timestamp":"${THEN}","store":"operator","tags":["a"],"timestamp":"${THEN}"}`;
  await fc.assert(
    fc.asyncProperty(
      mutated(mutated(fc.constant(good))).filter((text) => text.isWellFormed()),
      async (text) => assertHarmless(await read(text)),
    ),
    { numRuns: 300, endOnFailure: true },
  );
});

Deno.test("a value that is JSON of any depth, and a focus of anybody's, are data (ctxpkg §14.1, §15)", async () => {
  await using root = await TemporaryRoot.make();
  await root.open().set("current_focus", "mine");
  const packages = new Packages({ home: root.path, now: () => new Date(NOW) });
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  await packages.import(await carrying('ctx1:{"value_type":"json"}', { value: deep, key: "deep" }));
  await packages.import(await carrying("ctx1:{}", { key: "current_focus", value: "theirs" }));
  await packages.import(
    await carrying('ctx1:{"store":"operator","source":"operator"}', { key: "__proto__" }),
  );
  assertEquals((await root.open().get("deep")).valueText, deep);
  assertEquals((await root.open().get("current_focus")).entry.value, "mine");
  assertEquals((await root.open().get("__proto__")).entry.source, "system");
  assertEquals((await root.open().list({ store: "operator" })).results, []);
  await root.open().start();
});

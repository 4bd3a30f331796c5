import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Packages } from "../../../lib/pkg/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const VECTORS = new URL("../vectors/", import.meta.url);
const LATER = () => new Date("2026-11-01T00:00:00Z"), NOW = "2026-11-01T00:00:00Z";

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

/** The twelve of the example (ctxpkg §14.2). */
const TWELVE = [
  "architecture_cache_layer",
  "convention_error_handling",
  "architecture_queue_until_20261001",
  "architecture_queue",
  "pattern_error_handling_0d9f734e",
  "insight_most_outages_began_in_the_cache_4a98b3d2",
  "finding_the_proxy_cuts_off_at_30_eacbcb96",
  "finding_chunking_is_not_needed_098c79dd",
  "decision_raise_the_proxy_timeout_117b4ac6",
  "plan_add_a_progress_bar_4f80f238",
  "task_raise_the_upload_limit_3ab61b92",
  "gotcha_tests_fail_after_a_clean_5147f16b",
];

Deno.test("the example becomes its twelve entries in an empty context, all reported by the system (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  const bytes = await Deno.readFile(new URL("v1-lean-ctx-pretty.ctxpkg", VECTORS));
  const { manifest } = JSON.parse(new TextDecoder().decode(bytes));
  const report = await new Packages({ home: root.path, now: LATER, author: "Ann" }).import(bytes);
  assertEquals(report.items.map(({ outcome }) => outcome), Array(12).fill("written"));
  assertEquals(report.items.map(({ key }) => key).sort(), TWELVE.toSorted());
  const entries = await root.entries();
  assertEquals([...entries.keys()].sort(), TWELVE.toSorted());
  for (const [key, { source, author, basis, scope, tags, imported_from, derivation, ctxpkg }] of entries) {
    assertEquals([source, author, basis, scope], ["system", "Ann", "reported", "global"], key);
    assert((tags as string[]).includes("imported"), key);
    assertEquals(imported_from, "upload-notes@1.0.0");
    assertMatch(String(derivation), /^Imported from upload-notes@1\.0\.0 \(/);
    const from = ctxpkg as Record<string, unknown>;
    assertEquals([from.package, from.sha256, from.imported_at], [
      "upload-notes",
      manifest.integrity.sha256,
      NOW,
    ]);
    assertEquals([from.signer, from.claimed, from.replaced], [undefined, undefined, undefined], key);
    const value = entries.get(key)!.value;
    assertEquals(from.value_sha256, await sha256(JSON.stringify(value)));
    if (/_(?!20261001)[0-9a-f]{8}$/.test(key)) {
      assertEquals(String(from.item_sha256).slice(0, 8), key.slice(-8));
    }
  }
});

Deno.test("the example's entries have its times, and the outdated one its mark (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  const bytes = await Deno.readFile(new URL("v1-lean-ctx-pretty.ctxpkg", VECTORS));
  await new Packages({ home: root.path, now: LATER }).import(bytes);
  const entries = await root.entries(), cache = entries.get("architecture_cache_layer")!;
  assertEquals(cache.value, "Der Zwischenspeicher läuft über Redis — 60 s TTL 🚦");
  assertEquals([cache.created, cache.timestamp], ["2026-10-01T08:00:00.123456789Z", "2026-10-02T09:30:00Z"]);
  const old = entries.get("architecture_queue_until_20261001")!;
  assertEquals([old.value, old.status, old.superseded_by, old.status_timestamp], [
    "One queue per tenant.",
    "superseded",
    "architecture_queue",
    "2026-10-01T08:00:00Z",
  ]);
  const marked = [...entries].filter(([, { status }]) => status !== undefined).map(([key]) => key);
  assertEquals(marked, ["architecture_queue_until_20261001"]);
});

Deno.test("original times keep an import out of what changed last (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  await root.open({ now: LATER }).set("mine", "written here");
  const bytes = await Deno.readFile(new URL("v1-compact-sorted.ctxpkg", VECTORS));
  await new Packages({ home: root.path, now: LATER }).import(bytes);
  const [newest] = (await root.open({ now: LATER }).list({ limit: 1 })).results;
  assertEquals(newest!.key, "mine");
});

for (const file of ["v1-compact-sorted.ctxpkg", "v1-for-lean-ctx.ctxpkg"]) {
  Deno.test(`${file} comes in with keys, tags, derivations and marks as they were (ctxpkg §14.5, laws 2 and 6)`, async () => {
    await using root = await TemporaryRoot.make();
    const bytes = await Deno.readFile(new URL(file, VECTORS));
    const { items } = await new Packages({ home: root.path, now: LATER }).import(bytes);
    const entries = await root.entries();
    assertEquals(items.map(({ key }) => key), ["result_upload_timeout_2026_10_13", "finding_upload_cause"]);
    const [result, finding] = items.map(({ key }) => entries.get(key)!);
    assertEquals([result!.tags, result!.source, result!.basis], [
      ["uploads", "result", "imported"],
      "system",
      "reported",
    ]);
    assertStringIncludes(String(result!.derivation), " Origin: Reproduced before and after.");
    const claimed = [result, finding].map((entry) => (entry!.ctxpkg as { claimed: unknown }).claimed);
    assertEquals(claimed, [
      { basis: "verified", source: "agent", author: "Agent One", store: "shared" },
      { basis: "inferred", source: "agent", store: "shared" },
    ]);
    assertEquals([finding!.status, finding!.status_note, finding!.status_timestamp, finding!.superseded_by], [
      "superseded",
      "measured since",
      "2026-10-13T09:41:07Z",
      "result_upload_timeout_2026_10_13",
    ]);
    assertEquals([result!.created, finding!.timestamp], ["2026-10-13T09:41:07Z", "2026-10-13T09:41:07Z"]);
  });
}

Deno.test("the signed graph says who signed it, and its nodes have the keys in their ids (ctxpkg §7, §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  const bytes = await Deno.readFile(new URL("v2-signed-graph.ctxpkg", VECTORS));
  const { manifest, content } = JSON.parse(new TextDecoder().decode(bytes));
  const { signer, items } = await new Packages({ home: root.path, now: LATER }).import(bytes);
  assertEquals(signer, manifest.signature.public_key);
  const entries = await root.entries();
  assert(items.length > 0);
  for (const { key } of items) {
    assertEquals((entries.get(key)!.ctxpkg as { signer: string }).signer, manifest.signature.public_key);
  }
  const named = (content.context_graph.nodes as { id: string; content: string }[]).flatMap((node) =>
    node.id.startsWith("ctx:shared/") ? [[node.id.slice("ctx:shared/".length), node.content]] : []
  );
  for (const [key, value] of named) assertEquals(entries.get(key!)!.value, value);
});

import { assertEquals } from "@std/assert";
import { StoredEntry } from "../../../lib/memory/stored_entry.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import type { Context } from "../../../lib/context.ts";
import { manifestOf, packageBytes, signed } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const NOW = () => new Date("2026-11-01T00:00:00Z"), THEN = "2026-10-13T09:41:07Z";
type Members = Readonly<Record<string, unknown>>;

/** A content with the fact of one entry. */
function content(value: string, carrier: Members = {}): string {
  const source_session = `ctx1:${JSON.stringify(carrier)}`;
  return JSON.stringify({
    knowledge: {
      facts: [{ category: "note", key: "a", value, confidence: 0.7, source_session, created_at: THEN }],
    },
  });
}

/** A package of one fact. */
async function made(value: string, version: string, carrier: Members = {}, isSigned = false) {
  const text = content(value, carrier), said = { name: "notes", version };
  if (!isSigned) return await packageBytes(text, said);
  const manifest = await signed(await manifestOf(text, said));
  return new TextEncoder().encode(`{"manifest":${JSON.stringify(manifest)},"content":${text}}`);
}

async function take(root: TemporaryRoot, bytes: Uint8Array): Promise<string[]> {
  const { items } = await new Packages({ home: root.path, now: NOW }).import(bytes);
  return items.map(({ outcome, key }) => `${outcome} ${key}`);
}

/** What somebody here does to an entry that was imported, after which no package takes its place. */
const TOUCHES: Readonly<Record<string, (context: Context) => Promise<unknown>>> = {
  "was edited": (context) => context.set("a", "edited"),
  "was amended": (context) => context.amend("a", "not quite"),
  "was resolved": (context) => context.resolve("a"),
  "was checked": (context) => context.setBasis("a", "verified"),
  "was found to be a guess": (context) => context.setBasis("a", "inferred"),
};

for (const [what, touch] of Object.entries(TOUCHES)) {
  Deno.test(`an entry that ${what} here is no newer version's to replace (ctxpkg §14.1, §14.2, rules 4 and 5)`, async () => {
    await using root = await TemporaryRoot.make();
    await take(root, await made("one", "1.0.0"));
    await touch(root.open());
    const before = (await root.open().get("a")).text;
    assertEquals(await take(root, await made("two", "2.0.0")), ["conflict a__notes"]);
    assertEquals((await root.open().get("a")).text, before);
    assertEquals((await root.open().get("a__notes")).entry.value, "two");
  });
}

Deno.test("a mark that came with the package keeps nobody from updating, and another mark does (ctxpkg §14.2, rule 4)", async () => {
  const mark = { status: "resolved", status_note: "done", status_timestamp: THEN };
  await using root = await TemporaryRoot.make();
  await take(root, await made("one", "1.0.0", mark));
  assertEquals(await take(root, await made("two", "2.0.0", mark)), ["updated a"]);
  await root.open().resolve("a", { note: "done here too" });
  assertEquals(await take(root, await made("three", "3.0.0", mark)), ["conflict a__notes"]);
  // One that was marked when it came, and is current here: somebody took the mark off.
  await using other = await TemporaryRoot.make();
  await take(other, await made("one", "1.0.0", mark));
  const { text } = await other.open().get("a");
  const { status: _, status_note: __, status_timestamp: ___, ...rest } = JSON.parse(text);
  const store = JSON.parse(await other.read("memory/shared.json"));
  store.entries.a = rest;
  await other.write("memory/shared.json", JSON.stringify(store));
  assertEquals(await take(other, await made("two", "2.0.0", mark)), ["conflict a__notes"]);
});

Deno.test("a package without the signature that it had replaces nothing, and signed again it does (ctxpkg §7, §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  await take(root, await made("one", "1.0.0", {}, true));
  assertEquals(await take(root, await made("two", "2.0.0")), ["conflict a__notes"]);
  assertEquals((await root.open().get("a")).entry.value, "one");
  assertEquals(await take(root, await made("three", "3.0.0", {}, true)), ["updated a"]);
});

Deno.test("an older version takes nothing back (ctxpkg §14.2, rule 4)", async () => {
  await using root = await TemporaryRoot.make();
  await take(root, await made("new", "1.10.0"));
  const before = await root.read("memory/shared.json");
  for (const [value, version] of [["old", "1.9.0"], ["older", "1.10.0-rc.1"]]) {
    await take(root, await made(value!, version!));
    assertEquals((await root.open().get("a")).entry.value, "new");
  }
  assertEquals(await root.read("memory/shared.json"), before);
  assertEquals(await take(root, await made("newer", "1.11.0")), ["updated a"]);
});

Deno.test("an entry that only says it was imported is nobody's to replace (ctxpkg §14.1, §14.2, rule 4)", async () => {
  const sham = {
    value: "mine",
    source: "system",
    basis: "reported",
    tags: ["imported"],
    created: THEN,
    timestamp: THEN,
    imported_from: "notes@1.0.0",
  };
  const hash = "0".repeat(64);
  const all = {
    package: "notes",
    sha256: hash,
    path: "knowledge.facts[0]",
    item_sha256: hash,
    value_sha256: hash,
  };
  for (
    const ctxpkg of [undefined, null, "notes", [], {}, { package: "notes" }, all, { ...all, package: 1 }]
  ) {
    await using root = await TemporaryRoot.make();
    const entries = { a: { ...sham, ctxpkg } };
    await root.write("memory/shared.json", JSON.stringify({ type: "shared", version: "1", entries }));
    assertEquals(await take(root, await made("theirs", "2.0.0")), ["conflict a__notes"], String(ctxpkg));
    assertEquals((await root.open().get("a")).entry.value, "mine");
  }
});

/** A content of items that have no key of their own. */
function unnamed(description: string): string {
  return `{"patterns":{"patterns":[{"name":"p","description":${description}}]},"session":{"next_steps":[${description}]}}`;
}

Deno.test("items without a name that are here in another spelling are known already (ctxpkg §14.2, rule 3)", async () => {
  await using root = await TemporaryRoot.make();
  const bytes = async (text: string, version: string) =>
    await packageBytes(unnamed(text), { name: "n", version });
  const first = await take(root, await bytes('"A caf\\u00e9"', "1.0.0"));
  assertEquals(first.map((line) => line.split(" ")[0]), ["written", "written"]);
  const keys = first.map((line) => line.split(" ")[1]), before = await root.read("memory/shared.json");
  assertEquals(await take(root, await bytes('"A café"', "2.0.0")), keys.map((key) => `already known ${key}`));
  assertEquals(await root.read("memory/shared.json"), before);
});

Deno.test("two kinds that say the same both go in, at once and one after the other (ctxpkg §14.2)", async () => {
  const step = '{"session":{"next_steps":["Same"]}}', task = '{"session":{"task_description":"Same"}}';
  const both = '{"session":{"next_steps":["Same"],"task_description":"Same"}}';
  await using root = await TemporaryRoot.make();
  await using other = await TemporaryRoot.make();
  await take(root, await packageBytes(both));
  await take(other, await packageBytes(step));
  await take(other, await packageBytes(task, { version: "2.0.0" }));
  for (const one of [root, other]) {
    const tags = [...await one.entries()].map(([key, entry]) =>
      new StoredEntry("shared", key, JSON.stringify(entry)).entry.tags[0]
    );
    assertEquals(tags.sort(), ["next_step", "task"]);
  }
});

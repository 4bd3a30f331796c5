import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { Packages } from "../../../lib/pkg/packages.ts";
import { verifyPackage } from "../../../lib/pkg/verify.ts";
import { manifestOf } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";
import { contentOf, foreignLists, inOrder, laidOut, type Lists } from "./foreign_package.ts";

const NOW = () => new Date("2026-11-01T00:00:00Z"), VECTORS = new URL("../vectors/", import.meta.url);

/** A package of lists, its white space not what is hashed. */
async function packageOf(lists: Lists, name = "foreign", version = "1.0.0"): Promise<Uint8Array> {
  const content = contentOf(lists), schema_version = content.includes('"context_graph"') ? 2 : 1;
  const manifest = JSON.stringify(await manifestOf(content, { name, version, schema_version }));
  return new TextEncoder().encode(`{"content":${laidOut(content)},"manifest":${manifest}}`);
}

const packagesOf = (root: TemporaryRoot) => new Packages({ home: root.path, now: NOW });

/** The items of a list in a document, by their members, as they are spelled. */
function itemsAt(content: string, path: string): string[] {
  const [layer, list] = path.split(".");
  // The content is in order: a list ends where its brackets do.
  const texts = JSON.parse(content)[layer!]?.[list!] === undefined ? [] : splitList(content, layer!, list!);
  return texts.map(inOrder).sort();
}

/** The texts of a list's items, out of a compact content. */
function splitList(content: string, layer: string, list: string): string[] {
  const raw = (json: string, name: string) => membersOf(json).find(([key]) => JSON.parse(key) === name)![1];
  return membersOf(raw(raw(content, layer), list)).map(([, text]) => text);
}

/** The members of an object, or the items of an array, of a compact text. */
function membersOf(json: string): [name: string, text: string][] {
  const isObject = json.startsWith("{"), found: [string, string][] = [];
  let depth = 0, from = 1, name = "";
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token === ":" && depth === 1 && isObject) [name, from] = [json.slice(from, index), index + 1];
    const isEnd = depth === 1 && (token === "," || token === "}" || token === "]");
    if (isEnd && index > from) found.push([name, json.slice(from, index)]);
    if (isEnd) from = index + 1;
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
  }
  return found;
}

/** A fact as it goes out again: it says where it was imported from, unless it said so itself. */
function goingOut(fact: string): string {
  const members = membersOf(fact).filter(([name, text]) =>
    JSON.parse(name) !== "imported_from" || text !== "null"
  );
  const isSaid = members.some(([name]) => JSON.parse(name) === "imported_from");
  if (!isSaid) members.push(['"imported_from"', '"foreign@1.0.0"']);
  return inOrder(`{${members.map((member) => member.join(":"))}}`);
}

Deno.test("what was imported goes out as it came, lexeme for lexeme, and a second import writes nothing (ctxpkg §14.5, laws 1, 3 and 5)", async () => {
  let nodes = 0;
  await fc.assert(
    fc.asyncProperty(foreignLists, async (lists) => {
      await using root = await TemporaryRoot.make();
      const bytes = await packageOf(lists), packages = packagesOf(root);
      const { items } = await packages.import(bytes);
      assertEquals(items.filter(({ outcome }) => outcome !== "written"), []);
      const before = await root.snapshot();
      for (const { outcome } of (await packages.import(bytes)).items) {
        assertEquals(outcome, "already imported");
      }
      assertEquals(await root.snapshot(), before);
      if (items.length === 0) return;
      for (const { source, basis, imported_from } of (await root.entries()).values()) {
        assertEquals([source, basis, imported_from], ["system", "reported", "foreign@1.0.0"]);
      }
      const { text, leftOut } = await packages.create("copy");
      assertEquals(leftOut.filter(({ store }) => store === "shared"), []);
      assert((await verifyPackage(new TextEncoder().encode(text))).isAccepted);
      const content = membersOf(compactOf(text)).find(([name]) => name === '"content"')![1];
      for (const [path, texts] of Object.entries(lists)) {
        const expected = path === "knowledge.facts" ? texts.map(goingOut) : texts.map(inOrder);
        // What was touched goes with the other parts of a session.
        const isAlone = path === "session.files_touched" && !content.includes('"findings":[{') &&
          !content.includes('"decisions":[{') && !content.includes('"next_steps":["');
        if (!isAlone) assertEquals(itemsAt(content, path), [...new Set(expected)].sort(), path);
        if (path === "context_graph.nodes") nodes += texts.length;
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
  assert(nodes > 20, `${nodes}`);
});

/** A document without white space between its tokens. */
function compactOf(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string) => string ?? "");
}

Deno.test("after one version, the next and the first again nothing of the later is lost, and a repeat writes nothing (ctxpkg §14.5, law 1)", async () => {
  await fc.assert(
    fc.asyncProperty(foreignLists, foreignLists, async (first, second) => {
      await using root = await TemporaryRoot.make();
      const packages = packagesOf(root);
      const versions = [await packageOf(first), await packageOf(second, "foreign", "2.0.0")];
      for (const bytes of versions) await packages.import(bytes);
      const valuesBefore = [...await entriesOf(root)].map(([key, { value }]) => [key, value]);
      await packages.import(versions[0]!);
      const entries = await entriesOf(root);
      for (const [key, value] of valuesBefore) assertEquals(entries.get(key as string)?.value, value);
      for (const bytes of [versions[0]!, versions[1]!, versions[0]!]) {
        const store = await stored(root);
        await packages.import(bytes);
        assertEquals(await stored(root), store);
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

/** The entries; none where there is no store yet. */
async function entriesOf(root: TemporaryRoot): Promise<Map<string, Record<string, unknown>>> {
  return (await root.names()).includes("memory/shared.json") ? await root.entries() : new Map();
}

/** All that an import could write. */
async function stored(root: TemporaryRoot): Promise<string> {
  const lines = (await root.contents()).split("\n");
  return lines.filter((line) => /\/(memory|packages)\//.test(line)).join("\n");
}

Deno.test("every vector imported again writes nothing, byte for byte (ctxpkg §14.5, law 1)", async () => {
  await using root = await TemporaryRoot.make();
  const packages = packagesOf(root);
  const { files } = JSON.parse(await Deno.readTextFile(new URL("expected.json", VECTORS)));
  const accepted = Object.entries(files as Record<string, { verify: string }>)
    .filter(([file, { verify }]) => /\.l?ctxpkg$/.test(file) && verify === "accept").map(([file]) => file);
  assert(accepted.length >= 7);
  for (const file of accepted) await packages.import(await Deno.readFile(new URL(file, VECTORS)));
  const before = await root.snapshot();
  for (const file of accepted) {
    const { items } = await packages.import(await Deno.readFile(new URL(file, VECTORS)));
    assertNotEquals(items.length, 0);
    assertEquals(await root.snapshot(), before, file);
  }
});

Deno.test("a dry run says what an import would do, and writes nothing (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("architecture_queue", "mine");
  const bytes = await Deno.readFile(new URL("v1-lean-ctx-pretty.ctxpkg", VECTORS)),
    packages = packagesOf(root);
  const before = await root.snapshot();
  const { items, dryRun } = await packages.import(bytes, { dryRun: true });
  assertEquals([dryRun, await root.snapshot()], [true, before]);
  assertEquals((await packages.import(bytes)).items, items);
});

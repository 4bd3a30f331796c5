import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { CtxError, DamagedError, StorageError } from "../lib/errors.ts";
import { entryJson, storeJson, TemporaryRoot } from "./support/temporary_root.ts";

const FILES = { ancestor: ".merge_file_o", ours: ".merge_file_a", theirs: ".merge_file_b" };
const LATE = "2026-01-03T00:00:00Z", MID = "2026-01-02T00:00:00Z";

/** A root with the three files of a merge in it. */
async function prepare(ancestor: string, ours: string, theirs: string): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.initialised();
  await root.write(FILES.ancestor, ancestor);
  await root.write(FILES.ours, ours);
  await root.write(FILES.theirs, theirs);
  return root;
}

/** What merges have left for the history. */
async function pending(root: TemporaryRoot): Promise<string[]> {
  return (await root.names()).filter((name) => name.includes(".merge_") && name.endsWith(".jsonl"));
}

const at = (value: string, timestamp?: string) => entryJson(value, timestamp ? { timestamp } : {});

Deno.test("merge() writes the merged store over ours, and nothing over the others (§8.5)", async () => {
  const old = storeJson({ a: at("a"), b: at("b") });
  await using root = await prepare(
    old,
    storeJson({ a: at("a2", MID), b: at("b") }),
    storeJson({ a: at("a"), b: at("b2", LATE), c: at("c") }),
  );
  const { store, changed, lost, warnings } = await root.open().merge(FILES);
  assertEquals([store, changed, lost, warnings], ["shared", 2, [], []]);
  const { entries } = JSON.parse(await root.read(FILES.ours));
  assertEquals([entries.a.value, entries.b.value, entries.c.value], ["a2", "b2", "c"]);
  assertEquals(await root.read(FILES.ancestor), old);
  assertEquals(await pending(root), []);
  assertEquals(await root.leftovers(), []);
});

Deno.test("merge() takes an ancestor of no bytes for none, and absolute names", async () => {
  await using root = await prepare("", storeJson({ a: at("a") }), storeJson({ b: at("b") }));
  await root.open().merge({
    ancestor: root.at(FILES.ancestor),
    ours: root.at(FILES.ours),
    theirs: root.at(FILES.theirs),
  });
  assertEquals(Object.keys(JSON.parse(await root.read(FILES.ours)).entries), ["a", "b"]);
});

Deno.test("the version that gave way is in the history after the next write, with its digits, and once", async () => {
  const mid = at("x", MID).replace('"x"', "1.10"), late = at("late", LATE);
  await using root = await prepare(
    storeJson({ k: at("k") }),
    storeJson({ k: mid }),
    storeJson({ k: late.replace("}", ',"author":"Agent Two"}') }),
  );
  const { lost } = await root.open().merge(FILES);
  assertEquals(lost.map(({ key, text }) => [key, text]), [["k", mid]]);
  await Deno.copyFile(root.at(FILES.ours), root.at("memory/shared.json"));
  const [name] = await pending(root), kept = await Deno.readFile(root.at(name!));
  assertEquals(await root.mode(name!), 0o600);
  await root.open().set("other", "v");
  assertEquals(await pending(root), []);
  const line = { at: LATE, operation: "merge", by: "Agent Two", key: "k", entry: JSON.parse(mid) };
  assertEquals(await root.history(), [line]);
  assertStringIncludes(await root.read("memory/history/shared.jsonl"), '"value":1.10');
  // A crash between the history and the removal of the file.
  await root.write(name!, kept);
  await root.open().set("other", "w");
  assertEquals((await root.history()).filter(({ operation }) => operation === "merge"), [line]);
});

Deno.test("what a merge has taken out leaves nothing in the history, nor what was deleted since (§4.5)", async () => {
  const old = storeJson({ gone: at("gone"), since: at("since"), stays: at("stays") });
  await using root = await prepare(
    old,
    storeJson({ since: at("s2", MID), stays: at("stays") }),
    storeJson({ gone: at("gone"), since: at("s3", LATE), stays: at("stays") }),
  );
  const line = (key: string) =>
    JSON.stringify({ at: MID, operation: "set", key, entry: { value: "earlier" } });
  await root.open().merge(FILES);
  // The union of two histories brings back what one side had purged.
  await root.write("memory/history/shared.jsonl", `${line("gone")}\n${line("since")}\n${line("stays")}\n`);
  await Deno.copyFile(root.at(FILES.ours), root.at("memory/shared.json"));
  await root.open().delete("since");
  assertEquals((await root.history()).map(({ key }) => key), ["stays"]);
  assertEquals(await pending(root), []);
});

Deno.test("what a merge has left stays for later where its store is damaged, and lines that are none are passed over", async () => {
  await using root = await TemporaryRoot.initialised();
  const name = "memory/history/agent.merge_0123456789abcdef.jsonl";
  await root.write(
    name,
    'no JSON\n[]\n{"key":1}\n{"at":"x","operation":"merge","key":"k","entry":{"value":1}}\n{"at"',
  );
  await root.write("memory/agent.json", "{");
  await root.open().set("k", "v");
  assertEquals(await pending(root), [name]);
  await root.write("memory/agent.json", storeJson({ k: at("v") }, "agent"));
  await root.open().set("k", "w");
  assertEquals(await pending(root), []);
  assertEquals((await root.history("agent")).map(({ entry }) => entry), [{ value: 1 }]);
});

Deno.test("both directions leave the same line for the history, so that it is kept once", async () => {
  const old = storeJson({ k: at("k") }),
    one = storeJson({ k: at("1", MID) }),
    two = storeJson({ k: at("2", LATE) });
  await using a = await prepare(old, one, two);
  await using b = await prepare(old, two, one);
  await a.open({ now: () => new Date("2026-02-01") }).merge(FILES);
  await b.open({ now: () => new Date("2026-03-01") }).merge(FILES);
  assertEquals(await pending(a), await pending(b));
  const [name] = await pending(a);
  assertEquals(await a.read(name!), await b.read(name!));
});

const GOOD = storeJson({ k: at("k") });
const twice = storeJson({ k: at("k", MID).replace("}", ',"value":1}') });

for (
  const [what, files, kind, says] of [
    ["a truncated store", [GOOD, GOOD.slice(0, -9), GOOD], DamagedError, "our version, line"],
    ["a store of no bytes", [GOOD, "", GOOD], DamagedError, "our version, line 1, column 1: it is empty"],
    [
      "conflict markers",
      [GOOD, GOOD, "<<<<<<< ours\n" + GOOD],
      DamagedError,
      "their version, line 1, column 1",
    ],
    ["a damaged ancestor", ["[]", GOOD, GOOD], DamagedError, "the common ancestor, line 1"],
    [
      "an entry that is no object",
      [GOOD, GOOD, storeJson({ k: "[]" })],
      DamagedError,
      'the entry "k" is not an object',
    ],
    [
      "a key twice",
      [GOOD, GOOD, GOOD.replace('"k"', `"k": ${at("j")}, "k"`)],
      DamagedError,
      "stands in it twice",
    ],
    ["a byte order mark", [GOOD, "\ufeff" + GOOD, GOOD], DamagedError, "a byte order mark"],
    [
      "another version of the format",
      [GOOD, GOOD, GOOD.replace('"1"', '"2"')],
      StorageError,
      'version is "2"',
    ],
    [
      "another type",
      [GOOD, GOOD.replace('"shared"', '"mine"'), GOOD.replace('"shared"', "1")],
      StorageError,
      "type",
    ],
    ["two stores", [GOOD, GOOD, GOOD.replace('"shared"', '"agent"')], StorageError, 'theirs of "agent"'],
    [
      "a field twice in an entry that has to be edited",
      [GOOD, twice.replace(MID, LATE), storeJson({ k: at("j", MID).replace("}", ',"x":1}') })],
      DamagedError,
      'the field "value" stands in it twice',
    ],
  ] as const
) {
  Deno.test(`merge() refuses ${what} and writes nothing`, async () => {
    await using root = await prepare(files[0], files[1], files[2]);
    const before = await root.contents();
    const error = await assertRejects(() => root.open().merge(FILES), CtxError, says);
    assertEquals(error instanceof kind, true, error.name);
    assertEquals(error.message.includes("\n"), false);
    assertEquals(await root.contents(), before);
  });
}

Deno.test("merge() refuses what is not under the root, or not there", async () => {
  await using root = await prepare(GOOD, GOOD, GOOD);
  await Deno.writeTextFile(`${root.outside}/store.json`, GOOD);
  await Deno.symlink(`${root.outside}/store.json`, root.at("link"));
  const before = await root.snapshot();
  for (
    const name of [
      `${root.outside}/store.json`,
      "../store.json",
      "memory/../../store.json",
      "none",
      "",
      "link",
    ]
  ) {
    const error = await assertRejects(() => root.open().merge({ ...FILES, theirs: name }), StorageError);
    assertStringIncludes(`${error.message} ${error.hint}`, "context root");
  }
  assertEquals(await root.snapshot(), before);
  assertEquals(await Deno.readTextFile(`${root.outside}/store.json`), GOOD);
});

Deno.test("merge() warns of a member beside the entries that both sides changed", async () => {
  const more = (x: string, at: string) =>
    GOOD.replace('"entries"', `"x": ${x}, "entries"`).replace("2026-01-01", at);
  await using root = await prepare(GOOD, more("1", "2026-01-02"), more("2", "2026-01-03"));
  const { warnings } = await root.open().merge(FILES);
  assertEquals(warnings, [
    'both sides changed "x" of memory/shared.json: the one that was written later has it',
  ]);
  assertEquals(JSON.parse(await root.read(FILES.ours)).x, 2);
});

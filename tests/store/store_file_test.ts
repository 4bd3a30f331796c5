import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { CtxError, DamagedError, StorageError } from "../../lib/errors.ts";
import { Root } from "../../lib/store/root.ts";
import { readStoreFile } from "../../lib/store/store_file.ts";
import { ctx } from "../support/command.ts";
import { entryJson, storeJson, TemporaryRoot } from "../support/temporary_root.ts";

const ENTRY = entryJson("there");

/** A store file with bytes in a value that are not UTF-8, behind characters of four and of three bytes that are. */
function notUtf8(...bytes: readonly number[]): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text);
  return new Uint8Array([
    ...encode('{"entries":\n{"a":{"value":"\u{1f600}\ufffd'),
    ...bytes,
    ...encode('"}}}'),
  ]);
}

/** A store file that is none, where that shows, and a part of what is said of it. */
const DAMAGED:
  readonly (readonly [what: string, content: string | Uint8Array, place: string, reason: string])[] = [
    ["text behind its end", `{"entries":{"a":{"value":1}}}x`, "line 1, column 30", '"x"'],
    ["no byte", "", "line 1, column 1", "empty"],
    ["white space alone", " \n ", "line 2, column 2", "object"],
    ["a page of HTML", "<html>502</html>", "line 1, column 1", '"<"'],
    ["an array", "[]", "line 1, column 1", '"["'],
    ["null", "null", "line 1, column 1", '"n"'],
    ["a string", '"entries"', "line 1, column 1", "object"],
    ["no entries", '{"type":"shared"}', "line 1, column 1", '"entries"'],
    ["entries that are an array", '{"entries":[]}', "line 1, column 12", '"entries"'],
    ["entries that are null", '{\n "entries": null}', "line 2, column 13", '"entries"'],
    ["a cut in the middle", storeJson({ a: ENTRY }).slice(0, -20), "line ", "ends"],
    ["a comma too many", `{"entries":{"a":${ENTRY},}}`, "line 1, column ", '"}"'],
    ["NaN", '{"entries":{"a":{"value":NaN}}}', "line 1, column 26", '"N"'],
    ["a comment", '{ // mine\n"entries":{}}', "line 1, column 3", '"/"'],
    ["a byte order mark", `\ufeff{"entries":{}}`, "line 1, column 1", "byte order mark"],
    [
      "a byte that is not UTF-8",
      new Uint8Array([...new TextEncoder().encode('{"é":"'), 0xff]),
      "line 1, column 7",
      "UTF-8",
    ],
    ["a NUL in two bytes", notUtf8(0xc0, 0x80), "line 2, column 18", "UTF-8"],
    ["a slash in three bytes", notUtf8(0xe0, 0x80, 0xaf), "line 2, column 18", "UTF-8"],
    ["a pair of surrogates", notUtf8(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80), "line 2, column 18", "UTF-8"],
    ["a character beyond U+10FFFF", notUtf8(0xf4, 0x90, 0x80, 0x80), "line 2, column 18", "UTF-8"],
    ["a character cut short", notUtf8(0xf0, 0x9f, 0x98), "line 2, column 18", "UTF-8"],
    ["a replacement character cut short", notUtf8(0xef, 0xbf), "line 2, column 18", "UTF-8"],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), "line 1, column 1", "UTF-8"],
    ["a raw newline in a string", '{"entries":{"a":{"value":"b\nc"}}}', "line 1, column 28", "control"],
    ["a conflict of a merge", '{\n<<<<<<< HEAD\n"entries":{}}', "line 2, column 1", '"<"'],
    ["one key twice", `{"entries":{\n"a":${ENTRY},\n"\\u0061":${ENTRY}}}`, "line 3, column 1", "line 2"],
    ["two entries", '{"entries":{},\n"entries":{}}', "line 2, column ", "line 1"],
    ["an entry that is no object", `{"entries":{"b":${ENTRY},\n"a": "text"}}`, "line 2, column 6", '"a"'],
  ];

/** What another store holds, to be shown all the same. */
const OPERATOR = storeJson({
  pref_a: entryJson("still to be read", { source: "operator", tags: ["preference"] }),
}, "operator");

Deno.test("readStoreFile() takes a file that is not there for an empty store (§8.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const file = readStoreFile(new Root(root.path), "agent");
  assertEquals([file.path, file.text.size, file.bad.length, file.bytes.length], [
    root.at("memory/agent.json"),
    0,
    0,
    0,
  ]);
});

Deno.test("readStoreFile() reads a file, and names an entry in it that is no object (§8.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const text = storeJson({ good: ENTRY, bad: "[1]" });
  await root.write("memory/shared.json", text);
  const file = readStoreFile(new Root(root.path), "shared");
  assertEquals([...file.text.keys()], ["good", "bad"]);
  assertEquals(file.bytes.length, text.length);
  assertEquals(file.bad.map(({ line, column, path }) => [line, column, path]), [[
    7,
    12,
    root.at("memory/shared.json"),
  ]]);
  assertStringIncludes(file.bad[0]!.message, '"bad"');
});

Deno.test("readStoreFile() takes a replacement character for the character that it is (§8.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const text = storeJson({ "k_\ufffd": entryJson("a\ufffdb"), k_other: ENTRY });
  await root.write("memory/shared.json", text);
  const file = readStoreFile(new Root(root.path), "shared");
  assertEquals([...file.text.read("shared")].map(({ key, entry }) => [key, entry.value]), [
    ["k_\ufffd", "a\ufffdb"],
    ["k_other", "there"],
  ]);
  assertEquals(file.bytes.length, new TextEncoder().encode(text).length);
  await root.open().delete("k_other");
  assertEquals((await root.open().get("k_\ufffd")).entry.value, "a\ufffdb");
});

Deno.test("a write keeps each byte of what it does not change, beyond ASCII too (§8.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const other = entryJson("\u00e9\u65e5\u{1f600}\u2028\ufffd");
  await root.write("memory/shared.json", storeJson({ k: ENTRY, "k_\u65e5\u{1f600}": other }));
  const before = await root.read("memory/shared.json");
  await root.open().delete("k");
  const after = await root.read("memory/shared.json");
  const tail = (text: string) => text.slice(text.indexOf('"k_\u65e5'));
  assert(tail(before).includes(other));
  assertEquals(tail(after), tail(before));
});

for (const [what, content, place, reason] of DAMAGED) {
  Deno.test(`a store file that holds ${what} is named with its place, and never written to (§8.2, BR-09, BR-13)`, async () => {
    await using root = await TemporaryRoot.initialised();
    await root.write("memory/operator.json", OPERATOR);
    await root.write("memory/shared.json", content);
    const before = await root.snapshot(), context = root.open();
    const attempts: Record<string, () => Promise<unknown>> = {
      get: () => context.get("a"),
      getAll: () => context.getAll("a"),
      set: () => context.set("b", 2),
      amend: () => context.amend("a", "note"),
      supersede: () => context.supersede("a", "b"),
      resolve: () => context.resolve("a"),
      basis: () => context.setBasis("a", "verified"),
      delete: () => context.delete("a"),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const error = await assertRejects(attempt, DamagedError, undefined, name);
      for (const part of [root.at("memory/shared.json"), place, reason]) {
        assertStringIncludes(error.message, part);
      }
      assertEquals(error.path, root.at("memory/shared.json"));
    }
    const list = await context.list(), found = await context.search("still");
    for (const { results, faults } of [list, found]) {
      assert(results.some(({ key }) => key === "pref_a"));
      assertEquals(faults.map((fault) => [fault.code, fault.path]), [[
        "damaged",
        root.at("memory/shared.json"),
      ]]);
    }
    const start = await context.start();
    assertStringIncludes(start.text, "still to be read");
    for (const faults of [start.faults, (await context.brief()).faults]) {
      assertEquals(faults.length, 1);
      assertStringIncludes(faults[0]!, "memory/shared.json");
      assertStringIncludes(start.text, faults[0]!);
    }
    assertEquals(start.brief.counts.shared, what === "an entry that is no object" ? 2 : null);
    assertEquals(await root.snapshot(), before);
  });
}

Deno.test("the command says a damaged store in a line, exits 1, and start exits 0 (§8.2, BR-09)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("memory/operator.json", OPERATOR);
  await root.write("memory/shared.json", `{"type":"shared","version":"1","entries":{"a":{"value":1}}}x`);
  const before = await root.snapshot();
  for (
    const words of [["get", "a"], ["set", "b", "2"], ["amend", "a", "n"], ["delete", "a"], ["list"], [
      "search",
      "still",
    ]]
  ) {
    const { code, stdout, stderr } = await ctx(root.path, words);
    assertEquals({ words, code, lines: stderr.trim().split("\n").length }, { words, code: 1, lines: 1 });
    assertStringIncludes(stderr, `"${root.at("memory/shared.json")}": line 1, column 60`);
    assertEquals(stdout.includes("pref_a"), ["list", "search"].includes(words[0]!));
  }
  for (const words of [["start"], ["brief"]]) {
    const { code, stdout, stderr } = await ctx(root.path, words);
    assertEquals({ words, code, lines: stderr.trim().split("\n").length }, { words, code: 0, lines: 1 });
    for (const stream of [stdout, stderr]) assertStringIncludes(stream, "memory/shared.json");
    assertStringIncludes(stdout, "shared ?");
    assertStringIncludes(stdout, "still to be read");
  }
  assertEquals(await root.snapshot(), before);
});

Deno.test("an entry that is no object hides no other from list, search, get and start (§5.2, §8.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write(
    "memory/shared.json",
    storeJson({ good: ENTRY, bad: "7", current_focus: entryJson("the focus") }),
  );
  const context = root.open();
  assertEquals((await context.get("good")).entry.value, "there");
  const { results, faults } = await context.list();
  assertEquals(results.map(({ key }) => key), ["current_focus", "good"]);
  assertStringIncludes(faults[0]!.message, '"bad"');
  const { text } = await context.start();
  for (const part of ["the focus", "good", '"bad"']) assertStringIncludes(text, part);
});

Deno.test("an entry with one field twice is not changed, and stops no other from being shown (§8.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const twice = '{"value": [1], "source": "agent", "value": [2]}';
  await root.write("memory/shared.json", storeJson({ good: ENTRY, twice }));
  const before = await root.snapshot(), context = root.open();
  for (const attempt of [() => context.set("twice", 1), () => context.resolve("twice")]) {
    const error = await assertRejects(attempt, CtxError);
    assertStringIncludes(error.message, "twice");
  }
  assertStringIncludes((await context.start()).text, "good");
  assert((await context.list()).results.some(({ key }) => key === "good"));
  assert((await context.search("there")).results.some(({ key }) => key === "good"));
  assertEquals(await root.snapshot(), before);
});

Deno.test("a store file that is a folder or a pipe is named, and waited for by nobody (§5.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  await Deno.mkdir(root.at("memory/shared.json"));
  await new Deno.Command("sh", { args: ["-c", 'mkfifo "$0"', root.at("memory/agent.json")] }).output();
  const context = root.open();
  for (const store of ["shared", "agent"] as const) {
    const error = await assertRejects(() => context.get("k", { store }), StorageError);
    assertStringIncludes(error.message, root.at(`memory/${store}.json`));
    await assertRejects(() => context.set("k", "v", { store }), StorageError);
  }
  assertEquals((await context.brief()).counts, { operator: 0, shared: null, agent: null });
});

Deno.test("a store of another version is read and not written; without a version it is both (§8.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  for (const version of ['"2"', '"1.0"', "2", "null"]) {
    const text = `{"version": ${version}, "entries": {"k": ${ENTRY}}}`;
    await root.write("memory/shared.json", text);
    assertEquals((await context.get("k")).entry.value, "there");
    const error = await assertRejects(() => context.set("k", "w"), StorageError);
    assertStringIncludes(error.message, root.at("memory/shared.json"));
    await assertRejects(() => context.delete("k"), StorageError);
    assertEquals(await root.read("memory/shared.json"), text);
  }
  await root.write("memory/shared.json", `{"entries": {"k": ${ENTRY}}}`);
  await context.set("k", "w");
  assertEquals((await context.get("k")).entry.value, "w");
});

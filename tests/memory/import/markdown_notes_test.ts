import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { readNotes } from "../../../lib/memory/import/markdown_notes.ts";
import { TarError } from "../../../lib/text/read_tar.ts";
import { type Packed, tarStream } from "../../support/tar_stream.ts";

const pure = { permissions: "none" } as const;
const FACTS = { now: "2026-10-13T09:41:07Z" };
const read = (...files: readonly Packed[]) => readNotes(tarStream(files), "shared", FACTS);
const one = (content: string, more: Partial<Packed> = {}) => {
  const [entry] = read({ path: "notes/A note.md", content, ...more }).entries;
  return { ...entry!, entry: JSON.parse(entry!.text) };
};

Deno.test("readNotes() makes an entry of a note: its text, title, tags and date (§3.4, §3.5)", pure, () => {
  const { key, foreign, entry } = one(
    "---\ntitle: Cache ideas\ntags: [cache, '#perf', cache]\ndate: 2026-10-01\n---\n\n# Ideas\n\nOne.\n",
  );
  assertEquals([key, foreign], ["cache_ideas", "dated"]);
  assertEquals(entry, {
    value: "# Ideas\n\nOne.",
    source: "system",
    basis: "reported",
    scope: "global",
    tags: ["cache", "perf"],
    derivation: 'Imported from the note "notes/A note.md", "Cache ideas"',
    created: "2026-10-01T00:00:00Z",
    timestamp: "2026-10-01T00:00:00Z",
  });
});

Deno.test(
  "readNotes() takes dates of the front matter, and the time of a file for an entry's but not for a date",
  pure,
  () => {
    for (
      const [block, modified, times] of [
        ["", 0, ["undated", FACTS.now, FACTS.now]],
        ["", 1_000_000_000, ["undated", "2001-09-09T01:46:40Z", "2001-09-09T01:46:40Z"]],
        // A file of the future, and one beyond all years.
        ["", 4_000_000_000, ["undated", FACTS.now, FACTS.now]],
        ["created: 2026-01-01\nupdated: 2026-02-01T12:00:00+02:00\n", 1_000_000_000, [
          "dated",
          "2026-01-01T00:00:00Z",
          "2026-02-01T10:00:00Z",
        ]],
        ["lastmod: '2026-02-01'\n", 0, ["dated", "2026-02-01T00:00:00Z", "2026-02-01T00:00:00Z"]],
        ["date: last week\n", 0, ["undated", FACTS.now, FACTS.now]],
        ["date: 2026-02-30\n", 0, ["undated", FACTS.now, FACTS.now]],
        ["date: 9999-12-31T23:59:59-01:00\n", 0, ["undated", FACTS.now, FACTS.now]],
      ] as const
    ) {
      const { foreign, entry } = one(`---\n${block}---\nx`, { modified });
      assertEquals([foreign, entry.created, entry.timestamp], [...times], block);
    }
  },
);

Deno.test("readNotes() takes tags in each spelling", pure, () => {
  for (
    const [line, tags] of [
      ["tags: a b", ["a", "b"]],
      ["tags: a b, c", ["a b", "c"]],
      ["tags:\n  - a b\n  - c", ["a b", "c"]],
      ["tag: '#a'", ["a"]],
      ["tags: ''", []],
      ["other: x", []],
    ] as const
  ) assertEquals(one(`---\n${line}\n---\nx`).entry.tags, [...tags], line);
});

Deno.test("readNotes() gives the same keys in whatever order the files were packed", pure, () => {
  const files = ["b/note.md", "a/note.md", "Note.MD", "c/x.markdown", "c/current focus.md"]
    .map((path) => ({ path, content: path }));
  const keys = (files: readonly Packed[]) =>
    read(...files).entries.map(({ key, text }) => [key, JSON.parse(text).value]);
  assertEquals(keys(files), [
    ["note", "Note.MD"],
    ["a_note", "a/note.md"],
    ["b_note", "b/note.md"],
    ["c_current_focus", "c/current focus.md"],
    ["x", "c/x.markdown"],
  ]);
  assertEquals(keys(files.toReversed()), keys(files));
});

Deno.test("readNotes() passes over what is hidden, empty or no Markdown, and counts it", pure, () => {
  const { entries, skipped } = read(
    { path: "a.md", content: "a" },
    { path: "._a.md", content: "finder" },
    { path: ".obsidian/b.md", content: "settings" },
    { path: "c.png", content: "image" },
    { path: "d.md", content: "---\ntitle: nothing\n---\n\n \n" },
  );
  assertEquals([entries.map(({ key }) => key), skipped], [["a"], 4]);
});

Deno.test("readNotes() names the note that is not UTF-8", pure, () => {
  const bytes = tarStream([{ path: "a.md", content: new Uint8Array([0x61, 0xff]) }]);
  assertStringIncludes(
    assertThrows(() => readNotes(bytes, "shared", FACTS), TarError).message,
    '"a.md" is not UTF-8',
  );
});

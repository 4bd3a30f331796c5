import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { readFrontMatter } from "../../lib/text/front_matter.ts";

const pure = { permissions: "none" } as const;
const read = (text: string) => {
  const { fields, body } = readFrontMatter(text);
  return { fields: Object.fromEntries(fields), body };
};

/** What stands between the lines of `---`, and the fields that it gives. */
const BLOCKS: readonly (readonly [block: string, fields: Record<string, unknown>])[] = [
  ["title: Plain words", { title: "Plain words" }],
  ["Title: x", { title: "x" }],
  ['title: "With \\"quotes\\": and a # sign"', { title: 'With "quotes": and a # sign' }],
  ["title: 'It''s'  # a comment", { title: "It's" }],
  ["title: a: b", { title: "a: b" }],
  ["title: C# notes", { title: "C# notes" }],
  ["tags: [a, 'b, c', \"d\"]", { tags: ["a", "b, c", "d"] }],
  ["tags: []", { tags: [] }],
  ["tags:\n  - a\n  - 'b c'\nnext: x", { tags: ["a", "b c"], next: "x" }],
  ["tags:\n- a\n- b", { tags: ["a", "b"] }],
  ["tags: a, b", { tags: "a, b" }],
  ["nested:\n  deep: x\ntitle: y", { title: "y" }],
  ["text: |\n  line\ntitle: y", { title: "y" }],
  ["# a comment\ntitle: y", { title: "y" }],
  ["date: 2026-10-13", { date: "2026-10-13" }],
  ["empty:", {}],
  ["__proto__x", {}],
  ['bad: "\\q"', { bad: "\\q" }],
];

Deno.test("readFrontMatter() reads texts and lists of texts, and passes over deeper structure", pure, () => {
  for (const [block, fields] of BLOCKS) {
    assertEquals(read(`---\n${block}\n---\nbody\n`), { fields, body: "body\n" }, block);
    const windows = `---\n${block}\n---\nbody\n`.replaceAll("\n", "\r\n");
    assertEquals(read(windows), { fields, body: "body\r\n" }, block);
  }
});

Deno.test("readFrontMatter() leaves a text without front matter as it is", pure, () => {
  for (
    const text of [
      "",
      "body",
      "\n---\ntitle: x\n---\n",
      "--- x\n---\n",
      "---\ntitle: x\nnever closed\n",
      "----\n",
    ]
  ) {
    assertEquals(read(text), { fields: {}, body: text });
  }
  assertEquals(read("\ufeff---\ntitle: x\n---\nbody").body, "body");
  assertEquals(read("---\n---\nbody").body, "body");
  assertEquals(read("---\ntitle: x\n...\nbody\n---\n").body, "body\n---\n");
});

Deno.test("readFrontMatter() takes any text", pure, () => {
  const piece = fc.constantFrom(
    "---\n",
    "...\n",
    "title:",
    " ",
    '"',
    "'",
    "[",
    "]",
    ",",
    "- ",
    "#",
    "\n",
    "x",
    "\\",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    const text = pieces.join(""), { body } = readFrontMatter(text);
    assertEquals(text.endsWith(body), true);
  }));
});

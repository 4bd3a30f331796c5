import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { JsonSyntaxError, placeOf } from "../../../lib/json/scan.ts";
import { isGraphLines, readGraphLines } from "../../../lib/memory/import/mcp_memory_lines.ts";

const pure = { permissions: "none" } as const;
const FACTS = { now: "2026-10-13T09:41:07Z", author: "Agent One" };
const read = (...lines: readonly (object | string)[]) =>
  readGraphLines(
    lines.map((line) => typeof line === "string" ? line : JSON.stringify(line)).join("\n"),
    "agent",
    FACTS,
  );

const ADA = {
  type: "entity",
  name: "Ada Lovelace",
  entityType: "Person",
  observations: ["wrote notes", "a\nb"],
};
const WORKS = { type: "relation", from: "Ada Lovelace", to: "Engine", relationType: "works_on" };

Deno.test(
  "readGraphLines() makes an entry of an entity, with its observations and relations (§3.4, §3.5)",
  pure,
  () => {
    const [ada, engine] = read(WORKS, "", ADA);
    assertEquals([ada!.store, ada!.key, ada!.foreign], ["agent", "ada_lovelace", "undated"]);
    assertEquals(JSON.parse(ada!.text), {
      value: "Ada Lovelace (Person)\n- works_on: Engine\n- wrote notes\n- a\nb",
      source: "system",
      author: "Agent One",
      basis: "reported",
      scope: "global",
      tags: ["person"],
      derivation: 'Imported from an MCP memory file: the entity "Ada Lovelace"',
      created: FACTS.now,
      timestamp: FACTS.now,
    });
    assertEquals([engine!.key, JSON.parse(engine!.text).value, JSON.parse(engine!.text).tags], [
      "engine",
      "Engine",
      [],
    ]);
  },
);

Deno.test(
  "readGraphLines() takes lines of one entity together, and keeps names that make one key apart",
  pure,
  () => {
    const again = { ...ADA, observations: ["wrote notes", "more"] };
    const other = { ...ADA, name: "ada-lovelace", observations: [] };
    const entries = read(ADA, again, other, { ...ADA, name: "__proto__", observations: [] });
    assertEquals(entries.map(({ key }) => key), ["ada_lovelace", "ada_lovelace_2", "proto"]);
    assertEquals(JSON.parse(entries[0]!.text).value, "Ada Lovelace (Person)\n- wrote notes\n- a\nb\n- more");
    assertEquals(JSON.parse(entries[1]!.text).value, "ada-lovelace (Person)");
  },
);

Deno.test("readGraphLines() names the line that is neither an entity nor a relation", pure, () => {
  const bad: readonly (object | string)[] = [
    "{",
    '{"type":"entity"',
    "null",
    "1",
    "[]",
    { type: "entity" },
    { ...ADA, name: " " },
    { ...ADA, observations: "one" },
    { ...ADA, observations: [1] },
    { ...ADA, entityType: 1 },
    { ...WORKS, to: 1 },
    { ...WORKS, type: "other" },
    '{"type":"relation","from":"a","to":"b","relationType":NaN}',
  ];
  for (const line of bad) {
    const text = `${JSON.stringify(ADA)}\n${typeof line === "string" ? line : JSON.stringify(line)}\n`;
    const error = assertThrows(() => readGraphLines(text, "shared", FACTS), JsonSyntaxError);
    assertEquals(placeOf(text, error.offset).line, 2, String(line));
    assertStringIncludes(error.message, "it is n");
  }
});

Deno.test("isGraphLines() knows the file by its first line", pure, () => {
  assertEquals(isGraphLines(`\n${JSON.stringify(WORKS)}\nwhatever`), true);
  for (const text of ["", "x", "{", "{}", "[]", "null", '{"type":"ctx-export"}', '{\n"type":"entity"}']) {
    assertEquals(isGraphLines(text), false, text);
  }
});

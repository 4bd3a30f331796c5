import { assertEquals, assertLess, assertMatch, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { compact } from "../../lib/json/layout.ts";
import { JsonSyntaxError, scanObject } from "../../lib/json/scan.ts";
import { FIELDS } from "../../lib/memory/entry.ts";
import { editEntry, type FieldChanges, fieldTexts } from "../../lib/memory/entry_fields.ts";
import { layOutMembers, spacing, valueText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;
const changes = (fields: Record<string, string | undefined>): FieldChanges => new Map(Object.entries(fields));

/** An entry's fields, names and values as they are spelled. */
function fieldsOf(text: string): (readonly [name: string, value: string])[] {
  const { members: m } = scanObject(text, 0);
  const slice = (i: number) => text.slice(m[i], m[i + 1]);
  return Array.from({ length: m.length / 4 }, (_, i) => [slice(4 * i), slice(4 * i + 2)] as const);
}

Deno.test("editEntry() writes a new entry's fields in the order of the table of §3.3", pure, () => {
  const all = new Map(FIELDS.toReversed().map((field) => [field, JSON.stringify(field)]));
  assertEquals(Object.keys(JSON.parse(editEntry("{}", all))), [...FIELDS]);
});

Deno.test("editEntry() puts a new field behind the last one that stands before it in the table", pure, () => {
  const text = '{"value": 1, "timestamp": "t", "x": 1.10, "source": "agent"}';
  assertEquals(
    editEntry(text, changes({ basis: '"verified"' })),
    '{"value": 1, "timestamp": "t", "x": 1.10, "source": "agent", "basis": "verified"}',
  );
  assertEquals(
    editEntry('{"basis": "verified"}', changes({ value: "2", source: '"agent"' })),
    '{"value": 2, "source": "agent", "basis": "verified"}',
  );
  assertEquals(
    editEntry('{"value": 1, "x": 2}', changes({ status_note: '"n"', status: '"resolved"', author: '"A"' })),
    '{"value": 1, "author": "A", "status": "resolved", "status_note": "n", "x": 2}',
  );
});

Deno.test("editEntry() keeps the bytes and the order of all fields that no change names (§3.3)", pure, () => {
  const names = fc.subarray([...FIELDS, "x_a", "X", "", "__proto__"] as string[]);
  fc.assert(
    fc.property(names, fc.infiniteStream(valueText), spacing, fc.subarray([...FIELDS]), (
      fields,
      values,
      spacing,
      touched,
    ) => {
      const old = fields.map((name) => [JSON.stringify(name), values.next().value] as const);
      const text = layOutMembers(old, spacing);
      const edits = new Map(
        touched.map((field, i) => [field, i % 3 === 0 ? undefined : values.next().value]),
      );
      const result = editEntry(text, edits), parsed = JSON.parse(result) as Record<string, unknown>;
      const isTouched = (name: string) => (touched as string[]).includes(JSON.parse(name));
      assertEquals(
        fieldsOf(result).filter(([name]) => !isTouched(name)),
        old.filter(([name]) => !isTouched(name)),
      );
      for (const [field, value] of edits) {
        const now = Object.getOwnPropertyDescriptor(parsed, field)?.value;
        assertEquals(now, value === undefined ? undefined : JSON.parse(value), field);
      }
    }),
  );
});

Deno.test("editEntry() keeps numbers and escapes of unknown fields as they are spelled", pure, () => {
  const text =
    '{\n  "value": "a",\n  "x_v": 1.10,\n  "x_n": 12345678901234567890,\n  "x_s": "\\u0041\\/\\ud800"\n}';
  assertEquals(editEntry(text, changes({ value: '"b"' })), text.replace('"a"', '"b"'));
});

Deno.test("editEntry() lays a value out as the entry is laid out", pure, () => {
  assertEquals(
    editEntry('{\n\t\t"value": 1\n\t}', changes({ value: '{"a":[1]}' })),
    '{\n\t\t"value": {\n\t\t\t"a": [\n\t\t\t\t1\n\t\t\t]\n\t\t}\n\t}',
  );
  assertEquals(editEntry('{"value":1}', changes({ value: '{"a":[1]}' })), '{"value":{"a":[1]}}');
});

Deno.test("editEntry() finds a field however its name is spelled", pure, () => {
  assertEquals(editEntry('{"v\\u0061lue":1}', changes({ value: "2" })), '{"v\\u0061lue":2}');
});

Deno.test("editEntry() refuses an entry in which a field stands twice, and says which", pure, () => {
  for (const text of ['{"value":1,"value":2}', '{"x":1,"value":1,"\\u0078":2}']) {
    const error = assertThrows(() => editEntry(text, changes({ value: "3" })), JsonSyntaxError);
    assertMatch(error.message, /the field "(value|x)" stands in it twice/);
  }
});

Deno.test("fieldTexts() gives a value as it is spelled", pure, () => {
  fc.assert(fc.property(valueText, spacing, (value, spacing) => {
    const text = layOutMembers(
      [['"source"', '"agent"'], ['"value"', value], ['"x"', '{"value":1}']],
      spacing,
    );
    assertEquals(fieldTexts(text).get("value"), value);
  }));
  assertEquals(fieldTexts("{}").get("value"), undefined);
  assertEquals(fieldTexts('{"x":{"value":1}}').get("value"), undefined);
});

Deno.test(
  "fieldTexts() reads, as JSON.parse does, the last of several values, whatever else stands twice",
  pure,
  () => {
    const text = '{"value":1,"x":0,"value":2,"x":0}';
    assertEquals(fieldTexts(text).get("value"), "2");
    assertEquals(JSON.parse(text).value, 2);
  },
);

Deno.test("editEntry() and fieldTexts() take time in proportion to the fields", pure, () => {
  const fields = Array.from({ length: 100_000 }, (_, i) => `"f${i}":${i}`), start = performance.now();
  const text = `{"value":1,${fields.join(",")}}`;
  assertEquals(fieldTexts(editEntry(text, changes({ value: "2" }))).get("value"), "2");
  // Anything quadratic would take half a minute.
  assertLess(performance.now() - start, 5_000);
  assertEquals(compact(fieldTexts(text).get("value")!), "1");
});

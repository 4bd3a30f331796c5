import { assertEquals } from "@std/assert";
import { keyOfSameValue } from "../../lib/memory/duplicate_value.ts";
import { StoreText } from "../../lib/memory/store_text.ts";
import { stored } from "../support/entries.ts";

const pure = { permissions: "none" } as const;
const VALUE = 'It said "no",\nand 20 more';

/** The key found for an entry `k` that holds VALUE, in a file with these entries. */
function found(entries: Readonly<Record<string, unknown>>, value: unknown = VALUE): string | undefined {
  const text = new StoreText(JSON.stringify({ type: "shared", version: "1", entries }, null, 2));
  return keyOfSameValue(stored("k", { value }), text);
}

Deno.test("keyOfSameValue() names the first other current entry with that value (BR-83)", pure, () => {
  assertEquals(found({ k: { value: VALUE } }), undefined);
  assertEquals(found({ a: { value: VALUE + "." }, b: { value: VALUE }, c: { value: VALUE } }), "b");
  assertEquals(found({ 'a"\n': { value: VALUE }, k: { value: VALUE } }), 'a"\n');
});

Deno.test("keyOfSameValue() passes over what is marked, or holds it elsewhere", pure, () => {
  assertEquals(found({ a: { value: VALUE, status: "superseded" }, b: { value: VALUE } }), "b");
  assertEquals(found({ a: { value: "v", derivation: VALUE } }), undefined);
  assertEquals(found({ a: { value: [VALUE] } }), undefined);
  assertEquals(found({ [VALUE]: { value: "v" } }), undefined);
  assertEquals(found({ [VALUE]: { value: VALUE } }), VALUE);
  assertEquals(found({ bad: VALUE, b: { value: VALUE } }), "b");
  assertEquals(found({}), undefined);
});

Deno.test("keyOfSameValue() passes over texts that are the same by chance, and what is no text", pure, () => {
  const short = "x".repeat(19), list = [VALUE];
  assertEquals(found({ a: { value: short } }, short), undefined);
  assertEquals(found({ a: { value: short + "x" } }, short + "x"), "a");
  assertEquals(found({ a: { value: list } }, list), undefined);
});

Deno.test("keyOfSameValue() sees the changes that are not in the file yet", pure, () => {
  const text = new StoreText(JSON.stringify({ entries: { a: { value: VALUE }, b: { value: VALUE } } }));
  text.put("a", '{"value": "another"}');
  text.remove("b");
  assertEquals(keyOfSameValue(stored("k", { value: VALUE }), text), undefined);
});

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { compact } from "../../lib/json/layout.ts";
import { JsonSyntaxError } from "../../lib/json/scan.ts";
import { repeatedField } from "../../lib/memory/entry_fields.ts";
import { exportText, readExport } from "../../lib/memory/export_document.ts";
import { STORES } from "../../lib/memory/entry.ts";
import { StoredEntry } from "../../lib/memory/stored_entry.ts";
import { key, mutated, objectText } from "../support/json_texts.ts";

const pure = { permissions: "none" } as const;
const NOW = "2026-10-13T09:41:07Z";
const of = (stores: string, more = "") => `{"type":"ctx-export","version":"1","stores":${stores}${more}}`;
const refusal = (text: string) => assertThrows(() => readExport(text), JsonSyntaxError).message;

Deno.test(
  "exportText() is one JSON document with an entry a line, as it is stored (§10, BR-17)",
  pure,
  () => {
    const entry = '{ "value": 1.10,\n  "x_other": "\\u0041" }';
    const text = exportText([
      { store: "shared", entries: [new StoredEntry("shared", "__proto__", entry)] },
      { store: "agent", entries: [] },
    ], NOW);
    assertEquals(
      text,
      '{"type":"ctx-export","version":"1","exported":"2026-10-13T09:41:07Z","stores":{\n' +
        '"shared":{"entries":{\n"__proto__":{"value":1.10,"x_other":"\\u0041"}\n}},\n"agent":{"entries":{}}\n}}\n',
    );
    JSON.parse(text);
  },
);

Deno.test("readExport() gives back what exportText() wrote, spelled as it was", pure, () => {
  const entries = fc.uniqueArray(fc.tuple(key, objectText), { maxLength: 4, selector: ([key]) => key });
  fc.assert(fc.property(fc.tuple(entries, entries, entries), (stores) => {
    const whole = stores.map((entries) => entries.filter(([, text]) => repeatedField(text) === undefined));
    const text = exportText(
      whole.map((entries, i) => ({
        store: STORES[i]!,
        entries: entries.map(([key, text]) => new StoredEntry(STORES[i]!, key, text)),
      })),
      NOW,
    );
    assertEquals(
      readExport(text),
      whole.flatMap((entries, i) =>
        entries.map(([key, text]) => ({ store: STORES[i]!, key, text: compact(text) }))
      ),
    );
  }));
});

Deno.test("readExport() passes over members that it does not know", pure, () => {
  const text = of('{"agent":{"note":[1],"entries":{"k":{"value":1}}}}', ',"more":{"a":{}}');
  assertEquals(readExport(text), [{ store: "agent", key: "k", text: '{"value":1}' }]);
});

/** What is no export, and what is said of it. */
const BAD: readonly (readonly [text: string, says: string])[] = [
  ["", "it is empty"],
  ["[]", "an object"],
  ["{}", '"type" is missing'],
  ['{"type":"shared","version":"1","entries":{}}', '"type" is "shared"'],
  ['{"type":"ctx-export","version":"2","stores":{}}', '"version" is "2"'],
  ['{"type":"ctx-export","version":1,"stores":{}}', '"version" is 1'],
  ['{"type":"ctx-export","version":"1"}', 'no "stores"'],
  [of("[]"), "an object"],
  [of('{"mine":{"entries":{}}}'), 'no store "mine"'],
  [of('{"shared":{}}'), 'no "entries"'],
  [of('{"shared":{"entries":[]}}'), "an object"],
  [of('{"shared":{"entries":{"k":1}}}'), "an object"],
  [of('{"shared":{"entries":{"":{}}}}'), "a key is empty"],
  [of('{"shared":{"entries":{"k":{},"\\u006b":{}}}}'), '"k" stands in it twice'],
  [of('{"shared":{"entries":{"k":{"value":1,"value":2}}}}'), '"value" stands in it twice'],
  [of('{"shared":{"entries":{}},"shared":{"entries":{}}}'), '"shared" stands in it twice'],
  [of("{}", ',"stores":{}'), '"stores" stands in it twice'],
  [of('{"shared":{"entries":{"k":{"value":NaN}}}}'), '"N" stands where'],
  [of('{"shared":{"entries":{"k":{"value":Infinity}}}}'), '"I" stands where'],
  [of("{}") + "x", '"x" stands where the end'],
  ["\ufeff" + of("{}"), "a byte order mark"],
  [of('{"shared":{"entries":{"k":{"value":1}}').slice(0, -1), "it ends where"],
];

Deno.test("readExport() refuses whatever is not an export, and says what is wrong", pure, () => {
  for (const [text, says] of BAD) assertStringIncludes(refusal(text), says, text);
});

Deno.test("readExport() takes a text or refuses it with one error", pure, () => {
  const text = of('{"shared":{"entries":{"k":{"value":1,"tags":[]}}},"agent":{"entries":{}}}');
  fc.assert(fc.property(mutated(fc.constant(text)), (text) => {
    try {
      readExport(text);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
    }
  }));
});

Deno.test("readExport() needs no stack for depth", pure, () => {
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  assertEquals(
    readExport(of(`{"shared":{"entries":{"k":{"value":${deep}}}}}`))[0]!.text,
    `{"value":${deep}}`,
  );
});

import { assertEquals } from "@std/assert";
import { linePattern, parsedLine, readHistoryLine } from "../../lib/memory/history_line.ts";

const pure = { permissions: "none" } as const;

Deno.test(
  "readHistoryLine() reads a line of ours, the entry to the digit (docs/store_format.md)",
  pure,
  () => {
    const line =
      '{"at":"2026-10-13T09:41:07Z","operation":"amend","by":"Agent One","key":"k","entry":{"value":1.10,"x":12345678901234567890}}';
    assertEquals(readHistoryLine(line, "k"), {
      at: "2026-10-13T09:41:07Z",
      operation: "amend",
      by: "Agent One",
      text: '{"value":1.10,"x":12345678901234567890}',
    });
  },
);

Deno.test("readHistoryLine() reads what another program spells its own way", pure, () => {
  const line = ' { "entry" : { "value" : "v" } , "key" : "\\u006b" , "more" : 1 }\r';
  assertEquals(readHistoryLine(line, "k"), { at: "", operation: "", by: undefined, text: '{"value":"v"}' });
  const odd = '{"key":"k","at":7,"operation":null,"by":[],"entry":{}}';
  assertEquals(readHistoryLine(odd, "k"), { at: "", operation: "", by: undefined, text: "{}" });
});

Deno.test("readHistoryLine() passes over what is torn, foreign, or about another key", pure, () => {
  const lines = [
    "",
    "{",
    '{"key":"k","entry":{"val',
    "null",
    '"k"',
    "[]",
    '{"key":"k"}',
    '{"key":"k","entry":7}',
  ];
  lines.push(
    '{"key":"other","entry":{}}',
    '{"key":["k"],"entry":{}}',
    '{"entry":{"key":"k"}}',
    '{"key":"k","entry":[]}',
  );
  for (const line of lines) assertEquals(readHistoryLine(line, "k"), undefined, line);
});

Deno.test("parsedLine() knows objects, and nothing else", pure, () => {
  assertEquals(parsedLine('{"a":1}'), { a: 1 });
  for (const line of ["", "7", "null", "[]", '{"a":']) assertEquals(parsedLine(line), undefined);
});

Deno.test("linePattern() meets every line about the key, however it is spelled", pure, () => {
  const keys = [
    "k",
    "a b",
    'quo"te',
    "back\\slash",
    "new\nline",
    "é",
    "\ud800",
    "$1.*+?^()[]{}|/-",
    "__proto__",
    "key",
  ];
  for (const key of keys) {
    const escaped = [...key].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    for (
      const spelled of [
        `"key":${JSON.stringify(key)}`,
        `"key" :\t${JSON.stringify(key)}`,
        `"key": "${escaped}"`,
      ]
    ) {
      assertEquals(linePattern(key).test(`{"at":"x",${spelled},"entry":{}}`), true, spelled);
    }
    for (const other of ["other", `${key.replace(/[^a-z]/g, "")}x`, "x"]) {
      assertEquals(
        linePattern(key).test(`{"key":"${other}","entry":{"value":"k"}}`),
        false,
        `${key} ${other}`,
      );
    }
  }
});

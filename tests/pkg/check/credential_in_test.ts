import { assert, assertEquals } from "@std/assert";
import { credentialIn } from "../../../lib/pkg/check/credential_in.ts";

const TOKEN = ["glpat", "abcdefghij0123456789"].join("-");

/** A JSON string's text with every character as an escape. */
const escaped = (text: string) =>
  `"${[...text].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;

Deno.test("a name that is spelled with escapes tells what its value is (ctxpkg §14.3)", () => {
  const texts = [
    '{"password":"hunter2hunter2"}',
    '{"p\\u0061ssword":"hunter2hunter2"}',
    '{"p\\u0061ssword" :\n "hunter2hunter2"}',
    `{${escaped("password")}:${escaped("hunter2hunter2")}}`,
    '{"a":[{"api\\u005fkey":"k4k4k4k4k4"}]}',
    '{"\\u0063lient_secret":"\\u0068unter2hunter2"}',
  ];
  for (const text of texts) assert(credentialIn(text), text);
});

Deno.test("a string that holds one is found whatever its escapes, as a value and as a name (ctxpkg §14.3)", () => {
  for (const string of [`"${TOKEN}"`, escaped(TOKEN), `"${TOKEN.replace("l", "\\u006C")}"`]) {
    for (
      const text of [
        string,
        `[${string}]`,
        `{"a":{"b":[1,${string}]}}`,
        `{${string}:1}`,
        `{"a":1,"a":${string}}`,
      ]
    ) {
      assert(credentialIn(text), text);
    }
  }
});

Deno.test("a string with JSON in it is looked into as far as it says one (ctxpkg §14.3, §14.4)", () => {
  const carrier = (json: string) => JSON.stringify({ source: `ctx1:${json}` });
  assert(credentialIn(carrier(`{"author":"${TOKEN}"}`)));
  assert(credentialIn(carrier('{"password":"hunter2hunter2"}')));
});

Deno.test("what is said says no credential itself (ctxpkg §15)", () => {
  for (const text of [`"${TOKEN}"`, '{"password":"hunter2hunter2"}']) {
    const kind = credentialIn(text)!;
    assert(/^an? /.test(kind) && !kind.includes("hunter2") && !kind.includes(TOKEN), kind);
  }
});

Deno.test("what is none is none: numbers, short words, names alone, placeholders (ctxpkg §14.3)", () => {
  const texts = [
    "1234567890123456",
    "null",
    '"password"',
    '{"password":null}',
    '{"password":"short"}',
    '{"password":"<your password>"}',
    '{"tokens":["a","b"]}',
    '{"max_tokens":4096}',
    '{"a":"glpat-"}',
    '{"\\u0061":"\\u0062"}',
  ];
  for (const text of texts) assertEquals(credentialIn(text), undefined, text);
});

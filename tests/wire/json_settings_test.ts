import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import * as jsonc from "npm:jsonc-parser@3.3.1";
import { containersToMake, mergeJson, removeJson } from "../../lib/wire/json_settings.ts";
import type { Content } from "../../lib/wire/placement.ts";
import { insertSpans, removeSpans } from "../../lib/wire/spans.ts";

type JsonContent = Extract<Content, { format: "json" }>;

const HOOK: JsonContent = {
  format: "json",
  at: ["hooks", "SessionStart"],
  as: "element",
  value: {
    hooks: [{ type: "command", command: "/bin/ctx", args: ["start", "--hook", "claude"], timeout: 10 }],
  },
};
const AUTHOR: JsonContent = { format: "json", at: ["env", "CTX_AUTHOR"], as: "member", value: "Agent One" };

/** What a text says; nothing where it is no JSON. */
function meaning(text: string): unknown {
  const errors: jsonc.ParseError[] = [];
  const value = jsonc.parse(text.replace(/^\ufeff/, " "), errors, { allowTrailingComma: true });
  return errors.length > 0 ? undefined : value;
}

/** The comments of a text; each has a number of its own. */
function comments(text: string): string[] {
  return (text.match(/\/\* c\d+ [^*]*\*\/|\/\/ c\d+ [^\r\n]*/g) ?? []).map((one) => one.trimEnd()).sort();
}

/** What a text says without the containers that are made for what is wired, where they are empty. */
function withoutEmpty(text: string): unknown {
  // deno-lint-ignore no-explicit-any
  const value: any = structuredClone(meaning(text));
  if (value.hooks?.SessionStart?.length === 0) delete value.hooks.SessionStart;
  for (const name of ["hooks", "env"]) {
    if (value[name] && Object.keys(value[name]).length === 0) delete value[name];
  }
  return value;
}

/** Texts of settings as nobody should write them: comments, commas and line ends wherever JSON lets them stand. */
const texts = fc.gen().map((gen) => {
  let comment = 0;
  const newline = gen(fc.constantFrom, "\n", "\r\n");
  const space = () =>
    gen(fc.constantFrom, "", "", " ", `${newline}  `, `${newline}\t`, " /* c", " // c")
      .replace(
        /c$/,
        () => `c${comment++} ${gen(fc.constantFrom, "x", "{", "}", "]", '"', ",", "ctx start")} `,
      )
      .replace(/^( \/\*.*)$/s, "$1*/ ").replace(/^( \/\/.*)$/s, `$1${newline}`);
  const value = (depth: number): string => {
    const kind = depth === 0 ? 0 : gen(fc.integer, { min: 0, max: 3 });
    if (kind === 2) return array(depth - 1);
    if (kind === 3) return object(depth - 1, []);
    return gen(
      fc.constantFrom,
      "1",
      "true",
      "null",
      '"s"',
      '"a, // b"',
      '"\\u00e9\\n"',
      '"é😀"',
      '"/*"',
      '"}"',
      "-1e3",
    );
  };
  const list = (items: string[]) =>
    items.join(",") +
    (items.length > 0 && gen(fc.boolean) && gen(fc.boolean)
      ? `,${space()}`
      : items.length > 0
      ? ""
      : space());
  const array = (depth: number): string =>
    `[${
      list(
        Array.from({ length: gen(fc.integer, { min: 0, max: 3 }) }, () => space() + value(depth) + space()),
      )
    }]`;
  const object = (depth: number, members: [string, string][]): string => {
    const names = ["a", 'k"q', "é", "x.y", "", "z"].slice(0, gen(fc.integer, { min: 0, max: 3 }));
    const all: [string, string][] = [
      ...members,
      ...names.map((name): [string, string] => [name, value(depth)]),
    ];
    return `{${
      list(
        all.map(([name, text]) => `${space()}${JSON.stringify(name)}${space()}:${space()}${text}${space()}`),
      )
    }}`;
  };
  const members: [string, string][] = [];
  const hooks = gen(fc.integer, { min: 0, max: 3 });
  if (hooks === 1) members.push(["hooks", object(1, [])]);
  if (hooks > 1) members.push(["hooks", object(1, [["SessionStart", array(2)]])]);
  if (gen(fc.boolean)) members.push(["env", object(1, [])]);
  return `${gen(fc.constantFrom, "", "", "\ufeff")}${space()}${object(2, members)}${space()}`;
});

/** Puts both in; gives the text, what was put in, and how much was made for each. */
async function wired(text: string) {
  const spans = [], made: [JsonContent, number][] = [];
  let done = text;
  for (const content of [HOOK, AUTHOR]) {
    const found = await mergeJson(done, content, "settings.json", [HOOK, AUTHOR]);
    if (found.state !== "missing") continue;
    made.push([content, await containersToMake(done, content, "settings.json")]);
    done = insertSpans(done, found.spans);
    spans.push(...found.spans);
  }
  return { done, spans, made };
}

Deno.test("what is put into any settings changes nothing else, no comment either, and comes out byte for byte", async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      fc.pre(meaning(text) !== undefined);
      const { done, spans } = await wired(text);
      assert(meaning(done) !== undefined, done);
      assertEquals(comments(done), comments(text));
      assertEquals(removeSpans(done, spans), text);
      for (const content of [HOOK, AUTHOR]) {
        assertEquals((await mergeJson(done, content, "settings.json", [HOOK, AUTHOR])).state, "there");
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("taken out piece by piece, whatever comments somebody put around it, it leaves what is theirs", async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), async (text, dice) => {
      fc.pre(meaning(text) !== undefined);
      const { done, made } = await wired(text);
      // Comments of somebody's between any two tokens, but not within what is ours.
      const root = jsonc.parseTree(done.replace(/^\ufeff/, " "), [], { allowTrailingComma: true })!,
        places = new Set<number>();
      const look = (node: jsonc.Node): void => {
        const isOurs = made.some(([{ value }]) =>
          JSON.stringify(value) === JSON.stringify(jsonc.getNodeValue(node))
        );
        if (node.type !== "property") places.add(node.offset).add(node.offset + node.length);
        if (isOurs && node.parent?.type === "property") places.delete(node.offset);
        if (!isOurs) node.children?.forEach(look);
      };
      look(root);
      let edited = done, next = 1000;
      for (const place of [...places].sort((a, b) => b - a)) {
        const die = dice.next().value;
        if (die > 2) continue;
        const comment = die === 0 ? `/* c${next++} mine */` : die === 1 ? ` // c${next++} mine\n` : "\n\n";
        edited = edited.slice(0, place) + comment + edited.slice(place);
      }
      fc.pre(JSON.stringify(meaning(edited)) === JSON.stringify(meaning(done)));
      let rest = edited;
      for (const [content, count] of made.toReversed()) {
        const removal = await removeJson(rest, content, count, "settings.json");
        if (removal.state === "removed") rest = removal.text;
        else assertEquals(removal.state, "changed", "a comment stands between its name and its value");
        if (removal.state === "changed") return;
      }
      assertEquals(withoutEmpty(rest), withoutEmpty(text), `${edited}\n=>\n${rest}`);
      assertEquals(comments(rest), comments(edited), `${edited}\n=>\n${rest}`);
    }),
    { numRuns: 300 },
  );
});

Deno.test("of two members of one name the last is the one that counts, for putting in and for taking out", async () => {
  const text = '{ "env": {}, "env": { "A": "1" } }';
  const found = await mergeJson(text, AUTHOR, "f");
  assert(found.state === "missing");
  const removal = await removeJson(insertSpans(text, found.spans), AUTHOR, 1, "f");
  assertEquals(removal, { state: "removed", text });
});

Deno.test("a hook of another form that starts from ctx is in the way; one that says so in a comment is not", async () => {
  for (
    const [hook, state] of [
      ['{ "command": "ctx start" }', "other"],
      ['{ "command": "/a b/ctx", "args": ["start", "--hook", "claude"] }', "other"],
      ['{ "command": "\'/a b/ctx\' start" }', "other"],
      ['{ "command": "deno run -A /x/cli.ts start" }', "other"],
      ['{ "command": "ctx list" }', "missing"],
      ['{ "command": "echo" /* ctx start */ }', "missing"],
    ] as const
  ) {
    const text = `{ "hooks": { "SessionStart": [{ "hooks": [${hook}] }] } }`;
    assertEquals((await mergeJson(text, HOOK, "f")).state, state, hook);
  }
});

import { assert, assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { getStaticTOMLValue, parseTOML } from "npm:toml-eslint-parser@1.0.3";
import type { Content } from "../../lib/wire/placement.ts";
import { insertSpans, removeSpans, type Span } from "../../lib/wire/spans.ts";
import { mergeToml, removeToml, tablesToMake } from "../../lib/wire/toml_settings.ts";

type TomlContent = Extract<Content, { format: "toml" }>;

const SET: TomlContent = {
  format: "toml",
  table: ["shell_environment_policy", "set"],
  values: { CTX_AUTHOR: "A" },
};
const SERVER: TomlContent = {
  format: "toml",
  isWhole: true,
  table: ["mcp_servers", "ctx"],
  values: { command: "/c", args: ["mcp"], env: { CTX_AUTHOR: "A" } },
};

/** Every way in which a table of the environment, and one of servers, can stand in a file. */
const POLICIES = [
  "",
  '[shell_environment_policy]#c\ninherit = "core"#c\n',
  '[shell_environment_policy]\nset = { A = "1" }#c\n',
  "[shell_environment_policy]\nset = {}\n",
  '[shell_environment_policy]\nset.A = "1"#c\n',
  '[shell_environment_policy.set]#c\n#c\nA = "1"#c\n',
  '[ shell_environment_policy . "set" ]#c\n#c\n',
  "[shell_environment_policy.set]\n[shell_environment_policy.set.sub]\nx = 1\n",
  "[shell_environment_policy.set.sub]\nx = 1\n",
];
const TOPS = [
  "",
  'shell_environment_policy.inherit = "all"#c\n',
  'shell_environment_policy = { inherit = "x" }\n',
  'mcp_servers = { o = { command = "q" } }\n',
  '"shell_environment_policy"."set".Z = "1"\n',
];
const SERVERS = [
  "",
  '[mcp_servers.other]#c\ncommand = "o"#c\n',
  '[mcp_servers]\nother = { command = "o" }#c\n',
  "[mcp_servers]#c\n",
  '[[arr]]\n[mcp_servers.x.env]\nK = "v"\n',
];
const VALUES = [
  "1",
  '"""\n[mcp_servers.ctx]\ncommand = "fake"\n"""',
  "'''\n[shell_environment_policy.set]\n'''",
  "[1, #c\n 2,\n]",
  "1979-05-27",
  "nan",
  '"# [x]"',
  "{ a = 1 }",
];

const texts = fc.tuple(
  fc.constantFrom(...TOPS),
  fc.constantFrom(...VALUES),
  fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
  fc.constantFrom(...POLICIES),
  fc.constantFrom(...SERVERS),
  fc.constantFrom("\n", "\r\n"),
  fc.boolean(),
).map(([top, value, order, policy, servers, newline, isEnded]) => {
  const parts = [policy, servers, `[zz]#c\n#c\nk = ${value}#c\n`];
  let comment = 0;
  const text = `${top}k0 = ${value}#c\n${order.map((i) => parts[i]).join("")}`;
  const numbered = text.replace(/#c/g, () => ` # c${comment++} CTX_AUTHOR = [mcp_servers.ctx]`);
  return (isEnded ? numbered : numbered.replace(/\n$/, "")).replaceAll("\n", newline);
});

function meaning(text: string): unknown {
  try {
    return getStaticTOMLValue(parseTOML(text));
  } catch {
    return undefined;
  }
}

const comments = (text: string) => (text.match(/# c\d+/g) ?? []).sort();
const shown = (value: unknown) => Deno.inspect(value, { depth: 20, sorted: true });

/** What a text says without the tables of ours that are empty. */
function withoutEmpty(text: string): string {
  // deno-lint-ignore no-explicit-any
  const value: any = meaning(text);
  for (const [first, second] of [["mcp_servers", "ctx"], ["shell_environment_policy", "set"]] as const) {
    for (const [table, name] of [[value[first], second], [value, first]] as const) {
      if (table?.[name] && Object.keys(table[name]).length === 0) delete table[name];
    }
  }
  return shown(value);
}

Deno.test("what is put into any TOML changes nothing else, and comes out byte for byte, or piece by piece among somebody's comments", async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.infiniteStream(fc.integer({ min: 0, max: 5 })), async (text, dice) => {
      fc.pre(meaning(text) !== undefined);
      const spans: Span[] = [], made: [TomlContent, number][] = [];
      let done = text;
      for (const content of [SET, SERVER]) {
        const found = await mergeToml(done, content, "config.toml");
        if (found.state !== "missing") continue;
        made.push([content, await tablesToMake(done, content, "config.toml")]);
        done = insertSpans(done, found.spans);
        spans.push(...found.spans);
      }
      assertEquals(removeSpans(done, spans), text);
      assertEquals(comments(done), comments(text));
      for (const [content] of made) {
        assertEquals((await mergeToml(done, content, "config.toml")).state, "there");
      }
      // Lines of somebody's in between, and words behind ours.
      let next = 1000;
      const edited = done.split("\n").flatMap((line) => {
        const die = dice.next().value;
        if (die === 0) return [`# c${next++} mine`, line];
        if (die === 1 && /^(CTX_AUTHOR|args|command = "\/c"|\[mcp_servers\.ctx)/.test(line)) {
          return [line.replace(/\r?$/, ` # c${next++} mine$&`)];
        }
        return [line];
      }).join("\n");
      fc.pre(shown(meaning(edited)) === shown(meaning(done)));
      let rest = edited;
      for (const [content, count] of made.toReversed()) {
        const removal = await removeToml(rest, content, "config.toml", count);
        assert(removal.state === "removed", `${removal.state}: ${rest}`);
        rest = removal.text;
      }
      assertEquals(withoutEmpty(rest), withoutEmpty(text), `${edited}\n=>\n${rest}`);
      assertEquals(comments(rest), comments(edited), `${edited}\n=>\n${rest}`);
    }),
    { numRuns: 400 },
  );
});

Deno.test("a server of somebody's under our name is left as one piece", async () => {
  for (
    const text of [
      '[mcp_servers.ctx]\nurl = "https://mine.example"\n',
      '[mcp_servers.ctx]\ncommand = "mine"\n',
      '[mcp_servers]\nctx = { command = "/c", args = ["mcp"], env = { CTX_AUTHOR = "A" }, cwd = "/" }\n',
    ]
  ) {
    assertEquals((await mergeToml(text, SERVER, "config.toml")).state, "other", text);
  }
});

Deno.test("a table that somebody made stays when it is empty, with its comments; one that was made goes", async () => {
  const text = "[shell_environment_policy.set]\n# mine\n";
  const found = await mergeToml(text, SET, "f");
  assert(found.state === "missing");
  const done = insertSpans(text, found.spans);
  assertEquals(await removeToml(done, SET, "f", 0), { state: "removed", text });
  assertEquals(await removeToml('a = 1\n\n[shell_environment_policy.set]\nCTX_AUTHOR = "A"\n', SET, "f", 1), {
    state: "removed",
    text: "a = 1\n",
  });
});

import { assertEquals, assertMatch } from "@std/assert";
import plugin, { MAX_LINES } from "../../tools/lint_house.ts";

/** The rules that a file with this text breaks, in order. */
function broken(filename: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, filename, source).map((fault) => fault.id.replace("house/", ""));
}

/** The messages about a file with this text. */
function messages(filename: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, filename, source).map((fault) => fault.message);
}

const allowed: [file: string, source: string][] = [
  ["lib/json/edit.ts", 'import { scan } from "./scan.ts";'],
  ["lib/json/scan.ts", 'import { StoreError } from "../errors.ts";'],
  ["lib/memory/brief.ts", 'import { excerpt } from "../text/excerpt.ts";'],
  ["lib/memory/value_to_json.ts", 'export { exact } from "../json/exact.ts";'],
  ["lib/store/store_file.ts", 'import type { Entry } from "../memory/entry.ts";'],
  ["lib/context.ts", 'import { readStore } from "./store/store_file.ts";'],
  ["lib/context_sessions.ts", 'import { Context } from "./context.ts";'],
  ["lib/pkg/create.ts", 'import { Context } from "../context.ts";'],
  ["lib/doctor/examine.ts", 'import { withLock } from "../store/lock.ts";'],
  ["lib/cli/commands/doctor.ts", 'import { examine } from "../../doctor/examine.ts";'],
  ["lib/cli/commands/set.ts", 'import { print } from "../print.ts";'],
  ["lib/cli/commands/set.ts", 'import type { Context } from "../../context.ts";'],
  ["lib/cli/commands/pkg.ts", 'import { create } from "../../pkg/create.ts";'],
  ["lib/cli/commands/mcp.ts", 'const { serve } = await import("../../mcp/server.ts");'],
  ["lib/cli/run.ts", 'import { parseArgs } from "@std/cli/parse-args";'],
  ["lib/store/read_settings_file.ts", "const { parse } = await import(`@std/jsonc`);"],
  ["lib/mcp/serve.ts", 'const { Transform } = await import("node:stream");'],
  ["lib/mcp/serve.ts", 'import type { Transform } from "node:stream";'],
  ["tests/text/excerpt_test.ts", 'import { readStore } from "../../lib/store/store_file.ts";'],
  ["mod.ts", 'export { openContext } from "./lib/context.ts";'],
];

const forbidden: [file: string, source: string][] = [
  ["lib/json/scan.ts", 'import { excerpt } from "../text/excerpt.ts";'],
  ["lib/text/excerpt.ts", 'import { Entry } from "../memory/entry.ts";'],
  ["lib/text/excerpt.ts", 'import type { Entry } from "../memory/entry.ts";'],
  ["lib/text/excerpt.ts", 'export type Text = import("../memory/entry.ts").Entry;'],
  ["lib/context.ts", 'import { examine } from "./doctor/examine.ts";'],
  ["lib/doctor/examine.ts", 'import { print } from "../cli/print.ts";'],
  ["lib/memory/put.ts", 'import { readStore } from "../store/store_file.ts";'],
  ["lib/memory/put.ts", 'export * from "../store/store_file.ts";'],
  ["lib/memory/put.ts", 'await import("../store/store_file.ts");'],
  ["lib/memory/put.ts", 'import { fileURLToPath } from "node:url";'],
  ["lib/memory/put.ts", 'import { join } from "@std/path";'],
  ["lib/mcp/serve.ts", 'import { Transform } from "node:stream";'],
  ["lib/store/root.ts", 'import { Context } from "../context.ts";'],
  ["lib/context.ts", 'import { run } from "./cli/run.ts";'],
  ["lib/errors.ts", 'import { scan } from "./json/scan.ts";'],
  ["lib/pkg/create.ts", 'import { run } from "../cli/run.ts";'],
  ["lib/cli/commands/set.ts", 'import { readStore } from "../../store/store_file.ts";'],
  ["lib/cli/commands/set.ts", 'import type { Root } from "../../store/root.ts";'],
  ["lib/cli/commands/set.ts", 'await import("../../store/store_file.ts");'],
  ["lib/cli/commands/mcp.ts", 'import { serve } from "../../mcp/server.ts";'],
  ["lib/cli/commands/set.ts", 'import { VERSION } from "../../../mod.ts";'],
  ["lib/cli/run.ts", "const command = await import(`./commands/${name}.ts`);"],
  ["lib/utils/text.ts", 'import { excerpt } from "../text/excerpt.ts";'],
];

Deno.test("direction takes every import that runs the way of the house", { permissions: "none" }, () => {
  for (const [file, source] of allowed) assertEquals([file, ...broken(file, source)], [file]);
});

Deno.test(
  "direction refuses every import that runs against it, types included",
  { permissions: "none" },
  () => {
    for (const [file, source] of forbidden) {
      assertEquals([file, source, ...broken(file, source)], [file, source, "direction"]);
    }
  },
);

Deno.test("direction says which layer cannot import which, and what it may", { permissions: "none" }, () => {
  assertEquals(messages("lib/memory/put.ts", 'import { lock } from "../store/lock.ts";'), [
    'memory cannot import store ("../store/lock.ts"): besides its own folder it imports only json, text and errors.ts',
  ]);
  assertEquals(messages("lib/cli/commands/mcp.ts", 'import { serve } from "../../mcp/server.ts";'), [
    'cli cannot import mcp ("../../mcp/server.ts"): a door starts another door only by a dynamic import',
  ]);
});

Deno.test(
  "purity refuses the clock, chance, the environment, files and the network",
  { permissions: "none" },
  () => {
    const impure = [
      'Deno.readTextFileSync("x");',
      "export const missing = (error: unknown) => error instanceof Deno.errors.NotFound;",
      "export type Info = Deno.FileInfo;",
      "export const now = Date.now();",
      'export const now = Date["now"]();',
      "export const now = new Date();",
      "export const now = Date();",
      "export const now = performance.now();",
      "export const chance = Math.random();",
      "export const id = crypto.randomUUID();",
      "crypto.getRandomValues(new Uint8Array(8));",
      'await fetch("https://example.org/");',
      "export const tools = { fetch };",
      "export const home = process.env.HOME;",
      "export const home = globalThis.Deno;",
    ];
    for (const source of impure) {
      for (const folder of ["json", "text", "memory"]) {
        const rules = new Set(broken(`lib/${folder}/rule.ts`, source));
        assertEquals([source, ...rules], [source, "purity"]);
      }
      assertEquals(broken("lib/store/rule.ts", source), []);
    }
  },
);

Deno.test("purity lets a name be a property and a time be made of a number", { permissions: "none" }, () => {
  const pure = [
    "export const time = new Date(0);",
    "export const at = Date.UTC(2026, 0, 1);",
    "export const most = Math.max(1, 2);",
    "export const cut = (options: { fetch: number }) => options.fetch;",
    "export const options = { process: 1, performance: 2 };",
    "export interface Runner { process(): void; Deno: string }",
    'export const digest = (text: Uint8Array<ArrayBuffer>) => crypto.subtle.digest("SHA-256", text);',
  ];
  for (const source of pure) assertEquals([source, ...broken("lib/text/rule.ts", source)], [source]);
});

Deno.test("length counts neither blank lines nor comments", { permissions: "none" }, () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `export const a${n} = ${n};`);
  const quiet = ["", "// why", "/**", " * A comment", " */", "  ", "/* one */ /* two */"];
  const full = [...quiet, ...lines(MAX_LINES), ...quiet].join("\n");
  assertEquals(broken("lib/store/long.ts", full), []);
  assertEquals(broken("lib/store/long.ts", `${full}\nexport const last = "/* no comment";`), ["length"]);
  assertEquals(broken("lib/store/long.ts", `${full}\nexport const last = 1; // why`), ["length"]);
});

Deno.test("length takes a reason in the first lines, and no empty one", { permissions: "none" }, () => {
  const long = Array.from({ length: MAX_LINES + 1 }, (_, n) => `export const a${n} = ${n};`).join("\n");
  assertEquals(broken("lib/cli/help.ts", `/** Help. */\n// long: one table of words\n${long}`), []);
  assertEquals(broken("lib/cli/help.ts", `// long:\n${long}`), ["length"]);
  assertEquals(broken("lib/cli/help.ts", `${long}\n// long: too late`), ["length"]);
  assertEquals(broken("tests/cli/help_test.ts", long), []);
  const [message] = messages("conformance/main.ts", long);
  assertMatch(message ?? "", /^201 lines of code, more than 200$/);
});

import type { Merge, Removal } from "./merge.ts";
import type { Content, TomlValue } from "./placement.ts";
import { insertSpans, newlineOf, type Span } from "./spans.ts";
import {
  type Ast,
  bodyOf,
  headerOf,
  keyValueAt,
  lineEnd,
  lineStart,
  loadToml,
  parse,
  type Table,
  tableAt,
  type Toml,
} from "./toml_tree.ts";

type TomlContent = Extract<Content, { format: "toml" }>;

/**
 * Puts values into a table of the text of a TOML file: where the table is, or as a new one at the end. Nothing that
 * stands there moves.
 *
 * @param text The file's text. @param content What goes in. @param file The file, for messages.
 * @throws {InvalidInputError} If the text is not TOML.
 */
export async function mergeToml(text: string, { table, values }: TomlContent, file: string): Promise<Merge> {
  const toml = await loadToml(), ast = parse(toml, text, file), newline = newlineOf(text);
  const present = tableAt(toml.getStaticTOMLValue(ast) as Table, table);
  if (present === "other") return { state: "other", found: `[${table.join(".")}]`, why: "it is no table" };
  const missing: [string, TomlValue][] = [];
  for (const [name, value] of Object.entries(values)) {
    if (present === undefined || !Object.hasOwn(present, name)) missing.push([name, value]);
    else if (JSON.stringify(present[name]) !== JSON.stringify(value)) {
      return {
        state: "other",
        found: `${name} = ${JSON.stringify(present[name])}`,
        why: `[${table.join(".")}] has another ${name}`,
      };
    }
  }
  if (missing.length === 0) return { state: "there" };
  const lines = missing.map(([name, value]) => `${name} = ${written(value)}`);
  for (const spans of ways(text, ast, table, lines, newline)) {
    if (isRight(toml, text, insertSpans(text, spans), table, missing)) return { state: "missing", spans };
  }
  return {
    state: "other",
    found: `[${table.join(".")}]`,
    why: "it is written in a way that nothing can be added to",
  };
}

/** Takes values out of a table again; a table that was made for them goes with them. */
export async function removeToml(
  text: string,
  { table, values }: TomlContent,
  file: string,
): Promise<Removal> {
  const toml = await loadToml(), ast = parse(toml, text, file);
  const present = tableAt(toml.getStaticTOMLValue(ast) as Table, table);
  if (present === undefined || present === "other") return { state: "absent" };
  const there = Object.entries(values).filter(([name]) => Object.hasOwn(present, name));
  if (there.length === 0) return { state: "absent" };
  const changed = there.find(([name, value]) => JSON.stringify(present[name]) !== JSON.stringify(value));
  if (changed !== undefined) {
    return { state: "changed", found: `${changed[0]} = ${JSON.stringify(present[changed[0]])}` };
  }
  const header = headerOf(ast, table);
  let done = text;
  if (header !== undefined && header.body.length === there.length) {
    // The whole table was made for them: with the empty line before it.
    const start = lineStart(text, header.range[0]), end = lineEnd(text, header.range[1]);
    done = text.slice(0, start).replace(/(^|\n)\r?\n$/, "$1") + text.slice(end);
  } else {
    const nodes = there.map(([name]) => keyValueAt(ast, table, name)).filter((node) => node !== undefined)
      .sort((a, b) => b.range[0] - a.range[0]);
    for (const node of nodes) {
      if (node.parent.type === "TOMLInlineTable") {
        const [start, end] = node.range, after = /^\s*,[ \t]*/.exec(done.slice(end));
        const before = /,[ \t]*$/.exec(done.slice(0, start));
        if (after) done = done.slice(0, start) + done.slice(end + after[0].length);
        else done = done.slice(0, start - (before?.[0].length ?? 0)) + done.slice(end);
      } else done = done.slice(0, lineStart(done, node.range[0])) + done.slice(lineEnd(done, node.range[1]));
    }
  }
  parse(toml, done, file);
  return { state: "removed", text: done };
}

/** Ways to put lines into a table, the one that fits best first. */
function* ways(
  text: string,
  ast: Ast,
  table: readonly string[],
  lines: readonly string[],
  newline: string,
): Generator<Span[]> {
  const header = headerOf(ast, table);
  if (header !== undefined) {
    const last = header.body.at(-1),
      at = lineEnd(text, last === undefined ? header.key.range[1] + 1 : last.range[1]);
    const gap = /\n$/.test(text.slice(0, at)) ? "" : newline;
    yield [{ at, text: gap + lines.map((line) => line + newline).join("") }];
  }
  const inline = keyValueAt(ast, table.slice(0, -1), table.at(-1)!)?.value;
  if (inline?.type === "TOMLInlineTable") {
    const first = inline.body[0], joined = lines.join(", ");
    yield first === undefined
      ? [{ at: inline.range[0] + 1, text: ` ${joined} ` }]
      : [{ at: first.range[0], text: `${joined}, ` }];
  }
  if (header === undefined) {
    const body = text.replace("\ufeff", ""),
      gap = body === "" ? "" : /\n$/.test(body) ? newline : newline + newline;
    const made = [`[${table.map(keyName).join(".")}]`, ...lines].map((line) => line + newline).join("");
    yield [{ at: text.length, text: gap + made }];
  }
}

/** Whether a text is TOML that says the same as another and nothing else besides. */
function isRight(
  toml: Toml,
  before: string,
  after: string,
  table: readonly string[],
  added: readonly [string, TomlValue][],
): boolean {
  try {
    const was = toml.getStaticTOMLValue(toml.parseTOML(bodyOf(before))) as Table;
    const is = toml.getStaticTOMLValue(toml.parseTOML(bodyOf(after))) as Table;
    let at = was;
    for (const name of table) at = (at[name] ??= {}) as Table;
    for (const [name, value] of added) at[name] = value;
    return sortedJson(was) === sortedJson(is);
  } catch (error) {
    if (error instanceof Error && error.name === "ParseError") return false;
    throw error;
  }
}

function sortedJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_, item) =>
      typeof item === "object" && item !== null && !Array.isArray(item) && !(item instanceof Date)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => a < b ? -1 : 1))
        : typeof item === "bigint"
        ? `${item}n`
        : item,
  );
}

function written(value: TomlValue): string {
  // A basic string of TOML escapes as JSON does; DEL has to be escaped besides.
  const string = (text: string) => JSON.stringify(text).replaceAll("\x7f", "\\u007f");
  return typeof value === "string" ? string(value) : `[${value.map(string).join(", ")}]`;
}

function keyName(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

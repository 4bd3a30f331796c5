import type { TomlValue } from "./placement.ts";
import type { Span } from "./spans.ts";
import { type Ast, headerOf, type KeyValue, keyValueAt, lineEnd, lineStart } from "./toml_tree.ts";

type Added = readonly (readonly [name: string, value: TomlValue])[];

/**
 * Ways to put values into a table, the one that fits the file best first; not each of them gives TOML.
 *
 * @param text The file's text. @param ast The same, read. @param table The table. @param added The values.
 * @param newline The end of line.
 */
export function* waysInto(
  text: string,
  ast: Ast,
  table: readonly string[],
  added: Added,
  newline: string,
): Generator<Span[]> {
  const above = table.slice(0, -1), name = table.at(-1)!;
  const lines = (prefix = "") =>
    added.map(([key, value]) => `${prefix}${keyName(key)} = ${written(value)}${newline}`).join("");
  const flat = added.map(([key, value]) => `${keyName(key)} = ${written(value)}`).join(", ");
  // Under its own header, within its braces, under the header above it, within the braces above it, as a new table.
  const behindHeader = (path: readonly string[], lines: string): Span[] | undefined => {
    const header = headerOf(ast, path);
    if (header === undefined) return undefined;
    const last = header.body.at(-1),
      at = lineEnd(text, last === undefined ? header.key.range[1] + 1 : last.range[1]);
    return [{ at, text: (/\n$/.test(text.slice(0, at)) ? "" : newline) + lines }];
  };
  const withinBraces = (path: readonly string[], values: string): Span[] | undefined => {
    const inline = path.length === 0 ? undefined : keyValueAt(ast, path.slice(0, -1), path.at(-1)!)?.value;
    if (inline?.type !== "TOMLInlineTable") return undefined;
    const first = inline.body[0];
    return first === undefined
      ? [{ at: inline.range[0] + 1, text: ` ${values} ` }]
      : [{ at: first.range[0], text: `${values}, ` }];
  };
  const body = text.replace("\ufeff", ""),
    gap = body === "" ? "" : /\n$/.test(body) ? newline : newline + newline;
  const ways = [
    behindHeader(table, lines()),
    withinBraces(table, flat),
    keyValueAt(ast, above, name) ? undefined : withinBraces(above, `${keyName(name)} = { ${flat} }`),
    [{ at: text.length, text: `${gap}[${table.map(keyName).join(".")}]${newline}${lines()}` }],
    behindHeader(above, lines(`${keyName(name)}.`)),
  ];
  for (const way of ways) if (way !== undefined) yield way;
}

/** Takes an assignment out: its line, or what stands of it within braces. A comment behind it stays. */
export function cutValue(text: string, node: KeyValue): string {
  const [start, end] = node.range;
  if (node.parent.type === "TOMLInlineTable") {
    const after = /^\s*,[ \t]*/.exec(text.slice(end)), before = /[ \t]*,\s*$/.exec(text.slice(0, start));
    if (after) return text.slice(0, start) + text.slice(end + after[0].length);
    return text.slice(0, start - (before?.[0].length ?? 0)) + text.slice(end);
  }
  const behind = text.slice(end, lineEnd(text, end));
  if (/#/.test(behind)) return text.slice(0, start) + behind.trimStart() + text.slice(lineEnd(text, end));
  return text.slice(0, lineStart(text, start)) + text.slice(lineEnd(text, end));
}

/** Takes out what defines an empty table: its header with the empty line before it, or its braces. */
export function cutDefinition(text: string, ast: Ast, table: readonly string[]): string | undefined {
  const header = headerOf(ast, table);
  if (header !== undefined) {
    const start = lineStart(text, header.range[0]), end = lineEnd(text, header.key.range[1] + 1);
    const line = text.slice(start, end), comment = /#.*/s.exec(line.slice(line.indexOf("]")))?.[0] ?? "";
    return text.slice(0, start).replace(/(^|\n)\r?\n$/, "$1") + comment + text.slice(end);
  }
  const node = keyValueAt(ast, table.slice(0, -1), table.at(-1)!);
  return node && cutValue(text, node);
}

function written(value: TomlValue): string {
  // A basic string of TOML escapes as JSON does; DEL has to be escaped besides.
  const string = (text: string) => JSON.stringify(text).replaceAll("\x7f", "\\u007f");
  if (typeof value === "string") return string(value);
  if (Array.isArray(value)) return `[${value.map(string).join(", ")}]`;
  const members = Object.entries(value).map(([name, text]) => `${keyName(name)} = ${string(text)}`);
  return `{ ${members.join(", ")} }`;
}

function keyName(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

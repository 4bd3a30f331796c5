import type { JsonValue } from "../json/exact.ts";
import { endOf, MARK, type Node } from "./json_tree.ts";
import type { Span } from "./spans.ts";

/** Where and how a new last member, or element, goes into a container. */
export function insertion(
  text: string,
  node: Node,
  name: string | undefined,
  value: JsonValue,
  newline: string,
): Span[] {
  const open = node.offset, close = node.offset + node.length - 1, children = node.children ?? [];
  const inside = text.slice(open + 1, close), last = children.at(-1);
  const label = name === undefined ? "" : `${JSON.stringify(name)}: `;
  if (!/\n/.test(inside) && (last !== undefined || inside !== "")) {
    const flat = label + spaced(value);
    return last === undefined ? [{ at: open + 1, text: flat }] : [{ at: endOf(last), text: `, ${flat}` }];
  }
  const outer = indentAt(text, open), unit = unitOf(text);
  const indent = last === undefined ? outer + unit : indentAt(text, children[0]!.offset);
  const shown = label + laidOut(value, unit).replaceAll("\n", newline + indent);
  if (last === undefined) {
    const closing = /\n/.test(inside) ? "" : newline + outer;
    return [{ at: open + 1, text: newline + indent + shown + closing }];
  }
  const { comma, end } = afterLast(text, endOf(last), close);
  const line = `${newline}${indent}${shown}`;
  if (comma !== undefined) return [{ at: end, text: `${line},` }];
  if (end === endOf(last)) return [{ at: end, text: `,${line}` }];
  return [{ at: endOf(last), text: "," }, { at: end + 1, text: line }];
}

/** Behind a container's last child: its trailing comma, if there is one, and the end of what belongs to its line. */
function afterLast(text: string, from: number, close: number): { comma?: number; end: number } {
  let end = from, comma: number | undefined;
  const tokens = /\s*?(?:(,)|\/\/[^\r\n]*|\/\*[^]*?\*\/|(\r?\n))/y;
  for (tokens.lastIndex = from; tokens.lastIndex < close;) {
    const found = tokens.exec(text);
    if (found === null || found[2] !== undefined) break;
    if (found[1] !== undefined) comma = tokens.lastIndex - 1;
    end = tokens.lastIndex;
  }
  return { comma, end };
}

/** Takes a node out, with one comma that goes with it and the space in front of it; the comments around it stay. */
export function cut(text: string, value: Node): string {
  const node = value.parent?.type === "property" ? value.parent : value, container = node.parent!;
  const siblings = container.children ?? [], index = siblings.indexOf(node), end = endOf(node);
  const from = index > 0 ? endOf(siblings[index - 1]!) : container.offset + 1;
  const to = siblings[index + 1]?.offset ?? endOf(container) - 1;
  const before = gapOf(text, from, node.offset), after = gapOf(text, end, to);
  const start = from + text.slice(from, node.offset).trimEnd().length;
  let head = text.slice(from, start), rest = text.slice(end, to);
  if (after.comma !== undefined) rest = text.slice(end, after.comma) + text.slice(after.comma + 1, to);
  else if (before.comma !== undefined) {
    head = text.slice(from, before.comma) + text.slice(before.comma + 1, Math.max(start, before.comma + 1));
  }
  if (siblings.length === 1 && !before.hasComment && rest.trim() === "") rest = "";
  // A comment that goes to the end of its line must not swallow what follows.
  const glue = before.endsInLine && !/^[ \t]*[\r\n]/.test(rest) ? text.slice(start, node.offset) : "";
  return text.slice(0, from) + head + glue + rest + text.slice(to);
}

/** What stands between two values: at most one comma, and comments. */
function gapOf(text: string, from: number, to: number) {
  let comma: number | undefined, hasComment = false, endsInLine = false;
  for (const found of text.slice(from, to).matchAll(/(,)|(\/\/[^\r\n]*)|\/\*[^]*?\*\//g)) {
    if (found[1] !== undefined) comma ??= from + found.index;
    else hasComment = true;
    endsInLine = found[2] !== undefined;
  }
  return { comma, hasComment, endsInLine };
}

/** Whether a comment stands in a value, or between it and its name. */
export function hasComment(text: string, value: Node): boolean {
  const node = value.parent?.type === "property" ? value.parent : value;
  return /\/[/*]/.test(text.slice(node.offset, endOf(node)).replace(/"(?:\\.|[^"\\])*"/g, '""'));
}

/** The white space in front of the line on which something stands. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line.replace(MARK, ""))![0];
}

/** What the file indents by: as its first indented line does, else two spaces. */
function unitOf(text: string): string {
  const found = /\n([ \t]+)["\]}\[{\d]/.exec(text)?.[1];
  if (found === undefined) return "  ";
  return found.startsWith("\t") ? "\t" : found;
}

/** A value on one line, as people write it. */
function spaced(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value as Record<string, JsonValue>).map(([name, inner]) =>
      `${JSON.stringify(name)}: ${spaced(inner)}`
    );
    return `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
}

/** The longest line that a list of words is put on. */
const LINE_LENGTH = 80;

/** A value over lines, as people write it: members below each other, a short list of words on a line. */
export function laidOut(value: JsonValue, unit = "  ", indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const flat = spaced(value), isList = Array.isArray(value);
  if (isList && flat.length <= LINE_LENGTH && value.every((item) => typeof item !== "object")) return flat;
  const inner = indent + unit, [open, close] = isList ? "[]" : "{}";
  const lines = isList
    ? value.map((item) => inner + laidOut(item, unit, inner))
    : Object.entries(value).map(([name, item]) =>
      `${inner}${JSON.stringify(name)}: ${laidOut(item, unit, inner)}`
    );
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

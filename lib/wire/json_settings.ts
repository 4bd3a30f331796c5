import { InvalidInputError } from "../errors.ts";
import type { JsonValue } from "../json/exact.ts";
import { loadNpm, PACKAGES } from "../load_npm.ts";
import type { Merge, Removal } from "./merge.ts";
import type { Content } from "./placement.ts";
import { newlineOf, type Span } from "./spans.ts";

type Jsonc = typeof import("npm:jsonc-parser@3.3.1");
type Node = import("npm:jsonc-parser@3.3.1").Node;
type JsonContent = Extract<Content, { format: "json" }>;

const loadJsonc = async () => await loadNpm<Jsonc>(PACKAGES.jsonc);

/** The file's own text behind a byte order mark. */
const MARK = "\ufeff";

/**
 * Puts a value into the text of a JSON file, comments and trailing commas allowed: nothing that stands there moves.
 *
 * @param text The file's text. @param content What goes in. @param file The file, for messages.
 * @param ours What else goes into the file: none of it is somebody's.
 * @throws {InvalidInputError} If the text is not JSON, or something that is no object is in the way.
 */
export async function mergeJson(
  text: string,
  content: JsonContent,
  file: string,
  ours: readonly Content[] = [],
): Promise<Merge> {
  const start = text.startsWith(MARK) ? 1 : 0, newline = newlineOf(text);
  const { at, as, value } = content;
  if (text.slice(start).trim() === "") {
    const whole = JSON.stringify(nested(at, 0, as, value), null, 2).replaceAll("\n", newline);
    return { state: "missing", spans: [{ at: text.length, text: whole + newline }] };
  }
  const root = await treeOf(text, file);
  let node = root, depth = 0;
  for (; depth < at.length; depth++) {
    checkKind(node, "object", at.slice(0, depth), file);
    const child = memberOf(node, at[depth]!);
    if (child === undefined) break;
    node = child;
  }
  if (depth < at.length) {
    const inner = nested(at, depth + 1, as, value);
    return { state: "missing", spans: insertion(text, node, at[depth]!, inner, newline) };
  }
  const { getNodeValue } = await loadJsonc();
  if (as === "member") {
    if (sameJson(getNodeValue(node), value)) return { state: "there" };
    return { state: "other", found: textOf(text, node), why: `${at.join(".")} has another value` };
  }
  checkKind(node, "array", at, file);
  const own = node.children?.find((child) => sameJson(getNodeValue(child), value));
  if (own !== undefined) return { state: "there" };
  const isOurs = (child: Node) =>
    ours.some((one) => one.format === "json" && sameJson(getNodeValue(child), one.value));
  const alike = node.children?.find((child) => startsFromCtx(textOf(text, child)) && !isOurs(child));
  if (alike !== undefined) {
    return {
      state: "other",
      found: textOf(text, alike),
      why: "a hook of another form starts from ctx already",
    };
  }
  return { state: "missing", spans: insertion(text, node, undefined, value, newline) };
}

/**
 * Takes a value out of the text of a JSON file again, and the containers that were made for it, where they have become
 * empty.
 *
 * @param text The file's text. @param content What was put in. @param made How much of the way there was made for it.
 * @param file The file, for messages.
 */
export async function removeJson(
  text: string,
  content: JsonContent,
  made: number,
  file: string,
): Promise<Removal> {
  const start = text.startsWith(MARK) ? 1 : 0, { at, as, value, isShared } = content;
  if (text.slice(start).trim() === "") return { state: "absent" };
  const { getNodeValue, findNodeAtLocation } = await loadJsonc(), root = await treeOf(text, file);
  const found = findNodeAtLocation(root, [...at]);
  if (found === undefined) return { state: "absent" };
  let node: Node | undefined = found;
  if (as === "element") {
    if (found.type !== "array") return { state: "absent" };
    node = found.children?.find((child) => sameJson(getNodeValue(child), value));
    if (node === undefined) {
      const alike = found.children?.find((child) => startsFromCtx(textOf(text, child)));
      return alike === undefined ? { state: "absent" } : { state: "changed", found: textOf(text, alike) };
    }
  } else if (!sameJson(getNodeValue(found), value)) return { state: "changed", found: textOf(text, found) };
  // What others may need by now stays while there are others.
  if (isShared && (root.children?.length ?? 0) > 1) return { state: "removed", text };
  let done = cut(text, node);
  for (let depth = at.length - (as === "element" ? 0 : 1); depth > at.length - made && depth > 0; depth--) {
    const above = findNodeAtLocation(await treeOf(done, file), at.slice(0, depth));
    if (above === undefined || (above.children?.length ?? 0) > 0) break;
    done = cut(done, above);
  }
  return { state: "removed", text: done };
}

/** How many containers on the way to a value are not there yet. */
export async function containersToMake(text: string, { at, as }: JsonContent, file: string): Promise<number> {
  const isBlank = text.replace(MARK, "").trim() === "";
  let node: Node | undefined = isBlank ? undefined : await treeOf(text, file), depth = 0;
  const containers = as === "element" ? at.length : at.length - 1;
  while (node !== undefined && depth < containers) {
    node = memberOf(node, at[depth]!);
    if (node !== undefined) depth++;
  }
  return containers - depth + (as === "element" ? 0 : 1);
}

async function treeOf(text: string, file: string): Promise<Node> {
  const { parseTree, printParseErrorCode } = await loadJsonc(),
    errors: import("npm:jsonc-parser@3.3.1").ParseError[] = [];
  // The mark counts as a character, so that places in the tree are places in the text.
  const body = text.startsWith(MARK) ? ` ${text.slice(1)}` : text;
  const root = parseTree(body, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined && root !== undefined) {
    checkKind(root, "object", [], file);
    return root;
  }
  const before = body.slice(0, first?.offset ?? 0).split("\n");
  throw new InvalidInputError(
    `"${file}" is not JSON: ${
      first === undefined ? "nothing is there" : printParseErrorCode(first.error)
    } in line ${before.length}, column ${before.at(-1)!.length + 1}: nothing was changed`,
    { path: file, hint: "Mend it by hand, then run this again." },
  );
}

function checkKind(node: Node, kind: "object" | "array", path: readonly string[], file: string): void {
  if (node.type === kind) return;
  const what = path.length === 0 ? "the file" : path.join(".");
  throw new InvalidInputError(`"${file}": ${what} is no ${kind}: nothing was changed`, {
    path: file,
    hint: "Mend it by hand, then run this again.",
  });
}

/** The value of a member; of several of one name the last counts. */
function memberOf(node: Node, name: string): Node | undefined {
  return node.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];
}

/** What is missing on the way to a value, around it. */
function nested(at: readonly string[], from: number, as: JsonContent["as"], value: JsonValue): JsonValue {
  const inner: JsonValue = as === "element" ? [value] : value;
  return at.slice(from).reduceRight<JsonValue>((inside, name) => ({ [name]: inside }), inner);
}

/** Where and how a new last member, or element, goes into a container. */
function insertion(
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
  const outer = indentAt(text, open), unit = unitOf(text, node);
  const indent = last === undefined ? outer + unit : indentAt(text, children[0]!.offset);
  const shown = label + JSON.stringify(value, null, unit).replaceAll("\n", newline + indent);
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

/** Takes a node out, with the comma that goes with it and the space in front of it. */
function cut(text: string, value: Node): string {
  const node = value.parent?.type === "property" ? value.parent : value,
    siblings = node.parent?.children ?? [];
  const index = siblings.indexOf(node),
    container = node.parent!,
    close = container.offset + container.length - 1;
  const { comma } = afterLast(text, endOf(node), close), isLast = index === siblings.length - 1;
  let end = comma === undefined ? endOf(node) : comma + 1, start = node.offset;
  while (/\s/.test(text[start - 1] ?? "")) start--;
  if (siblings.length === 1 && !/\/[/*]/.test(text.slice(container.offset + 1, start))) {
    // It stood alone: what was put in with it goes too.
    const rest = text.slice(end, close);
    if (/^\s*$/.test(rest)) end = close;
  }
  let done = text.slice(0, start) + text.slice(end);
  if (isLast && comma === undefined && index > 0) {
    const before = siblings[index - 1]!, at = text.indexOf(",", endOf(before));
    if (at !== -1 && at < start) done = done.slice(0, at) + done.slice(at + 1);
  }
  return done;
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function textOf(text: string, node: Node): string {
  const whole = node.parent?.type === "property" ? node.parent : node;
  return text.slice(whole.offset, endOf(whole));
}

/** The white space in front of the line on which something stands. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line.replace(MARK, ""))![0];
}

/** What the file indents by: as its first indented line does, else two spaces. */
function unitOf(text: string, node: Node): string {
  const found = /\n([ \t]+)["\]}\[{\d]/.exec(text)?.[1];
  if (found === undefined) return "  ";
  return found.startsWith("\t") ? "\t" : node === undefined ? found : found;
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

/** What a hook runs that starts from ctx, whoever wrote it. */
function startsFromCtx(text: string): boolean {
  return /\bctx\b[^]*?\bstart\b/.test(text);
}

function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [one, other] = [Object.entries(a), Object.entries(b)];
  return Array.isArray(a) === Array.isArray(b) && one.length === other.length &&
    one.every(([name, value]) =>
      Object.hasOwn(b, name) && sameJson(value, (b as Record<string, unknown>)[name])
    );
}

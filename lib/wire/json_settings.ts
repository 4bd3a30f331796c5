import type { JsonValue } from "../json/exact.ts";
import { cut, hasComment, insertion, laidOut } from "./json_layout.ts";
import { checkKind, loadJsonc, MARK, type Node, nodeAt, sameJson, textOf, treeOf } from "./json_tree.ts";
import type { Merge, Removal } from "./merge.ts";
import type { Content } from "./placement.ts";
import { newlineOf } from "./spans.ts";

type JsonContent = Extract<Content, { format: "json" }>;

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
    const whole = laidOut(nested(at, 0, as, value)).replaceAll("\n", newline);
    return { state: "missing", spans: [{ at: text.length, text: whole + newline }] };
  }
  const root = await treeOf(text, file);
  let node = root, depth = 0;
  for (; depth < at.length; depth++) {
    checkKind(node, "object", at.slice(0, depth), file);
    const child = nodeAt(node, [at[depth]!]);
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
  const alike = node.children?.find((child) => startsFromCtx(getNodeValue(child)) && !isOurs(child));
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
  const { getNodeValue } = await loadJsonc(), root = await treeOf(text, file), found = nodeAt(root, at);
  if (found === undefined) return { state: "absent" };
  let node = found;
  if (as === "element") {
    const children = found.type === "array" ? found.children ?? [] : [];
    const own = children.find((child) => sameJson(getNodeValue(child), value));
    const alike = own ?? children.find((child) => startsFromCtx(getNodeValue(child)));
    if (alike === undefined) return { state: "absent" };
    if (own === undefined || hasComment(text, own)) return { state: "changed", found: textOf(text, alike) };
    node = own;
  } else if (!sameJson(getNodeValue(found), value) || hasComment(text, found)) {
    return { state: "changed", found: textOf(text, found) };
  }
  // What others may need by now stays while there are others.
  if (isShared && (root.children?.length ?? 0) > 1) return { state: "removed", text };
  let done = cut(text, node);
  if (!await isWithout(text, done, node)) return { state: "changed", found: textOf(text, node) };
  for (let depth = at.length - (as === "element" ? 0 : 1); depth > at.length - made && depth > 0; depth--) {
    const above = nodeAt(await treeOf(done, file), at.slice(0, depth));
    if (above === undefined || (above.children?.length ?? 0) > 0 || hasComment(done, above)) break;
    const less = cut(done, above);
    if (!await isWithout(done, less, above)) break;
    done = less;
  }
  return { state: "removed", text: done };
}

/** Whether a text says what another one does but for one node. */
async function isWithout(before: string, after: string, node: Node): Promise<boolean> {
  const { parseTree, getNodeValue, getNodePath } = await loadJsonc(),
    body = (text: string) => text.replace(MARK, " ");
  const errors: import("npm:jsonc-parser@3.3.1").ParseError[] = [], options = { allowTrailingComma: true };
  const was = parseTree(body(before), [], options), is = parseTree(body(after), errors, options);
  if (was === undefined || is === undefined || errors.length > 0) return false;
  const expected = getNodeValue(was), path = getNodePath(node), last = path.pop()!;
  const parent = path.reduce((inside, name) => inside[name], expected);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return sameJson(getNodeValue(is), expected);
}

/** How many containers on the way to a value are not there yet. */
export async function containersToMake(text: string, { at, as }: JsonContent, file: string): Promise<number> {
  const isBlank = text.replace(MARK, "").trim() === "";
  let node: Node | undefined = isBlank ? undefined : await treeOf(text, file), depth = 0;
  const containers = as === "element" ? at.length : at.length - 1;
  while (node !== undefined && depth < containers) {
    node = nodeAt(node, [at[depth]!]);
    if (node !== undefined) depth++;
  }
  return containers - depth + (as === "element" ? 0 : 1);
}

/** What is missing on the way to a value, around it. */
function nested(at: readonly string[], from: number, as: JsonContent["as"], value: JsonValue): JsonValue {
  const inner: JsonValue = as === "element" ? [value] : value;
  return at.slice(from).reduceRight<JsonValue>((inside, name) => ({ [name]: inside }), inner);
}

/** Whether a hook runs what starts from ctx, whoever wrote it; a comment runs nothing. */
function startsFromCtx(hook: unknown): boolean {
  return /(?:\bctx|\bcli\.[jt]s)["']?\s+["']?start\b/.test(stringsOf(hook).join(" "));
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

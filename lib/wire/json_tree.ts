import { InvalidInputError } from "../errors.ts";
import { loadNpm, PACKAGES } from "../load_npm.ts";

/** The library that reads JSON with comments. */
export type Jsonc = typeof import("npm:jsonc-parser@3.3.1");
/** A value, or a member of an object, and where it stands. */
export type Node = import("npm:jsonc-parser@3.3.1").Node;

/** The byte order mark that a file can begin with. */
export const MARK = "\ufeff";

/** Loads the library. */
export const loadJsonc = async (): Promise<Jsonc> => await loadNpm<Jsonc>(PACKAGES.jsonc);

/**
 * Reads the text of a JSON file, comments and trailing commas allowed.
 *
 * @param text The text. @param file The file, for messages.
 * @throws {InvalidInputError} If it is not JSON, or no object.
 */
export async function treeOf(text: string, file: string): Promise<Node> {
  const { parseTree, printParseErrorCode } = await loadJsonc(),
    errors: import("npm:jsonc-parser@3.3.1").ParseError[] = [];
  // The mark counts as a character, so that places in the tree are places in the text.
  const body = text.startsWith(MARK) ? ` ${text.slice(1)}` : text;
  const root = shallow(() => parseTree(body, errors, { allowTrailingComma: true }), file);
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

/** Refuses what is in the way of a value and of another kind. */
export function checkKind(node: Node, kind: "object" | "array", path: readonly string[], file: string): void {
  if (node.type === kind) return;
  const what = path.length === 0 ? "the file" : path.join(".");
  throw new InvalidInputError(`"${file}": ${what} is no ${kind}: nothing was changed`, {
    path: file,
    hint: "Mend it by hand, then run this again.",
  });
}

/** The value that a path of names leads to; of several members of one name the last counts. */
export function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, name) => node?.children?.findLast(({ children }) => children?.[0]?.value === name)?.children?.[1],
    root,
  );
}

/** A value as it is written; a member with its name. */
export function textOf(text: string, node: Node): string {
  const whole = node.parent?.type === "property" ? node.parent : node;
  return text.slice(whole.offset, endOf(whole));
}

/** Where a node ends. */
export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** Whether two values of JSON are the same, whatever the order of their members. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  const [one, other] = [Object.entries(a), Object.entries(b)];
  return Array.isArray(a) === Array.isArray(b) && one.length === other.length &&
    one.every(([name, value]) =>
      Object.hasOwn(b, name) && sameJson(value, (b as Record<string, unknown>)[name])
    );
}

/** Reads what a person may have written: what is nested so deeply that no reader has room for it is none of that. */
export function shallow<T>(read: () => T, file: string): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidInputError(`"${file}" is nested too deeply to be read: nothing was changed`, {
      path: file,
      cause: error,
    });
  }
}

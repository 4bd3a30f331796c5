import { InvalidInputError } from "../errors.ts";
import { loadNpm, PACKAGES } from "../load_npm.ts";
import { shallow } from "./json_tree.ts";

/** The library that reads TOML. */
export type Toml = typeof import("npm:toml-eslint-parser@1.0.3");
/** A document of TOML, with where everything stands in it. */
export type Ast = import("npm:toml-eslint-parser@1.0.3").AST.TOMLProgram;
/** The assignment of a value to a name. */
export type KeyValue = import("npm:toml-eslint-parser@1.0.3").AST.TOMLKeyValue;
/** A header in brackets with what stands under it. */
export type HeaderTable = import("npm:toml-eslint-parser@1.0.3").AST.TOMLTable;
/** A table as a value. */
export type Table = Record<string, unknown>;

/** Loads the library. */
export const loadToml = async (): Promise<Toml> => await loadNpm<Toml>(PACKAGES.toml);

/**
 * Reads the text of a TOML file.
 *
 * @param toml The library. @param text The text. @param file The file, for messages.
 * @throws {InvalidInputError} If it is none.
 */
export function parse(toml: Toml, text: string, file: string): Ast {
  try {
    return shallow(() => toml.parseTOML(bodyOf(text)), file);
  } catch (error) {
    if (!(error instanceof Error) || !("lineNumber" in error)) throw error;
    const column = Number((error as { column?: number }).column ?? 0) + 1;
    throw new InvalidInputError(
      `"${file}" is not TOML: ${error.message} in line ${error.lineNumber}, column ${column}: nothing was changed`,
      { path: file, hint: "Mend it by hand, then run this again." },
    );
  }
}

/** What a document says. */
export function valueOf(toml: Toml, ast: Ast): Table {
  return toml.getStaticTOMLValue(ast) as Table;
}

/** The text with a byte order mark as a space, so that places in the tree are places in the text. */
function bodyOf(text: string): string {
  return text.replace(/^\ufeff/, " ");
}

/** The table of a name; `other` where something else bears it. */
export function tableAt(document: Table, path: readonly string[]): Table | "other" | undefined {
  let at: unknown = document;
  for (const name of path) {
    if (typeof at !== "object" || at === null || Array.isArray(at)) return "other";
    if (!Object.hasOwn(at, name)) return undefined;
    at = (at as Table)[name];
  }
  return typeof at === "object" && at !== null && !Array.isArray(at) ? at as Table : "other";
}

/** The table that a header in brackets begins. */
export function headerOf(ast: Ast, table: readonly string[]): HeaderTable | undefined {
  for (const node of ast.body[0].body) {
    if (node.type === "TOMLTable" && node.kind === "standard" && samePath(node.resolvedKey, table)) {
      return node;
    }
  }
  return undefined;
}

/** The assignment of a name in a table, however the table is written. */
export function keyValueAt(ast: Ast, table: readonly string[], name: string): KeyValue | undefined {
  const wanted = [...table, name];
  const look = (nodes: readonly KeyValue[], prefix: readonly (string | number)[]): KeyValue | undefined => {
    for (const node of nodes) {
      const path = [...prefix, ...node.key.keys.map((key) => key.type === "TOMLBare" ? key.name : key.value)];
      if (samePath(path, wanted)) return node;
      if (node.value.type === "TOMLInlineTable" && samePath(path, wanted.slice(0, path.length))) {
        const found = look(node.value.body, path);
        if (found) return found;
      }
    }
    return undefined;
  };
  const top = ast.body[0].body.filter((node) => node.type === "TOMLKeyValue");
  const found = look(top, []);
  if (found) return found;
  for (const node of ast.body[0].body) {
    if (node.type !== "TOMLTable" || node.kind !== "standard") continue;
    const inside = look(node.body, node.resolvedKey);
    if (inside) return inside;
  }
  return undefined;
}

function samePath(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

/** Where the line begins in which something stands. */
export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** Where that line ends, its end of line included. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

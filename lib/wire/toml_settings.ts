import { sameJson } from "./json_tree.ts";
import type { Merge, Removal } from "./merge.ts";
import type { Content, TomlValue } from "./placement.ts";
import { insertSpans, newlineOf } from "./spans.ts";
import { cutDefinition, cutValue, waysInto } from "./toml_layout.ts";
import { keyValueAt, loadToml, parse, type Table, tableAt, type Toml, valueOf } from "./toml_tree.ts";

type TomlContent = Extract<Content, { format: "toml" }>;

/**
 * Puts values into a table of the text of a TOML file: where the table is, or as a new one at the end. Nothing that
 * stands there moves.
 *
 * @param text The file's text. @param content What goes in. @param file The file, for messages.
 * @throws {InvalidInputError} If the text is not TOML.
 */
export async function mergeToml(text: string, content: TomlContent, file: string): Promise<Merge> {
  const { table, values, isWhole } = content, name = `[${table.join(".")}]`;
  const toml = await loadToml(), ast = parse(toml, text, file), present = tableAt(valueOf(toml, ast), table);
  if (present === "other") return { state: "other", found: name, why: "it is no table" };
  const missing: [string, TomlValue][] = [];
  for (const [key, value] of Object.entries(values)) {
    if (present === undefined || !Object.hasOwn(present, key)) missing.push([key, value]);
    else if (!sameJson(present[key], value)) return other(present, key, `${name} has another ${key}`);
  }
  const foreign = isWhole && present !== undefined &&
    (missing.length > 0 || Object.keys(present).length > Object.keys(values).length);
  if (foreign) return other(present, Object.keys(present)[0], `there is another ${name}`);
  if (missing.length === 0) return { state: "there" };
  const newline = newlineOf(text);
  for (const spans of waysInto(text, ast, table, missing, newline)) {
    if (isWith(toml, text, insertSpans(text, spans), table, missing)) return { state: "missing", spans };
  }
  return { state: "other", found: name, why: "it is written in a way that nothing can be added to" };
}

function other(table: Table, key: string | undefined, why: string): Merge {
  return { state: "other", found: key === undefined ? "" : `${key} = ${JSON.stringify(table[key])}`, why };
}

/**
 * Takes values out of a table again, and the table itself where it was made for them and is empty.
 *
 * @param text The file's text. @param content What was put in. @param file The file, for messages.
 * @param made Whether the table was made for it; where nobody knows, an empty one goes too.
 * @throws {InvalidInputError} If the text is not TOML.
 */
export async function removeToml(
  text: string,
  content: TomlContent,
  file: string,
  made?: number,
): Promise<Removal> {
  const { table, values } = content,
    toml = await loadToml(),
    present = tableAt(valueOf(toml, parse(toml, text, file)), table);
  if (present === undefined || present === "other") return { state: "absent" };
  const there = Object.keys(values).filter((key) => Object.hasOwn(present, key));
  if (there.length === 0) return { state: "absent" };
  const changed = there.find((key) => !sameJson(present[key], values[key]));
  if (changed !== undefined) {
    return { state: "changed", found: `${changed} = ${JSON.stringify(present[changed])}` };
  }
  let done = text;
  for (const key of there) {
    const node = keyValueAt(parse(toml, done, file), table, key);
    const less = node && cutValue(done, node);
    if (less === undefined || !isWithout(toml, done, less, [...table, key])) {
      return { state: "changed", found: key };
    }
    done = less;
  }
  const rest = tableAt(valueOf(toml, parse(toml, done, file)), table);
  if (made !== 0 && rest !== undefined && rest !== "other" && Object.keys(rest).length === 0) {
    const less = cutDefinition(done, parse(toml, done, file), table);
    if (less !== undefined && isWithout(toml, done, less, table)) done = less;
  }
  return { state: "removed", text: done };
}

/** How much of a table is not there yet. */
export async function tablesToMake(text: string, { table }: TomlContent, file: string): Promise<number> {
  const toml = await loadToml();
  return tableAt(valueOf(toml, parse(toml, text, file)), table) === undefined ? 1 : 0;
}

/** Whether a text is TOML that says what another one does and the values that were added. */
function isWith(
  toml: Toml,
  before: string,
  after: string,
  table: readonly string[],
  added: readonly [string, TomlValue][],
): boolean {
  const was = read(toml, before), is = read(toml, after);
  if (was === undefined || is === undefined) return false;
  const at = table.reduce((inside, name) => (inside[name] ??= {}) as Table, was);
  for (const [name, value] of added) at[name] = value;
  return sameJson(is, was);
}

/** Whether a text is TOML that says what another one does but for one thing; tables that hold nothing say nothing. */
function isWithout(toml: Toml, before: string, after: string, path: readonly string[]): boolean {
  const was = read(toml, before), is = read(toml, after);
  if (was === undefined || is === undefined) return false;
  for (const document of [was, is]) {
    const above = tableAt(document, path.slice(0, -1));
    if (above !== undefined && above !== "other") delete above[path.at(-1)!];
    prune(document, path.slice(0, -1));
  }
  return sameJson(is, was);
}

function prune(document: Table, path: readonly string[]): void {
  for (let depth = path.length; depth > 0; depth--) {
    const above = tableAt(document, path.slice(0, depth - 1)), name = path[depth - 1]!;
    if (above === undefined || above === "other") continue;
    const inner = above[name];
    if (typeof inner === "object" && inner !== null && Object.keys(inner).length === 0) delete above[name];
  }
}

function read(toml: Toml, text: string): Table | undefined {
  try {
    return valueOf(toml, parse(toml, text, ""));
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

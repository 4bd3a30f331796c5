import { JsonView } from "./view.ts";

/** A name with an escape, or an item that is such a string; nothing within a string looks like either. */
const ESCAPED_NAME = /[{,][ \t\n\r]*"[^"\\]*\\/;
/** What is nested deeper is left to V8: to build it takes the stack. */
const MOST_DEPTH = 500;

/**
 * What a JSON text says, as `JSON.parse` gives it, with each name as it is written. V8 can take a name with an escape for
 * one that an object before it had (nodejs/node#63785): `{"a":1,"\n":2}` behind `{"a":1,"\\":2}` comes out with the name
 * `\`. Whatever holds names that others chose is read with this.
 *
 * @param text The text.
 * @throws {SyntaxError} If it is not JSON.
 */
// deno-lint-ignore no-explicit-any -- as JSON.parse is typed
export function parseJson(text: string): any {
  const parsed: unknown = JSON.parse(text);
  return text.includes("\\") && ESCAPED_NAME.test(text) ? valueOf(new JsonView(text), 0) : parsed;
}

function valueOf(view: JsonView, depth: number): unknown {
  if (depth === MOST_DEPTH) return JSON.parse(view.raw);
  if (view.kind === "array") return Array.from(view.items(), (item) => valueOf(item, depth + 1));
  if (view.kind !== "object") return JSON.parse(view.raw);
  return Object.fromEntries(Array.from(view.members, ([name, member]) => [name, valueOf(member, depth + 1)]));
}

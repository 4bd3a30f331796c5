import { scanObject, skipSpace, skipValue } from "./scan.ts";

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
  return text.includes("\\") && ESCAPED_NAME.test(text) ? valueOf(text.trim(), 0) : parsed;
}

/** The value of a valid text, its parts read one by one. */
function valueOf(text: string, depth: number): unknown {
  if (depth < MOST_DEPTH && text[0] === "{") {
    const { members: m } = scanObject(text, 0), members: [string, unknown][] = [];
    for (let i = 0; i < m.length; i += 4) {
      members.push([
        JSON.parse(text.slice(m[i], m[i + 1])),
        valueOf(text.slice(m[i + 2], m[i + 3]), depth + 1),
      ]);
    }
    return Object.fromEntries(members);
  }
  if (depth === MOST_DEPTH || text[0] !== "[") return JSON.parse(text);
  const items: unknown[] = [];
  for (let at = skipSpace(text, 1); text[at] !== "]";) {
    const end = skipValue(text, at);
    items.push(valueOf(text.slice(at, end), depth + 1));
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return items;
}

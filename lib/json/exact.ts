/** Any value that JSON can hold, with ordinary numbers. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A JSON text whose spelling matters: numbers that no double holds, digits that must stay. */
export class JsonText {
  /** The text, without white space around it; a lone surrogate in it as its escape. */
  readonly text: string;

  /**
   * Keeps a JSON text as it is written.
   *
   * @param text One JSON value (RFC 8259).
   * @throws {SyntaxError} If it is not JSON.
   *
   * @example A number with more digits than a double holds
   * ```ts
   * import { JsonText, openContext } from "@ctx/ctx";
   * import { assertEquals } from "@std/assert";
   *
   * const home = await Deno.makeTempDir();
   * const context = openContext({ home });
   * await context.set("build_number", new JsonText("12345678901234567890"));
   * assertEquals((await context.get("build_number")).valueText, "12345678901234567890");
   * await Deno.remove(home, { recursive: true });
   * ```
   */
  constructor(text: string) {
    JSON.parse(text);
    // A lone surrogate has no UTF-8: unless it is an escape, writing it would make another character of it.
    this.text = text.trim().replace(
      /\p{Surrogate}/gu,
      (unit) => "\\u" + unit.charCodeAt(0).toString(16),
    );
  }
}

/**
 * Whether every number in a value is one that JSON can write back: not one beyond what a double holds (§9.1).
 *
 * @param value What `JSON.parse` gave.
 * @returns Whether no number in it is infinite.
 */
export function isWritable(value: unknown): boolean {
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const item = rest.pop();
    if (typeof item === "number" && !Number.isFinite(item)) return false;
    if (typeof item === "object" && item !== null) {
      for (const inner of Object.values(item)) rest.push(inner);
    }
  }
  return true;
}

import { isWritable, JsonText, type JsonValue } from "../json/exact.ts";
import { compact } from "../json/layout.ts";

/**
 * What the words of a command line mean as a value (§9.1): the JSON value, where they are JSON whose numbers
 * can be written back, else the string itself.
 *
 * @param words The words, joined. @returns The value, with its numbers as they are spelled.
 */
export function valueOfWords(words: string): JsonText | string {
  let value: unknown;
  try {
    value = JSON.parse(words);
  } catch (error) {
    if (error instanceof SyntaxError) return words;
    throw error;
  }
  return isWritable(value) ? new JsonText(words) : words;
}

/**
 * The JSON text of a value.
 *
 * @param value A JSON value, or a JSON text to keep as it is spelled.
 * @returns Its text, without white space between its tokens.
 * @throws {TypeError} If JSON cannot hold the value: `undefined`, a function, a bigint, an object that contains itself.
 * @throws {RangeError} If a number in it is not finite.
 */
export function jsonTextOf(value: JsonValue | JsonText): string {
  if (value instanceof JsonText) return compact(value.text);
  return JSON.stringify(value, (_, item) => {
    if (typeof item === "number" && !Number.isFinite(item)) {
      throw new RangeError(`Cannot write ${item} as JSON: a number must be finite`);
    }
    if (item === undefined || typeof item === "function" || typeof item === "symbol") {
      throw new TypeError(`Cannot write a value of type ${typeof item} as JSON`);
    }
    if (typeof item === "object" && item !== null && !Array.isArray(item) && !isPlain(item)) {
      throw new TypeError(
        `Cannot write a ${item.constructor?.name ?? "value"} as JSON: it must be a plain object`,
      );
    }
    // -0 is a number of JSON, but JSON.stringify makes 0 of it.
    return Object.is(item, -0) ? MINUS_ZERO : item;
  });
}

function isPlain(item: object): boolean {
  const prototype = Object.getPrototypeOf(item);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

// JSON.rawJSON is in the language, but not yet in the types.
const MINUS_ZERO = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON("-0");

import { InvalidInputError } from "../errors.ts";
import { isWritable, JsonText, type JsonValue } from "../json/exact.ts";
import { valueOfWords } from "../memory/value_to_json.ts";

/** A value as the client's JSON had it; what the protocol has already rounded is not taken for what was meant. */
export function plainValue(value: unknown): JsonValue {
  if (value === undefined) throw new InvalidInputError("ctx_set needs value");
  const hint = "Give the value as a text, and json: true where it is JSON.";
  try {
    if (isWritable(value) && !holdsRounded(value) && JSON.stringify(value) !== undefined) {
      return value as JsonValue;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidInputError("The value is nested too deeply: nothing was written", {
      hint,
      cause: error,
    });
  }
  throw new InvalidInputError("The value holds a number that lost digits on its way: nothing was written", {
    hint,
  });
}

function holdsRounded(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsRounded);
}

/** A value that is given as the text of JSON, which keeps the digits of its numbers. */
export function jsonOf(value: unknown): JsonText {
  const read = typeof value === "string" ? valueOfWords(value) : undefined;
  if (read instanceof JsonText) return read;
  throw new InvalidInputError("The value is not the text of a JSON value", {
    hint: "With json, give the JSON as a string; without it, any value.",
  });
}

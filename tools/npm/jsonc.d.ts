/** A value that JSON text can hold. */
export type JsonValue =
  | { [key: string]: JsonValue | undefined }
  | JsonValue[]
  | string
  | number
  | boolean
  | null;

/**
 * Reads JSON text that may hold comments and trailing commas.
 *
 * @throws {SyntaxError} If the text is neither.
 */
export declare function parse(text: string): JsonValue;

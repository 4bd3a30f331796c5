import { JsonSyntaxError } from "./scan.ts";

/** What makes a text that is JSON one that readers may not agree on. */
export type Doubt = "depth" | "duplicate" | "surrogate" | "number";

/** A JSON text that readers may not agree on. */
export class DoubtfulJsonError extends JsonSyntaxError {
  override name = "DoubtfulJsonError";
  /** Which doubt. */
  readonly doubt: Doubt;

  /** @param doubt Which. @param message What is wrong, in words. @param offset Where, in UTF-16 units. */
  constructor(doubt: Doubt, message: string, offset: number) {
    super(message, offset);
    this.doubt = doubt;
  }
}

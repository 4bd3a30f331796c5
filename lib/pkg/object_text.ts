import { compactBytes, sortedBytes } from "../json/canonical.ts";
import { respelledNames } from "../json/respell.ts";

/** An object's text from its members' texts. */
export function objectText(members: Iterable<readonly [name: string, text: string]>): string {
  return `{${Array.from(members, ([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;
}

/**
 * A JSON text without white space, the members of every object in the order of their names, scalars as they are spelled.
 *
 * @param text A valid JSON text, no name said twice in an object of it.
 */
export function sortedText(text: string): string {
  // What sorts takes no white space between tokens.
  const compact = compactBytes(new TextEncoder().encode(text));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(sortedBytes(respelledNames(compact)));
}

import { tokensOf } from "./layout.ts";

/**
 * All that a JSON text says, for whoever searches it: every string of it with its escapes resolved, those of names that
 * stand in it twice too, and the text itself, in which names stand beside their values.
 *
 * @param json A valid JSON text.
 */
export function saidIn(json: string): string {
  const strings: string[] = [];
  for (const token of tokensOf(json)) if (token.startsWith('"')) strings.push(JSON.parse(token));
  return strings.length === 1 && json.startsWith('"') ? strings[0]! : [...strings, json].join("\n");
}

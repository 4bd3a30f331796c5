import type { Environment } from "./environment.ts";
import { RefusedError } from "./errors.ts";
import { tokensOf } from "./json/layout.ts";
import { findCredential } from "./text/credential.ts";

/**
 * Looks for credentials in what is about to be written (§11). Neither the refusal nor the warning repeats one.
 *
 * @param env The context's surroundings. @param texts What is to be written, by what it is. @param force Whether the writer insists.
 * @returns A warning where one was found and may be written; it is the caller's to add to.
 * @throws {RefusedError} If one was found, and neither the writer nor the settings allow it.
 */
export async function guardCredentials(
  env: Environment,
  texts: Readonly<Record<string, string | undefined>>,
  force = false,
): Promise<string[]> {
  for (const [what, text] of Object.entries(texts)) {
    const kind = text === undefined ? undefined : findCredential(text);
    if (kind === undefined) continue;
    const message = `the ${what} looks like ${kind}: everything in ctx reaches model providers`;
    if (force || (await env.settings()).settings.credentials === "warn") return [message];
    throw new RefusedError(`Refused: ${message}; nothing was written`, {
      hint: "Name where the secret is kept instead. If it is none, insist with --force.",
    });
  }
  return [];
}

/**
 * All that a JSON text says, for {@linkcode guardCredentials}: every string of it with its escapes resolved, those
 * of fields that stand in it twice too, and the text itself, in which names stand beside their values.
 */
export function saidIn(valueText: string): string {
  const strings: string[] = [];
  for (const token of tokensOf(valueText)) if (token.startsWith('"')) strings.push(JSON.parse(token));
  return strings.length === 1 && valueText.startsWith('"') ? strings[0]! : [...strings, valueText].join("\n");
}

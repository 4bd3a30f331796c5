import type { Environment } from "./environment.ts";
import { RefusedError } from "./errors.ts";

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
  // Two milliseconds of patterns, which reading has no use for.
  const { findCredential } = await import("./text/credential.ts");
  for (const [what, text] of Object.entries(texts)) {
    const kind = text === undefined ? undefined : findCredential(text);
    if (kind === undefined) continue;
    const message = `the ${what} looks like ${kind}: everything in ctx reaches model providers`;
    const { credentials } = (await env.settings()).settings;
    if (force || credentials === "warn") return [message];
    throw new RefusedError(`Refused: ${message}; nothing was written`, {
      hint: "Name where the secret is kept instead. If it is none, insist with --force.",
    });
  }
  return [];
}

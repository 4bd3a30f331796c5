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
    const { credentials } = (await env.settings()).settings;
    return judged(`the ${what} looks like ${kind}`, force || credentials === "warn");
  }
  return [];
}

/**
 * As {@linkcode guardCredentials}, for texts that are known only once the lock is held, where nothing can wait.
 *
 * @param env The context's surroundings. @param force Whether the writer insists.
 * @returns What looks at a text, and gives the warnings.
 * @throws {RefusedError} From what is returned, if a credential was found and is not allowed.
 */
export async function heldGuard(env: Environment, force = false): Promise<(text: string) => string[]> {
  const [{ findCredential }, { settings }] = await Promise.all([
    import("./text/credential.ts"),
    env.settings(),
  ]);
  return (text) => {
    const kind = findCredential(text);
    if (kind === undefined) return [];
    return judged(`the earlier value looks like ${kind}`, force || settings.credentials === "warn");
  };
}

function judged(found: string, isAllowed: boolean): string[] {
  const message = `${found}: everything in ctx reaches model providers`;
  if (isAllowed) return [message];
  throw new RefusedError(`Refused: ${message}; nothing was written`, {
    hint: "Name where the secret is kept instead. If it is none, insist with --force.",
  });
}

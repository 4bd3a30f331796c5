import type { Environment } from "./surroundings.ts";
import { RefusedError } from "./errors.ts";
import { findCredential } from "./text/credential.ts";
import type { Source, StoreName } from "./memory/entry.ts";

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
    const isAllowed = force || (await env.settings()).settings.credentials === "warn";
    return judged(`the ${what} looks like ${kind}`, isAllowed);
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
  const { settings } = await env.settings();
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

/**
 * Keeps the operator's store for the operator's words, where `enforce_stores` asks for it (§3.1): a writer who
 * is known by name, and so an agent, may only set an entry there whose source it says is the operator. Marks,
 * notes and deletions carry no source, so an agent makes none there.
 *
 * @param env The context's surroundings. @param store Where it is to be written.
 * @param source The source that a `set` claims; absent for every other operation.
 * @throws {RefusedError} If the convention is enforced and this write breaks it.
 */
export async function guardStore(env: Environment, store: StoreName, source?: Source): Promise<void> {
  // Looked at in this order: most writes never read the settings.
  if (store !== "operator" || source === "operator" || env.facts().author === undefined) return;
  if (!(await env.settings()).settings.enforce_stores) return;
  throw new RefusedError(
    "Refused: an agent writes to the store operator only what the operator said (enforce_stores in " +
      "config.jsonc); nothing was written",
    {
      hint: "Record their words with ctx set --store operator --source operator, or write to shared or " +
        "agent. The operator writes with CTX_AUTHOR unset.",
    },
  );
}

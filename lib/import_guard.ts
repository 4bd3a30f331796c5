import type { Environment } from "./surroundings.ts";
import { fieldTexts } from "./memory/entry_fields.ts";
import { NAME_LENGTH } from "./memory/shown_names.ts";
import { type Incoming, respell } from "./memory/import/on_conflict.ts";
import { clip } from "./text/excerpt.ts";

/** What in an entry looks like a credential. */
export interface Credential {
  /** Which part of it, and like what: never the credential itself. */
  readonly reason: string;
  /** Whether it is in the key, which then must not be named. */
  readonly isInKey: boolean;
}

/**
 * A look at entries that come in by the many (§11): each is judged by itself.
 *
 * @param env The context's surroundings. @param force Whether whoever imports insists.
 * @returns What says which part of an entry looks like what; nothing of any where credentials may be written.
 */
export async function credentialsOf(
  env: Environment,
  force: boolean,
): Promise<(incoming: Incoming) => Credential | undefined> {
  if (force || (await env.settings()).settings.credentials === "warn") return () => undefined;
  const { findCredential } = await import("./text/credential.ts");
  const known = new Map<Incoming, Credential | undefined>();
  return (incoming) => {
    if (known.has(incoming)) return known.get(incoming);
    // Without escapes, behind which a credential could hide.
    const texts = fieldTexts(incoming.text),
      parts: [what: string, text: string][] = [
        ["key", incoming.key],
        // Before the fields, whose names are repeated: another program's can be one as well.
        ["name of a field", [...texts.keys()].join("\n")],
      ];
    for (const [name, text] of texts) {
      const isText = text.startsWith('"');
      parts.push([`field ${clip(name, NAME_LENGTH)}`, isText ? JSON.parse(text) : respell(text)]);
    }
    let found: Credential | undefined;
    for (const [what, text] of parts) {
      const kind = findCredential(text);
      if (kind === undefined) continue;
      found = { reason: `the ${what} looks like ${kind}`, isInKey: text === incoming.key };
      break;
    }
    known.set(incoming, found);
    return found;
  };
}

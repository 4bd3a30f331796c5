import { saidIn } from "../../guard.ts";
import { respell } from "../../memory/import/on_conflict.ts";
import { credentialShape } from "./credential_shaped.ts";

/**
 * What of a JSON text looks like a credential, whatever its escapes hide: in a string by itself, or in one beside the
 * name that it has.
 *
 * @param json A valid JSON text.
 * @returns The kind, with its article; nothing where nothing looks like one.
 */
export function credentialIn(json: string): string | undefined {
  return credentialShape(saidIn(respell(json)));
}

import { saidIn } from "../../json/said_in.ts";
import { tokensOf } from "../../json/layout.ts";
import { respell } from "../../memory/import/on_conflict.ts";
import { credentialShape } from "./credential_shaped.ts";

/** A text that carries a JSON text: what is escaped in that is escaped twice. */
const CARRIER = "ctx1:";

/**
 * What of a JSON text looks like a credential, whatever its escapes hide: in a string by itself, in one beside the name
 * that it has, or in what a string carries of an entry (ctxpkg §14.4).
 *
 * @param json A valid JSON text.
 * @returns The kind, with its article; nothing where nothing looks like one.
 */
export function credentialIn(json: string): string | undefined {
  const found = credentialShape(saidIn(respell(json)));
  return found ?? (json.includes(CARRIER) ? credentialCarried(json) : undefined);
}

function credentialCarried(json: string): string | undefined {
  for (const token of tokensOf(json)) {
    if (!token.startsWith(`"${CARRIER}`)) continue;
    const carried: string = JSON.parse(token).slice(CARRIER.length);
    try {
      JSON.parse(carried);
    } catch {
      continue; // It is no carrier, and has been looked at as it is.
    }
    const found = credentialShape(saidIn(respell(carried)));
    if (found !== undefined) return found;
  }
}

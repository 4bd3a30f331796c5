import { clip } from "../text/excerpt.ts";

/** What can be wrong with a package, or with the envelope around one, as a stable word to switch on (ctxpkg §10). */
export type FaultCode =
  | "E_READ"
  | "E_EXT"
  | "E_SIZE"
  | "E_BOM"
  | "E_UTF8"
  | "E_JSON"
  | "E_DEPTH"
  | "E_DUPKEY"
  | "E_SURROGATE"
  | "E_TOP"
  | "E_MANIFEST"
  | "E_SCHEMA_VERSION"
  | "E_NAME"
  | "E_VERSION"
  | "E_LAYERS"
  | "E_LAYER_MISSING"
  | "E_LAYER_UNDECLARED"
  | "E_KIND"
  | "E_KIND_PAYLOAD"
  | "E_GRAPH"
  | "E_HEX"
  | "E_CONTENT_HASH"
  | "E_BYTE_SIZE"
  | "E_SHA256"
  | "E_SIG_FORMAT"
  | "E_SIG"
  | "E_LOCK"
  | "E_ENV"
  | "E_ENV_TYPE"
  | "E_ENV_SIZE"
  | "E_ENV_UNSIGNED"
  | "E_ENV_MAC";

/** A fault of a package. */
export interface Fault {
  /** Which. */
  readonly code: FaultCode;
  /** What is wrong and where, in one line that is safe to show. */
  readonly message: string;
}

/** The most characters of a package's text that a message quotes. */
const QUOTED = 80;

/** A package's text within a message. */
export function quote(text: string): string {
  return `"${clip(text, QUOTED)}"`;
}

/** Says which members are unknown: a few by their names. */
export function unknownMembers(where: string, names: readonly string[], more: number): string[] {
  const shown = names.slice(0, MOST_NAMED), rest = names.length - shown.length + more;
  if (shown.length === 0) return [];
  const list = shown.map(quote).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  return [`${where} has what is unknown, and is ignored: ${list}`];
}

const MOST_NAMED = 5;

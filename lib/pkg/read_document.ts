import { expectEnd, JsonSyntaxError, placeOf, skipSpace } from "../json/scan.ts";
import { type Doubt, DoubtfulJsonError } from "../json/doubt.ts";
import { readStrictly, type Spelling, type StrictReading } from "../json/strict.ts";
import { decodeUtf8, NotUtf8Error } from "../json/utf8.ts";
import type { JsonView } from "../json/view.ts";
import { CONTENT_NAMES } from "./content.ts";
import { type Fault, type FaultCode, quote } from "./fault.ts";
import { MANIFEST_NAMES } from "./manifest.ts";

/** The most bytes that a package may have. */
export const MOST_BYTES = 10 * 1024 * 1024;
/** The most containers that may be open at once in a document, the outermost included. */
export const MOST_DEPTH = 127;

/** A package's own text, with its two halves. */
export interface PackageDocument {
  /** The bytes of the whole. */
  readonly bytes: Uint8Array;
  readonly manifest: JsonView;
  readonly content: JsonView;
  /** How the content is spelled. */
  readonly spelling: Spelling;
}

const WANTED = new Set([...MANIFEST_NAMES, ...CONTENT_NAMES]);

const DOUBTS: Readonly<Record<Doubt, FaultCode>> = {
  depth: "E_DEPTH",
  duplicate: "E_DUPKEY",
  surrogate: "E_SURROGATE",
  number: "E_JSON",
};

/**
 * Reads a package's text, strictly: what one reader takes for one thing and another for another is refused (ctxpkg §2).
 *
 * @param bytes The whole file. @param fileName Its name, where it has one.
 * @returns The document, or the first fault.
 */
export function readDocument(bytes: Uint8Array, fileName?: string): PackageDocument | Fault {
  if (fileName !== undefined && !/\.l?ctxpkg$/.test(fileName)) {
    return { code: "E_EXT", message: `${quote(fileName)} ends neither in .ctxpkg nor in .lctxpkg` };
  }
  const reading = readJson(bytes, MOST_BYTES, WANTED);
  if ("code" in reading) return reading;
  const { view: { members }, spellings } = reading,
    manifest = members.get("manifest"),
    content = members.get("content");
  if (manifest?.kind !== "object" || content?.kind !== "object") {
    const isEnvelope = members.has("payload_json");
    const hint = isEnvelope ? ": it is an envelope, out of which ctx pkg unwrap takes a package" : "";
    return { code: "E_TOP", message: `it is no object with the objects manifest and content${hint}` };
  }
  if (members.size > 2) {
    const other = [...members.keys()].find((name) => name !== "manifest" && name !== "content")!;
    return { code: "E_TOP", message: `it has the member ${quote(other)} besides manifest and content` };
  }
  return { bytes, manifest, content, spelling: spellings.get("content")! };
}

/**
 * Reads bytes as one JSON value that every reader takes for the same.
 *
 * @param bytes A whole text. @param most How many bytes it may have. @param wanted Names of members that are kept.
 * @returns The value, or the first fault.
 */
export function readJson(
  bytes: Uint8Array,
  most: number,
  wanted?: ReadonlySet<string>,
): StrictReading | Fault {
  if (bytes.length > most) return sizeFault(most);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return { code: "E_BOM", message: "it begins with a byte order mark" };
  }
  let text = "";
  try {
    text = decodeUtf8(bytes);
    const reading = readStrictly(text, skipSpace(text, 0), MOST_DEPTH, wanted);
    expectEnd(text, reading.view.end);
    return reading;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const isUtf8 = !(error instanceof NotUtf8Error);
    const { line, column } = placeOf(isUtf8 ? text : (error as NotUtf8Error).text, error.offset);
    const code = error instanceof DoubtfulJsonError ? DOUBTS[error.doubt] : isUtf8 ? "E_JSON" : "E_UTF8";
    return { code, message: `${error.message} (line ${line}, column ${column})` };
  }
}

/** That something is larger than it can be. */
export function sizeFault(most: number): Fault {
  return { code: "E_SIZE", message: `it is larger than ${most} bytes` };
}

import type { JsonView } from "../../json/view.ts";
import { faultsOfMembers } from "../check_shape.ts";
import { quote } from "../fault.ts";
import { sha256Of } from "../sha256.ts";
import type { Findings } from "../manifest.ts";
import { type Members, must } from "../manifest_shape.ts";
import { isOneFrame } from "./zstd_frame.ts";

const DOCUMENT: Members = {
  path: must("string"),
  sha256: must("string"),
  encoding: must("string"),
  body: must("string"),
};
const ENCODING = "zstd+base64";
const MOST_DOCUMENTS = 256, MOST_PATH = 512, MOST_NAMED = 5;
/** The most bytes of one document, and of all of them together. */
const MOST_PLAIN = 1024 * 1024, MOST_TOGETHER = 8 * MOST_PLAIN;

/** No packer makes more of a document: what cannot be packed grows by a part in 256 and a few bytes. */
const MOST_PACKED = MOST_PLAIN + MOST_PLAIN / 16;

/** Makes bytes of zstd plain; throws where they are none, or would be more than so many. */
export type Unpack = (packed: Uint8Array, most: number) => Uint8Array;

/**
 * Checks the documents of a package of skills: their paths, and that each one's bytes have the hash that it names. No
 * more is ever unpacked than all of them together may have, whatever they claim (ctxpkg §6.1).
 *
 * @param documents The member of the content. @param findings Where faults and warnings go.
 * @param unpack Unpacks zstd; without it the bodies are not looked at.
 */
export async function checkDocuments(
  documents: JsonView,
  { faults, warnings }: Findings,
  unpack: Unpack | undefined,
): Promise<void> {
  const fault = (message: string) => void faults.push({ code: "E_KIND_PAYLOAD", message });
  const files = documents.kind === "object" ? documents.member("files") : undefined;
  if (files?.kind !== "array") return fault("documents.files is not an array");
  const views: JsonView[] = [];
  for (const view of files.items()) {
    if (views.push(view) > MOST_DOCUMENTS) break;
    // A body is long, and this passes over it once and for all.
    view.member("body");
  }
  if (views.length === 0) return fault("documents.files is empty");
  if (views.length > MOST_DOCUMENTS) {
    return fault(`documents.files has more than ${MOST_DOCUMENTS} documents`);
  }
  const paths = new Set<string>(), room = { left: MOST_TOGETHER };
  // One after the other, but for the hashes: to wait for each would take longer than to make them.
  const found: Promise<string | undefined>[] = [];
  for (const [i, view] of views.entries()) {
    found.push(faultOfDocument(view, `documents.files[${i}]`, paths, room, unpack));
    if (room.left < 0) break;
  }
  let bad = 0;
  for (const wrong of await Promise.all(found)) {
    if (wrong === undefined) continue;
    if (++bad > MOST_NAMED) return fault("documents.files has more that is wrong");
    fault(wrong);
  }
  if (unpack === undefined) {
    warnings.push("documents were not checked: there is nothing here that reads zstd");
  }
}

async function faultOfDocument(
  view: JsonView,
  place: string,
  paths: Set<string>,
  room: { left: number },
  unpack: Unpack | undefined,
): Promise<string | undefined> {
  if (view.kind !== "object") return `${place} is not an object`;
  const [wrong] = faultsOfMembers(view, DOCUMENT, `${place}.`);
  if (wrong !== undefined) return wrong;
  const [path, sha256, encoding, body] = Object.keys(DOCUMENT).map((name) => view.member(name)!.string!) as [
    string,
    string,
    string,
    string,
  ];
  if (!isDocumentPath(path)) return `${place}.path ${quote(path)} is none that a document may have`;
  if (paths.size === paths.add(path).size) return `${place}.path ${quote(path)} is there twice`;
  if (encoding !== ENCODING) return `${place}.encoding is not ${ENCODING}`;
  if (!/^[0-9a-f]{64}$/.test(sha256)) return `${place}.sha256 is not 64 hex digits in lower case`;
  if (unpack === undefined) return undefined;
  if (body.length > MOST_PACKED / 3 * 4) return `${place}.body is longer than a document can be packed`;
  const packed = fromBase64(body);
  if (packed === undefined) return `${place}.body is not base64`;
  if (!isOneFrame(packed)) return `${place}.body is not zstd`;
  // Where nothing is left, one byte more shows whether there is one.
  const plain = unpackWithin(packed, Math.max(1, Math.min(MOST_PLAIN, room.left)), unpack);
  // What was unpacked in vain counts as well, and of what is no zstd nobody knows how much that was.
  room.left -= typeof plain === "object" ? plain.length : MOST_PLAIN;
  if (plain === undefined) return `${place}.body is not zstd`;
  if (room.left < 0) return `documents.files have more than ${MOST_TOGETHER} bytes together`;
  if (plain === "large") return `${place}.body has more than ${MOST_PLAIN} bytes`;
  return await sha256Of(plain) === sha256 ? undefined : `${place}.sha256 is not the hash of its body`;
}

/**
 * Whether a document may have a path: relative, and within its folder on every system (ctxpkg §6.1).
 *
 * @param path The path.
 */
export function isDocumentPath(path: string): boolean {
  if (path.length > MOST_PATH || new TextEncoder().encode(path).length > MOST_PATH) return false;
  return !/[\\:\p{Cc}]/u.test(path) &&
    path.split("/").every((part) => part !== "" && part !== "." && !part.startsWith(".."));
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
    // The built-in reader passes over white space.
    return text.length === Math.ceil(bytes.length / 3) * 4 ? bytes : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The plain bytes; `large` where they are more than may be, nothing where there are none. */
function unpackWithin(packed: Uint8Array, most: number, unpack: Unpack): Uint8Array | "large" | undefined {
  try {
    return unpack(packed, most);
  } catch (error) {
    return error instanceof RangeError ? "large" : undefined;
  }
}

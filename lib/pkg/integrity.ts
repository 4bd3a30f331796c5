import { compactBytes, sortedBytes } from "../json/canonical.ts";
import { respelledBytes, respelledNames } from "../json/respell.ts";
import type { Spelling } from "../json/strict.ts";
import type { JsonView } from "../json/view.ts";
import type { Fault } from "./fault.ts";
import type { ManifestFacts } from "./manifest.ts";
import type { EarlyHash } from "./early_hash.ts";
import type { PackageDocument } from "./read_document.ts";
import { sha256Of } from "./sha256.ts";

/** The form of the content that its hash is of (ctxpkg §4). */
export type Reading = "bytes" | "sorted" | "sorted-jcs";

/** What the hashes of a package say. */
export interface Integrity {
  /** The form whose hash is the one that the manifest names. */
  readonly reading?: Reading;
  /** Whether the package's hash binds name, version and content. */
  readonly isBound: boolean;
  readonly faults: readonly Fault[];
}

/**
 * Holds a package against its hashes: the content as it is spelled, else with its names sorted (ctxpkg §4).
 *
 * @param document The document. @param facts What the manifest says. @param early A hash that may be of the content.
 */
export async function checkIntegrity(
  { content, bytes, spelling }: PackageDocument,
  { name, version, contentHash, byteSize, sha256 }: ManifestFacts,
  early?: EarlyHash,
): Promise<Integrity> {
  const faults: Fault[] = [], stands = contentBytes(content, bytes);
  const { reading, size } = await readingOf(
    stands,
    contentHash,
    spelling,
    early && hashOf(stands, bytes, early),
  );
  if (reading === undefined) {
    faults.push({ code: "E_CONTENT_HASH", message: "integrity.content_hash is not the hash of the content" });
  } else if (byteSize !== BigInt(size)) {
    const message = `integrity.byte_size says ${byteSize}, and what was hashed has ${size} bytes`;
    faults.push({ code: "E_BYTE_SIZE", message });
  }
  const isBound = await sha256Of(encode(`${name}:${version}:${contentHash}`)) === sha256;
  if (!isBound) {
    faults.push({
      code: "E_SHA256",
      message: "integrity.sha256 is not the hash of name, version and content_hash",
    });
  }
  return { reading, isBound, faults };
}

/** The bytes of the content, as they stand in the document. */
function contentBytes({ text, start, end }: JsonView, bytes: Uint8Array): Uint8Array {
  if (bytes.length === text.length) return bytes.subarray(start, end);
  const before = encode(text.slice(0, start)).length, after = encode(text.slice(end)).length;
  return bytes.subarray(before, bytes.length - after);
}

/** The hash that was begun early, where it is of this part of the file. */
function hashOf(
  part: Uint8Array,
  file: Uint8Array,
  { start, end, sha256 }: EarlyHash,
): Promise<string> | undefined {
  const isIt = part.byteOffset - file.byteOffset === start && part.length === end - start;
  return isIt ? sha256 : undefined;
}

/** Which form has a hash; one that would be the same as the one before is not made. */
async function readingOf(
  content: Uint8Array,
  hash: string,
  { isCompact, isSorted, hasPlainNames, isPlain }: Spelling,
  early?: Promise<string>,
): Promise<{ reading?: Reading; size: number }> {
  const compact = isCompact ? content : compactBytes(content);
  if (await (isCompact && early ? early : sha256Of(compact)) === hash) {
    return { reading: "bytes", size: compact.length };
  }
  const sorted = isSorted ? compact : sortedBytes(hasPlainNames ? compact : respelledNames(compact));
  // It is hashed while the last form is made.
  const hashed = isSorted ? undefined : sha256Of(sorted);
  const jcs = isPlain ? sorted : respelledBytes(sorted);
  if (await hashed === hash) return { reading: "sorted", size: sorted.length };
  if (!isPlain && await sha256Of(jcs) === hash) return { reading: "sorted-jcs", size: jcs.length };
  return { size: compact.length };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

import { checkContent } from "./content.ts";
import type { Fault } from "./fault.ts";
import { checkIntegrity, type Reading } from "./integrity.ts";
import { itemWarnings } from "./check/item_warnings.ts";
import { type EarlyHash, hashEarly } from "./early_hash.ts";
import { checkManifest, type Kind, type Layer } from "./manifest.ts";
import { readDocument } from "./read_document.ts";
import { checkSignature } from "./signature.ts";

/** How one check of a package ended; `skipped` where an earlier one failed, or there is nothing to check. */
export type CheckState = "pass" | "fail" | "skipped";

/** What a verification found (ctxpkg §10). */
export interface Verification {
  /** Whether the package is accepted: it has no fault. */
  readonly isAccepted: boolean;
  /** Its name, as far as one could be read. */
  readonly name?: string;
  /** Its version. */
  readonly version?: string;
  /** Its kind. */
  readonly kind?: Kind;
  /** The layers that it declares. */
  readonly layers?: readonly Layer[];
  /** The four checks. */
  readonly checks: {
    readonly structure: CheckState;
    readonly contentHash: CheckState;
    readonly packageHash: CheckState;
    readonly signature: CheckState;
  };
  /** The form of the content that its hash is of. */
  readonly reading?: Reading;
  /** The public key that signed it, in hex; absent where nothing is signed. */
  readonly signer?: string;
  /** Every fault, in the order in which they were found. */
  readonly faults: readonly Fault[];
  /** What is odd, and no fault. */
  readonly warnings: readonly string[];
}

/** How strictly to verify. */
export interface VerifyOptions {
  /** The file's name, whose ending is then checked too. */
  readonly fileName?: string;
  /** Take what version 1 does not allow, but packages of it have, for a fault: a scoped name. */
  readonly isStrict?: boolean;
}

/** The checks of what has no form. */
const UNCHECKED = {
  structure: "fail",
  contentHash: "skipped",
  packageHash: "skipped",
  signature: "skipped",
} as const;

/** The verification of what is no document at all. */
export function refusal(fault: Fault): Verification {
  return { isAccepted: false, checks: UNCHECKED, faults: [fault], warnings: [] };
}

/**
 * Verifies a package: its form, its hashes and its signature. Whatever the bytes are, this returns; nothing in them is
 * believed before its hash is checked, and nothing is written.
 *
 * @param bytes The whole file. @param options How strictly.
 * @returns What was found: all faults of a document that could be read, else the first.
 */
export async function verifyPackage(bytes: Uint8Array, options: VerifyOptions = {}): Promise<Verification> {
  const early = hashEarly(bytes);
  try {
    return await verified(bytes, options, early);
  } finally {
    // Nothing goes on behind a caller's back, whatever was found.
    await early?.sha256;
  }
}

async function verified(
  bytes: Uint8Array,
  options: VerifyOptions,
  early: EarlyHash | undefined,
): Promise<Verification> {
  const document = readDocument(bytes, options.fileName);
  if ("code" in document) return refusal(document);
  const { manifest, content } = document, faults: Fault[] = [], warnings: string[] = [];
  const facts = checkManifest(manifest, { faults, warnings });
  if (options.isStrict && facts.schemaVersion === 1) {
    const scope = warnings.findIndex((text) => text.startsWith("name "));
    if (scope !== -1) faults.push({ code: "E_NAME", message: warnings.splice(scope, 1)[0]! });
  }
  checkContent(content, facts, { faults, warnings });
  if (faults.length === 0 && (facts.kind === "skills" || facts.kind === "addon")) {
    const { checkPayload } = await import("./check/check_payload.ts");
    const found = await checkPayload(content, facts);
    faults.push(...found.faults);
    warnings.push(...found.warnings);
  }
  const { name, version, kind, layers } = facts, said = { name, version, kind, layers };
  if (faults.length > 0) return { isAccepted: false, ...said, checks: UNCHECKED, faults, warnings };
  const integrity = await checkIntegrity(document, facts, early);
  faults.push(...integrity.faults);
  const { signer, fault } = await checkSignature(manifest, name, version, facts.sha256);
  if (fault !== undefined) faults.push(fault);
  if (integrity.reading !== undefined && integrity.reading !== "bytes") {
    warnings.push("the content's hash is that of its names sorted: lean-ctx refuses such a package");
  }
  if (faults.length === 0) warnings.push(...itemWarnings(content, facts));
  const isSized = !integrity.faults.some(({ code }) => code === "E_BYTE_SIZE");
  return {
    isAccepted: faults.length === 0,
    ...said,
    checks: {
      structure: "pass",
      contentHash: integrity.reading !== undefined && isSized ? "pass" : "fail",
      packageHash: integrity.isBound ? "pass" : "fail",
      signature: fault !== undefined ? "fail" : signer === undefined ? "skipped" : "pass",
    },
    reading: integrity.reading,
    signer,
    faults,
    warnings,
  };
}

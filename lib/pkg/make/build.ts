import { InvalidInputError } from "../../errors.ts";
import { JsonText } from "../../json/exact.ts";
import { layOut } from "../../json/layout.ts";
import { VERSION } from "../../version.ts";
import { faultsOfItems } from "../check/check_items.ts";
import { JsonView } from "../../json/view.ts";
import { countsOf, wholeContent } from "./content_parts.ts";
import type { Fault } from "../fault.ts";
import { sha256Of } from "../sha256.ts";
import type { Content, Dependency } from "../layers.ts";
import { inLeanOrder } from "./lean_order.ts";
import { LAYERS } from "../manifest.ts";
import { isSemver } from "../names.ts";
import { sortedText } from "../object_text.ts";
import { plainNumber } from "./float_text.ts";
import { type Part, partText } from "./part.ts";
import type { Profile } from "./profile.ts";
import { signatureOf, type SigningKey } from "./signing.ts";
import { type Verification, verifyPackage } from "../verify.ts";

/** What a package is made of. */
export interface PackageParts {
  /** Its name; one with a scope, as `@acme/notes`, makes it a package of version 2. */
  readonly name: string;
  /** `1.0.0` when absent. */
  readonly version?: string;
  /** What it is, in a line. */
  readonly description?: string;
  /** Its tags. */
  readonly tags?: readonly string[];
  /** Packages that it builds on; they make it one of version 2. */
  readonly dependencies?: readonly Dependency[];
  /** When it is made: RFC 3339. The same parts at the same time give the same bytes. */
  readonly at: string;
  /** What it holds; a graph makes it a package of version 2. */
  readonly content: Content;
  /** How it is written; `portable` when absent. */
  readonly profile?: Profile;
}

/** The same, with a content whose parts keep their spelling. */
export interface ExactParts extends Omit<PackageParts, "content"> {
  readonly content: ReadonlyMap<string, Part>;
}

/** A written package stays below that, which every meaning of 10 MB allows. */
const MOST_WRITTEN = 10_000_000;
const STYLE = { newline: "\n", unit: "  ", colon: ": ", gap: "" } as const;

/**
 * Writes a package (ctxpkg §11): hashes its content, signs it where a key is given, and verifies the very text that it
 * returns.
 *
 * @param parts What it is made of. @param key What signs it.
 * @returns The document.
 * @throws {InvalidInputError} If no such package can be, or none that anybody imports: a name that is none, an item that
 *   lacks a member, a content that is too large.
 *
 * @example A package with one fact
 * ```ts
 * import { buildPackage, verifyPackage } from "@ctx/ctx/package";
 * import { assert } from "@std/assert";
 *
 * const text = await buildPackage({
 *   name: "upload-notes",
 *   at: "2026-10-13T09:41:07Z",
 *   content: {
 *     knowledge: { facts: [{ category: "result", key: "timeout", value: "300 s is enough.", confidence: 0.9 }] },
 *   },
 * });
 * assert((await verifyPackage(new TextEncoder().encode(text))).isAccepted);
 * ```
 */
export async function buildPackage(parts: PackageParts, key?: SigningKey): Promise<string> {
  const content = partOf(parts.content) as ReadonlyMap<string, Part>;
  return (await buildExact({ ...parts, content }, key)).text;
}

/** A package that was written, and what its verification found. */
export interface Built {
  /** Its document. */
  readonly text: string;
  /** What the verification of that very text found. */
  readonly verification: Verification;
}

/** Writes a package of parts that keep their spelling; see {@linkcode buildPackage}. */
export async function buildExact(parts: ExactParts, key?: SigningKey): Promise<Built> {
  const { name, version = "1.0.0", at, profile = "portable" } = parts;
  const isSecond = name.includes("/") || parts.content.has("context_graph") ||
    (parts.dependencies ?? []).length > 0;
  if (isSecond && !isSemver(version)) {
    throw new InvalidInputError(
      `Cannot make version ${JSON.stringify(version.slice(0, 80))} of a package: it is not SemVer`,
      {
        hint: "A package with a scope, a graph or dependencies has a version as 1.0.0.",
      },
    );
  }
  const whole = wholeContent(parts.content, at);
  const content = profile === "lean-ctx" ? partText(inLeanOrder(whole, at)) : sortedText(partText(whole));
  const bytes = new TextEncoder().encode(content), content_hash = await sha256Of(bytes);
  const sha256 = await sha256Of(new TextEncoder().encode(`${name}:${version}:${content_hash}`));
  const manifest = {
    schema_version: isSecond ? 2 : 1,
    name,
    version,
    description: parts.description ?? "",
    created_at: at,
    layers: LAYERS.filter((layer) => whole.has(layer)),
    dependencies: parts.dependencies?.length ? parts.dependencies : undefined,
    tags: parts.tags?.length ? parts.tags : undefined,
    integrity: { sha256, content_hash, byte_size: bytes.length },
    provenance: { tool: "ctx", tool_version: VERSION },
    stats: { ...countsOf(whole).stats, compression_ratio: await compressionOf(bytes) },
    conformance_level: isSecond ? 2 : undefined,
    scope: name.startsWith("@") ? name.slice(0, name.indexOf("/")) : undefined,
    graph_summary: countsOf(whole).graphSummary,
    signature: key && await signatureOf(key, name, version, sha256),
  };
  const plain = `{"manifest":${JSON.stringify(manifest)},"content":${content}}`;
  const text = layOut(profile === "portable" ? sortedText(plain) : plain, STYLE, "") + "\n";
  const verification = await verified(text, name);
  // It is accepted, and no import would take it.
  const [wrong] = faultsOfItems(new JsonView(content), {
    layers: manifest.layers,
    schemaVersion: isSecond ? 2 : 1,
  });
  if (wrong !== undefined) throw cannotMake(name, wrong);
  return { text, verification };
}

function cannotMake(name: string, why: string): InvalidInputError {
  return new InvalidInputError(`Cannot make the package ${JSON.stringify(name.slice(0, 80))}: ${why}`);
}

/** Verifies the very bytes that are to be written. */
async function verified(text: string, name: string): Promise<Verification> {
  const bytes = new TextEncoder().encode(text);
  const refuse = ({ code, message }: Fault): never => {
    throw cannotMake(name, `${message} (${code})`);
  };
  if (bytes.length >= MOST_WRITTEN) {
    refuse({
      code: "E_SIZE",
      message: `it would have ${bytes.length} bytes, and must have less than ${MOST_WRITTEN}`,
    });
  }
  const verification = await verifyPackage(bytes), [fault] = verification.faults;
  if (fault !== undefined) refuse(fault);
  return verification;
}

/** How small the content becomes, as a part of its size. */
async function compressionOf(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const packed = new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip")));
  return Number(((await packed.arrayBuffer()).byteLength / bytes.length).toFixed(4));
}

/** A value as a part: a member with nothing to say is left out, a number stands in full. */
function partOf(value: unknown): Part {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return value.map(partOf);
  if (typeof value === "number") {
    if (Number.isFinite(value)) return plainNumber(value);
    throw new InvalidInputError(`Cannot put ${value} into a package: JSON has no such number`);
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return new Map(members.map(([name, inner]) => [name, partOf(inner)]));
}

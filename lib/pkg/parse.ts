import { parseJson } from "../json/parse_json.ts";
import type { JsonView } from "../json/view.ts";
import type { Content, Manifest } from "./layers.ts";
import { readDocument } from "./read_document.ts";
import { type Verification, type VerifyOptions, verifyPackage } from "./verify.ts";

/** A package that was verified and accepted, to be looked into. */
export class Package {
  /** The file's bytes, as they came. */
  readonly bytes: Uint8Array;
  /** What its verification found. */
  readonly verification: Verification;
  /** Its content as it is spelled. */
  readonly contentView: JsonView;
  readonly #manifest: JsonView;
  #manifestData?: Manifest;
  #contentData?: Content;

  /**
   * Opens a package; {@linkcode parsePackage} does that with bytes.
   *
   * @param bytes The whole file. @param manifest Its manifest. @param content Its content.
   * @param verification What its verification found: that it is accepted.
   */
  constructor(bytes: Uint8Array, manifest: JsonView, content: JsonView, verification: Verification) {
    this.bytes = bytes;
    this.verification = verification;
    this.contentView = content;
    this.#manifest = manifest;
  }

  /** Its name. */
  get name(): string {
    return this.verification.name!;
  }

  /** Its version. */
  get version(): string {
    return this.verification.version!;
  }

  /** Its own hash, which binds name, version and content. */
  get sha256(): string {
    return this.#manifest.get("integrity")!.get("sha256")!.string!;
  }

  /** The version of the format that it is of. */
  get schemaVersion(): number {
    return Number(this.#manifest.get("schema_version")!.raw);
  }

  /** Its manifest, with ordinary numbers. */
  get manifest(): Manifest {
    return this.#manifestData ??= parseJson(this.#manifest.raw);
  }

  /** Its content, with ordinary numbers: {@linkcode Package.contentView} has the exact ones. */
  get content(): Content {
    return this.#contentData ??= parseJson(this.contentView.raw);
  }
}

/** What was made of bytes that should be a package. */
export interface Parsed {
  /** What its verification found. */
  readonly verification: Verification;
  /** The package; absent where it is refused. */
  readonly package?: Package;
}

/**
 * Verifies a package and, where it is accepted, opens it. Whatever the bytes are, this returns.
 *
 * @param bytes The whole file. @param options How strictly.
 *
 * @example Look into a package
 * ```ts
 * import { buildPackage, parsePackage } from "@ctx/ctx/package";
 * import { assertEquals } from "@std/assert";
 *
 * const content = { session: { next_steps: ["Add a progress bar"] } };
 * const text = await buildPackage({ name: "notes", at: "2026-10-13T09:41:07Z", content });
 * const parsed = await parsePackage(new TextEncoder().encode(text));
 * assertEquals(parsed.package?.content.session?.next_steps, ["Add a progress bar"]);
 * ```
 */
export async function parsePackage(bytes: Uint8Array, options: VerifyOptions = {}): Promise<Parsed> {
  const verification = await verifyPackage(bytes, options);
  const document = verification.isAccepted ? readDocument(bytes) : undefined;
  return document === undefined || "code" in document
    ? { verification }
    : { verification, package: new Package(bytes, document.manifest, document.content, verification) };
}

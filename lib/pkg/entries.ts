import { checkMoment } from "../memory/check_moment.ts";
import { StoredEntry } from "../memory/stored_entry.ts";
import { checkItems } from "./import/refusals.ts";
import { keyOfSuccessor, NOTHING_PRESENT, planImport } from "./import/import_plan.ts";
import { hashedTexts, importedEntryText } from "./import/imported_entry.ts";
import { TextHashes } from "./import/text_hashes.ts";
import { draftsOf } from "./items/drafts_of_items.ts";
import { itemsOf } from "./items/item.ts";
import { buildExact, type PackageParts } from "./make/build.ts";
import { contentOfEntries } from "./make/content_of_entries.ts";
import type { SigningKey } from "./make/signing.ts";
import type { SessionLayer } from "./layers.ts";
import type { Package } from "./parse.ts";
import { formatUtc } from "../text/time.ts";

/** What a package of entries is made of, besides the entries. */
export interface EntryPackageParts extends Omit<PackageParts, "content"> {
  /** Its session layer. */
  readonly session?: SessionLayer;
  /** Whether it gets a graph of the entries, which makes it one of version 2. */
  readonly hasGraph?: boolean;
  /** Packages from which entries were imported: what nobody changed since goes back as it was spelled there. */
  readonly origins?: readonly Package[];
}

/**
 * Writes entries as a package (ctxpkg §14.3). Which entries may leave is the caller's to decide: nothing here looks for
 * what looks like a credential, as `Packages.create` does.
 *
 * @param entries The entries, in the order that they are to have. @param parts What the package is. @param key Signs it.
 * @returns The document.
 * @throws {InvalidInputError} If no such package can be.
 *
 * @example There and back
 * ```ts
 * import { entriesOfPackage, packageOfEntries, parsePackage } from "@ctx/ctx/package";
 * import { StoredEntry } from "@ctx/ctx";
 * import { assertEquals } from "@std/assert";
 *
 * const at = "2026-10-13T09:41:07Z";
 * const fields = { value: "300 s is enough.", basis: "verified", created: at, timestamp: at, tags: ["uploads"] };
 * const text = await packageOfEntries(
 *   [new StoredEntry("shared", "result_timeout", JSON.stringify(fields))],
 *   { name: "upload-notes", at },
 * );
 *
 * const { package: incoming } = await parsePackage(new TextEncoder().encode(text));
 * const [back] = await entriesOfPackage(incoming!, at);
 * assertEquals([back?.key, back?.entry.basis, back?.entry.tags], ["result_timeout", "reported", ["uploads", "imported"]]);
 * ```
 */
export async function packageOfEntries(
  entries: readonly StoredEntry[],
  parts: EntryPackageParts,
  key?: SigningKey,
): Promise<string> {
  const { session, hasGraph = false, origins = [], at } = parts;
  const { profile } = parts;
  const content = await contentOfEntries({ entries, kept: origins, session, hasGraph, at, profile });
  return (await buildExact({ ...parts, content }, key)).text;
}

/**
 * Makes entries of a package's items (ctxpkg §14.2), as an import into an empty context would write them: their source is
 * `system`, their basis `reported`, whatever the package says.
 *
 * @param incoming The package. @param now The time: RFC 3339, in UTC if it is to be an entry's. @param author Who imports.
 * @returns The entries, in the package's order.
 * @throws {InvalidInputError} If `now` is no time. @throws {RefusedError} If an item has a shape that no import takes.
 */
export async function entriesOfPackage(
  incoming: Package,
  now: string,
  author?: string,
): Promise<StoredEntry[]> {
  const { name, version, sha256, contentView, verification: { signer } } = incoming;
  const facts = {
    name,
    version,
    now: formatUtc(checkMoment(now, "UTC").seconds * 1000),
    sha256,
    signer,
    author,
  };
  checkItems(incoming);
  const hashes = new TextHashes();
  const { drafts } = draftsOf(await itemsOf(contentView, incoming), contentView, facts);
  await hashes.learn(drafts.flatMap(hashedTexts));
  const steps = planImport(drafts, facts, NOTHING_PRESENT, () => undefined);
  const byDraft = new Map(steps.map((step) => [step.draft, step]));
  return steps.filter(({ outcome }) => outcome === "written").map(({ draft, key }) => {
    const supersededBy = keyOfSuccessor(draft, byDraft);
    return new StoredEntry(
      "shared",
      key,
      importedEntryText(draft, facts, (text) => hashes.of(text)!, { supersededBy }),
    );
  });
}

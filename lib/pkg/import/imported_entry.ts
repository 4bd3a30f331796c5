import type { JsonValue } from "../../json/exact.ts";
import type { Entry } from "../../memory/entry.ts";
import type { StoredEntry } from "../../memory/stored_entry.ts";
import { objectText } from "../object_text.ts";
import { type Draft, type Origin, packageId } from "../items/draft.ts";

/** Where an entry was imported from, as it says. */
export interface ImportedFrom {
  /** The package's name. */
  readonly package: string;
  /** Its version. */
  readonly version: string;
  /** The package's own hash. */
  readonly sha256: string;
  /** The key that signed it; absent where it was not signed. */
  readonly signer?: string;
  /** Where the item stands in it. */
  readonly path: string;
  readonly itemSha256: string;
  readonly valueSha256: string;
  /** The hash of its mark as it was imported; absent where it had none. */
  readonly statusSha256?: string;
}

/** What an entry says of where it was imported from; nothing where it says nothing that can be used. */
export function importedFrom({ entry }: Pick<StoredEntry, "entry">): ImportedFrom | undefined {
  const { ctxpkg, imported_from } = entry;
  if (typeof ctxpkg !== "object" || ctxpkg === null || Array.isArray(ctxpkg)) return undefined;
  const of = (name: string): string | undefined => {
    const value = Object.hasOwn(ctxpkg, name) ? (ctxpkg as Record<string, JsonValue>)[name] : undefined;
    return typeof value === "string" ? value : undefined;
  };
  const name = of("package"), sha256 = of("sha256"), path = of("path");
  const itemSha256 = of("item_sha256"), valueSha256 = of("value_sha256");
  if (name === undefined || sha256 === undefined || path === undefined) return undefined;
  if (itemSha256 === undefined || valueSha256 === undefined) return undefined;
  const version = typeof imported_from === "string" && imported_from.startsWith(`${name}@`)
    ? imported_from.slice(name.length + 1)
    : "";
  return {
    package: name,
    version,
    sha256,
    signer: of("signer"),
    path,
    itemSha256,
    valueSha256,
    statusSha256: of("status_sha256"),
  };
}

/**
 * The text of which a mark's hash is: the mark as it was imported. The key that replaces an entry is not in it, since
 * that follows what becomes of another.
 */
export function statusText(
  { status, status_note, status_timestamp }: Partial<
    Pick<Entry, "status" | "status_note" | "status_timestamp">
  >,
): string {
  return JSON.stringify([status ?? null, status_note ?? null, status_timestamp ?? null]);
}

/**
 * Whether an entry is as it was imported: nobody has given it another value or another mark since.
 *
 * @param stored The entry. @param from What it says of its import. @param hashOf The hash of a text, where it is known.
 */
export function isAsImported(
  { entry, valueText }: StoredEntry,
  from: ImportedFrom,
  hashOf: (text: string) => string | undefined,
): boolean {
  if (hashOf(valueText) !== from.valueSha256) return false;
  return from.statusSha256 === undefined
    ? entry.status === undefined
    : hashOf(statusText(entry)) === from.statusSha256;
}

/** What is said of an import besides its items. */
export interface ImportFacts extends Origin {
  /** The package's own hash. */
  readonly sha256: string;
  /** Who signed it. */
  readonly signer?: string;
  /** Who imports. */
  readonly author?: string;
}

/**
 * The text of an entry that is imported (ctxpkg §14.2). Its source is `system` and its basis `reported`, whatever the
 * package says: nobody here has checked it.
 *
 * @param draft The item. @param facts The import. @param hashOf The hashes of texts, all of them known.
 * @param more The key that replaces it, and the version that it takes the place of.
 */
export function importedEntryText(
  draft: Draft,
  facts: ImportFacts,
  hashOf: (text: string) => string,
  more: { readonly supersededBy?: string; readonly replaces?: string },
): string {
  const { item, mark, valueText, scope, tags, derivation, created, timestamp, fields } = draft;
  const { claimed = {} } = draft, claims = Object.entries(claimed).filter(([, claim]) => claim !== undefined);
  const ctxpkg = {
    package: facts.name,
    sha256: facts.sha256,
    signer: facts.signer,
    path: item.path,
    item_sha256: item.sha256,
    value_sha256: hashOf(valueText),
    status_sha256: mark && hashOf(statusText(mark)),
    imported_at: facts.now,
    replaced: more.replaces,
    claimed: claims.length > 0 ? Object.fromEntries(claims) : undefined,
  };
  const members: readonly (readonly [string, unknown])[] = [
      ["source", "system"],
      ["author", facts.author],
      ["basis", "reported"],
      ["scope", scope],
      ["tags", tags.includes("imported") ? tags : [...tags, "imported"]],
      ["derivation", derivation],
    ],
    times: readonly (readonly [string, unknown])[] = [
      // Where it is from stands before the times: those are looked for at an entry's end.
      ["imported_from", packageId(facts)],
      ["ctxpkg", ctxpkg],
      ["created", created],
      ["timestamp", timestamp],
      ["status", mark?.status],
      ["status_note", mark?.status_note],
      ["status_timestamp", mark?.status_timestamp],
      ["superseded_by", more.supersededBy],
    ];
  const texts = (list: readonly (readonly [string, unknown])[]) =>
    list.flatMap(([name, value]) => value === undefined ? [] : [[name, JSON.stringify(value)] as const]);
  return objectText([["value", valueText], ...texts(members), ...fields, ...texts(times)]);
}

/** The texts whose hashes the entry of an item says. */
export function hashedTexts({ valueText, mark }: Draft): string[] {
  return mark === undefined ? [valueText] : [valueText, statusText(mark)];
}

/** A slug has so many characters at most. */
const MOST_SLUG = 60;
/** So many words of a text make a part of a key. */
const WORDS = 6;

/**
 * A text as a part of a key: lower-case ASCII letters, digits, and one `_` for every run of anything else
 * (ctxpkg §14.2).
 *
 * @param text Any text.
 * @returns At most 60 characters; `item` where nothing of the text is left.
 */
export function slug(text: string): string {
  // No more than this can be looked at and kept: every unit of the text makes at most one of the slug.
  const plain = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replace(/[^a-z0-9]+/g, "_");
  return plain.replace(/^_|_$/g, "").slice(0, MOST_SLUG) || "item";
}

/** The slug of the first six words of a text (ctxpkg §14.2). */
export function wordsSlug(text: string): string {
  return slug(text.trim().split(/\s+/, WORDS).join(" "));
}

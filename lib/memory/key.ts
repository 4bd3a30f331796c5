/**
 * Whether a key has the form that §3.2 recommends: lowercase ASCII letters, digits and underscores.
 *
 * @param key A key.
 */
export function isPlainKey(key: string): boolean {
  return /^[a-z0-9_]+$/.test(key);
}

/**
 * A key that reads the same as a new one and is another: the same letters, composed differently (NFC, NFD).
 *
 * @param key The new key. @param keys The keys that are there.
 * @returns The one that looks like it, if there is one.
 */
export function lookalikeOf(key: string, keys: Iterable<string>): string | undefined {
  if (!/\P{ASCII}/u.test(key)) return undefined; // ASCII has one form
  const wanted = key.normalize();
  for (const other of keys) if (other !== key && other.normalize() === wanted) return other;
  return undefined;
}

/** A key as a message names it: in quotes, bounded. */
export function quoteKey(key: string): string {
  return JSON.stringify(key.length > 120 ? key.slice(0, 120) + "…" : key);
}

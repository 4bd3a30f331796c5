const LONGEST = 80;

/** Keys whose meaning is fixed (§3.2): nothing that another program calls so is meant by it. */
const RESERVED = ["current_focus"];

/**
 * A key from a name that another program gave (§3.2): lowercase, words joined by underscores, accents of Latin
 * letters off, letters of other scripts as they are; at most 80 characters.
 *
 * @param name The name. @param fallback The key where nothing of the name is left.
 */
export function snakeKey(name: string, fallback: string): string {
  const words = name.slice(0, 1000).toWellFormed().normalize("NFKD").replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "_");
  return [...words.replace(/^_/, "")].slice(0, LONGEST).join("").replace(/_$/, "") || fallback;
}

/** Hands out keys of which no two are the same. */
export class DerivedKeys {
  readonly #taken = new Set<string>(RESERVED);
  readonly #next = new Map<string, number>();

  /**
   * Takes the first key that is free: one of the candidates in their order, else the last with a number behind it.
   *
   * @param candidates The keys that would do. @returns The key.
   */
  take(...candidates: readonly [string, ...string[]]): string {
    const last = candidates.at(-1)!;
    let key = candidates.find((candidate) => !this.#taken.has(candidate));
    for (let n = this.#next.get(last) ?? 2; key === undefined; n++) {
      if (!this.#taken.has(`${last}_${n}`)) key = `${last}_${n}`;
      this.#next.set(last, n + 1);
    }
    this.#taken.add(key);
    return key;
  }
}

/** An entry that an import may have written. */
interface Keyed {
  readonly key: string;
}

/**
 * Entries that say the same, by the keys that the items they came from can have had: an import gives an item its own key,
 * that with a hash, or that with the package's name. Tens of thousands of entries can say the same.
 */
export class OwnKeys {
  readonly #suffix: string;
  readonly #known = new Map<readonly Keyed[], Map<string, Keyed[]>>();

  /** @param name The package's name, as a part of a key. */
  constructor(name: string) {
    this.#suffix = `__${name}`;
  }

  /**
   * Those that can have come from an item, in their order.
   *
   * @param entries Entries that say the same. @param own The item's own key.
   */
  of<T extends Keyed>(entries: readonly T[], own: string): readonly T[] {
    let byKey = this.#known.get(entries);
    if (byKey === undefined) {
      byKey = new Map();
      for (const entry of entries) {
        for (const key of this.#ownKeysOf(entry.key)) {
          const known = byKey.get(key);
          if (known === undefined) byKey.set(key, [entry]);
          else known.push(entry);
        }
      }
      this.#known.set(entries, byKey);
    }
    return (byKey.get(own) ?? []) as T[];
  }

  #ownKeysOf(key: string): Set<string> {
    const found = new Set([key]);
    if (/_[0-9a-f]{8}$/.test(key)) found.add(key.slice(0, -9));
    for (let at = key.indexOf(this.#suffix); at !== -1; at = key.indexOf(this.#suffix, at + 1)) {
      found.add(key.slice(0, at));
    }
    return found;
  }
}

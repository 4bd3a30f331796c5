import { skipValue } from "../../json/scan.ts";
import type { StoreName } from "../../memory/entry.ts";
import { hashOf, placesFor } from "../../memory/index/key_table.ts";
import { candidatesOf, type EntryTimes, type Totals, type Wanted } from "../../memory/index/newest.ts";
import { factsOf, NO_ROW, type Places } from "../../memory/index/places.ts";
import { rowsOnAll, SLICES, slicesOf } from "../../memory/index/trigrams.ts";
import { StoredEntry } from "../../memory/stored_entry.ts";
import { LAYOUT, type Root } from "../root.ts";
import { identityOf, isSameFile, type StoreIdentity } from "./identity.ts";
import { readAt, SealedFile, UnsoundIndexError } from "./sealed_file.ts";

/** A smaller store is read as quickly as its index. */
export const SMALLEST_BYTES = 256 * 1024;

/** What the file of places says of itself. */
export interface PlacesFacts {
  /** Which file it tells of. */
  readonly store: StoreIdentity;
  readonly start: number;
  readonly end: number;
  /** The file of signatures that its rows are in; absent where there is none. */
  readonly signatures?: string;
}

/** What the file of signatures says of itself. */
export interface SignaturesFacts {
  readonly id: string;
}

/** An index's file. */
export function indexFile(root: Root, store: StoreName, part: "places" | "signatures"): string {
  return root.file(`${LAYOUT.index}/${store}.${part}`);
}

/** Opens one, unless a link leads out of the root. */
function openPart<Facts>(root: Root, store: StoreName, part: "places" | "signatures"): SealedFile<Facts> {
  const path = root.resolve(`${LAYOUT.index}/${store}.${part}`);
  if (path === undefined) throw new UnsoundIndexError("there is none");
  return new SealedFile<Facts>(path);
}

/**
 * Uses the index of a store, where there is one that tells of the file as it is (§10). It is never needed and never
 * trusted: an entry that it leads to is checked against the file, and whatever is wrong with it only means that the
 * file is read instead.
 *
 * @param root The root. @param store Which store. @param use What to do with it.
 * @returns What `use` gives; `undefined` where there is no index that can be used.
 */
export function withIndex<T>(root: Root, store: StoreName, use: (index: StoreIndex) => T): T | undefined {
  try {
    const path = root.resolve(`memory/${store}.json`);
    if (path === undefined || Deno.statSync(path).size < SMALLEST_BYTES) return undefined;
    using index = new StoreIndex(root, store, path);
    return use(index);
  } catch (error) {
    // Missing, damaged, stale, of another version, or the store itself cannot be read, which whoever reads it says.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** The index of one store, open. */
export class StoreIndex implements Disposable {
  /** The store's file, links followed. */
  readonly path: string;
  readonly #root: Root;
  readonly #store: StoreName;
  readonly #file: Deno.FsFile;
  readonly #sealed: SealedFile<PlacesFacts>;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  /**
   * Opens the index.
   *
   * @param root The root. @param store Which store. @param path The store's file, links followed.
   * @throws {UnsoundIndexError} If it does not tell of the file as it is, or is damaged.
   * @throws {Error} What Deno throws, where there is none.
   */
  constructor(root: Root, store: StoreName, path: string) {
    this.path = path;
    this.#root = root;
    this.#store = store;
    this.#sealed = openPart(root, store, "places");
    try {
      this.#file = Deno.openSync(path, { read: true });
      try {
        if (!isSameFile(identityOf(path, this.#file), this.#sealed.facts.store)) {
          throw new UnsoundIndexError("the store has changed since");
        }
      } catch (error) {
        this.#file.close();
        throw error;
      }
    } catch (error) {
      this.#sealed[Symbol.dispose]();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#file.close();
    this.#sealed[Symbol.dispose]();
  }

  /** Which file it tells of. */
  get identity(): StoreIdentity {
    return this.#sealed.facts.store;
  }

  /** How many entries there are. */
  get count(): number {
    return this.#sealed.length("hashes") / 4;
  }

  /**
   * Finds an entry by its key.
   *
   * @returns The entry; `undefined` where the index has no such key.
   */
  find(key: string): StoredEntry | undefined {
    const place = this.#place(key);
    return place === undefined ? undefined : this.entry(place);
  }

  #place(key: string): number | undefined {
    const hash = hashOf(key), cells = this.#sealed.length("table") / 4;
    for (const place of placesFor(hash, cells, (at) => this.#sealed.number("table", at))) {
      if (this.#sealed.number("hashes", place) === hash && this.entry(place).key === key) return place;
    }
    return undefined;
  }

  /** Reads the entry at a place, and checks that one stands there. */
  entry(place: number): StoredEntry {
    const [keyStart = 0, keyEnd = 0, valueStart = 0, valueEnd = 0] = new Uint32Array(
      this.#sealed.bytes("spans", 16 * place, 16 * (place + 1)).buffer,
    );
    return this.#entryAt(keyStart, keyEnd, valueStart, valueEnd);
  }

  /**
   * The entries that can hold all of some texts, where they are so few that reading them is quicker than reading the
   * store: each that does is among them.
   *
   * @param texts Texts that stand, folded, in the key or the text of each that is looked for.
   * @returns The entries, in the file's order; `undefined` where there are too many, or nothing tells.
   */
  holding(texts: readonly string[]): StoredEntry[] | undefined {
    const { signatures: id } = this.#sealed.facts, wanted = slicesOf(texts), most = this.count / 8;
    if (id === undefined || wanted.length === 0) return undefined;
    using sealed = openPart<SignaturesFacts>(this.#root, this.#store, "signatures");
    if (sealed.facts.id !== id) return undefined;
    const slices = wanted.slice(0, MOST_SLICES).map((slice) => {
      const bytes = sealed.length("slices") / SLICES;
      return new Uint32Array(sealed.bytes("slices", slice * bytes, (slice + 1) * bytes).buffer);
    });
    const found = new Set(rowsOnAll(slices));
    if (found.size > most) return undefined;
    const rows = new Uint32Array(this.#sealed.bytes("rows").buffer), places: number[] = [];
    for (let place = 0; place < rows.length; place++) {
      if (rows[place] === NO_ROW || found.has(rows[place]!)) places.push(place);
    }
    if (places.length > most) return undefined;
    const spans = new Uint32Array(this.#sealed.bytes("spans").buffer);
    return places.map((place) => {
      const at = 4 * place;
      return this.#entryAt(spans[at]!, spans[at + 1]!, spans[at + 2]!, spans[at + 3]!);
    });
  }

  /**
   * The entries that a brief may show of this store, the current focus among them.
   *
   * @param wanted How many of each section.
   * @returns The entries, and how many more belong to each section; `undefined` where the index cannot tell.
   */
  newest(
    wanted: Wanted,
  ): { readonly entries: readonly StoredEntry[]; readonly unread: Totals } | undefined {
    const times = this.#times(), focus = this.#store === "shared" ? this.#place("current_focus") : undefined;
    const candidates = candidatesOf(times, wanted, focus);
    if (!candidates) return undefined;
    const entries = candidates.places.map((place) => {
      const stored = this.entry(place), { seconds, kind } = factsOf(stored);
      if (seconds === times.seconds[place] && kind === times.kinds[place]) return stored;
      throw new UnsoundIndexError("an entry says otherwise");
    });
    return { entries, unread: candidates.unread };
  }

  #times(): EntryTimes {
    return {
      seconds: new Float64Array(this.#sealed.bytes("seconds").buffer),
      kinds: this.#sealed.bytes("kinds"),
    };
  }

  /** All that it says, for a writer who is about to change the store; and the file of signatures that its rows are in. */
  all(): { readonly places: Places; readonly signatures?: string } {
    const { start, end, signatures } = this.#sealed.facts, sealed = this.#sealed;
    const numbers = (name: string) => new Uint32Array(sealed.bytes(name).buffer);
    const places = {
      ...this.#times(),
      spans: numbers("spans"),
      hashes: numbers("hashes"),
      rows: numbers("rows"),
      start,
      end,
    };
    return { places, signatures };
  }

  #entryAt(keyStart: number, keyEnd: number, valueStart: number, valueEnd: number): StoredEntry {
    if (!(keyStart < keyEnd && keyEnd < valueStart && valueStart < valueEnd)) {
      throw new UnsoundIndexError("no entry can stand there");
    }
    const bytes = readAt(this.#file, keyStart, valueEnd - keyStart);
    const text = (from: number, to: number) =>
      this.#decoder.decode(bytes.subarray(from - keyStart, to - keyStart));
    const key: unknown = JSON.parse(text(keyStart, keyEnd)), entry = text(valueStart, valueEnd);
    const isOne = typeof key === "string" && /^[ \t\r\n]*:[ \t\r\n]*$/.test(text(keyEnd, valueStart)) &&
      entry.startsWith("{") && skipValue(entry, 0) === entry.length;
    if (!isOne) throw new UnsoundIndexError("no entry stands there");
    return new StoredEntry(this.#store, key, entry);
  }
}

/** More slices leave out hardly any more entries, and each is read. */
const MOST_SLICES = 24;

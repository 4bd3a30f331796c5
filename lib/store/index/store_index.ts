import { skipValue } from "../../json/scan.ts";
import type { StoreName } from "../../memory/entry.ts";
import { hashOf, placesFor } from "../../memory/index/key_table.ts";
import { candidatesOf, type Newest, type Totals, unreadOf, type Wanted } from "../../memory/index/newest.ts";
import { type EntryFacts, factsOf, NONE, type Places, rowsOfPlaces } from "../../memory/index/places.ts";
import { rowsOnAll, SLICES, slicesOf } from "../../memory/index/trigrams.ts";
import { StoredEntry } from "../../memory/stored_entry.ts";
import { ifPossible } from "../if_possible.ts";
import type { Root } from "../root.ts";
import { identityOf, isSameFile, isSettled } from "./identity.ts";
import { isGranted, openPart, type PlacesFacts, type SignaturesFacts } from "./index_files.ts";
import { checkOf, checkOfFile, readAt, type SealedFile, UnsoundIndexError } from "./sealed_file.ts";

/** A smaller store is read as quickly as its index. */
export const SMALLEST_BYTES = 256 * 1024;

/**
 * Uses the index of a store, where there is one that tells of the file as it is (§10). It is never needed and never
 * trusted: an entry that it leads to is checked against the file, and whatever is wrong with it only means that the
 * file is read instead.
 *
 * @param root The root. @param store Which store. @param use What to do with it. @param how How it is to be checked.
 * @returns What `use` gives; `undefined` where there is no index that can be used.
 */
export function withIndex<T>(
  root: Root,
  store: StoreName,
  use: (index: StoreIndex) => T,
  how: IndexUse = {},
): T | undefined {
  // Missing, damaged, stale, of another version, or the store itself cannot be read, which whoever reads it says.
  return ifPossible(() => {
    const path = root.resolve(`memory/${store}.json`);
    if (path === undefined || Deno.statSync(path).size < SMALLEST_BYTES) return undefined;
    using index = new StoreIndex(root, store, path, how);
    return use(index);
  });
}

/** How an index is checked before it is used. */
export interface IndexUse {
  /** The bytes of the store, as they were read: it has to tell of exactly these. */
  readonly bytes?: Uint8Array;
  /**
   * Whether nothing may be written; otherwise what was found out at some cost, that it tells of the file, is written
   * into it.
   */
  readonly writesNothing?: boolean;
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
   * @param how How it is to be checked.
   * @throws {UnsoundIndexError} If it does not tell of the file as it is, or is damaged.
   * @throws {Error} What Deno throws, where there is none.
   */
  constructor(root: Root, store: StoreName, path: string, how: IndexUse) {
    this.path = path;
    this.#root = root;
    this.#store = store;
    this.#sealed = openPart(root, store, "places");
    try {
      this.#file = Deno.openSync(path, { read: true });
      try {
        this.#checkStore(how);
      } catch (error) {
        this.#file.close();
        throw error;
      }
    } catch (error) {
      this.#sealed[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Checks that it tells of the file as it is. Times show that only once the file was left alone for a while: until
   * then all its bytes are held against the check of those that it tells of.
   */
  #checkStore({ bytes, writesNothing = false }: IndexUse): void {
    const { facts } = this.#sealed, nowMs = Date.now(), identity = identityOf(this.path);
    const whole = () => bytes ? checkOf(bytes) : checkOfFile(this.#file, identity.size);
    const isTold = isSameFile(identity, facts.store) &&
      ((facts.isSettled && !bytes) || whole() === facts.whole);
    if (!isTold) throw new UnsoundIndexError("the store has changed since");
    if (facts.isSettled || writesNothing || !isSettled(identity, nowMs) || !isGranted(this.#root)) return;
    ifPossible(() => this.#sealed.restate({ ...facts, isSettled: true }));
  }

  [Symbol.dispose](): void {
    this.#file.close();
    this.#sealed[Symbol.dispose]();
  }

  /** Whether the file is all ASCII. */
  get isAscii(): boolean {
    return this.#sealed.facts.isAscii;
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
    const number = (i: number) => this.#sealed.number("spans", 4 * place + i);
    const keyStart = number(0), keyEnd = number(1), valueStart = number(2), valueEnd = number(3);
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

  /**
   * The entries that can hold all of some texts, where they are so few that reading them is quicker than reading the
   * store: each that does is among them.
   *
   * @param texts Texts that stand, folded, in the key or the text of each that is looked for.
   * @returns The entries, in the file's order; `undefined` where there are too many, or nothing tells.
   */
  holding(texts: readonly string[]): StoredEntry[] | undefined {
    const wanted = slicesOf(texts), most = this.count / 8;
    if (wanted.length === 0) return undefined;
    using sealed = this.#signatures();
    const slices = wanted.slice(0, MOST_SLICES).map((slice) => {
      const bytes = sealed.length("slices") / SLICES;
      return new Uint32Array(sealed.bytes("slices", slice * bytes, (slice + 1) * bytes).buffer);
    });
    const rows = rowsOnAll(slices), loose = this.#sealed.length("loose") / 4;
    if (rows.length + loose > most) return undefined;
    // Entries of rows behind the last are gone.
    const known = rows.filter((row) => row < this.#sealed.length("byRow") / 4);
    const places = known.map((row) => this.#sealed.number("byRow", row)).filter((place) => place !== NONE);
    for (let i = 0; i < loose; i++) places.push(this.#sealed.number("loose", i));
    return places.sort((a, b) => a - b).map((place) => this.entry(place));
  }

  /** Whether there are signatures of all but a few entries. */
  get isSigned(): boolean {
    return ifPossible(() => {
      using _sealed = this.#signatures();
      return this.#sealed.length("loose") / 4 <= this.count / 16;
    }) ?? false;
  }

  #signatures(): SealedFile<SignaturesFacts> {
    const { signatures } = this.#sealed.facts;
    if (signatures === undefined) throw new UnsoundIndexError("there are no signatures");
    const sealed = openPart<SignaturesFacts>(this.#root, this.#store, "signatures");
    if (sealed.facts.id === signatures) return sealed;
    sealed[Symbol.dispose]();
    throw new UnsoundIndexError("the signatures are those of another index");
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
    const sealed = this.#sealed,
      list = (section: keyof Totals): Newest => ({
        listed: sealed.length(section) / 4,
        total: sealed.facts.totals[section],
        place: (at) => sealed.number(section, at),
        seconds: (at) => sealed.double(`${section}Seconds`, at),
      });
    const candidates = candidatesOf(
      { instructions: list("instructions"), decisions: list("decisions"), changes: list("changes") },
      wanted,
    );
    if (!candidates) return undefined;
    const { chosen, totals } = candidates, entries: StoredEntry[] = [], read: EntryFacts[] = [];
    const focus = this.#store === "shared" ? this.#place("current_focus") : undefined;
    for (const place of new Set([...chosen.keys(), ...focus === undefined ? [] : [focus]])) {
      const stored = this.entry(place), facts = factsOf(stored), said = chosen.get(place);
      if (said && (said.seconds !== facts.seconds || (said.kind & facts.kind) !== said.kind)) {
        throw new UnsoundIndexError("an entry says otherwise");
      }
      entries.push(stored);
      read.push(facts);
    }
    return { entries, unread: unreadOf(totals, read, wanted.since) };
  }

  /** All that it says, for a writer who is about to change the store; and the file of signatures that its rows are in. */
  all(): { readonly places: Places; readonly signatures?: string } {
    const { start, end, signatures } = this.#sealed.facts, sealed = this.#sealed;
    const numbers = (name: string) => new Uint32Array(sealed.bytes(name).buffer);
    const places = {
      spans: numbers("spans"),
      hashes: numbers("hashes"),
      seconds: new Float64Array(sealed.bytes("seconds").buffer),
      kinds: sealed.bytes("kinds"),
      rows: rowsOfPlaces({ byRow: numbers("byRow") }, this.count),
      start,
      end,
    };
    return { places, signatures };
  }
}

/** More slices leave out hardly any more entries, and each is read. */
const MOST_SLICES = 12;

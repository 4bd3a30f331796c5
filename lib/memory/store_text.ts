import {
  applyPatches,
  editObject,
  type MemberChange,
  type ObjectLayout,
  type Patch,
  patchBytes,
  type PatchedBytes,
  readLayout,
} from "../json/edit.ts";
import { layOut } from "../json/layout.ts";
import type { ObjectSpan } from "../json/scan.ts";
import type { StoreName } from "./entry.ts";
import type { EntryChanges } from "./index/places.ts";
import { type BadEntry, keyAt, type KeyPlaces, type KnownEntries, scanStore } from "./scan_store.ts";
import { StoredEntry } from "./stored_entry.ts";

/**
 * A store file's text (§8.2): where its entries stand, and the changes made to them since it was read.
 * Entries are cut out of the text when they are asked for and edited in place; nothing is parsed and written
 * back whole, so what no change touches keeps its bytes, its order and its layout.
 */
export class StoreText {
  readonly #text: string;
  readonly #top: ObjectSpan;
  readonly #entries: ObjectSpan;
  readonly #topKeys: readonly string[];
  readonly #places: KeyPlaces;
  readonly #changes = new Map<string, string | undefined>();
  #entryLayout?: ObjectLayout;
  /** The entries that are no objects. */
  readonly bad: readonly BadEntry[];

  /**
   * Reads a store file's text.
   *
   * @param text The whole file. @param known Where its entries stand, which are then not read.
   * @throws {JsonSyntaxError} If it is not one JSON object with one object `entries`, or a key, or a member that
   *   §8.2 defines, stands in it twice.
   */
  constructor(text: string, known?: KnownEntries) {
    const { top, topKeys, entries, places, bad } = scanStore(text, known);
    this.#text = text;
    this.#top = top;
    this.#topKeys = topKeys;
    this.#entries = entries;
    this.#places = places;
    this.bad = bad;
  }

  /** A new store's text, with no entry in it. */
  static empty(store: StoreName): StoreText {
    const head = { type: store, version: "1", last_updated: "", entries: {} };
    return new StoreText(JSON.stringify(head, null, 2) + "\n");
  }

  /** How many entries there are. */
  get size(): number {
    let size = this.#places.size;
    for (const [key, text] of this.#changes) {
      if (this.#has(key)) size -= text === undefined ? 1 : 0;
      else size += text === undefined ? 0 : 1;
    }
    return size;
  }

  /** Whether anything was changed since the text was read. */
  get isChanged(): boolean {
    return this.#changes.size > 0;
  }

  /** The `type` that the file states, where that is a string: it should be the store's name. */
  get type(): string | undefined {
    const type = JSON.parse(this.#topText("type") ?? "null");
    return typeof type === "string" ? type : undefined;
  }

  /** The JSON text of the `version` that the file states; what is not `"1"` is not ours to write (§8.2). */
  get version(): string | undefined {
    return this.#topText("version");
  }

  /** The keys, in the file's order; new ones last. */
  *keys(): Generator<string> {
    for (const key of this.#places.keys()) {
      if (!this.#changes.has(key) || this.#changes.get(key) !== undefined) yield key;
    }
    for (const [key, text] of this.#changes) if (text !== undefined && !this.#has(key)) yield key;
  }

  /**
   * The entries as the file has them, in its order, but for those that are no objects.
   *
   * @param store The store's name.
   */
  *read(store: StoreName): Generator<StoredEntry> {
    const bad = new Set(this.bad.map(({ key }) => key));
    let index = 0;
    for (const key of this.#places.keys()) {
      const text = this.#slice(this.#entries.members, index++);
      if (!bad.has(key)) yield new StoredEntry(store, key, text);
    }
  }

  /**
   * The keys of the entries in whose text, as the file has it, a JSON text stands, in the file's order. One native
   * search: nothing else is read.
   *
   * @param json The JSON text, spelled as it is looked for.
   */
  *keysHolding(json: string): Generator<string> {
    const { members, start, end } = this.#entries;
    let index = 0, at = this.#text.indexOf(json, start);
    while (at !== -1 && at < end) {
      while (4 * index < members.length && members[4 * index + 3]! <= at) index++;
      const [keyStart, keyEnd, from, to] = [0, 1, 2, 3].map((i) => members[4 * index + i]);
      if (keyStart === undefined) return;
      const isInEntry = at > from! && this.#text[from!] === "{";
      if (isInEntry) yield keyAt(this.#text, keyStart, keyEnd!);
      at = this.#text.indexOf(json, at < from! ? from! : to!);
    }
  }

  /** An entry's JSON text as it stands now; `undefined` where the key is not there. */
  text(key: string): string | undefined {
    if (this.#changes.has(key)) return this.#changes.get(key);
    const index = this.#places.get(key);
    return index === undefined ? undefined : this.#slice(this.#entries.members, index);
  }

  /** Puts an entry in: a new one is laid out as the file is, one that is there gets exactly this text. */
  put(key: string, text: string): void {
    const layout = this.#layout();
    this.#changes.set(key, this.text(key) === undefined ? layOut(text, layout.style, layout.indent) : text);
  }

  /** Takes an entry out. */
  remove(key: string): void {
    if (this.#has(key)) this.#changes.set(key, undefined);
    else this.#changes.delete(key);
  }

  /**
   * The file's new text.
   *
   * @param now What `last_updated` is to say.
   */
  render(now: string): string {
    return applyPatches(this.#text, this.#patches(now));
  }

  /**
   * The file's new text as UTF-8.
   *
   * @param now What `last_updated` is to say. @param bytes The file's text as it was read, as UTF-8.
   */
  renderBytes(now: string, bytes: Uint8Array): PatchedBytes {
    return patchBytes(this.#text, bytes, this.#patches(now));
  }

  /** The whole file as it was read. */
  get whole(): string {
    return this.#text;
  }

  /** Where the object `entries` and its members stand in the file as it was read. */
  get entriesSpan(): ObjectSpan {
    return this.#entries;
  }

  /**
   * What was changed since the text was read, for an index of the file.
   *
   * @param store The store's name.
   */
  entryChanges(store: StoreName): EntryChanges {
    const replaced = new Map<number, StoredEntry>(), removed = new Set<number>(), added: StoredEntry[] = [];
    for (const [key, text] of this.#changes) {
      const place = this.#places.get(key),
        stored = text === undefined ? undefined : new StoredEntry(store, key, text);
      if (place === undefined) { if (stored) added.push(stored); }
      else if (stored) replaced.set(place, stored);
      else removed.add(place);
    }
    return { replaced, removed, added };
  }

  #has(key: string): boolean {
    return this.#places.get(key) !== undefined;
  }

  #patches(now: string): Patch[] {
    const changes: MemberChange[] = [];
    for (const [key, text] of this.#changes) {
      const index = this.#places.get(key);
      if (index !== undefined || text !== undefined) changes.push({ key, index, text });
    }
    const patches: Patch[] = editObject(this.#entries, this.#layout(), changes);
    const top = readLayout(this.#text, this.#top), stamp = this.#topKeys.indexOf("last_updated");
    const after = Math.max(this.#topKeys.indexOf("type"), this.#topKeys.indexOf("version"));
    const change: MemberChange = { text: JSON.stringify(now) };
    patches.push(...editObject(this.#top, top, [
      stamp === -1 ? { ...change, key: "last_updated", after } : { ...change, index: stamp },
    ]));
    return patches.sort((a, b) => a.start - b.start);
  }

  #layout(): ObjectLayout {
    return this.#entryLayout ??= readLayout(this.#text, this.#entries, readLayout(this.#text, this.#top));
  }

  #topText(name: string): string | undefined {
    const index = this.#topKeys.indexOf(name);
    return index === -1 ? undefined : this.#slice(this.#top.members, index);
  }

  #slice(members: ArrayLike<number>, index: number): string {
    return this.#text.slice(members[4 * index + 2], members[4 * index + 3]);
  }
}

import {
  applyPatches,
  editObject,
  type MemberChange,
  type ObjectLayout,
  type Patch,
  readLayout,
} from "../json/edit.ts";
import { layOut } from "../json/layout.ts";
import {
  expectEnd,
  JsonSyntaxError,
  type ObjectSpan,
  placeOf,
  scanObject,
  skipSpace,
  skipValue,
} from "../json/scan.ts";
import { Utf8Slices } from "../json/utf8_slices.ts";
import type { StoreName } from "./entry.ts";

/** An entry that is no object: whatever else the file holds can still be read. */
export interface BadEntry {
  readonly key: string;
  /** Where its value begins, in bytes. */
  readonly offset: number;
}

const encoder = new TextEncoder();
const OPEN_OBJECT = 0x7b;

/**
 * A store file's text (§8.2): where its entries stand, and the changes made to them since it was read.
 * Entries are cut out of the text when they are asked for and edited in place; nothing is parsed and written
 * back whole, so what no change touches keeps its bytes, its order and its layout.
 */
export class StoreText {
  readonly #bytes: Uint8Array;
  readonly #slices: Utf8Slices;
  readonly #top: ObjectSpan;
  readonly #entries: ObjectSpan;
  readonly #topKeys: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #changes = new Map<string, string | undefined>();
  #entryLayout?: ObjectLayout;
  /** The entries that are no objects. */
  readonly bad: readonly BadEntry[];

  /**
   * Reads a store file's text.
   *
   * @param bytes The whole file.
   * @throws {JsonSyntaxError} If it is not one JSON object with one object `entries`, or a key stands in it twice.
   */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const slices = this.#slices = new Utf8Slices(bytes);
    const topKeys: string[] = [], bad: BadEntry[] = [], places = new Map<string, number>();
    let entries: ObjectSpan | undefined;
    this.#top = scanObject(bytes, skipSpace(bytes, 0), (valueStart, keyStart, keyEnd) => {
      const name = keyAt(slices, keyStart, keyEnd);
      topKeys.push(name);
      if (name !== "entries") return skipValue(bytes, valueStart);
      if (entries) throw twice(bytes, '"entries"', entries.start, valueStart);
      if (bytes[valueStart] !== OPEN_OBJECT) {
        throw new JsonSyntaxError('its "entries" is not an object', valueStart);
      }
      entries = scanObject(bytes, valueStart, (start, from, to) => {
        const key = keyAt(slices, from, to), place = places.get(key);
        if (place !== undefined) throw twice(bytes, `the key ${shown(key)}`, place, from);
        places.set(key, from);
        if (bytes[start] !== OPEN_OBJECT) bad.push({ key, offset: start });
        return skipValue(bytes, start);
      });
      return entries.end;
    });
    expectEnd(bytes, this.#top.end);
    if (!entries) throw new JsonSyntaxError('not a store file: it has no "entries"', this.#top.start);
    let index = 0;
    for (const key of places.keys()) places.set(key, index++);
    this.#entries = entries;
    this.#topKeys = topKeys;
    this.#places = places;
    this.bad = bad;
  }

  /** A new store's text, with no entry in it. */
  static empty(store: StoreName): StoreText {
    const head = { type: store, version: "1", last_updated: "", entries: {} };
    return new StoreText(encoder.encode(JSON.stringify(head, null, 2) + "\n"));
  }

  /** How many entries there are. */
  get size(): number {
    let size = this.#places.size;
    for (const [key, text] of this.#changes) {
      if (this.#places.has(key)) size -= text === undefined ? 1 : 0;
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
    for (const [key, text] of this.#changes) if (text !== undefined && !this.#places.has(key)) yield key;
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
    if (this.#places.has(key)) this.#changes.set(key, undefined);
    else this.#changes.delete(key);
  }

  /**
   * The file's new text.
   *
   * @param now What `last_updated` is to say.
   */
  render(now: string): Uint8Array<ArrayBuffer> {
    const changes: MemberChange[] = [];
    for (const [key, text] of this.#changes) {
      const index = this.#places.get(key);
      if (index !== undefined || text !== undefined) changes.push({ key, index, text });
    }
    const patches: Patch[] = editObject(this.#entries, this.#layout(), changes);
    const top = readLayout(this.#bytes, this.#top), stamp = this.#topKeys.indexOf("last_updated");
    const after = Math.max(this.#topKeys.indexOf("type"), this.#topKeys.indexOf("version"));
    const change: MemberChange = { text: JSON.stringify(now) };
    patches.push(...editObject(this.#top, top, [
      stamp === -1 ? { ...change, key: "last_updated", after } : { ...change, index: stamp },
    ]));
    return applyPatches(this.#bytes, patches.sort((a, b) => a.start - b.start));
  }

  #layout(): ObjectLayout {
    return this.#entryLayout ??= readLayout(this.#bytes, this.#entries, readLayout(this.#bytes, this.#top));
  }

  #topText(name: string): string | undefined {
    const index = this.#topKeys.indexOf(name);
    return index === -1 ? undefined : this.#slice(this.#top.members, index);
  }

  #slice(members: readonly number[], index: number): string {
    return this.#slices.slice(members[4 * index + 2]!, members[4 * index + 3]!);
  }
}

function keyAt(slices: Utf8Slices, start: number, end: number): string {
  const inner = slices.slice(start + 1, end - 1);
  return inner.includes("\\") ? JSON.parse(`"${inner}"`) : inner;
}

function shown(key: string): string {
  return JSON.stringify(key.length > 120 ? [...key.slice(0, 240)].slice(0, 120).join("") + "…" : key);
}

function twice(bytes: Uint8Array, what: string, first: number, second: number): JsonSyntaxError {
  return new JsonSyntaxError(
    `${what} stands in it twice, first on line ${placeOf(bytes, first).line}`,
    second,
  );
}

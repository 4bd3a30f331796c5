import {
  expectEnd,
  JsonSyntaxError,
  type ObjectSpan,
  placeOf,
  scanObject,
  skipSpace,
  skipString,
  skipValue,
} from "../json/scan.ts";

/** An entry that is no object: whatever else the file holds can still be read. */
export interface BadEntry {
  readonly key: string;
  /** Where its value begins, in UTF-16 units. */
  readonly offset: number;
}

/** Where each key stands among the others, from 0. */
export interface KeyPlaces {
  readonly size: number;
  get(key: string): number | undefined;
  keys(): Iterable<string>;
}

/** Where the entries of a text stand, for who knows it without reading the text. */
export interface KnownEntries {
  /** The object `entries`: a member for each, none of which is a bad one. */
  readonly span: ObjectSpan;
  readonly places: KeyPlaces;
}

const OPEN_OBJECT = 0x7b;

/** The members of the file's own object that mean something to us: two of one name would mean two things (§8.2). */
const OURS = ["type", "version", "last_updated", "entries"];

/** Where everything stands in a store file's text. */
export interface StoreScan {
  /** The file's own object. */
  readonly top: ObjectSpan;
  /** The keys of its members, in order. */
  readonly topKeys: readonly string[];
  /** The object `entries`. */
  readonly entries: ObjectSpan;
  /** Which of its members each key is. */
  readonly places: KeyPlaces;
  /** The entries that are no objects. */
  readonly bad: readonly BadEntry[];
}

/**
 * Reads where everything stands in a store file's text (§8.2), strictly, without building values.
 *
 * @param text The whole file. @param known Where its entries stand, which are then not read.
 * @throws {JsonSyntaxError} If it is not one JSON object with one object `entries`, or a key, or a member that
 *   §8.2 defines, stands in it twice.
 */
export function scanStore(text: string, known?: KnownEntries): StoreScan {
  const topKeys: string[] = [],
    topStarts: number[] = [],
    bad: BadEntry[] = [],
    places = new Map<string, number>(),
    starts: number[] = [];
  let entries: ObjectSpan | undefined;
  const top = scanObject(text, skipSpace(text, 0), (valueStart, keyStart, keyEnd) => {
    const name = keyAt(text, keyStart, keyEnd);
    const first = OURS.includes(name) ? topKeys.indexOf(name) : -1;
    if (first !== -1) throw twice(text, `"${name}"`, topStarts[first]!, keyStart);
    topKeys.push(name);
    topStarts.push(keyStart);
    if (name !== "entries") return skipValue(text, valueStart);
    if (text.charCodeAt(valueStart) !== OPEN_OBJECT) {
      throw new JsonSyntaxError('its "entries" is not an object', valueStart);
    }
    if (known) {
      if (known.span.start !== valueStart) {
        throw new JsonSyntaxError("its entries stand elsewhere", valueStart);
      }
      return (entries = known.span).end;
    }
    const add = (from: number, to: number): string => {
      const key = keyAt(text, from, to), place = starts.push(from) - 1;
      // One look at the map for each, of thousands.
      if (places.set(key, place).size === place) {
        const first = starts.findIndex((at) => keyAt(text, at, skipString(text, at)) === key);
        throw twice(text, `the key ${shown(key)}`, starts[first]!, from);
      }
      return key;
    };
    const skip = (start: number, from: number, to: number): number => {
      const key = add(from, to);
      if (text.charCodeAt(start) !== OPEN_OBJECT) bad.push({ key, offset: start });
      return skipValue(text, start);
    };
    entries = scanObject(text, valueStart, skip, add);
    return entries.end;
  });
  expectEnd(text, top.end);
  if (!entries) throw new JsonSyntaxError('not a store file: it has no "entries"', top.start);
  return { top, topKeys, entries, places: known?.places ?? places, bad };
}

/** A key as it reads, from its place in a text. */
export function keyAt(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes("\\") ? JSON.parse(`"${inner}"`) : inner;
}

function shown(key: string): string {
  return JSON.stringify(key.length > 120 ? [...key.slice(0, 240)].slice(0, 120).join("") + "…" : key);
}

function twice(text: string, what: string, first: number, second: number): JsonSyntaxError {
  return new JsonSyntaxError(
    `${what} stands in it twice, first on line ${placeOf(text, first).line}`,
    second,
  );
}

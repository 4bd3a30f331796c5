import type { Splice } from "../../json/edit.ts";
import { scanObject } from "../../json/scan.ts";
import { parseInstant } from "../../text/time.ts";
import { isDecision, isInstruction } from "../brief.ts";
import type { StoredEntry } from "../stored_entry.ts";
import { hashOf } from "./key_table.ts";

/** A store's entries as an index knows them: a row of each array an entry, in the file's order. */
export interface Places {
  /** Four numbers an entry, in bytes of the file: where its key begins (at the quote) and ends, its value begins and ends. */
  readonly spans: Uint32Array;
  /** The key's hash. */
  readonly hashes: Uint32Array;
  /** Its timestamp in seconds since 1970; -Infinity where that is none. */
  readonly seconds: Float64Array;
  /** {@linkcode KIND} bits. */
  readonly kinds: Uint8Array;
  /** Its row in the file of signatures; {@linkcode NONE} for one that was written after them. */
  readonly rows: Uint32Array;
  /** Where the object `entries` begins, in bytes. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
}

/** What the brief selects an entry for. */
export const KIND = { instruction: 1, decision: 2 } as const;

/** No row, or no place. */
export const NONE = 0xffffffff;

/** The changes to a store's entries that one write made. */
export interface EntryChanges {
  /** The new text of entries that were there, by their place. */
  readonly replaced: ReadonlyMap<number, StoredEntry>;
  /** The places of entries that went. */
  readonly removed: ReadonlySet<number>;
  /** New entries, in their order: they stand behind all others. */
  readonly added: readonly StoredEntry[];
}

/** Makes room for so many entries. */
function room(count: number, start: number, end: number): Places {
  return {
    spans: new Uint32Array(4 * count),
    hashes: new Uint32Array(count),
    seconds: new Float64Array(count),
    kinds: new Uint8Array(count),
    rows: new Uint32Array(count).fill(NONE),
    start,
    end,
  };
}

/**
 * What an index says of entries that were read.
 *
 * @param entries The entries, in the file's order. @param spans Where they stand, in bytes, as {@linkcode Places} has it.
 * @param start Where the object `entries` begins. @param end Where it ends.
 */
export function placesOf(
  entries: Iterable<StoredEntry>,
  spans: Uint32Array,
  start: number,
  end: number,
): Places {
  const places = room(spans.length / 4, start, end);
  places.spans.set(spans);
  let place = 0;
  for (const stored of entries) note(places, place++, stored);
  return places;
}

/**
 * What an index says after a write, without reading what the write did not touch.
 *
 * @param before What it said. @param changes What the write did to entries. @param splices The same to the file's
 *   bytes, in order. @param slice The bytes of the new file between two offsets, as text.
 */
export function placesAfter(
  before: Places,
  { replaced, removed, added }: EntryChanges,
  splices: readonly Splice[],
  slice: (start: number, end: number) => string,
): Places {
  const count = before.hashes.length, kept = count - removed.size;
  const shiftOf = (at: number) =>
    splices.reduce((sum, { start, end, length }) => end <= at ? sum + length - (end - start) : sum, 0);
  const start = before.start + shiftOf(before.start), end = before.end + shiftOf(before.end);
  const after = room(kept + added.length, start, end);
  let next = 0, shift = 0, to = 0;
  for (let from = 0; from < count; from++) {
    const at = 4 * from, keyStart = before.spans[at]!, valueEnd = before.spans[at + 3]!;
    for (; next < splices.length && splices[next]!.end <= keyStart; next++) {
      shift += splices[next]!.length - (splices[next]!.end - splices[next]!.start);
    }
    if (removed.has(from)) continue;
    after.spans[4 * to] = keyStart + shift;
    after.spans[4 * to + 1] = before.spans[at + 1]! + shift;
    after.spans[4 * to + 2] = before.spans[at + 2]! + shift;
    after.spans[4 * to + 3] = valueEnd + shift;
    const stored = replaced.get(from);
    if (stored) {
      const splice = splices[next]!;
      after.spans[4 * to + 3]! += splice.length - (splice.end - splice.start);
      note(after, to, stored);
    } else {
      after.hashes[to] = before.hashes[from]!;
      after.seconds[to] = before.seconds[from]!;
      after.kinds[to] = before.kinds[from]!;
      after.rows[to] = before.rows[from]!;
    }
    to++;
  }
  if (added.length > 0) {
    // They stand between the last of the others, or the opening brace, and the closing one.
    const from = kept > 0 ? after.spans[4 * kept - 1]! : start + 1, tail = slice(from, end);
    const { members } = scanObject("{" + tail.replace(/^([ \t\r\n]*),/, "$1 "), 0);
    const bytes = toBytes("{" + tail, members);
    for (const [i, stored] of added.entries()) {
      for (let j = 0; j < 4; j++) after.spans[4 * (kept + i) + j] = from - 1 + bytes[4 * i + j]!;
      note(after, kept + i, stored);
    }
  }
  return after;
}

/**
 * Offsets in a text as offsets in its UTF-8.
 *
 * @param text The text. @param offsets In UTF-16 units, none before another that is larger.
 */
export function toBytes(text: string, offsets: ArrayLike<number>): Uint32Array {
  const bytes = new Uint32Array(offsets.length), encoder = new TextEncoder();
  let scratch = new Uint8Array(4096), unit = 0, byte = 0;
  for (let i = 0; i < offsets.length; i++) {
    const until = offsets[i]!;
    if (3 * (until - unit) > scratch.length) scratch = new Uint8Array(6 * (until - unit));
    byte += encoder.encodeInto(text.slice(unit, until), scratch).written;
    unit = until;
    bytes[i] = byte;
  }
  return bytes;
}

/** What an index says of an entry's time and kind. */
export interface EntryFacts {
  readonly seconds: number;
  readonly kind: number;
}

/** What an entry's text says of its time and kind: an index that says otherwise is wrong. */
export function factsOf(stored: StoredEntry): EntryFacts {
  const seconds = parseInstant(stored.timestamp)?.seconds ?? -Infinity;
  const kind = mayBeOfKind(stored)
    ? (isInstruction(stored) ? KIND.instruction : 0) | (isDecision(stored) ? KIND.decision : 0)
    : 0;
  return { seconds, kind };
}

/** Whether an entry's kind is to be read: most entries show by their key and text that they have none. */
function mayBeOfKind({ store, key, text }: StoredEntry): boolean {
  return store === "operator" || key.startsWith("decision_") || text.includes('"decision"') ||
    text.includes("\\u");
}

function note(places: Places, place: number, stored: StoredEntry): void {
  const { seconds, kind } = factsOf(stored);
  places.hashes[place] = hashOf(stored.key);
  places.seconds[place] = seconds;
  places.kinds[place] = kind;
}

/** Rows of signatures and places in a store, each by the other. */
export interface RowPlaces {
  /** The place of each row's entry; {@linkcode NONE} where that was changed or is gone. */
  readonly byRow: Uint32Array;
  /** The places of entries that have no row, in order. */
  readonly loose: Uint32Array;
}

/** Which place each row has. */
export function placesOfRows({ rows }: Pick<Places, "rows">): RowPlaces {
  const loose: number[] = [];
  let count = 0;
  for (let place = 0; place < rows.length; place++) {
    if (rows[place] !== NONE && rows[place]! >= count) count = rows[place]! + 1;
  }
  const byRow = new Uint32Array(count).fill(NONE);
  for (let place = 0; place < rows.length; place++) {
    if (rows[place] === NONE) loose.push(place);
    else byRow[rows[place]!] = place;
  }
  return { byRow, loose: Uint32Array.from(loose) };
}

/** Which row each of so many places has. */
export function rowsOfPlaces({ byRow }: Pick<RowPlaces, "byRow">, count: number): Uint32Array {
  const rows = new Uint32Array(count).fill(NONE);
  for (let row = 0; row < byRow.length; row++) if (byRow[row]! < count) rows[byRow[row]!] = row;
  return rows;
}

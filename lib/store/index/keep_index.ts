import type { StoreName } from "../../memory/entry.ts";
import { keyTable } from "../../memory/index/key_table.ts";
import { newestOf } from "../../memory/index/newest.ts";
import { type Places, placesAfter, placesOf, placesOfRows, toBytes } from "../../memory/index/places.ts";
import { Signatures } from "../../memory/index/trigrams.ts";
import type { PatchedBytes } from "../../json/edit.ts";
import { FOLDER_MODE, LAYOUT, type Root } from "../root.ts";
import type { StoreFile } from "../store_file.ts";
import { identityOf, type StoreIdentity } from "./identity.ts";
import { writeSealed } from "./sealed_file.ts";
import { indexFile, SMALLEST_BYTES, withIndex } from "./store_index.ts";

/** A file that was changed a moment ago may be changed again without its times telling. */
const SETTLED_MS = 2000;

/** What an index is to say after a write. */
export interface NextIndex {
  readonly places: Places;
  /** Whether the file is all ASCII. */
  readonly isAscii: boolean;
  readonly signatures?: string;
}

/**
 * Works out what the index is to say once a change is written, from what it said before or from what was read. The
 * caller holds the lock, and has not replaced the file yet.
 *
 * @param root The root. @param store Which store. @param file The store as it was read, changed. @param patched Its new bytes.
 * @param isPurge Whether something was taken out for good, of which no trace is to stay.
 * @returns It; `undefined` where the store is too small for one, or cannot have one.
 */
export function nextIndex(
  root: Root,
  store: StoreName,
  file: StoreFile,
  { bytes, splices, isAscii }: PatchedBytes,
  isPurge: boolean,
): NextIndex | undefined {
  return unlessItFails(() => {
    if (file.sizeBytes < SMALLEST_BYTES) return undefined;
    const before = file.index ?? withIndex(root, store, (index) => index.all()) ??
      { places: placesOfFile(store, file) };
    const slice = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
    const places = placesAfter(before.places, file.text.entryChanges(store), splices, slice);
    return { places, isAscii, signatures: isPurge ? undefined : before.signatures };
  });
}

/**
 * Writes the index of a store that was just replaced. The caller holds the lock. That it cannot be written changes
 * nothing but the time that reading takes.
 *
 * @param root The root. @param store Which store. @param path The store's file. @param next What it is to say.
 */
export function keepIndex(root: Root, store: StoreName, path: string, next: NextIndex): void {
  unlessItFails(() => {
    using file = Deno.openSync(path, { read: true });
    writePlaces(root, store, identityOf(path, file), next);
    if (next.signatures === undefined) removeIfThere(indexFile(root, store, "signatures"));
  });
}

/**
 * Makes the index of a store that was just read because it had none that could be used.
 *
 * @param root The root. @param store Which store. @param file It, as it was read. @param isSearched Whether signatures
 *   would have helped: making them takes longer than reading does.
 */
export function indexRead(root: Root, store: StoreName, file: StoreFile, isSearched: boolean): void {
  if (file.sizeBytes < SMALLEST_BYTES || file.bad.length > 0) return;
  unlessItFails(() => {
    const { path } = file;
    using opened = Deno.openSync(path, { read: true });
    const identity = identityOf(path, opened);
    const isSettled = Date.now() - Math.max(identity.mtime, identity.ctime) >= SETTLED_MS;
    if (!isSettled || identity.size !== file.sizeBytes) return;
    // What was asked for was in nearly every entry, or too short to tell: an index is there.
    if (withIndex(root, store, (index) => !isSearched || index.isSigned)) return;
    const places = placesOfFile(store, file);
    const signatures = isSearched ? writeSignatures(root, store, file, places) : undefined;
    // Changed while it was read: what was made of it is wrong.
    if (identityOf(path, opened).mtime !== identity.mtime) return;
    writePlaces(root, store, identity, { places, isAscii: file.isAscii, signatures });
  });
}

/** What an index says of a store that was read whole. */
function placesOfFile(store: StoreName, { text, sizeBytes, isAscii }: StoreFile): Places {
  const { members, start, end } = text.entriesSpan, offsets = [start, ...Array.from(members), end];
  const bytes = isAscii ? Uint32Array.from(offsets) : toBytes(text.whole, offsets);
  if (bytes.at(-1)! > sizeBytes) throw new RangeError("the entries end behind the file");
  return placesOf(text.read(store), bytes.slice(1, -1), bytes[0]!, bytes.at(-1)!);
}

/** Writes the signatures of all entries, a row each in their order; gives the file's id. */
function writeSignatures(root: Root, store: StoreName, { text }: StoreFile, places: Places): string {
  const signatures = new Signatures(places.hashes.length), id = crypto.randomUUID();
  let row = 0;
  for (const stored of text.read(store)) {
    signatures.add(stored.key, stored.text);
    places.rows[row] = row++;
  }
  signatures.end();
  makeFolder(root);
  writeSealed(indexFile(root, store, "signatures"), { id }, { slices: signatures.slices });
  return id;
}

function writePlaces(
  root: Root,
  store: StoreName,
  identity: StoreIdentity,
  { places, isAscii, signatures }: NextIndex,
): void {
  const { start, end, spans, hashes, seconds, kinds } = places;
  const { instructions, decisions, changes } = newestOf(places);
  const totals = { instructions: instructions.total, decisions: decisions.total, changes: changes.total };
  makeFolder(root);
  writeSealed(
    indexFile(root, store, "places"),
    { store: identity, start, end, isAscii, totals, signatures },
    {
      table: keyTable(hashes),
      hashes,
      spans,
      seconds,
      kinds,
      ...signatures === undefined ? {} : placesOfRows(places),
      instructions: instructions.places,
      instructionsSeconds: instructions.seconds,
      decisions: decisions.places,
      decisionsSeconds: decisions.seconds,
      changes: changes.places,
      changesSeconds: changes.seconds,
    },
  );
}

/** Makes the folder for its owner alone; a link would lead out of what was granted, and is not followed. */
function makeFolder(root: Root): void {
  try {
    Deno.mkdirSync(root.file(LAYOUT.index), { mode: FOLDER_MODE });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  if (Deno.lstatSync(root.file(LAYOUT.index)).isSymlink) throw new Error("the index is a link");
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** An index is only ever a shortcut: where it cannot be made, for want of room, rights or sense, there is none. */
function unlessItFails<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

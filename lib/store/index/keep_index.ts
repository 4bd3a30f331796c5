import type { StoreName } from "../../memory/entry.ts";
import { keyTable } from "../../memory/index/key_table.ts";
import { newestOf } from "../../memory/index/newest.ts";
import { type Places, placesAfter, placesOf, placesOfRows, toBytes } from "../../memory/index/places.ts";
import { Signatures } from "../../memory/index/trigrams.ts";
import type { PatchedBytes } from "../../json/edit.ts";
import { isLeftover } from "../atomic_write.ts";
import { giveToFolderOwner } from "../give_to_folder_owner.ts";
import { FOLDER_MODE, LAYOUT, type Root } from "../root.ts";
import type { StoreFile } from "../store_file.ts";
import { identityOf, isOfBytes, isSameFile, type StoreIdentity } from "./identity.ts";
import { writeSealed } from "./sealed_file.ts";
import { indexFile, SMALLEST_BYTES, withIndex } from "./store_index.ts";

/** A file that was changed a moment ago may be changed again without its times telling. */
const SETTLED_MS = 2000;

/** What an index is to say after a write. */
export interface NextIndex {
  /** The bytes of the file that it tells of. */
  readonly bytes: Uint8Array;
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
    return { bytes, places, isAscii, signatures: isPurge ? undefined : before.signatures };
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
    prepareFolder(root);
    using file = Deno.openSync(path, { read: true });
    const identity = identityOf(path, file);
    // Another program's, which came in between.
    if (!isOfBytes(identity, next.bytes)) return;
    writePlaces(root, store, identity, () => next);
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
    // Left alone since some time before it was read, so that it is what was read.
    const isSettled = file.readAtMs - Math.max(identity.mtime, identity.ctime) >= SETTLED_MS;
    if (!isSettled || identity.size !== file.sizeBytes) return;
    // What was asked for was in nearly every entry, or too short to tell: an index is there.
    if (withIndex(root, store, (index) => !isSearched || index.isSigned)) return;
    prepareFolder(root);
    const signatures = isSearched ? writeSignatures(root, store, file) : undefined;
    writePlaces(root, store, identity, () => {
      const places = placesOfFile(store, file);
      // The rows of signatures are the entries in their order.
      if (isSearched) { for (let place = 0; place < places.rows.length; place++) places.rows[place] = place; }
      // Changed while it was read: what was made of it is wrong.
      if (!isSameFile(identityOf(path, opened), identity)) throw new Error("the store has changed");
      return { places, isAscii: file.isAscii, signatures };
    });
  });
}

/**
 * Says what there is of a store's index.
 *
 * @param root The root. @param store Which store.
 * @returns `none` where there is none; `useless` where it does not tell of the store as it is.
 */
export function indexState(root: Root, store: StoreName): "none" | "sound" | "useless" {
  if (withIndex(root, store, () => true)) return "sound";
  const isThere = PARTS.some((part) =>
    unlessItFails(() => Deno.lstatSync(indexFile(root, store, part)).isFile)
  );
  return isThere ? "useless" : "none";
}

/** Removes a store's index. */
export function dropIndex(root: Root, store: StoreName): void {
  for (const part of PARTS) removeIfThere(indexFile(root, store, part));
}

const PARTS = ["places", "signatures"] as const;

/** What an index says of a store that was read whole. */
function placesOfFile(store: StoreName, { text, sizeBytes, isAscii }: StoreFile): Places {
  const { members, start, end } = text.entriesSpan, offsets = [start, ...Array.from(members), end];
  const bytes = isAscii ? Uint32Array.from(offsets) : toBytes(text.whole, offsets);
  if (bytes.at(-1)! > sizeBytes) throw new RangeError("the entries end behind the file");
  return placesOf(text.read(store), bytes.slice(1, -1), bytes[0]!, bytes.at(-1)!);
}

/** Writes the signatures of all entries, a row each in their order; gives the file's id. */
function writeSignatures(root: Root, store: StoreName, { text }: StoreFile): string {
  const id = crypto.randomUUID();
  writeSealed(indexFile(root, store, "signatures"), () => {
    const signatures = new Signatures(text.size);
    for (const stored of text.read(store)) signatures.add(stored.key, stored.text);
    signatures.end();
    return { facts: { id }, sections: { slices: signatures.slices } };
  });
  return id;
}

function writePlaces(
  root: Root,
  store: StoreName,
  identity: StoreIdentity,
  make: () => Omit<NextIndex, "bytes">,
): void {
  writeSealed(indexFile(root, store, "places"), () => {
    const { places, isAscii, signatures } = make(), { start, end, spans, hashes, seconds, kinds } = places;
    const { instructions, decisions, changes } = newestOf(places);
    const totals = { instructions: instructions.total, decisions: decisions.total, changes: changes.total };
    return {
      facts: { store: identity, start, end, isAscii, totals, signatures },
      sections: {
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
    };
  });
}

/** Makes the folder, for its owner alone, and removes what killed writers left in it. */
function prepareFolder(root: Root): void {
  const folder = root.file(LAYOUT.index);
  try {
    Deno.mkdirSync(folder, { mode: FOLDER_MODE });
    Deno.chmodSync(folder, FOLDER_MODE);
    giveToFolderOwner(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  // A link would lead elsewhere, and is nobody's.
  if (!Deno.lstatSync(folder).isDirectory) throw new Error("the index is no folder");
  for (const { name } of Deno.readDirSync(folder)) if (isLeftover(name)) removeIfThere(`${folder}/${name}`);
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

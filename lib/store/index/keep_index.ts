import { type StoreName, STORES } from "../../memory/entry.ts";
import { keyTable } from "../../memory/index/key_table.ts";
import { newestOf } from "../../memory/index/newest.ts";
import { type Places, placesAfter, placesOf, placesOfRows, toBytes } from "../../memory/index/places.ts";
import { Signatures, SLICES } from "../../memory/index/trigrams.ts";
import type { PatchedBytes } from "../../json/edit.ts";
import { isLeftover } from "../atomic_write.ts";
import { diskError } from "../disk_error.ts";
import { giveToFolderOwner } from "../give_to_folder_owner.ts";
import { ifPossible } from "../if_possible.ts";
import { FILE_MODE, FOLDER_MODE, LAYOUT, type Root } from "../root.ts";
import type { StoreFile } from "../store_file.ts";
import { identityOf, isSameFile, isSettled, type StoreIdentity } from "./identity.ts";
import { checkOf, writeSealed } from "./sealed_file.ts";
import { hasPart, INDEX_PARTS, indexFile, isGranted } from "./index_files.ts";
import { SMALLEST_BYTES, withIndex } from "./store_index.ts";

/** What an index is to say. */
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
 * @returns It; `undefined` where the store is better read, or none can be made.
 */
export function nextIndex(
  root: Root,
  store: StoreName,
  file: StoreFile,
  { bytes, splices, isAscii }: PatchedBytes,
): NextIndex | undefined {
  return ifPossible(() => {
    if (!isWorthPlaces(file.bytes.length, file.text.size) || !isWorthPlaces(bytes.length, file.text.size)) {
      return undefined;
    }
    const before = file.index ?? withIndex(root, store, (index) => index.all(), { bytes: file.bytes }) ??
      { places: placesOfFile(store, file) };
    const slice = (start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));
    const places = placesAfter(before.places, file.text.entryChanges(store), splices, slice);
    return { bytes, places, isAscii, signatures: before.signatures };
  });
}

/**
 * Writes the index of a store that was just replaced, or removes it where there is none to write. The caller holds the
 * lock. That it cannot be written changes nothing but the time that reading takes.
 *
 * @param root The root. @param store Which store. @param path The store's file. @param next What it is to say.
 */
export function keepIndex(root: Root, store: StoreName, path: string, next: NextIndex | undefined): void {
  ifPossible(() => {
    if (!next) return dropIndex(root, store);
    prepareFolder(root, true);
    const isSigned = next.signatures !== undefined && hasPart(root, store, "signatures");
    // Its time is of this moment: whoever reads it next holds it against all bytes.
    writePlaces(
      root,
      store,
      identityOf(path),
      false,
      () => isSigned ? next : { ...next, signatures: undefined },
    );
  });
}

/**
 * Makes the index of a store that was just read because it had none that could be used.
 *
 * @param root The root. @param store Which store. @param file It, as it was read. @param isSearched Whether signatures
 *   would have helped: making them takes longer than reading does.
 */
export function indexRead(root: Root, store: StoreName, file: StoreFile, isSearched: boolean): void {
  const { path, bytes, text } = file;
  if (!isWorthPlaces(bytes.length, text.size) || file.bad.length > 0 || !isGranted(root)) return;
  ifPossible(() => {
    const identity = identityOf(path),
      isSigned = isSearched && isWorthSignatures(bytes.length, text.size);
    // Left alone since some time before it was read, so that it is what was read.
    if (!isSettled(identity, file.readAtMs) || identity.size !== bytes.length) return;
    // What was asked for was in nearly every entry, or too short to tell: an index is there.
    if (withIndex(root, store, (index) => !isSigned || index.isSigned)) return;
    prepareFolder(root, false);
    const isChanged = () => !isSameFile(identityOf(path), identity);
    const signatures = isSigned ? writeSignatures(root, store, file, isChanged) : undefined;
    writePlaces(root, store, identity, true, () => {
      const places = placesOfFile(store, file);
      // The rows of signatures are the entries in their order.
      if (isSigned) { for (let place = 0; place < places.rows.length; place++) places.rows[place] = place; }
      // Changed while it was read: what was made of it is wrong.
      if (isChanged()) throw new Error("the store has changed");
      return { bytes, places, isAscii: file.isAscii, signatures };
    });
  });
}

/**
 * Removes the signatures of a file's entries, in which what is deleted would leave a trace; those of each store that
 * is this file. The caller holds the lock.
 *
 * @param root The root. @param path The file, links followed.
 * @throws {StorageError} If some are there and cannot be removed.
 */
export function purgeSignatures(root: Root, path: string): void {
  for (const store of STORES) {
    const file = indexFile(root, store, "signatures");
    if (!hasPart(root, store, "signatures") || root.resolve(`memory/${store}.json`) !== path) continue;
    try {
      Deno.removeSync(file);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw diskError(error, "write", file);
    }
  }
}

/**
 * Says what there is of a store's index.
 *
 * @param root The root. @param store Which store.
 * @returns `none` where there is none; `useless` where it does not tell of the store as it is.
 */
export function indexState(root: Root, store: StoreName): "none" | "sound" | "useless" {
  if (withIndex(root, store, () => true, { writesNothing: true })) return "sound";
  return INDEX_PARTS.some((part) => hasPart(root, store, part)) ? "useless" : "none";
}

/** Removes a store's index. */
export function dropIndex(root: Root, store: StoreName): void {
  for (const part of INDEX_PARTS) removeIfThere(indexFile(root, store, part));
}

/** A store of very small entries is read as quickly as an index that is as large as it. */
function isWorthPlaces(bytes: number, entries: number): boolean {
  return bytes >= SMALLEST_BYTES && bytes >= 100 * entries;
}

function isWorthSignatures(bytes: number, entries: number): boolean {
  return bytes >= SLICES / 8 * entries;
}

/** What an index says of a store that was read whole. */
function placesOfFile(store: StoreName, { text, bytes: { length }, isAscii }: StoreFile): Places {
  const { members, start, end } = text.entriesSpan, offsets = [start, ...Array.from(members), end];
  const bytes = isAscii ? Uint32Array.from(offsets) : toBytes(text.whole, offsets);
  if (bytes.at(-1)! > length) throw new RangeError("the entries end behind the file");
  return placesOf(text.read(store), bytes.slice(1, -1), bytes[0]!, bytes.at(-1)!);
}

/** Writes the signatures of all entries, a row each in their order; gives the file's id. */
function writeSignatures(
  root: Root,
  store: StoreName,
  { text }: StoreFile,
  isChanged: () => boolean,
): string {
  const id = crypto.randomUUID();
  writeSealed(indexFile(root, store, "signatures"), () => {
    const signatures = new Signatures(text.size);
    for (const stored of text.read(store)) signatures.add(stored.key, stored.text);
    signatures.end();
    if (isChanged()) throw new Error("the store has changed");
    return { facts: { id }, sections: { slices: signatures.slices } };
  });
  if (isChanged()) {
    // What was deleted meanwhile must not be told of by what was made of it before.
    removeIfThere(indexFile(root, store, "signatures"));
    throw new Error("the store has changed");
  }
  return id;
}

function writePlaces(
  root: Root,
  store: StoreName,
  identity: StoreIdentity,
  isSettled: boolean,
  make: () => NextIndex,
): void {
  writeSealed(indexFile(root, store, "places"), () => {
    const { bytes, places, isAscii, signatures } = make(),
      { start, end, spans, hashes, seconds, kinds } = places;
    const { instructions, decisions, changes } = newestOf(places);
    const totals = { instructions: instructions.total, decisions: decisions.total, changes: changes.total };
    return {
      facts: { store: identity, whole: checkOf(bytes), isSettled, start, end, isAscii, totals, signatures },
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

/** Makes the folder, for its owner alone, left out of git; a writer removes what killed ones left in it. */
function prepareFolder(root: Root, isLocked: boolean): void {
  const folder = root.file(LAYOUT.index);
  try {
    Deno.mkdirSync(folder, { mode: FOLDER_MODE });
    Deno.chmodSync(folder, FOLDER_MODE);
    giveToFolderOwner(folder);
    Deno.writeTextFileSync(`${folder}/.gitignore`, "*\n", { mode: FILE_MODE });
    giveToFolderOwner(`${folder}/.gitignore`);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  // A link would lead elsewhere, and is nobody's.
  if (!Deno.lstatSync(folder).isDirectory) throw new Error("the index is no folder");
  if (!isLocked) return;
  for (const { name, isFile } of Deno.readDirSync(folder)) {
    if (isFile && isLeftover(name)) removeIfThere(`${folder}/${name}`);
  }
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

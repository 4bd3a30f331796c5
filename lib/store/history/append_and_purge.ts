import type { StoreName } from "../../memory/entry.ts";
import { compact } from "../../json/layout.ts";
import { type Staged, stageFile, writeAll } from "../atomic_write.ts";
import { diskError } from "../disk_error.ts";
import { flushFolder } from "../flush_folder.ts";
import { isAboutOneOf } from "./key_of_line.ts";
import { giveToFolderOwner } from "../give_to_folder_owner.ts";
import { linesOf, piecesOf, type Span } from "../file_pieces.ts";
import { FILE_MODE, LAYOUT, makeFolder, type Root } from "../root.ts";

/** An entry as it was before an operation. */
export interface Earlier {
  /** The operation that changed it: set, amend, supersede, resolve, basis, undo, cleanup, import, merge. */
  readonly operation: string;
  readonly key: string;
  /** The entry's JSON text, as it was. */
  readonly text: string;
  /** When it was changed: RFC 3339 in UTC. */
  readonly at: string;
  /** Who changed it, when known. */
  readonly by?: string;
}

const NEWLINE = 0x0a;

/** The name of a store's history under the root: JSON Lines, the oldest first. */
export function historyName(store: StoreName): string {
  return `${LAYOUT.history}/${store}.jsonl`;
}

const MERGED = /^(?:operator|shared|agent)\.merge_[0-9a-f]{16}\.jsonl$/;

/** The files in which merges have left what is due to a history, by their names under the root. */
export function mergedNames(root: Root): string[] {
  const folder = root.resolve(LAYOUT.history);
  if (folder === undefined) return [];
  try {
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name);
    return names.filter((name) => MERGED.test(name)).sort().map((name) => `${LAYOUT.history}/${name}`);
  } catch (error) {
    throw diskError(error, "read", folder);
  }
}

/**
 * Appends what entries were before they are changed, and syncs it; the caller holds the lock. A line that a
 * crash has torn stays alone on its line.
 *
 * @param root The root. @param store Whose history. @param earlier What was, in the order of the changes.
 * @throws {StorageError} If that fails.
 */
export async function appendHistory(
  root: Root,
  store: StoreName,
  earlier: readonly Earlier[],
): Promise<void> {
  if (earlier.length === 0) return;
  const name = historyName(store), known = root.resolve(name), path = known ?? root.file(name);
  if (known !== undefined && hasGrown(known)) {
    const { trimHistory } = await import("./trim.ts");
    await trimHistory(root, known, earlier.at(-1)!.at);
  }
  const lines = earlier.map((was) => historyLine(was) + "\n");
  try {
    const isNewFolder = known === undefined && await makeFolder(root.file(LAYOUT.history));
    if (isNewFolder) giveToFolderOwner(root.file(LAYOUT.history));
    using file = await Deno.open(path, { read: true, write: true, create: true, mode: FILE_MODE });
    if (known === undefined && Deno.build.os !== "windows") {
      await Deno.chmod(path, FILE_MODE);
      giveToFolderOwner(path);
    }
    const end = await file.seek(0, Deno.SeekMode.End);
    const bytes = new TextEncoder().encode((await isTorn(file, end) ? "\n" : "") + lines.join(""));
    await writeOrTakeBack(file, bytes, end);
    await file.syncData();
    // The store is not changed yet: what fails here is no more than a write that failed.
    if (known === undefined) await flushFolder(root.file(LAYOUT.history));
    if (isNewFolder) await flushFolder(root.file(LAYOUT.memory));
  } catch (error) {
    throw diskError(error, "write", path);
  }
}

/** The line of a history that says what an entry was. */
export function historyLine({ at, operation, by, key, text }: Earlier): string {
  return `${JSON.stringify({ at, operation, by, key }).slice(0, -1)},"entry":${compact(text)}}`;
}

/** Below this length a history is kept whole: rewriting it would cost more than it frees. */
const TRIM_FROM_BYTES = 256 * 1024;

function hasGrown(path: string): boolean {
  try {
    return Deno.statSync(path).size > TRIM_FROM_BYTES;
  } catch (error) {
    throw diskError(error, "write", path);
  }
}

async function isTorn(file: Deno.FsFile, end: number): Promise<boolean> {
  if (end === 0) return false;
  const last = new Uint8Array(1);
  await file.seek(end - 1, Deno.SeekMode.Start);
  await file.read(last);
  return last[0] !== NEWLINE;
}

/** A full disk must not leave half a line. */
async function writeOrTakeBack(file: Deno.FsFile, bytes: Uint8Array, end: number): Promise<void> {
  await file.seek(end, Deno.SeekMode.Start);
  try {
    await writeAll(file, bytes);
  } catch (error) {
    await file.truncate(end);
    throw error;
  }
}

/**
 * Prepares a store's history without what it holds of some keys (§4.5: a deleted entry is gone for good). It is
 * read and written piece by piece, and all other lines keep their bytes.
 *
 * @param root The root. @param store Whose history. @param keys The keys that go.
 * @returns The new file, to be put in place with the store; `undefined` where nothing has to go.
 * @throws {StorageError} If that fails.
 */
export async function stagePurge(
  root: Root,
  store: StoreName,
  keys: ReadonlySet<string>,
): Promise<Staged | undefined> {
  const path = root.resolve(historyName(store));
  if (path === undefined) return undefined;
  const gone: Span[] = [];
  for (const { start, end, bytes } of linesOf(path)) {
    if (isAboutOneOf(bytes, keys)) gone.push({ start, end });
  }
  return gone.length === 0 ? undefined : await stageFile(path, without(path, gone));
}

/**
 * Whether a store's history holds anything of a key: an entry that is gone may have been there before.
 *
 * @param root The root. @param store Whose history. @param key The key.
 * @throws {StorageError} If it cannot be read.
 */
export function historyHas(root: Root, store: StoreName, key: string): boolean {
  const path = root.resolve(historyName(store)), keys = new Set([key]);
  if (path === undefined) return false;
  for (const { bytes } of linesOf(path)) if (isAboutOneOf(bytes, keys)) return true;
  return false;
}

/** A file but for some of its lines. What is left of a torn last line is ended, as an append would. */
function* without(path: string, gone: readonly Span[]): Generator<Uint8Array> {
  let at = 0, next = 0, last = NEWLINE;
  for (const piece of piecesOf(path)) {
    let from = at;
    const end = at + piece.length;
    while (from < end) {
      const span = gone[next];
      const until = Math.min(end, span === undefined ? end : Math.max(from, span.start));
      if (until > from) {
        const kept = piece.subarray(from - at, until - at);
        last = kept.at(-1)!;
        yield kept;
      }
      if (span === undefined || until === end) break;
      from = Math.min(end, span.end);
      if (from === span.end) next++;
    }
    at = end;
  }
  if (last !== NEWLINE) yield new Uint8Array([NEWLINE]);
}

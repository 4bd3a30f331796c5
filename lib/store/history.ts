import type { StoreName } from "../memory/entry.ts";
import { compact } from "../json/layout.ts";
import { type Staged, stageFile, syncFolder, writeAll } from "./atomic_write.ts";
import { diskError } from "./disk_error.ts";
import { FILE_MODE, LAYOUT, makeFolder, type Root } from "./root.ts";
import { readBytes } from "./text_file.ts";

/** An entry as it was before an operation. */
export interface Earlier {
  /** The operation that changed it: set, amend, supersede, resolve, basis. */
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
  const lines = earlier.map(({ at, operation, by, key, text }) => {
    const head = JSON.stringify({ at, operation, by, key }).slice(0, -1);
    return `${head},"entry":${compact(text)}}\n`;
  });
  try {
    const isNewFolder = known === undefined && await makeFolder(root.file(LAYOUT.history));
    using file = await Deno.open(path, { read: true, write: true, create: true, mode: FILE_MODE });
    if (known === undefined && Deno.build.os !== "windows") await Deno.chmod(path, FILE_MODE);
    const end = await file.seek(0, Deno.SeekMode.End);
    const bytes = new TextEncoder().encode((await isTorn(file, end) ? "\n" : "") + lines.join(""));
    await writeOrTakeBack(file, bytes, end);
    await file.syncData();
    if (known === undefined) await syncFolder(root.file(LAYOUT.history));
    if (isNewFolder) await syncFolder(root.file(LAYOUT.memory));
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
 * Prepares a store's history without what it holds of some keys (§4.5: a deleted entry is gone for good).
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
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(readBytes(path));
  const lines = text.split("\n"), kept = lines.filter((line) => !isOf(line, keys));
  if (kept.length === lines.length) return undefined;
  if (kept.length > 0 && kept.at(-1) !== "") kept.push("");
  return await stageFile(path, new TextEncoder().encode(kept.join("\n")));
}

/** A torn line may hold the beginning of anything, so it goes when it could be of one of the keys. */
function isOf(line: string, keys: ReadonlySet<string>): boolean {
  if (line === "") return false;
  try {
    return keys.has(JSON.parse(line)?.key);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [...keys].some((key) => line.includes(JSON.stringify(key)));
  }
}

import { ConflictError, StorageError } from "../errors.ts";
import { isLeftover, replaceFile, type Staged, stageFile } from "../store/atomic_write.ts";
import { ifPossible } from "../store/if_possible.ts";
import type { Root } from "../store/root.ts";
import { merged, type RecordedFile, writeRecord } from "./record.ts";
import {
  makeFolders,
  readSettings,
  removeFolders,
  removeSettings,
  type SettingsFile,
} from "./settings_file.ts";

/** A file that is about to change. */
export interface FileChange {
  /** The file as it was read. */
  readonly was: SettingsFile;
  /** Its new text; `undefined` where it is to go. */
  readonly text?: string;
  /** What is to be remembered of it. */
  readonly record: RecordedFile;
}

/** A change that is ready: what is left of it is to put it in place. */
interface Ready {
  readonly change: FileChange;
  readonly staged?: Staged;
  readonly folders: readonly string[];
}

/**
 * Changes files, all of them or none, and remembers it; the caller holds the root's lock. Everything is written beside
 * the files before the first is put in place, and the record says beforehand what is about to be so.
 *
 * @param root The root that remembers; none does when absent. @param known What it remembers now.
 * @param files The files, with what is to be done to each; what a writer left beside them that was killed goes.
 * @throws {ConflictError} If somebody changed a file since it was read. @throws {StorageError} If one cannot be written.
 */
export async function commit(
  root: Root | undefined,
  known: readonly RecordedFile[],
  files: readonly { readonly file: string; readonly change?: FileChange }[],
): Promise<void> {
  for (const { file } of files) sweepLeftovers(readSettings(file).path);
  const changes = files.flatMap(({ change }) => change ?? []);
  if (changes.length === 0) return;
  const ready: Ready[] = [], done: Ready[] = [];
  const remember = async (files: readonly RecordedFile[], pending?: readonly RecordedFile[]) => {
    if (root !== undefined) await writeRecord(root, files, pending);
  };
  try {
    for (const change of changes) ready.push(await prepare(change));
    const records = ready.map(({ change: { record }, folders }) => ({
      ...record,
      folders: [...record.folders, ...folders],
    }));
    await remember(known, records);
    for (const one of ready) {
      await putInPlace(one);
      done.push(one);
    }
    // Whichever of its files goes last, a folder that was made goes with it.
    const gone = records.filter((_, i) => changes[i]!.text === undefined);
    removeFolders([...gone, ...known].flatMap(({ folders }) => gone.length > 0 ? folders : []));
    await remember(merged(known, records));
  } catch (error) {
    await takeBack(ready, done);
    await remember(known);
    throw error;
  }
}

async function prepare(change: FileChange): Promise<Ready> {
  const { was: { path, text: before, isThere }, text } = change;
  if (text === undefined || (text === before && isThere)) return { change, folders: [] };
  const folders = await makeFolders(path.slice(0, path.lastIndexOf("/")));
  return { change, staged: await stageFile(path, new TextEncoder().encode(text)), folders };
}

async function putInPlace({ change: { was, text, record }, staged }: Ready): Promise<void> {
  const now = readSettings(record.file);
  if (now.text !== was.text || now.isThere !== was.isThere) {
    throw new ConflictError(`"${record.file}" was changed meanwhile: nothing was`, {
      path: record.file,
      hint: "Run this again.",
    });
  }
  if (text === undefined) await removeSettings(record.file, was.path);
  else await staged?.commit();
}

/** Gives the files that were changed already their text back, and drops the rest. */
async function takeBack(ready: readonly Ready[], done: readonly Ready[]): Promise<void> {
  for (const { change: { was }, staged } of done.toReversed()) {
    try {
      if (was.isThere) await replaceFile(was.path, new TextEncoder().encode(was.text));
      else if (staged) await removeSettings(was.path, was.path);
    } catch (error) {
      throw new StorageError(`"${was.path}" has been changed, and cannot be changed back`, {
        path: was.path,
        cause: error,
      });
    }
  }
  for (const one of ready) if (!done.includes(one)) await one.staged?.discard();
  removeFolders(ready.flatMap(({ folders }) => folders));
}

/** A file of a moment is a writer's that is at work, or was killed: after a minute it is the latter. */
const LEFTOVER_MS = 60_000;

function sweepLeftovers(path: string): void {
  const folder = path.slice(0, path.lastIndexOf("/")), start = `.${path.slice(folder.length + 1)}.`;
  for (const { name } of ifPossible(() => [...Deno.readDirSync(folder)]) ?? []) {
    if (!name.startsWith(start) || !isLeftover(name)) continue;
    ifPossible(() => {
      const { mtime } = Deno.lstatSync(`${folder}/${name}`);
      if (Date.now() - (mtime?.getTime() ?? Infinity) > LEFTOVER_MS) Deno.removeSync(`${folder}/${name}`);
    });
  }
}

import { NotFoundError } from "../errors.ts";
import { isSummaryName, nextSummaryName, summaryNames } from "../memory/session_summary.ts";
import { createFile, sweep, syncFolder } from "./atomic_write.ts";
import { diskError } from "./disk_error.ts";
import { LAYOUT, makeFolder, type Root } from "./root.ts";
import { readText } from "./text_file.ts";

/**
 * The names of the session summaries (§7), the oldest first. Folders and other files are none.
 *
 * @param root The root.
 * @throws {StorageError} If the folder is there and cannot be read.
 */
export function listSummaries(root: Root): string[] {
  const folder = root.resolve(LAYOUT.sessions);
  if (folder === undefined) return [];
  const names: string[] = [];
  try {
    // A link is followed when it is read, so that one which leads out of the root is said and not passed over.
    for (const { name, isFile, isSymlink } of Deno.readDirSync(folder)) {
      if (isFile || isSymlink) names.push(name);
    }
  } catch (error) {
    throw diskError(error, "read", folder);
  }
  return summaryNames(names);
}

/**
 * Reads a session summary.
 *
 * @param root The root. @param name Its file name.
 * @returns Its text.
 * @throws {NotFoundError} If there is none of that name, or the name is no summary's: it is never a path.
 * @throws {DamagedError} If it is not UTF-8.
 * @throws {StorageError} If it cannot be read.
 */
export function readSummary(root: Root, name: string): string {
  const text = isSummaryName(name) ? readText(root, `${LAYOUT.sessions}/${name}`) : undefined;
  if (text !== undefined) return text;
  throw new NotFoundError(`No session summary is named ${JSON.stringify(name.slice(0, 120))}`, {
    hint: "ctx session list shows them.",
  });
}

/**
 * Files a summary under the next name of its day; the caller holds the lock. No file that is there is touched,
 * also none that another program puts there meanwhile.
 *
 * @param root The root. @param date The local date on which the session started. @param text The summary.
 * @returns Its file name.
 * @throws {StorageError} If it cannot be written.
 */
export async function fileSummary(root: Root, date: string, text: string): Promise<string> {
  const folder = root.resolve(LAYOUT.sessions) ?? root.file(LAYOUT.sessions);
  await makeFolder(folder);
  await sweep(folder);
  const bytes = new TextEncoder().encode(text), taken: string[] = [];
  for (;;) {
    const name = nextSummaryName(date, [...listSummaries(root), ...taken]);
    if (await createFile(`${folder}/${name}`, bytes)) {
      await syncFolder(folder);
      return name;
    }
    taken.push(name);
  }
}

import { RULES } from "../memory/rules_md.ts";
import { settingsTemplate } from "../memory/settings.ts";
import { createFile } from "./atomic_write.ts";
import { diskError } from "./disk_error.ts";
import { flushFolder, flushFolderAbove } from "./flush_folder.ts";
import { giveToFolderOwner } from "./give_to_folder_owner.ts";
import { folderAbove, LAYOUT, makeFolder, type Root } from "./root.ts";
import { readText } from "./text_file.ts";

/** What a root was found to have, and what it was given. */
export interface RootReport {
  /** The names that were made, under the root; `.` is the root itself. */
  readonly made: readonly string[];
  /** The names that were there, and stay as they were. */
  readonly present: readonly string[];
  /** The lines that git needs and the `.gitattributes` that was there lacks; absent where none was asked for. */
  readonly attributesToAdd?: readonly string[];
}

/** What version control is to leave alone (§8.5): the lock, files of a moment, what can be made anew. */
const IGNORED =
  `${LAYOUT.lock}\n${LAYOUT.index}/\n${LAYOUT.wired}\n.*.tmp\n${LAYOUT.history}/*.merge_*.jsonl\n`;

/** How git treats what is under a root: stores merge entry by entry, histories line by line; packages keep their bytes. */
const ATTRIBUTES = [
  `${LAYOUT.memory}/*.json merge=ctx`,
  `${LAYOUT.history}/*.jsonl merge=union`,
  `${LAYOUT.packages}/* -text`,
];

/**
 * Says what the `.gitattributes` of a root lacks.
 *
 * @param root The root.
 * @returns The lines to add.
 * @throws {CtxError} If it cannot be read.
 */
export function attributesToAdd(root: Root): string[] {
  const lines = (readText(root, LAYOUT.gitattributes) ?? "").split(/\r?\n/);
  const words = new Set(lines.map((line) => line.trim().replace(/\s+/g, " ")));
  return ATTRIBUTES.filter((line) => !words.has(line));
}

/**
 * Makes the folders of a root that are missing (§8.1), without the lock, which lies in one of them. On return
 * their names are on disk.
 *
 * @param root The root.
 * @returns What was made and what was there.
 * @throws {StorageError} If one cannot be made.
 */
export async function makeFolders(root: Root): Promise<RootReport> {
  const report = { made: [] as string[], present: [] as string[] };
  for (const name of [".", LAYOUT.memory, LAYOUT.sessions]) {
    const path = name === "." ? root.path : root.resolve(name) ?? root.file(name);
    (await makeFolder(path) ? report.made : report.present).push(name);
  }
  try {
    for (const name of report.made) {
      if (name !== ".") giveToFolderOwner(root.resolve(name) ?? root.file(name));
    }
    if (report.made.length > 0) await flushFolder(root.path);
    if (report.made.includes(".")) await flushFolderAbove(folderAbove(root.path) || "/");
  } catch (error) {
    throw diskError(error, "make", root.path);
  }
  return report;
}

/**
 * Makes a folder right under a root, where it is missing. On return its name is on disk.
 *
 * @param root The root, which is there. @param name The folder's name.
 * @throws {StorageError} If it cannot be made.
 */
export async function makeFolderIn(root: Root, name: string): Promise<void> {
  const path = root.file(name);
  if (!await makeFolder(path)) return;
  try {
    giveToFolderOwner(path);
    await flushFolder(root.path);
  } catch (error) {
    throw diskError(error, "make", path);
  }
}

/**
 * Gives a root the files that it lacks; the caller holds the lock. A file that is there is never touched.
 *
 * @param root The root. @param names Which files: RULES.md, .gitignore, config.jsonc, .gitattributes.
 * @returns What was made and what was there.
 * @throws {StorageError} If one cannot be written.
 */
export async function makeFiles(root: Root, names: readonly FileName[]): Promise<RootReport> {
  const report = { made: [] as string[], present: [] as string[] };
  for (const name of names) {
    const text = CONTENT[name]();
    (await createFile(root.file(name), new TextEncoder().encode(text)) ? report.made : report.present).push(
      name,
    );
  }
  try {
    if (report.made.length > 0) await flushFolder(root.path);
  } catch (error) {
    // What the caller is about to write is not written yet: to it this is a failure like any other.
    throw diskError(error, "write", root.path);
  }
  return report;
}

/** A file that ctx can give a root. */
export type FileName = keyof typeof CONTENT;

const CONTENT = {
  [LAYOUT.rules]: () => RULES,
  [LAYOUT.gitignore]: () => IGNORED,
  [LAYOUT.config]: settingsTemplate,
  [LAYOUT.gitattributes]: () => ATTRIBUTES.join("\n") + "\n",
};

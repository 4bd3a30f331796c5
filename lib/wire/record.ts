import { DamagedError } from "../errors.ts";
import type { HarnessName } from "../memory/harness.ts";
import { replaceFile } from "../store/atomic_write.ts";
import { LAYOUT, type Root } from "../store/root.ts";
import { readText } from "../store/text_file.ts";
import type { Placement } from "./placement.ts";
import { readSettings } from "./settings_file.ts";
import type { Span } from "./spans.ts";

/** A placement as it was put in. */
export interface RecordedItem extends Placement {
  /** How much of the way to it was made for it. */
  readonly made: number;
}

/** What was done to a file for a harness, so that it can be undone byte for byte. */
export interface RecordedFile {
  readonly harness: HarnessName;
  /** The home folder, or the project, whose harness it is. */
  readonly base: string;
  readonly file: string;
  /** Whether it was made. */
  readonly isNew: boolean;
  /** The folders that were made for it, the outermost first. */
  readonly folders: readonly string[];
  /** The SHA-256 of the text that was left. */
  readonly after: string;
  /** What was put in, in order; absent where that is no more the whole difference. */
  readonly spans?: readonly Span[];
  /** What stands there for this harness; nothing is remembered of a file where none does. */
  readonly items: readonly RecordedItem[];
}

/** What is remembered, and what was about to be when a change began that may not have ended. */
interface Record {
  readonly files: readonly RecordedFile[];
  readonly pending: readonly RecordedFile[];
}

/** Whether two are about the same file, for the same harness. */
export function isSameFile(a: RecordedFile, b: RecordedFile): boolean {
  return a.harness === b.harness && a.base === b.base && a.file === b.file;
}

/**
 * Reads what was wired from a root. Of a change that did not end, what is so by now counts.
 *
 * @throws {DamagedError} If the record is not what it should be.
 */
export async function readRecord(root: Root): Promise<readonly RecordedFile[]> {
  const { files, pending } = read(root), done: RecordedFile[] = [];
  for (const one of pending) if (await isDone(one)) done.push(one);
  return merged(files, done);
}

/** Writes the record; the caller holds the lock. `pending` is about to be done. */
export async function writeRecord(
  root: Root,
  files: readonly RecordedFile[],
  pending: readonly RecordedFile[] = [],
): Promise<void> {
  const record = { version: 1, files, ...pending.length > 0 ? { pending } : {} };
  const bytes = new TextEncoder().encode(JSON.stringify(record, null, 2) + "\n");
  await replaceFile(root.resolve(LAYOUT.wired) ?? root.file(LAYOUT.wired), bytes);
}

/** What is remembered once changes have been done. */
export function merged(files: readonly RecordedFile[], done: readonly RecordedFile[]): RecordedFile[] {
  return [
    ...files.filter((one) => !done.some((other) => isSameFile(one, other))),
    ...done.filter(({ items }) => items.length > 0),
  ];
}

/** The SHA-256 of a text, in hex. */
export async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

async function isDone({ file, after }: RecordedFile): Promise<boolean> {
  try {
    return await sha256(readSettings(file).text) === after;
  } catch (error) {
    // What may not be read now is told when it is needed.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

function read(root: Root): Record {
  const text = readText(root, LAYOUT.wired), path = root.file(LAYOUT.wired);
  if (text === undefined) return { files: [], pending: [] };
  try {
    const { version, files, pending = [] } = JSON.parse(text) ?? {};
    if (version === 1 && [files, pending].every((list) => Array.isArray(list) && list.every(isRecorded))) {
      return { files, pending };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DamagedError(`"${path}" does not say what was wired`, {
    path,
    hint: "Move it away: what was wired is then taken out piece by piece.",
  });
}

function isRecorded(value: unknown): boolean {
  const { harness, base, file, isNew, folders, after, spans, items } = fieldsOf(value);
  return [harness, base, file, after].every((text) => typeof text === "string") &&
    typeof isNew === "boolean" &&
    isListOf(folders, (folder) => typeof folder === "string") && isListOf(items, isItem) &&
    (spans === undefined || isListOf(spans, isSpan));
}

function isItem(value: unknown): boolean {
  const { part, file, content, made } = fieldsOf(value),
    { format, at, table, values, text } = fieldsOf(content);
  return typeof part === "string" && typeof file === "string" && typeof made === "number" &&
    (format === "json"
      ? isListOf(at, (name) => typeof name === "string")
      : format === "toml"
      ? isListOf(table, (name) => typeof name === "string") && typeof values === "object" && values !== null
      : (format === "block" || format === "file") && typeof text === "string");
}

function isSpan(value: unknown): boolean {
  const { at, text } = fieldsOf(value);
  return typeof at === "number" && typeof text === "string";
}

function isListOf(value: unknown, test: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(test);
}

function fieldsOf(value: unknown): Partial<{ readonly [name: string]: unknown }> {
  return typeof value === "object" && value !== null ? value as { readonly [name: string]: unknown } : {};
}

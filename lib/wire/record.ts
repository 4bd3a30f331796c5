import { replaceFile } from "../store/atomic_write.ts";
import { withLock } from "../store/lock.ts";
import { makeFolders } from "../store/make_root.ts";
import { LAYOUT, type Root } from "../store/root.ts";
import { readText } from "../store/text_file.ts";
import { DamagedError } from "../errors.ts";
import type { HarnessName } from "../memory/harness.ts";
import type { Placement } from "./placement.ts";
import type { Span } from "./spans.ts";

/** A placement as it was put in. */
export interface RecordedItem extends Placement {
  /** How many containers were made for it. */
  readonly made: number;
}

/** What was done to a file, so that it can be undone byte for byte. */
export interface RecordedFile {
  readonly harness: HarnessName;
  readonly file: string;
  /** Whether it was made. */
  readonly isNew: boolean;
  /** The folders that were made for it, the outermost first. */
  readonly folders: readonly string[];
  /** The SHA-256 of the text that was left. */
  readonly after: string;
  /** What was put in, in order; absent where that is no more the whole difference. */
  readonly spans?: readonly Span[];
  readonly items: readonly RecordedItem[];
}

const WAIT = { timeoutMs: 30_000 };

/**
 * Reads what was wired from a root.
 *
 * @throws {DamagedError} If the record is not what it should be.
 */
export function readRecord(root: Root): RecordedFile[] {
  const text = readText(root, LAYOUT.wired);
  if (text === undefined) return [];
  try {
    const { version, files } = JSON.parse(text);
    if (version === 1 && Array.isArray(files) && files.every(isRecorded)) return files;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const path = root.file(LAYOUT.wired);
  throw new DamagedError(`"${path}" does not say what was wired`, {
    path,
    hint: "Move it away, and unwire by hand what it was about.",
  });
}

/** Changes the record, under the lock. */
export async function changeRecord(
  root: Root,
  change: (files: readonly RecordedFile[]) => readonly RecordedFile[],
): Promise<void> {
  await makeFolders(root);
  await withLock(root, WAIT, async () => {
    const text = JSON.stringify({ version: 1, files: change(readRecord(root)) }, null, 2) + "\n";
    await replaceFile(root.resolve(LAYOUT.wired) ?? root.file(LAYOUT.wired), new TextEncoder().encode(text));
  });
}

function isRecorded(file: unknown): boolean {
  const { harness, file: path, items, after } = (file ?? {}) as Partial<Record<string, unknown>>;
  return [harness, path, after].every((text) => typeof text === "string") && Array.isArray(items);
}

import { withLock } from "../store/lock.ts";
import { makeFolders as makeRoot } from "../store/make_root.ts";
import { Root } from "../store/root.ts";
import { remove } from "./change.ts";
import { commit, type FileChange } from "./commit.ts";
import { diffLines } from "./diff_lines.ts";
import type { Placement, Wiring } from "./placement.ts";
import { isSameFile, readRecord, type RecordedFile, type RecordedItem, sha256 } from "./record.ts";
import { isFolder, readSettings } from "./settings_file.ts";
import { removeSpans } from "./spans.ts";
import { checkGrants, holds, WAIT, type WireOptions } from "./wire.ts";

/** What becomes of a file that is unwired. */
export interface UnwiredFile {
  /** Its path. */
  readonly file: string;
  /** The lines that change. */
  readonly diff: readonly string[];
  /** Whether the file went, since it had been made. */
  readonly isRemoved: boolean;
  /** What somebody changed, and so was left, with what stands there now. */
  readonly left: readonly { readonly placement: Placement; readonly found: string }[];
}

/**
 * Takes out of a harness's files what was put in: byte for byte where nobody changed them since, else each piece by
 * itself. What somebody changed inside a piece is left, and told.
 *
 * @param wiring What would be put in now: where it stands though nobody remembers it, it goes too.
 * @param options Where it is remembered, and whether to write.
 * @returns What becomes of each file.
 * @throws {PermissionError} If a file may not be read, or written. @throws {InvalidInputError} If one cannot be parsed.
 * @throws {StorageError} If one cannot be written.
 */
export async function unwire(wiring: Wiring, options: WireOptions): Promise<UnwiredFile[]> {
  const { home, program, apply: isApplied = false } = options,
    { harness, base } = wiring,
    root = new Root(home);
  const words = ["unwire", harness, ...wiring.asked, ...isApplied ? [] : ["--dry-run"]];
  const plan = async (all: readonly RecordedFile[]) => {
    const known = all.filter((one) => one.harness === harness && one.base === base);
    const files = [...known, ...unrecorded(wiring, known)];
    checkGrants(files.map(({ file }) => file), isApplied ? ["read", "write"] : ["read"], program, words);
    return await Promise.all(files.map((file) => planFile(file, wiring, all)));
  };
  if (!isApplied) return await plan(await readRecord(root));
  // A root that is not there remembers nothing, and is not made for this.
  const memory = isFolder(root.path) === false ? undefined : root;
  const act = async () => {
    const known = await readRecord(root), plans = await plan(known);
    await commit(memory, known, plans);
    return plans;
  };
  if (memory === undefined) return await act();
  await makeRoot(root);
  return await withLock(root, WAIT, act);
}

interface FilePlan extends UnwiredFile {
  /** What is to be done; absent where nothing is. */
  readonly change?: FileChange;
}

async function planFile(
  recorded: RecordedFile,
  wiring: Wiring,
  all: readonly RecordedFile[],
): Promise<FilePlan> {
  const { file, items, isNew } = recorded, was = readSettings(file);
  const others = all.filter((one) => one.file === file && !isSameFile(one, recorded));
  const isNeeded = (placement: Placement) => others.some((one) => holds(one, placement));
  const exact = recorded.spans && !items.some(isNeeded) && await sha256(was.text) === recorded.after
    ? removeSpans(was.text, recorded.spans)
    : undefined;
  // What stands there and was put in by hand, as it is shown, is ours too.
  const shown = wiring.placements.filter((one) => one.file === file && !holds(recorded, one));
  const left: { placement: Placement; found: string }[] = [], kept: RecordedItem[] = [];
  let text = exact ?? was.text;
  for (const item of [...exact === undefined ? items : [], ...shown].toReversed()) {
    if (isNeeded(item)) continue;
    const isKnown = holds(recorded, item),
      removal = await remove(text, item, isKnown ? (item as RecordedItem).made : undefined);
    if (removal.state === "removed") text = removal.text;
    else if (removal.state === "changed" && (isKnown || item.part !== "environment")) {
      if (!left.some(({ found }) => found === removal.found)) {
        left.push({ placement: item, found: removal.found });
      }
      if (isKnown) kept.push(item as RecordedItem);
    }
  }
  const isEmpty = /^\ufeff?\s*(?:\{\s*\}\s*)?$/.test(text),
    isRemoved = was.isThere && isNew && isEmpty && others.length === 0;
  const record = { ...recorded, items: kept, spans: undefined, after: await sha256(isRemoved ? "" : text) };
  const isChanged = isRemoved || text !== was.text || kept.length < items.length;
  return {
    file,
    diff: await diffLines(was.text, text),
    isRemoved,
    left,
    change: isChanged ? { was, text: isRemoved ? undefined : text, record } : undefined,
  };
}

/** The files of a wiring of which nothing is remembered. */
function unrecorded({ harness, base, placements }: Wiring, known: readonly RecordedFile[]): RecordedFile[] {
  const files = new Set(placements.map(({ file }) => file));
  for (const { file } of known) files.delete(file);
  return [...files].map((file) => ({ harness, base, file, isNew: false, folders: [], after: "", items: [] }));
}

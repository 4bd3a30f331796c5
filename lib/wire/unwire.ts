import type { HarnessName } from "../memory/harness.ts";
import { Root } from "../store/root.ts";
import { remove, sameContent } from "./change.ts";
import { diffLines } from "./diff_lines.ts";
import type { Placement, Wiring } from "./placement.ts";
import { changeRecord, readRecord, type RecordedFile, type RecordedItem } from "./record.ts";
import { readSettings, removeSettings, writeSettings } from "./settings_file.ts";
import { removeSpans } from "./spans.ts";
import { checkGrants, sha256, type WireOptions } from "./wire.ts";

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
  const { home, program, apply: isApplied = false } = options;
  const { harness } = wiring,
    root = new Root(home),
    known = readRecord(root).filter((one) => one.harness === harness);
  const files = [...known, ...unrecorded(harness, wiring.placements, known)];
  const words = ["unwire", harness, ...wiring.asked, ...isApplied ? [] : ["--dry-run"]];
  checkGrants(files.map(({ file }) => file), isApplied ? ["read", "write"] : ["read"], program, words);
  const plans = await Promise.all(files.map((file) => planFile(file, wiring.placements)));
  if (!isApplied) return plans;
  for (const { file, before, after, isRemoved, folders } of plans) {
    if (isRemoved) await removeSettings(readSettings(file).path, folders);
    else if (after !== before) await writeSettings(file, after);
  }
  const left = plans.flatMap(({ kept }) => kept ? [kept] : []);
  if (known.length > 0) {
    await changeRecord(root, (files) => [...files.filter((one) => one.harness !== harness), ...left]);
  }
  return plans;
}

interface FilePlan extends UnwiredFile {
  readonly before: string;
  readonly after: string;
  readonly folders: readonly string[];
  /** What is still to be remembered of it. */
  readonly kept?: RecordedFile;
}

async function planFile(recorded: RecordedFile, all: readonly Placement[]): Promise<FilePlan> {
  const { file, spans, items, isNew, folders } = recorded, { text: before, isThere } = readSettings(file);
  const exact = spans !== undefined && await sha256(before) === recorded.after
    ? removeSpans(before, spans)
    : undefined;
  let text = exact ?? before;
  const left: { placement: Placement; found: string }[] = [], kept: RecordedItem[] = [];
  if (exact === undefined) {
    for (const item of items.toReversed()) {
      const removal = await remove(text, item, item.made);
      if (removal.state === "removed") text = removal.text;
      else if (removal.state === "changed") {
        left.push({ placement: item, found: removal.found });
        kept.push(item);
      }
    }
  }
  // What stands there and was put in by hand, as it was shown, is ours too.
  for (const placement of all.filter((one) => one.file === file).toReversed()) {
    if (items.some(({ content }) => sameContent(content, placement.content))) continue;
    const removal = await remove(text, placement, 0);
    if (removal.state === "removed") text = removal.text;
    else if (removal.state === "changed" && placement.part !== "environment") {
      if (!left.some(({ found }) => found === removal.found)) left.push({ placement, found: removal.found });
    }
  }
  const isEmpty = /^\ufeff?\s*(?:\{\s*\}\s*)?$/.test(text), isRemoved = isThere && isNew && isEmpty;
  return {
    file,
    diff: await diffLines(before, text),
    isRemoved,
    left,
    before,
    after: text,
    folders,
    kept: kept.length === 0
      ? undefined
      : { ...recorded, items: kept, spans: undefined, after: await sha256(text) },
  };
}

/** The files of a wiring of which nothing is remembered. */
function unrecorded(
  harness: HarnessName,
  placements: readonly Placement[],
  known: readonly RecordedFile[],
): RecordedFile[] {
  const files = new Set(placements.map(({ file }) => file));
  for (const { file } of known) files.delete(file);
  return [...files].map((file) => ({ harness, file, isNew: false, folders: [], after: "", items: [] }));
}

import { InvalidInputError, PermissionError } from "../errors.ts";
import { withLock } from "../store/lock.ts";
import { makeFolders as makeRoot } from "../store/make_root.ts";
import { Root } from "../store/root.ts";
import { merge, remove, sameContent, toMake } from "./change.ts";
import { commit, type FileChange } from "./commit.ts";
import { diffLines } from "./diff_lines.ts";
import type { Placement, Wiring } from "./placement.ts";
import type { Program } from "./program.ts";
import { isSameFile, readRecord, type RecordedFile, type RecordedItem, sha256 } from "./record.ts";
import { grantsFor, isFolder, readSettings } from "./settings_file.ts";
import { insertSpans, removeSpans, type Span } from "./spans.ts";
import { refusalOf } from "./strict_file.ts";

/** What becomes of a placement. */
export interface WiredItem {
  /** The placement. */
  readonly placement: Placement;
  /** `there` already; `added`; `left` where something of somebody's stands in its place. */
  readonly state: "there" | "added" | "left";
  /** What stands there, where it was left. */
  readonly found?: string;
  /** Why it was left. */
  readonly why?: string;
}

/** What becomes of a file. */
export interface WiredFile {
  /** Its path. */
  readonly file: string;
  /** What becomes of each placement in it. */
  readonly items: readonly WiredItem[];
  /** The lines that change; none where nothing does. */
  readonly diff: readonly string[];
  /** Why the harness does not read the file as it is; absent where it does. */
  readonly warning?: string;
}

/** Where a wiring is remembered, and how much of it is done. */
export interface WireOptions {
  /** The context root, which remembers what was put in. */
  readonly home: string;
  /** How ctx is run: a permission that is missing is said with the command that grants it. */
  readonly program: Program;
  /** Write; only what would change is told when absent. */
  readonly apply?: boolean;
}

/** How long to wait for others that write to the root, or wire. */
export const WAIT = { timeoutMs: 30_000 };

/**
 * Says what wiring a harness would change in its files, and changes it where that is asked for (§5.3): everything is
 * read and merged first, and nothing is written unless all of it can be. What stands in a file keeps its place and its
 * bytes.
 *
 * @param wiring What goes where. @param options Where it is remembered, and whether to write.
 * @returns What becomes of each file.
 * @throws {PermissionError} If a file may not be read, or written. @throws {InvalidInputError} If one cannot be parsed.
 * @throws {ConflictError} If somebody changed one meanwhile. @throws {StorageError} If one cannot be written.
 *
 * @example Wire a harness, and take it out again
 * ```ts
 * import { programOf, unwire, wire, wiringOf } from "@ctx/ctx";
 * import { assertEquals, assertStringIncludes } from "@std/assert";
 *
 * const userHome = await Deno.makeTempDir(), home = `${userHome}/ctx`;
 * const program = programOf({ deno: Deno.execPath(), module: "https://jsr.io/@ctx/ctx/0.1.0/cli.ts" }, home);
 * const wiring = wiringOf("claude", { userHome, program, author: "Agent One" });
 *
 * const files = await wire(wiring, { home, program, apply: true });
 * assertEquals(files.flatMap(({ items }) => items.map(({ state }) => state)), ["added", "added", "added"]);
 * assertStringIncludes(await Deno.readTextFile(`${userHome}/.claude/settings.json`), "SessionStart");
 *
 * await unwire(wiring, { home, program, apply: true });
 * assertEquals([...Deno.readDirSync(userHome)].map(({ name }) => name), ["ctx"]);
 * await Deno.remove(userHome, { recursive: true });
 * ```
 */
export async function wire(wiring: Wiring, options: WireOptions): Promise<WiredFile[]> {
  const { home, program, apply: isApplied = false } = options, root = new Root(home);
  const names = [...new Set(wiring.placements.map(({ file }) => file))];
  const words = ["wire", wiring.harness, ...wiring.asked, isApplied ? "--apply" : "--dry-run"];
  checkGrants(names, isApplied ? ["read", "write"] : ["read"], program, words);
  if (isFolder(wiring.base) === false) {
    throw new InvalidInputError(`"${wiring.base}" is no folder: nothing was changed`, { path: wiring.base });
  }
  const plan = async (known: readonly RecordedFile[]) =>
    await Promise.all(names.map((file) => planFile(wiring, file, known)));
  if (!isApplied) return await plan(await readRecord(root));
  await makeRoot(root);
  return await withLock(root, WAIT, async () => {
    const known = await readRecord(root), plans = await plan(known);
    await commit(root, known, plans);
    return plans;
  });
}

interface FilePlan extends WiredFile {
  /** What is to be done; absent where nothing is. */
  readonly change?: FileChange;
}

async function planFile(wiring: Wiring, file: string, known: readonly RecordedFile[]): Promise<FilePlan> {
  const was = readSettings(file), { harness, base } = wiring, mine = { harness, base, file };
  const placements = wiring.placements.filter((one) => one.file === file),
    ours = placements.map(({ content }) => content);
  const recorded = await soundRecord(known.find((one) => isSameFile(one, mine as RecordedFile)), was.text);
  const sharers = known.filter((one) => one.file === file && !isSameFile(one, mine as RecordedFile));
  const start = await withoutStale(recorded, was.text, placements);
  let { text, spans } = start;
  const items: WiredItem[] = [], added: RecordedItem[] = [];
  for (const placement of placements) {
    const found = await merge(text, placement, ours);
    if (found.state === "missing") {
      added.push({ ...placement, made: await toMake(text, placement) });
      text = insertSpans(text, found.spans);
      spans?.push(...found.spans);
      items.push({ placement, state: "added" });
      continue;
    }
    if (found.state === "other") {
      items.push({ placement, state: "left", found: found.found, why: found.why });
      continue;
    }
    items.push({ placement, state: "there" });
    // What another wiring put in serves this one too, and stays for as long as either needs it.
    const isShared = sharers.some((one) => holds(one, placement));
    if (isShared && !start.kept.some((item) => sameContent(item.content, placement.content))) {
      added.push({ ...placement, made: 0 });
      spans = undefined;
    }
  }
  const kept = start.kept.filter((item) => !added.some((one) => sameContent(one.content, item.content)));
  const record: RecordedFile = {
    ...mine,
    isNew: recorded?.isNew ?? (!was.isThere || sharers.some(({ isNew }) => isNew)),
    folders: recorded?.folders ?? sharers.flatMap(({ folders }) => folders),
    after: await sha256(text),
    spans,
    items: [...kept, ...added],
  };
  const isChanged = text !== was.text || added.length > 0 ||
    (recorded !== undefined && kept.length < recorded.items.length);
  const strict = wiring.strict.find((one) => one.file === file);
  return {
    file,
    items,
    diff: await diffLines(was.text, text),
    warning: strict && refusalOf(text, strict),
    change: isChanged ? { was, text, record } : undefined,
  };
}

/** What is remembered of a file, unless nothing of it is there any more. */
async function soundRecord(
  recorded: RecordedFile | undefined,
  text: string,
): Promise<RecordedFile | undefined> {
  if (recorded === undefined || await sha256(text) === recorded.after) return recorded;
  for (const item of recorded.items) {
    const { state } = await remove(text, item, item.made);
    if (state !== "absent") return { ...recorded, spans: undefined };
  }
  return undefined;
}

/** A text without what an earlier wiring put in and this one does not; `spans` are those that are still in it. */
async function withoutStale(
  recorded: RecordedFile | undefined,
  before: string,
  placements: readonly Placement[],
): Promise<{ text: string; kept: readonly RecordedItem[]; spans?: Span[] }> {
  if (recorded === undefined) return { text: before, kept: [], spans: [] };
  const isWanted = ({ content }: Placement) => placements.some((one) => sameContent(one.content, content));
  const { items, spans } = recorded;
  if (items.every(isWanted)) return { text: before, kept: items, spans: spans && [...spans] };
  const original = spans && removeSpans(before, spans);
  if (original !== undefined) return { text: original, kept: [], spans: [] };
  let text = before;
  for (const item of items.filter((item) => !isWanted(item))) {
    const removal = await remove(text, item, item.made);
    if (removal.state === "removed") text = removal.text;
  }
  return { text, kept: items.filter(isWanted) };
}

/** Whether a placement is among what is remembered of a file. */
export function holds({ items }: RecordedFile, { content }: Placement): boolean {
  return items.some((item) => sameContent(item.content, content));
}

/** Refuses to begin what was not granted, and says what to run instead. */
export function checkGrants(
  files: readonly string[],
  kinds: readonly ("read" | "write")[],
  program: Program,
  words: readonly string[],
): void {
  const { folders, missing } = grantsFor(files, kinds);
  if (missing.length === 0) return;
  throw new PermissionError(
    `Deno was not granted to ${kinds.join(" and ")} ${missing.map((path) => `"${path}"`).join(", ")}`,
    { path: missing[0], hint: `Run: ${program.line(words, folders)}` },
  );
}

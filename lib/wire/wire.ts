import { ConflictError, PermissionError } from "../errors.ts";
import { Root } from "../store/root.ts";
import { merge, remove, sameContent, toMake } from "./change.ts";
import type { Placement, Wiring } from "./placement.ts";
import type { Program } from "./program.ts";
import { changeRecord, readRecord, type RecordedFile, type RecordedItem } from "./record.ts";
import { grantsFor, readSettings, writeSettings } from "./settings_file.ts";
import { diffLines } from "./diff_lines.ts";
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

/** A file's text before and after, and what is to be remembered of it. */
interface FilePlan extends WiredFile {
  readonly before: string;
  readonly after: string;
  readonly record: RecordedFile;
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
  const { home, program, apply: isApplied = false } = options;
  const names = [...new Set(wiring.placements.map(({ file }) => file))];
  const words = ["wire", wiring.harness, ...wiring.asked, isApplied ? "--apply" : "--dry-run"];
  checkGrants(names, isApplied ? ["read", "write"] : ["read"], program, words);
  const root = new Root(home), known = readRecord(root), plans: FilePlan[] = [];
  for (const file of names) {
    const recorded = known.find((one) => one.harness === wiring.harness && one.file === file);
    plans.push(await planFile(wiring, file, recorded));
  }
  const changed = plans.filter(({ before, after }) => before !== after);
  if (isApplied && changed.length > 0) await apply(root, changed);
  return plans;
}

async function planFile(wiring: Wiring, file: string, recorded: RecordedFile | undefined): Promise<FilePlan> {
  const { text: before, isThere } = readSettings(file), { harness } = wiring;
  const placements = wiring.placements.filter((one) => one.file === file);
  const strict = wiring.strict.find((one) => one.file === file);
  const isWanted = ({ content }: Placement) => placements.some((one) => sameContent(one.content, content));
  const isExact = recorded?.spans !== undefined && await sha256(before) === recorded.after;
  const isStale = recorded !== undefined && !recorded.items.every(isWanted);
  // What an earlier wiring put in and this one does not goes out first: all of it, where that gives the file back.
  let text = before,
    kept: readonly RecordedItem[] = recorded?.items ?? [],
    spans: Span[] | undefined = isExact ? [...recorded.spans!] : undefined;
  if (isStale && isExact) [text, kept, spans] = [removeSpans(before, recorded.spans!) ?? before, [], []];
  else if (isStale) {
    for (const item of recorded.items.filter((item) => !isWanted(item))) {
      const removal = await remove(text, item, item.made);
      if (removal.state === "removed") text = removal.text;
    }
    [kept, spans] = [recorded.items.filter(isWanted), undefined];
  } else if (recorded === undefined) spans = [];
  const items: WiredItem[] = [], added: RecordedItem[] = [];
  for (const placement of placements) {
    const found = await merge(text, placement, placements.map(({ content }) => content));
    if (found.state === "missing") {
      added.push({ ...placement, made: await toMake(text, placement) });
      text = insertSpans(text, found.spans);
      spans?.push(...found.spans);
      items.push({ placement, state: "added" });
    } else if (found.state === "there") items.push({ placement, state: "there" });
    else items.push({ placement, state: "left", found: found.found, why: found.why });
  }
  const again = new Set(added.map(({ content }) => JSON.stringify(content)));
  return {
    file,
    items,
    diff: await diffLines(before, text),
    warning: strict && refusalOf(text, strict),
    before,
    after: text,
    record: {
      harness,
      file,
      isNew: recorded?.isNew ?? !isThere,
      folders: recorded?.folders ?? [],
      after: await sha256(text),
      spans,
      items: [...kept.filter(({ content }) => !again.has(JSON.stringify(content))), ...added],
    },
  };
}

/** Writes what was planned: first what undoes it, then the files. */
async function apply(root: Root, plans: readonly FilePlan[]): Promise<void> {
  const remember = async (plans: readonly RecordedFile[]) =>
    await changeRecord(root, (files) => [
      ...files.filter((one) =>
        !plans.some(({ harness, file }) => one.harness === harness && one.file === file)
      ),
      ...plans,
    ]);
  await remember(plans.map(({ record }) => record));
  for (const { file, before, after, record } of plans) {
    const now = readSettings(file).text;
    if (now !== before) {
      throw new ConflictError(`"${file}" was changed meanwhile: it was left as it is`, {
        path: file,
        hint: "Run this again.",
      });
    }
    const folders = await writeSettings(file, after);
    if (folders.length > 0) await remember([{ ...record, folders: [...record.folders, ...folders] }]);
  }
}

/** The SHA-256 of a text, in hex. */
export async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
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

import type { Environment, ReadStore } from "./surroundings.ts";
import { CtxError, StorageError } from "./errors.ts";
import { type Brief, changesOf, decisionsSince, selectBrief } from "./memory/brief.ts";
import { briefText } from "./memory/brief_text.ts";
import { type StoreName, STORES } from "./memory/entry.ts";
import { SECTIONS, type Totals } from "./memory/index/newest.ts";
import { type ShownFile, startText } from "./memory/start.ts";
import { openItems } from "./memory/session_summary.ts";
import type { BriefBounds } from "./memory/settings.ts";
import { withIndex } from "./store/index/store_index.ts";
import { LAYOUT } from "./store/root.ts";
import { newestInFile } from "./store/newest_in_file.ts";
import { listSummaries, readSummary } from "./store/summary_files.ts";
import { readText } from "./store/text_file.ts";
import { clip } from "./text/excerpt.ts";

/** The start payload (§5.1). */
export interface Start {
  /** RULES.md as it is, or why it cannot be shown. */
  readonly rules: ShownFile;
  /** The brief as data. */
  readonly brief: Brief;
  /** The newest summary as it is, or why none can be shown. */
  readonly summary: ShownFile;
  /** The whole payload, as `ctx start` prints it. */
  readonly text: string;
  /** What could not be read, a line each, safe to show. */
  readonly faults: readonly string[];
}

const FAULT_LENGTH = 300, HINT_LENGTH = 500;

/** Makes the brief out of what the root holds (§5.2); fails for nothing that is there or not. */
export async function readBrief(env: Environment): Promise<Brief & { readonly text: string }> {
  const brief = await selectFrom(env, newestSummary(env));
  return { ...brief, text: briefText(brief, env.timeZone) };
}

/** Makes the start payload out of what the root holds (§5.1); fails for nothing that is there or not. */
export async function readStart(env: Environment): Promise<Start> {
  const { rules, brief, summary } = await readParts(env), { author } = env.facts();
  const text = await startText({ rules, brief: briefText(brief, env.timeZone), summary, author });
  const faults = [...brief.faults, ..."fault" in rules ? [rules.fault] : []];
  return { rules, brief, summary, text, faults };
}

/** The three parts of the start payload; what is not read when the time is up is at fault. */
export async function readParts(
  env: Environment,
  isLate: () => boolean = () => false,
): Promise<Pick<Start, "rules" | "brief" | "summary">> {
  const rules = readRules(env), summary = isLate() ? late("the newest summary") : newestSummary(env);
  return { rules, summary, brief: await selectFrom(env, summary, isLate) };
}

function late(name: string): ShownFile {
  return { fault: notInTime(name).message };
}

async function selectFrom(env: Environment, summary: ShownFile, isLate?: () => boolean): Promise<Brief> {
  const { settings, faults: unset } = await env.settings(),
    nowMs = env.nowMs(),
    { stores, unread } = readNewest(env, settings.brief, nowMs, isLate);
  const there = attempt(() => env.root.exists()), faults: string[] = [];
  if ("fault" in there) faults.push(there.fault); // it keeps every file from being read: said once
  else if (!there.done) {
    faults.push(`There is no context at ${clip(env.root.path, FAULT_LENGTH)} yet: ctx init makes one.`);
  } else {
    faults.push(...stores.flatMap((store) => store.faults.map(faultLine)));
    faults.push(...unset.map((line) => clip(line, FAULT_LENGTH)));
    if ("fault" in summary && summary.fault !== NO_SUMMARY) faults.push(summary.fault);
  }
  const counts = Object.fromEntries(stores.map(({ store, count }) => [store, count]));
  return selectBrief({
    nowMs,
    counts: counts as Record<StoreName, number | null>,
    entries: stores.flatMap(({ entries }) => entries),
    unread,
    summary: "text" in summary ? { file: summary.name, open: openItems(summary.text) } : undefined,
    bounds: settings.brief,
    faults,
  });
}

/** Reads what a brief may show; stores that are not read when the time is up are at fault. Writes nothing. */
function readNewest(
  env: Environment,
  bounds: BriefBounds,
  nowMs: number,
  isLate: () => boolean = () => false,
): { readonly stores: readonly ReadStore[]; readonly unread: Totals } {
  const unread = { instructions: 0, decisions: 0, changes: 0 }, since = decisionsSince(nowMs);
  const { instruction_items: instructions, decision_items: decisions } = bounds;
  const stores = STORES.map((store): ReadStore => {
    const checkTime = () => {
      if (isLate()) throw notInTime(`memory/${store}.json`);
    };
    const changes = changesOf(store, bounds);
    try {
      checkTime();
      const known = withIndex(env.root, store, (index) => {
        const newest = index.newest({ instructions, decisions, changes, since });
        return newest && { ...newest, count: index.count };
      }, { writesNothing: true });
      if (known) {
        for (const section of SECTIONS) unread[section] += known.unread[section];
        return { store, count: known.count, entries: known.entries, faults: [] };
      }
      // Every instruction of the operator's counts, however old.
      const newest = store === "operator"
        ? undefined
        : newestInFile(env.root, { store, most: changes, since }, checkTime);
      if (!newest) return env.readStore(store);
      unread.changes += newest.others;
      return { store, count: newest.count, entries: newest.entries, faults: [] };
    } catch (error) {
      if (error instanceof CtxError) return { store, count: null, entries: [], faults: [error] };
      throw error;
    }
  });
  return { stores, unread };
}

function notInTime(name: string): StorageError {
  return new StorageError(`${name} was not read in time: ctx start shows all`);
}

const NO_SUMMARY = "no session summary yet: ctx session new prints a template";

/** The newest summary; where it cannot be read no older one takes its place. */
function newestSummary({ root }: Environment): ShownFile {
  const read = attempt(() => {
    const name = listSummaries(root).at(-1);
    return name === undefined ? undefined : { name, text: readSummary(root, name) };
  });
  return "fault" in read ? read : read.done ?? { fault: NO_SUMMARY };
}

function readRules({ root }: Environment): ShownFile {
  const read = attempt(() => readText(root, LAYOUT.rules));
  if ("fault" in read) return read;
  return read.done === undefined
    ? { fault: "there is no RULES.md: ctx init makes one" }
    : { name: LAYOUT.rules, text: read.done };
}

/** What was read, or a line that says why it could not be. */
function attempt<T>(read: () => T): { readonly done: T } | { readonly fault: string } {
  try {
    return { done: read() };
  } catch (error) {
    if (error instanceof CtxError) return { fault: faultLine(error) };
    throw error;
  }
}

function faultLine({ code, message, hint }: CtxError): string {
  const line = clip(message, FAULT_LENGTH);
  // What to grant, or to mend: there is nothing else to go by.
  return code === "permission" || code === "damaged" ? `${line}. ${clip(hint ?? "", HINT_LENGTH)}` : line;
}

import type { Environment } from "./environment.ts";
import { CtxError } from "./errors.ts";
import { type Brief, selectBrief } from "./memory/brief.ts";
import { briefText } from "./memory/brief_text.ts";
import type { StoreName } from "./memory/entry.ts";
import { type ShownFile, startText } from "./memory/start.ts";
import { openItems } from "./memory/summary.ts";
import { LAYOUT } from "./store/root.ts";
import { listSummaries, readSummary } from "./store/summaries.ts";
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
  const brief = await selectFrom(env, await newestSummary(env));
  return { ...brief, text: briefText(brief, env.timeZone) };
}

/** Makes the start payload out of what the root holds (§5.1); fails for nothing that is there or not. */
export async function readStart(env: Environment): Promise<Start> {
  const [rules, summary] = await Promise.all([readRules(env), newestSummary(env)]);
  const brief = await selectFrom(env, summary),
    text = await startText({ rules, brief: briefText(brief, env.timeZone), summary });
  const faults = [...brief.faults, ..."fault" in rules ? [rules.fault] : []];
  return { rules, brief, summary, text, faults };
}

async function selectFrom(env: Environment, summary: ShownFile): Promise<Brief> {
  const faults: string[] = [],
    [stores, { settings, faults: unset }] = await Promise.all([env.readStores(), env.settings()]);
  const isThere = await shown(env.root.exists());
  if (isThere === false) {
    faults.push(`There is no context at ${clip(env.root.path, FAULT_LENGTH)} yet: ctx init makes one.`);
  }
  // What keeps the root itself from being read keeps every file from it: said once.
  const all = [
    ...stores.flatMap((store) => store.faults.map(faultLine)),
    ...unset.map((line) => clip(line, FAULT_LENGTH)),
  ];
  faults.push(...typeof isThere === "string" ? [isThere] : all);
  if ("fault" in summary && summary.fault !== NO_SUMMARY && isThere === true) faults.push(summary.fault);
  return selectBrief({
    nowMs: env.nowMs(),
    counts: Object.fromEntries(stores.map(({ store, count }) => [store, count])) as Record<
      StoreName,
      number | null
    >,
    entries: stores.flatMap(({ entries }) => entries),
    summary: "text" in summary ? { file: summary.name, open: openItems(summary.text) } : undefined,
    bounds: settings.brief,
    faults,
  });
}

const NO_SUMMARY = "no session summary yet: ctx session new prints a template";

/** The newest summary; where it cannot be read no older one takes its place. */
async function newestSummary(env: Environment): Promise<ShownFile> {
  const found = await shown(listSummaries(env.root));
  if (typeof found === "string") return { fault: found };
  const name = found.at(-1);
  if (name === undefined) return { fault: NO_SUMMARY };
  const text = await shown(readSummary(env.root, name).then((text) => ({ text })));
  return typeof text === "string" ? { fault: text } : { name, ...text };
}

async function readRules(env: Environment): Promise<ShownFile> {
  const text = await shown(readText(env.root, LAYOUT.rules).then((text) => ({ text })));
  if (typeof text === "string") return { fault: text };
  return text.text === undefined
    ? { fault: "there is no RULES.md: ctx init makes one" }
    : { name: LAYOUT.rules, text: text.text };
}

/** What was read, or a line that says why it could not be. */
async function shown<T>(reading: Promise<T>): Promise<T | string> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CtxError) return faultLine(error);
    throw error;
  }
}

function faultLine({ code, message, hint }: CtxError): string {
  const line = clip(message, FAULT_LENGTH);
  // Whoever may not read the root has nothing else to go by than what to grant.
  return code === "permission" ? `${line}. ${clip(hint ?? "", HINT_LENGTH)}` : line;
}

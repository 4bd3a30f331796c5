import type { Environment } from "./surroundings.ts";
import { InvalidInputError, NotFoundError } from "./errors.ts";
import { guardCredentials } from "./guard.ts";
import { checkSessionDate } from "./memory/check_arguments.ts";
import {
  hasTitle,
  isItem,
  openItems,
  summaryHeader,
  summaryTemplate,
  unfilledParts,
  withoutMark,
} from "./memory/session_summary.ts";
import { withLock } from "./store/lock.ts";
import { makeFiles, makeFolders } from "./store/make_root.ts";
import { LAYOUT } from "./store/root.ts";
import { fileSummary, listSummaries, readSummary } from "./store/summary_files.ts";

/** A session summary (§7). */
export interface Summary {
  /** Its file name under `sessions/`. */
  readonly name: string;
  /** Its text, Markdown. */
  readonly text: string;
}

/** What filing a summary takes besides its text. */
export interface SessionWriteOptions {
  /** The local date on which the session started, `YYYY-MM-DD`; today when absent. */
  readonly date?: string;
  /** One line on what the session was about, for the header of a summary that has none. */
  readonly focus?: string;
  /** File also what looks like a credential (§11). */
  readonly force?: boolean;
  /** Gives up while it waits for the lock. */
  readonly signal?: AbortSignal;
}

/** A summary as it was filed. */
export interface FiledSummary extends Summary {
  /** What the writer should know, though it was filed: a line each. */
  readonly warnings: readonly string[];
}

/** Reads a session summary (§7); see `Sessions.read`. */
export function readSession({ root }: Environment, name?: string): Summary {
  const file = name === undefined
    ? (listSummaries(root)).at(-1)
    : name.endsWith(".md")
    ? name
    : `${name}_session.md`;
  if (file === undefined) {
    throw new NotFoundError("There is no session summary yet", {
      hint: "ctx session new prints a template.",
    });
  }
  return { name: file, text: readSummary(root, file) };
}

/** Files a session summary (§7); see `Sessions.write`. */
export async function writeSession(
  env: Environment,
  given: string,
  options: SessionWriteOptions,
): Promise<FiledSummary> {
  const text = withoutMark(given);
  const today = env.localDate(), { date = today } = options;
  checkSessionDate(date, today);
  if (!openItems(text).isPresent) {
    throw new InvalidInputError('The summary has no section "## Open": nothing was written', {
      hint: "Restate each open item under ## Open, a line each; write - none when there is none.",
    });
  }
  const warnings = await guardCredentials(
    env,
    { summary: text, focus: options.focus },
    options.force,
  );
  const unfilled = unfilledParts(text);
  if (unfilled.length > 0) {
    warnings.push(`it still holds ${unfilled.join(", ")}: fill in what is known, in the file itself`);
  }
  const { author } = env.facts(), { root } = env;
  const whole = hasTitle(text)
    ? text
    : `${summaryHeader(date, author, options.focus)}\n${text.replace(/^\s*\n/, "")}`;
  const ended = whole.endsWith("\n") ? whole : whole + "\n";
  await makeFolders(root);
  const name = await withLock(root, env.wait(options.signal), async () => {
    await makeFiles(root, [LAYOUT.rules]);
    return await fileSummary(root, date, ended.toWellFormed());
  });
  const newest = (listSummaries(root)).at(-1);
  if (newest !== undefined && newest !== name) {
    warnings.push(`${newest} stays the newest summary: its name is later`);
  }
  return { name, text: ended, warnings };
}

/** A summary to fill in; see `Sessions.template`. */
export function sessionTemplate(env: Environment): string {
  const newest = (listSummaries(env.root)).at(-1);
  const open = newest === undefined ? [] : openItems(readSummary(env.root, newest)).items;
  return summaryTemplate({ date: env.localDate(), author: env.facts().author, open: open.filter(isItem) });
}

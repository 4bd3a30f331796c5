import { isSummaryName, nextSummaryName, openItems } from "../memory/session_summary.ts";
import { diskError } from "../store/disk_error.ts";
import { LAYOUT } from "../store/root.ts";
import { listSummaries, readSummary } from "../store/summary_files.ts";
import { clip } from "../text/excerpt.ts";
import { formatUtc, isDate } from "../text/time.ts";
import { type Found, shellWord, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** What somebody may have meant for a summary: a date in front, or the word. */
const LOOKS_LIKE_ONE = /^\d{4}-?\d{2}-?\d{2}|session/i;
const DAY_MS = 86_400_000;

/** The session summaries: names that are none, names in the future, the newest without `## Open` (§7). */
export function checkSummaries({ root, nowMs }: Patient): Found[] {
  const folder = root.resolve(LAYOUT.sessions), found: Found[] = [];
  if (folder === undefined) return [];
  const names = listSummaries(root), newest = names.at(-1);
  for (const name of otherNames(folder, names)) {
    if (!LOOKS_LIKE_ONE.test(name)) continue;
    const date = /^\d{4}-\d{2}-\d{2}/.exec(name)?.[0],
      to = date && isDate(date) ? nextSummaryName(date, names) : undefined;
    const from = shellWord(`${folder}/${name}`);
    found.push(wrong(
      `sessions/${clip(name, 120)} looks like a summary and is none: no session reads it`,
      isSummaryName(name)
        ? `It is no file: move what is in it, then rmdir ${from}`
        : `mv -n ${from} ${
          to === undefined ? "<folder>/<YYYY-MM-DD>_session.md" : shellWord(`${folder}/${to}`)
        }`,
    ));
  }
  // East of Greenwich it may be tomorrow already, seen from UTC.
  const tomorrow = formatUtc(nowMs + DAY_MS).slice(0, "YYYY-MM-DD".length);
  for (const name of names) {
    if (name.slice(0, tomorrow.length) <= tomorrow) continue;
    const message =
      `sessions/${name} is of a day to come: no later summary can be the newest before that day`;
    found.push(wrong(message, `mv -n ${shellWord(`${folder}/${name}`)} <folder>/<its day>_session.md`));
  }
  if (newest !== undefined && !openItems(readSummary(root, newest)).isPresent) {
    found.push(wrong(
      `the newest summary, sessions/${newest}, has no section "## Open": the brief shows no open items`,
      "ctx session new > summary.md, fill it in, then ctx session write < summary.md",
    ));
  }
  return found;
}

function otherNames(folder: string, names: readonly string[]): string[] {
  const known = new Set(names);
  try {
    return [...Deno.readDirSync(folder)]
      .filter(({ name, isDirectory }) =>
        (isDirectory ? isSummaryName(name) : !known.has(name)) && !name.startsWith(".")
      )
      .map(({ name }) => name).sort();
  } catch (error) {
    throw diskError(error, "read", folder);
  }
}

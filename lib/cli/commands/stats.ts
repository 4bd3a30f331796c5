import type { ContextStats } from "../../statistics.ts";
import type { BriefSection } from "../../memory/brief.ts";
import { localTime, NAME_LENGTH, shownKey } from "../../memory/shown_names.ts";
import type { Counts, EntryPlace } from "../../memory/stats.ts";
import { clip } from "../../text/excerpt.ts";
import type { Command } from "../command.ts";
import { errorData, type Paint, paint } from "../print.ts";

const TAGS = 10, BAR = 40, SAME = 5;

/** `ctx stats`: counts what the context holds (§10). */
export const stats: Command = async ({ io, context, isColored }) => {
  const found = await context().stats(), { faults, ...numbers } = found;
  return {
    text: () => statsText(found, paint(isColored), io.isTerminal),
    json: () => {
      const stores = Object.fromEntries(numbers.stores.map(({ store, ...of }) => [store, {
        ...of,
        source: Object.fromEntries(of.source),
        basis: Object.fromEntries(of.basis),
        scope: Object.fromEntries(of.scope),
        status: Object.fromEntries(of.status),
        tag: Object.fromEntries(of.tag),
      }]));
      return JSON.stringify({
        ...numbers,
        stores,
        ...faults.length > 0 ? { faults: faults.map(errorData) } : {},
      });
    },
    faults,
  };
};

function statsText(found: ContextStats, { bold, dim }: Paint, isTerminal: boolean): string {
  const lines = [bold(plural(found.entries, "entry", "entries"))];
  for (const of of found.stores) {
    const many = of.entries === null ? "cannot be read" : plural(of.entries, "entry", "entries");
    const history = of.history_bytes > 0 ? `, history ${bytes(of.history_bytes)}` : "";
    lines.push("", bold(of.store) + `: ${many}, ${bytes(of.bytes)}${history}`);
    for (const what of ["source", "basis", "scope", "status", "tag"] as const) {
      if (of[what].length > 0) lines.push(`  ${what.padEnd(6)}  ${countLine(of[what])}`);
    }
  }
  lines.push("", bold("created, by week"), ...weekLines(found, isTerminal).map((line) => `  ${line}`));
  const section = (title: string, { items, more }: BriefSection<string>, hint: string) => {
    if (items.length === 0) return;
    lines.push("", `${bold(title)} ${dim(`(${hint})`)}`, ...items.map((item) => `  ${item}`));
    if (more > 0) lines.push(`  ... ${more.toLocaleString("en")} more`);
  };
  section(
    "verified longest ago",
    shown(found.stalest_verified, agedPlace),
    "check again, then ctx basis or ctx set",
  );
  section(
    "superseded by a key that is gone",
    shown(
      found.superseded_by_nothing,
      (item) => `${placeText(item)} by ${shownKey(item.superseded_by ?? "no key")}`,
    ),
    "ctx supersede or ctx resolve",
  );
  section(
    "the same value, more than once",
    shown(found.duplicates, sameText),
    "keep one, supersede the others",
  );
  if (found.expired > 0) {
    const notes = plural(found.expired, "working note is", "working notes are");
    lines.push("", `${notes} older than a day: ctx cleanup --dry-run`);
  }
  return lines.join("\n") + "\n";
}

function countLine(counts: Counts): string {
  const items = counts.slice(0, TAGS).map(([word, count]) =>
    `${clip(word, NAME_LENGTH)} ${count.toLocaleString("en")}`
  );
  const more = counts.length > TAGS ? [`... ${counts.length - TAGS} more`] : [];
  return [...items, ...more].join(", ");
}

/** A bar a week on a terminal; elsewhere the numbers alone, which is what a program or an agent can use. */
function weekLines({ weeks, earlier, undated }: ContextStats, isTerminal: boolean): string[] {
  const most = Math.max(1, ...weeks.map(({ created }) => created));
  const lines = weeks.map(({ monday, created }) => {
    const bar = isTerminal ? "█".repeat(Math.ceil(created / most * BAR)) + (created > 0 ? " " : "") : "";
    return `${monday}  ${bar}${created.toLocaleString("en")}`;
  });
  if (earlier > 0) lines.unshift(`earlier     ${earlier.toLocaleString("en")}`);
  if (undated > 0) lines.push(`no time     ${undated.toLocaleString("en")}`);
  return lines;
}

function shown<T>({ items, more }: BriefSection<T>, show: (item: T) => string): BriefSection<string> {
  return { items: items.map(show), more };
}

function placeText({ store, key }: EntryPlace): string {
  return `${store}/${shownKey(key)}`;
}

function agedPlace(item: EntryPlace): string {
  return `${localTime(item.timestamp).slice(0, "YYYY-MM-DD".length)} ${placeText(item)}`;
}

function sameText(places: readonly EntryPlace[]): string {
  const more = places.length > SAME ? [`... ${places.length - SAME} more`] : [];
  return [...places.slice(0, SAME).map(placeText), ...more].join(", ");
}

function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  return count < 1e6 ? `${(count / 1e3).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

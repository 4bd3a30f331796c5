import { visibleLine } from "../text/visible.ts";

/** A summary's file name: a date, then nothing, or b to z, or z's and a letter, then `_session.md` (§7). */
const NAME = /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))((?:z*[b-z]|z+a)?)_session\.md$/;

/** Whether a file name is a session summary's (§7). */
export function isSummaryName(name: string): boolean {
  return NAME.test(name);
}

/**
 * Orders summaries as they were written: by the bytes of their names, which for such names is by their units.
 *
 * @param names File names of any kind. @returns Those of summaries, the oldest first.
 */
export function summaryNames(names: Iterable<string>): string[] {
  return [...names].filter(isSummaryName).sort((a, b) => a < b ? -1 : a > b ? 1 : 0);
}

/**
 * The name for a day's next summary (§7): it sorts behind all that the day has.
 *
 * @param date The local date on which the session started, `YYYY-MM-DD`. @param names The summaries that are there.
 * @returns The file name.
 */
export function nextSummaryName(date: string, names: Iterable<string>): string {
  const newest = summaryNames(names).findLast((name) => name.startsWith(date));
  return `${date}${newest === undefined ? "" : suffixAfter(NAME.exec(newest)![2]!)}_session.md`;
}

function suffixAfter(suffix: string): string {
  if (suffix === "") return "b";
  const last = suffix.at(-1)!;
  return last === "z" ? suffix + "a" : suffix.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1);
}

/** The open items of a summary (§7). */
export interface OpenItems {
  /** Whether the summary has the section `## Open` at all. */
  readonly isPresent: boolean;
  /** The first line of each top-level bullet, in the file's order. */
  readonly items: readonly string[];
}

/**
 * Reads a summary's `## Open`.
 *
 * @param text A summary. @returns Its open items.
 */
export function openItems(text: string): OpenItems {
  return sectionItems(text, "Open");
}

/**
 * Reads a section of a summary: its top-level bullets, the first line of each, up to the next heading of level one or
 * two. What stands in a fenced block of code is neither heading nor bullet.
 *
 * @param text A summary. @param title The section's heading, a word.
 */
export function sectionItems(text: string, title: string): OpenItems {
  const items: string[] = [], heading = new RegExp(`^ {0,3}##[ \\t]+${title}[ \\t]*(?:#+[ \\t]*)?$`);
  let isPresent = false, isInside = false, fence = "";
  for (const line of withoutMark(text).split(/\r\n|\n|\r/)) {
    // Three backticks with another behind them are code within a line, not the start of a block.
    const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1] ?? "";
    if (fence) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = "";
    } else if (mark) fence = mark;
    else if (/^ {0,3}#{1,2}(?:[ \t]|$)/.test(line)) {
      isInside = !isPresent && heading.test(line);
      isPresent ||= isInside;
    } else if (isInside && line.startsWith("- ") && line.slice(2).trim() !== "") {
      items.push(line.slice(2).trim());
    }
  }
  return { isPresent, items };
}

/**
 * What a summary says that its session was about: what stands behind `**Focus:**` in its header.
 *
 * @param text A summary.
 */
export function summaryFocus(text: string): string | undefined {
  const [header] = withoutMark(text).split(/^ {0,3}##[ \t]/m, 1);
  return /\*\*Focus:\*\*[ \t]*(\S.*)$/m.exec(header!)?.[1]?.trim();
}

/** Whether an item of a summary is one: "none" is what is written where there is none. */
export function isItem(item: string): boolean {
  return !/^none\W*$/i.test(item);
}

/** A summary without the byte order mark that some programs put in front of what they write. */
export function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** What a template holds for its writer to fill in. */
const TO_FILL_IN = {
  name: "<name>",
  focus: "<one line>",
  done: "<what was built, found or decided, with the keys that hold it>",
  decision: "<each decision of the operator's, in a line>",
  open: "<each item still open, whole, in a line of its own>",
  commit: "<hash and one line>",
} as const;

/** What of a template is still to be filled in. */
export function unfilledParts(text: string): string[] {
  return Object.values(TO_FILL_IN).filter((part) => text.includes(part));
}

/** What a new summary's text is made from. */
export interface SummaryFacts {
  /** The local date on which the session started, `YYYY-MM-DD`. */
  readonly date: string;
  /** Who worked, when known. */
  readonly author?: string;
  /** The open items of the summary before it, to be restated. */
  readonly open: readonly string[];
}

/**
 * A summary to fill in (§7), with the open items of the last one restated. It goes to a terminal as well as into
 * a file, so what is restated is cleaned: what a terminal would obey comes as an escape.
 *
 * @param facts The date, the author and the open items.
 * @returns Markdown.
 */
export function summaryTemplate(facts: SummaryFacts): string {
  const open = facts.open.length > 0 ? facts.open : [TO_FILL_IN.open];
  return summaryHeader(facts.date, facts.author ?? TO_FILL_IN.name, TO_FILL_IN.focus) + `
## Done
- ${TO_FILL_IN.done}

## Decisions
- ${TO_FILL_IN.decision}

## Open
${open.map((item) => `- ${shownLine(item)}\n`).join("")}
## Commits
- ${TO_FILL_IN.commit}
`;
}

/** A text as a part of a line: a tab is only space in it, and no control character acts. */
function shownLine(text: string): string {
  return visibleLine(text.replaceAll("\t", " "));
}

/**
 * The first lines of a summary: its title, and who worked on what, as far as that is known. Neither can begin a
 * line of its own.
 */
export function summaryHeader(date: string, author?: string, focus?: string): string {
  const about = [author && `**Agent:** ${shownLine(author)}`, focus && `**Focus:** ${shownLine(focus)}`]
    .filter(Boolean).join(
      " · ",
    );
  return `# Session ${date}\n${about && `\n${about}\n`}`;
}

/** Whether a summary has a title of its own, so that it needs no header put in front. */
export function hasTitle(text: string): boolean {
  const start = /[^ \t\r\n]/.exec(withoutMark(text));
  if (start === null) return false;
  const before = start.input.slice(0, start.index);
  return /^ {0,3}$/.test(before.slice(before.lastIndexOf("\n") + 1)) &&
    start.input.startsWith("# ", start.index);
}

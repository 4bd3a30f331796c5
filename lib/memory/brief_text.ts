import type { Brief, BriefItem } from "./brief.ts";
import { type StoreName, STORES } from "./entry.ts";
import { localTime, NAME_LENGTH, shownKey, shownName, shownWord, statusLabel } from "./shown_names.ts";

/** A section of the brief, in lines. */
export interface BriefTextSection {
  readonly title: string;
  /** A line an item. */
  readonly lines: readonly string[];
  /** How many more there are, and the command that shows them. */
  readonly more: number;
  readonly command: string;
}

/** The sections of a brief, by name; empty ones have no lines. */
export type BriefSections = Readonly<
  Record<"focus" | "instructions" | "open" | "decisions" | "changes", BriefTextSection>
>;

/**
 * Writes the brief as text (§5.2, Appendix A.2). No stored text can begin a line of it.
 *
 * @param brief The brief. @param timeZone The zone of its times (IANA); the machine's when absent.
 * @returns Its lines, each ended.
 */
export function briefText(brief: Brief, timeZone?: string): string {
  const { focus, instructions, open, decisions, changes } = briefSections(brief, timeZone);
  return [
    `=== ctx brief ${localTime(brief.time, timeZone)} === (${
      countsText(brief)
    } entries; full text: ctx get <key> --store <store> -v)`,
    ...brief.faults.map((fault) => `! ${fault}`),
    ...isEmpty(brief) ? ["The context is empty: record what you learn with ctx set <key> <value>."] : [],
    ...[focus, instructions, open, decisions, changes].flatMap(sectionLines),
  ].map((text) => text + "\n").join("");
}

/** How many entries each store has, in words. */
export function countsText({ counts }: Brief): string {
  return STORES.map((store) => `${store} ${counts[store] ?? "?"}`).join(", ");
}

function isEmpty({ counts }: Brief): boolean {
  return STORES.every((store) => counts[store] === 0);
}

/**
 * What stands behind an item: in the brief of Appendix A.2 the author of what is not the operator's, among its
 * decisions; `always` source, basis and author, beside every value.
 */
export type Provenance = "as A.2" | "always";

/**
 * The sections of a brief, line by line.
 *
 * @param brief The brief. @param timeZone The zone of its times (IANA); the machine's when absent.
 * @param provenance What is said of where each item is from.
 */
export function briefSections(
  brief: Brief,
  timeZone?: string,
  provenance: Provenance = "as A.2",
): BriefSections {
  const { focus, open, instructions, decisions, changes } = brief;
  const always = (item: BriefItem) => provenance === "always" ? origin(item) : "";
  const day = (time: string) => localTime(time, timeZone).slice(0, "YYYY-MM-DD".length);
  return {
    focus: {
      title: "CURRENT FOCUS",
      lines: focus ? [`  ${labels(focus, [], always(focus))}${notMore(focus.excerpt)}`] : [],
      more: 0,
      command: "ctx get current_focus",
    },
    instructions: {
      title: "STANDING INSTRUCTIONS (the operator's)",
      lines: instructions.items.map((item) => line(item, "", always(item))),
      more: instructions.more,
      command: "ctx list --store operator",
    },
    open: {
      title: `OPEN (from sessions/${open?.file})`,
      lines: (open?.items ?? []).map((item) => `  - ${notMore(item)}`),
      more: open?.more ?? 0,
      command: "ctx session show",
    },
    decisions: {
      title: "DECISIONS (last 7 days)",
      lines: decisions.items.map((item) =>
        line(item, day(item.timestamp), always(item) || writer(item), imported(item))
      ),
      more: decisions.more,
      command: `ctx list --since ${brief.decisions_since.slice(0, "YYYY-MM-DD".length)}`,
    },
    changes: {
      title: "RECENT CHANGES",
      lines: changes.items.map((item) =>
        line(item, localTime(item.timestamp, timeZone) || "(no time)", always(item))
      ),
      more: changes.more,
      command: "ctx list",
    },
  };
}

/** A section with its title and what more there is, behind an empty line; nothing of an empty one. */
function sectionLines({ title, lines, more, command }: BriefTextSection): string[] {
  if (lines.length === 0 && more === 0) return [];
  return ["", title, ...lines, ...more === 0 ? [] : [moreLine(more, command)]];
}

/** The line that says how much more there is. */
export function moreLine(more: number, command: string): string {
  return `  - ... ${more} more: ${command}`;
}

function line(item: BriefItem, time = "", by = "", mark = ""): string {
  const parts = [time, shownKey(item.key), mark].filter(Boolean);
  return `  - ${parts.join(" ")} ${labels(item, item.store === "shared" ? [] : [item.store], by)}`.trimEnd() +
    `: ${item.excerpt}`;
}

/** The labels of an item, each with a space behind it. */
function labels(item: BriefItem, stores: readonly StoreName[], by = ""): string {
  const status = statusLabel(item);
  return [...stores.map((store) => `[${store}] `), status && `${status} `, by && `(${by}) `].join("");
}

/** Whose knowledge an item is, how it is known, and who wrote it. */
function origin({ source, basis, author }: BriefItem): string {
  const claim = [source, basis].map((word) => shownWord(word, NAME_LENGTH)).join(" ");
  return [claim, author && shownName(author)].filter(Boolean).join(", ");
}

/** Marks what a tool took over from elsewhere: nobody here has decided it. */
function imported({ source }: BriefItem): string {
  return source === "system" ? "[imported]" : "";
}

/** Who stands behind an item, where that is not the operator. */
function writer({ source, author }: BriefItem): string {
  if (source === "operator") return "";
  return [shownWord(source, NAME_LENGTH), author && shownName(author)].filter(Boolean).join(", ");
}

/** A text that stands where ctx says how much more there is, and is not to pass for that line. */
function notMore(text: string): string {
  return text.replace(/^((?:- )?)\.(?=\.\. \d+ more: )/, "$1\\u{2e}");
}

import {
  isItem,
  sectionItems,
  summaryFocus,
  summaryHeader,
  withoutMark,
} from "../../memory/session_summary.ts";
import { visibleLine } from "../../text/visible.ts";
import type { SessionLayer } from "../layers.ts";

/**
 * A session summary (§7) as the session layer of a package (ctxpkg §14.3): its focus, what is under Done, Decisions and
 * Open.
 *
 * @param summary The summary, Markdown. @param exportedAt When it is exported: RFC 3339.
 * @param mayGo Whether a text of it may go into a package; each may when absent.
 */
export function sessionOfSummary(
  summary: string,
  exportedAt: string,
  mayGo: (text: string) => boolean = () => true,
): SessionLayer {
  const items = (title: string) =>
    sectionItems(summary, title).items.filter((item) => isItem(item) && mayGo(item));
  const focus = summaryFocus(summary);
  return {
    ...focus !== undefined && mayGo(focus) && { task_description: focus },
    findings: items("Done").map((text) => ({ summary: text })),
    decisions: items("Decisions").map((text) => ({ summary: text })),
    next_steps: items("Open"),
    files_touched: [],
    exported_at: exportedAt,
  };
}

/** What a session layer has a place for: these sections, and of the header the focus. */
const SECTIONS = ["Done", "Decisions", "Open"];

/**
 * Whether a summary says more than a session layer has a place for: other sections, words between them, further lines of
 * an item.
 *
 * @param summary The summary, Markdown.
 */
export function saysMore(summary: string): boolean {
  const lines = withoutMark(summary).split(/\r\n|\n|\r/).filter((line) =>
    line.trim() !== "" && !/^ {0,3}#{1,2}(?:[ \t]|$)|\*\*(?:Agent|Focus):\*\*/.test(line)
  );
  return lines.length > SECTIONS.flatMap((title) => sectionItems(summary, title).items).length;
}

/**
 * The session layer of a package as a session summary (§7), to be read and filed by whoever takes the work over: nothing
 * files it by itself, since the newest summary is what every session starts from. It cannot begin a line of its own.
 *
 * @param session The layer. @param date The date that it is to bear, `YYYY-MM-DD`.
 * @returns Markdown.
 */
export function summaryOfSession(session: SessionLayer, date: string): string {
  const line = (text: string) => `- ${visibleLine(text.replace(/\s+/g, " ").trim())}`;
  const { findings, decisions, next_steps, files_touched } = session;
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["Done", [
      ...(findings ?? []).map(({ summary, file, line: at }) =>
        line(file ? `${summary} (${file}${at ? `:${at}` : ""})` : summary)
      ),
      ...(files_touched ?? []).map((file) => line(`touched ${file}`)),
    ]],
    [
      "Decisions",
      (decisions ?? []).map(({ summary, rationale }) =>
        line(rationale ? `${summary} (${rationale})` : summary)
      ),
    ],
    ["Open", (next_steps ?? []).map(line)],
  ];
  return summaryHeader(date, undefined, session.task_description ?? undefined) +
    sections.map(([title, lines]) => `\n## ${title}\n${lines.join("\n") || "- none"}\n`).join("");
}

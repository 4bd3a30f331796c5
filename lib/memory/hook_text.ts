import { fence } from "../text/digest_fence.ts";
import { clip } from "../text/excerpt.ts";
import { visible } from "../text/visible.ts";
import type { Brief } from "./brief.ts";
import { briefSections, type BriefTextSection, countsText, moreLine } from "./brief_text.ts";
import { DATA_NOTICE, type ShownFile, signatureLine, USAGE } from "./start.ts";

/** A part of the start payload, for a harness that takes several outputs. */
export type HookPart = "rules" | "brief" | "summary";

/** The parts, in the order of the payload. */
export const HOOK_PARTS: readonly HookPart[] = ["rules", "brief", "summary"];

/** What a hook's text is made from. */
export interface HookFacts {
  readonly rules: ShownFile;
  readonly brief: Brief;
  readonly summary: ShownFile;
  /** Who writes now, when known. */
  readonly author?: string;
  /** The zone of local times (IANA). */
  readonly timeZone?: string;
  /** What is shown; all parts when absent. */
  readonly part?: HookPart;
  /** How ctx is called; as the command when absent. */
  readonly wording?: Wording;
}

/** How ctx is called by whoever reads the text. */
export interface Wording {
  /** How to take part, a line each. */
  readonly usage: readonly string[];
  /** Says how to get what a command of `ctx` prints. */
  call(command: string): string;
}

const AS_COMMAND: Wording = {
  // The last for whom the pointer of an instruction file sends to it as well: the second road costs little.
  usage: [USAGE, "This is what ctx start prints: run it again only for what is left out below."],
  call: (command) => command,
};

/** How much a text may be. */
export interface HookBudget {
  readonly most: number;
  /** How large a text is. */
  size(text: string): number;
}

const FAULTS_LENGTH = 300;
/** The line that says what was left out is never longer, whatever is. */
const LAST_LINE_LENGTH = 330;

/** A piece of the text: whole, or as much of it as there is room for. */
interface Piece {
  /** What it is called where it is left out, with the command that prints it. */
  readonly title: string;
  readonly command: string;
  /** All of it. */
  readonly whole: string;
  /** A part of it that fits, and says that it is one; `undefined` where none does. */
  cut?(fits: (text: string) => boolean): string | undefined | Promise<string | undefined>;
}

/**
 * Writes what a start hook tells a session, within a budget: a marker line first, then what matters most, and last a
 * line on what was left out and which command prints it. It tells no time of its own, so that the same context gives
 * the same text. No stored text can begin a line of ctx's, end the text or close a fence.
 *
 * @param facts The parts of the start payload. @param budget How much it may be.
 * @returns The text, which ends with a newline. Where not even the marker fits, a line that says what to run.
 */
export async function hookText(facts: HookFacts, budget: HookBudget): Promise<string> {
  const left: Piece[] = [];
  let text = head(facts);
  const fits = (more: string) => budget.size(text + more + "x".repeat(LAST_LINE_LENGTH)) <= budget.most;
  const wording = facts.wording ?? AS_COMMAND;
  if (!fits("")) return shortest(budget, wording);
  for (const piece of await piecesOf(facts, wording)) {
    const part = fits(piece.whole) ? piece.whole : await piece.cut?.(fits);
    if (part !== piece.whole) left.push(piece);
    text += part ?? "";
  }
  return text + lastLine(left, wording);
}

/** The pieces in the order in which they are given room. */
async function piecesOf(
  { rules, brief, summary, timeZone, part }: HookFacts,
  { call }: Wording,
): Promise<Piece[]> {
  const { focus, instructions, open, decisions, changes } = briefSections(brief, timeZone, "always");
  const isOf = (name: HookPart) => part === undefined || part === name;
  const lists = (...sections: BriefTextSection[]) =>
    isOf("brief")
      ? sections.filter(({ lines }) => lines.length > 0).map((section) =>
        listPiece({ ...section, command: call(section.command) })
      )
      : [];
  return [
    // What moves with the day is not named: the text is to stay the same.
    ...lists(instructions, focus, open),
    ...isOf("rules") ? [await rulesPiece(rules, call("ctx start"))] : [],
    ...lists({ ...decisions, command: "ctx list --tag decision" }, changes),
    ...isOf("summary") ? [await summaryPiece(summary, call("ctx session show"))] : [],
  ];
}

function head({ brief, rules, summary, author, part, wording = AS_COMMAND }: HookFacts): string {
  const [usage, ...more] = wording.usage;
  const faults = [
    ...brief.faults,
    ...part !== "brief" && "fault" in rules ? [rules.fault] : [],
    ...part === "summary" && "fault" in summary ? [summary.fault] : [],
  ];
  return [
    `=== ctx === the memory that the operator and their agents share (${countsText(brief)} entries)`,
    ...part === undefined || part === "brief"
      ? [DATA_NOTICE, `${usage} ${signatureLine(author)}`, ...more]
      : [DATA_NOTICE],
    ...faults.length > 0
      ? [`! ${clip(faults.map((fault) => fault.replace(/\.$/, "")).join("; "), FAULTS_LENGTH)}`]
      : [],
  ].map((line) => line + "\n").join("");
}

function listPiece({ title, lines, more, command }: BriefTextSection): Piece {
  const text = (shown: readonly string[], more: number) =>
    ["", title, ...shown, ...more === 0 ? [] : [moreLine(more, command)]].map((line) => line + "\n").join("");
  return {
    title: title.replace(/ \(.*/, "").toLowerCase(),
    command,
    whole: text(lines, more),
    cut: (fits) => {
      for (let shown = lines.length - 1; shown > 0; shown--) {
        const cut = text(lines.slice(0, shown), more + lines.length - shown);
        if (fits(cut)) return cut;
      }
      return undefined;
    },
  };
}

async function rulesPiece(rules: ShownFile, command: string): Promise<Piece> {
  const title = "rules";
  if (!("text" in rules)) return { title, command, whole: "" };
  // Half a rule is none: what does not fit is pointed to.
  const pointer = `\n=== ctx rules === (RULES.md is too long for this: ${command} shows it; follow it)\n`;
  return {
    title,
    command,
    whole: "\n" + await fence(`ctx rules: ${rules.name}`, visible(rules.text)),
    cut: (fits) => fits(pointer) ? pointer : undefined,
  };
}

async function summaryPiece(summary: ShownFile, command: string): Promise<Piece> {
  const title = "the session summary";
  if (!("text" in summary)) return { title, command, whole: "" };
  const label = `ctx session: sessions/${summary.name}`,
    shown = visible(summary.text),
    lines = shown.split(/(?<=\n)/);
  return {
    title,
    command,
    whole: "\n" + await fence(label, shown),
    cut: async (fits) => {
      let low = 0, high = lines.length - 1, best: string | undefined;
      while (low < high) {
        const count = Math.ceil((low + high) / 2), said = `(its first ${count} lines of ${lines.length})`;
        const cut = "\n" + await fence(label, lines.slice(0, count).join(""), said);
        if (fits(cut)) [low, best] = [count, cut];
        else high = count - 1;
      }
      return best;
    },
  };
}

function lastLine(left: readonly Piece[], { call }: Wording): string {
  if (left.length === 0) return "\n=== ctx: that is all ===\n";
  const named = left.map(({ title, command }) => `${title} (${command})`).join(", ");
  return `\n${
    clip(`=== ctx: cut or left out: ${named}; all of it: ${call("ctx start")}`, LAST_LINE_LENGTH - 10)
  } ===\n`;
}

/** What is said where there is room for nothing. */
function shortest({ most, size }: HookBudget, { call }: Wording): string {
  const start = call("ctx start");
  const lines = [`=== ctx === run ${start}: there is no room for it here\n`, `=== ctx === run: ${start}\n`];
  return lines.find((line) => size(line) <= most) ?? "";
}

import { type ContextRoot, type Entry, entryOf, timeFromNow } from "./context_root.ts";

/** A section of the brief that shows excerpts: how an excerpt is put there and found again. */
export interface Slot {
  readonly name: string;
  /** Stands at the start of the excerpt; in no other slot's text. */
  readonly marker: string;
  /** The bound that this project chose for it, in code points. */
  readonly ourBound: number;
}

/** Sections 1 to 5 of the brief, in its order. */
export const SLOTS: readonly Slot[] = [
  { name: "the focus", marker: "FocusM", ourBound: 600 },
  { name: "an instruction", marker: "OrderM", ourBound: 150 },
  { name: "an open item", marker: "OpenM", ourBound: 150 },
  { name: "a decision", marker: "DecisionM", ourBound: 150 },
  { name: "a recent change", marker: "RecentM", ourBound: 100 },
];

/** The summary that {@link fillSlots} writes. */
export const SLOT_SUMMARY = "2026-01-02_session.md";

/** Puts one text into each slot: an entry's value, or for the open item the first line of a bullet. */
export async function fillSlots(
  root: ContextRoot,
  textOf: (slot: Slot) => string,
  fields: Entry = {},
): Promise<void> {
  const [focus, order, open, decision, recent] = SLOTS as readonly [Slot, Slot, Slot, Slot, Slot];
  const at = (secondsAgo: number) => {
    const time = timeFromNow(-1000 * secondsAgo);
    return { created: time, timestamp: time, ...fields };
  };
  await root.seed("shared", [
    ["k_recent", entryOf(textOf(recent), at(10))],
    ["decision_slot", entryOf(textOf(decision), { ...at(20), source: "operator", tags: ["decision"] })],
    ["current_focus", entryOf(textOf(focus), at(30))],
  ]);
  await root.seed("operator", [
    ["pref_slot", entryOf(textOf(order), { ...at(40), source: "operator", tags: ["preference"] })],
  ]);
  await root.writeSummary(SLOT_SUMMARY, `- ${textOf(open)}`);
}

/** What one excerpt shows. */
export interface Shown {
  /** From the marker to the end of the excerpt, without the dots; empty when it is not shown. */
  readonly text: string;
  /** Whether dots say that it was cut. */
  readonly cut: boolean;
  /** What stands before the marker on its line. */
  readonly before: string;
  /** The whole line; empty when the marker is nowhere. */
  readonly line: string;
}

/** Finds a slot's excerpt in the brief: its first occurrence, as recent changes come last. */
export function shownIn(brief: string, marker: string): Shown {
  const line = brief.split("\n").find((candidate) => candidate.includes(marker)) ?? "";
  const at = line.indexOf(marker);
  const whole = at < 0 ? "" : line.slice(at).trimEnd();
  const cut = /\s?\.\.\.$/.test(whole);
  return { text: whole.replace(/\s?\.\.\.$/, ""), cut, before: line.slice(0, Math.max(0, at)), line };
}

/** A text of words that starts with the marker, ends with a word, and has exactly so many characters. */
export function textOfLength(marker: string, length: number): string {
  const words = `${marker} ${"wordwordw ".repeat(Math.ceil(length / 10))}`.slice(0, length);
  return words.endsWith(" ") ? `${words.slice(0, -1)}x` : words;
}

/** Words of one letter after the marker: where they are cut shows the bound, to the character. */
export function shortWords(marker: string, shift: number): string {
  return `${marker}${"x".repeat(shift)}${" a".repeat(3000)}`;
}

/** The text between the first occurrences of two markers; `undefined` when one is not there. */
export function between(text: string, from: string, to: string): string | undefined {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start + from.length);
  return start < 0 || end < 0 ? undefined : text.slice(start + from.length, end);
}

import type { Context } from "../context.ts";
import { type Found, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** What `ctx start` costs a session. */
export interface StartSize {
  /** In characters: code points. */
  readonly characters: number;
  /** In tokens, roughly: a quarter of the bytes; tokenizers differ. */
  readonly tokens: number;
}

/** The budget of the start payload, in characters (BR-69): the brief is bounded, RULES.md and the summary are not. */
const BUDGET = 24_000;

/** Measures what `ctx start` prints. */
export async function startSize(context: Context): Promise<StartSize> {
  const { text } = await context.start(), bytes = new TextEncoder().encode(text).length;
  return { characters: Array.from(text).length, tokens: Math.ceil(bytes / 4) };
}

/** Whether `ctx start` keeps to its budget (BR-69). */
export async function checkStartSize(patient: Patient): Promise<Found[]> {
  const { characters } = await patient.startSize();
  if (characters <= BUDGET) return [];
  const many = characters.toLocaleString("en"), most = BUDGET.toLocaleString("en");
  return [wrong(
    `ctx start prints ${many} characters, more than ${most}: every session pays for them`,
    "Shorten RULES.md and write the next summary on one page; config.jsonc tunes the brief.",
  )];
}

import { type ObjectSpan, skipSpace } from "../json/scan.ts";
import { formatUtc, parseInstant } from "../text/time.ts";

/** Where the entries of a store stand in its text, read strictly. */
export interface EntriesInText {
  /** The whole file. */
  readonly text: string;
  /** The object `entries`. */
  readonly span: ObjectSpan;
  /** The places of the entries that hold an object, or are none. */
  readonly deep: ReadonlySet<number>;
}

const TIMESTAMP = '"timestamp"', DECISION = "decision", COLON = 0x3a, QUOTE = 0x22, BACKSLASH = 0x5c;
/** A name of a member that is spelled with a letter as an escape, as `timestamp` or `tags` could be. */
const LETTERS = ["\\u006", "\\u007"];
const TIME_LENGTH = "2026-10-13T09:41:07Z".length, LETTER_T = 0x54, LETTER_Z = 0x5a;
/** The time mostly stands so near to an entry's end. */
const TAIL = 160;

/**
 * The places of the entries that a brief may show, of a store that is not the operator's: the newest, those of the same
 * second with the last of them, each that may be a decision and is due, and whatever cannot be told from the text. Of
 * each other entry, which is nearly every one of thousands, the end of its text alone is looked at.
 *
 * @param entries Where they stand. @param most How many of the newest. @param since From when on decisions count, in
 *   seconds since 1970.
 * @returns The places, the last first; `undefined` where all have to be read.
 */
export function newestInText(
  { text, span: { members }, deep }: EntriesInText,
  most: number,
  since: number,
): number[] | undefined {
  if (most < 1 || LETTERS.some((escape) => text.includes(escape))) return undefined;
  const due = formatUtc(since * 1000), newest: string[] = [], chosen: number[] = [];
  let oldest = "";
  // New entries stand behind the old ones: from the back nearly all are passed over.
  for (let place = members.length / 4 - 1; place >= 0; place--) {
    const start = members[4 * place + 2]!, end = members[4 * place + 3]!;
    const time = deep.has(place) ? "" : writtenTime(text, start, end);
    if (time !== "" && time < oldest && (time < due || !mayBeDecision(text, members[4 * place]!, end))) {
      continue;
    }
    chosen.push(place);
    // What only has the form of a time comes last, whatever it says.
    if (time < oldest || parseInstant(time) === undefined) continue;
    let at = newest.length;
    while (at > 0 && newest[at - 1]! < time) at--;
    newest.splice(at, 0, time);
    if (newest.length > most) newest.pop();
    oldest = newest[most - 1] ?? "";
  }
  return chosen;
}

/** When an entry without objects was written, where that has the form that ctx writes; else the empty text. */
function writtenTime(text: string, start: number, end: number): string {
  const from = Math.max(start, end - TAIL), near = text.slice(from, end).lastIndexOf(TIMESTAMP);
  const name = near !== -1 ? from + near : start + text.slice(start, end).lastIndexOf(TIMESTAMP);
  // A backslash before the name makes it the end of a longer one.
  if (name < start || text.charCodeAt(name - 1) === BACKSLASH) return "";
  const colon = skipSpace(text, name + TIMESTAMP.length),
    quote = skipSpace(text, colon + 1),
    last = quote + TIME_LENGTH;
  const isWritten = text.charCodeAt(colon) === COLON && text.charCodeAt(quote) === QUOTE &&
    text.charCodeAt(quote + 11) === LETTER_T && text.charCodeAt(last) === LETTER_Z &&
    text.charCodeAt(last + 1) === QUOTE;
  return isWritten ? text.slice(quote + 1, last + 1) : "";
}

function mayBeDecision(text: string, start: number, end: number): boolean {
  return text.slice(start, end).includes(DECISION);
}

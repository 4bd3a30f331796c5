import { formatUtc, parseInstant } from "../text/time.ts";
import { entriesInPieces } from "./entries_in_pieces.ts";
import type { StoreName } from "./entry.ts";
import { StoredEntry } from "./stored_entry.ts";

/** What a brief may show of a store. */
export interface NewestEntries {
  /** How many entries there are. */
  readonly count: number;
  /** Those that a brief may show, in the file's order. */
  readonly entries: readonly StoredEntry[];
  /** How many others there are, which are neither newer nor due. */
  readonly others: number;
}

/** Which entries a brief may show. */
export interface WantedEntries {
  /** The store, which is not the operator's. */
  readonly store: StoreName;
  /** How many of the newest. */
  readonly most: number;
  /** From when on decisions count, in seconds since 1970. */
  readonly since: number;
}

interface Candidate {
  readonly key: string;
  readonly text: string;
  /** When it was written; the empty text where that cannot be told from its text. */
  readonly time: string;
}

const FOCUS = "current_focus", DECISION = "decision";
/** A tag could be spelled with an escape. */
const ESCAPE = "\\u00";
/** So many are remembered before those that are too old are put out again. */
const ROOM = 250;

/**
 * The entries that a brief may show, of a store that is not the operator's: the newest, those of the same second with
 * the last of them, each that may be a decision and is due, and whatever cannot be told from the text.
 *
 * @param pieces The store file's text, cut anywhere. @param wanted Which entries.
 * @returns They; `undefined` where the store has to be read whole, as {@linkcode entriesInPieces} says.
 */
export function newestInPieces(
  pieces: Iterable<string>,
  { store, most, since }: WantedEntries,
): NewestEntries | undefined {
  if (most < 1) return undefined;
  const due = formatUtc(since * 1000).slice(0, -1);
  let candidates: Candidate[] = [], oldest = "", room = ROOM;
  const putOut = () => {
    ({ candidates, oldest } = newestOf(candidates, most, due));
    room = 2 * candidates.length + ROOM;
  };
  const count = entriesInPieces(pieces, (key, text, time) => {
    if (time < oldest && time < due && time !== "" && key !== FOCUS) return;
    candidates.push({ key, text, time });
    if (candidates.length > room) putOut();
  });
  if (count === undefined) return undefined;
  putOut();
  const entries = candidates.map(({ key, text }) => new StoredEntry(store, key, text));
  return { count, entries, others: count - entries.length };
}

/**
 * Chooses among candidates.
 *
 * @returns Those that may be shown, in their order, and when the last of the newest was written; the empty text where
 *   there are not so many whose times can be told.
 */
function newestOf(
  all: readonly Candidate[],
  most: number,
  due: string,
): { readonly candidates: Candidate[]; readonly oldest: string } {
  const newest: string[] = [], candidates: Candidate[] = [];
  let oldest = "";
  const isWanted = ({ key, text, time }: Candidate) =>
    time >= oldest || time === "" || key === FOCUS ||
    (time >= due && (key.includes(DECISION) || text.includes(DECISION) || text.includes(ESCAPE)));
  // New entries stand behind the old ones: from the back nearly all are passed over.
  for (let i = all.length - 1; i >= 0; i--) {
    const candidate = all[i]!, { time } = candidate;
    if (time < oldest && !isWanted(candidate)) continue;
    candidates.push(candidate);
    // What only has the form of a time comes last, whatever it says.
    if (time <= oldest || parseInstant(`${time}Z`) === undefined) continue;
    let at = newest.length;
    while (at > 0 && newest[at - 1]! < time) at--;
    newest.splice(at, 0, time);
    if (newest.length > most) newest.pop();
    oldest = newest[most - 1] ?? "";
  }
  return { candidates: candidates.filter(isWanted).reverse(), oldest };
}

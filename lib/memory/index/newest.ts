import { KIND, type Places } from "./places.ts";

/** How many of each section a brief shows, and from when on decisions count, in seconds since 1970. */
export interface Wanted {
  readonly instructions: number;
  readonly decisions: number;
  readonly changes: number;
  readonly since: number;
}

/** How many entries belong to each section of a brief. */
export type Totals = Readonly<Record<"instructions" | "decisions" | "changes", number>>;

/** The entries that a brief may show. */
export interface Candidates {
  /** By their places, when they were written and the {@linkcode KIND} bits that they have for certain. */
  readonly chosen: ReadonlyMap<number, { readonly seconds: number; readonly kind: number }>;
  /** How many entries there are of each section, those that are chosen and all others. */
  readonly totals: Totals;
}

/** Entries of one section, the newest first. */
export interface Newest {
  /** How many are listed. */
  readonly listed: number;
  /** How many there are. */
  readonly total: number;
  /** The place of one of them, counted from 0. */
  place(at: number): number;
  /** When it was written, in seconds since 1970. */
  seconds(at: number): number;
}

/** The same, as an index keeps it. */
export interface NewestArrays {
  readonly places: Uint32Array;
  readonly seconds: Float64Array;
  readonly total: number;
}

type Times = Pick<Places, "seconds" | "kinds">;

/** A brief shows no more than 100 of a section; the others are here for those that are of one second. */
const MOST_LISTED = 256;

/**
 * Lists the entries of each section of a brief, the newest first: all decisions, since how many of them count depends
 * on the day, and of the others as many as a brief can show.
 *
 * @param places What an index says of a store.
 */
export function newestOf(places: Times): Record<keyof Totals, NewestArrays> {
  return {
    instructions: listOf(places, KIND_OF.instructions, MOST_LISTED),
    decisions: listOf(places, KIND_OF.decisions, Infinity),
    changes: listOf(places, KIND_OF.changes, MOST_LISTED),
  };
}

// Plain loops over arrays of numbers: this is done with every write, over every entry.
function listOf({ seconds, kinds }: Times, kind: number, most: number): NewestArrays {
  const times = new Float64Array(seconds.length);
  let total = 0;
  for (let place = 0; place < seconds.length; place++) {
    if ((kinds[place]! & kind) === kind) times[total++] = seconds[place]!;
  }
  const oldest = most < total ? times.subarray(0, total).sort()[total - most]! : -Infinity,
    chosen: number[] = [];
  // New entries stand behind the old ones: from the back they are nearly in order.
  for (let place = seconds.length - 1; place >= 0; place--) {
    if ((kinds[place]! & kind) === kind && seconds[place]! >= oldest) chosen.push(place);
  }
  chosen.sort((a, b) => seconds[a] === seconds[b] ? 0 : seconds[a]! < seconds[b]! ? 1 : -1);
  if (most < chosen.length) chosen.length = most;
  return {
    places: Uint32Array.from(chosen),
    seconds: Float64Array.from(chosen, (place) => seconds[place]!),
    total,
  };
}

/**
 * Chooses the entries that a brief has to read: in each section the newest, with all that are of the same second as
 * the last of them, since only the entries themselves tell which of these come first.
 *
 * @param newest The entries of each section. @param wanted How many of each section.
 * @returns The candidates; `undefined` where too many are of one second.
 */
export function candidatesOf(
  newest: Readonly<Record<keyof Totals, Newest>>,
  wanted: Wanted,
): Candidates | undefined {
  const chosen = new Map<number, { seconds: number; kind: number }>();
  const totals = { instructions: 0, decisions: 0, changes: 0 };
  for (const section of SECTIONS) {
    const list = newest[section], most = wanted[section], kind = KIND_OF[section];
    const isDue = (at: number) => section !== "decisions" || list.seconds(at) >= wanted.since;
    let at = 0;
    for (; at < list.listed && isDue(at); at++) {
      const seconds = list.seconds(at), place = list.place(at);
      if (at >= most && seconds !== list.seconds(most - 1)) break;
      chosen.set(place, { seconds, kind: kind | (chosen.get(place)?.kind ?? 0) });
    }
    if ((at === list.listed && list.listed < list.total) || at > most + MOST_LISTED) return undefined;
    totals[section] = section === "decisions" ? countDue(isDue, at, list.listed) : list.total;
  }
  return { chosen, totals };
}

/** The sections, by name. */
export const SECTIONS = ["instructions", "decisions", "changes"] as const;

const KIND_OF = { instructions: KIND.instruction, decisions: KIND.decision, changes: 0 } as const;

/** How many are due, of which the first `known` are and the others stand in order. */
function countDue(isDue: (at: number) => boolean, known: number, listed: number): number {
  let low = known, high = listed;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isDue(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * How many entries of each section a brief does not read.
 *
 * @param totals How many there are. @param read The times and kinds of those that it does.
 * @param since From when on decisions count.
 */
export function unreadOf(
  totals: Totals,
  read: readonly { readonly seconds: number; readonly kind: number }[],
  since: number,
): Totals {
  const count = (kind: number, from: number) =>
    read.filter((facts) => (facts.kind & kind) === kind && facts.seconds >= from).length;
  return {
    instructions: totals.instructions - count(KIND.instruction, -Infinity),
    decisions: totals.decisions - count(KIND.decision, since),
    changes: totals.changes - read.length,
  };
}

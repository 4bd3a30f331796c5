import { KIND } from "./places.ts";

/** When entries were written, in seconds since 1970, and their kinds. */
export interface EntryTimes {
  readonly seconds: Float64Array;
  readonly kinds: Uint8Array;
}

/** How many of each section a brief shows, and from when on decisions count, in seconds since 1970. */
export interface Wanted {
  readonly instructions: number;
  readonly decisions: number;
  readonly changes: number;
  readonly since: number;
}

/** How many entries belong to each section of a brief. */
export type Totals = Readonly<Record<"instructions" | "decisions" | "changes", number>>;

/** The entries that a brief may show, and how many belong to its sections that it will not. */
export interface Candidates {
  /** Their places. */
  readonly places: readonly number[];
  /** How many more each section has. */
  readonly unread: Totals;
}

/** So many entries of one second are not told apart by an index. */
const MOST_OF_A_SECOND = 200;

/**
 * Chooses the entries that a brief has to read: in each section the newest, with all that are of the same second as
 * the last of them, since only the entries themselves tell which of these come first.
 *
 * @param times When the entries were written. @param wanted How many of each section.
 * @param also The place of one that is read in any case.
 * @returns The candidates; `undefined` where too many are of one second.
 */
export function candidatesOf(
  { seconds, kinds }: EntryTimes,
  wanted: Wanted,
  also?: number,
): Candidates | undefined {
  const isDecision = (place: number) =>
    (kinds[place]! & KIND.decision) !== 0 && seconds[place]! >= wanted.since;
  const isInstruction = (place: number) => (kinds[place]! & KIND.instruction) !== 0;
  const sections = [
    { most: wanted.instructions, belongs: isInstruction },
    { most: wanted.decisions, belongs: isDecision },
    { most: wanted.changes, belongs: () => true },
  ];
  const places = new Set(also === undefined ? [] : [also]), totals: number[] = [];
  for (const { most, belongs } of sections) {
    const oldest = oldestShown(seconds, most, belongs), chosen: number[] = [];
    let total = 0;
    for (let place = 0; place < seconds.length; place++) {
      if (!belongs(place)) continue;
      total++;
      if (seconds[place]! >= oldest) chosen.push(place);
    }
    if (chosen.length > most + MOST_OF_A_SECOND) return undefined;
    for (const place of chosen) places.add(place);
    totals.push(total);
  }
  const read = [...places].sort((a, b) => a - b);
  const [instructions = 0, decisions = 0, changes = 0] = sections.map(({ belongs }, i) =>
    totals[i]! - read.filter(belongs).length
  );
  return { places: read, unread: { instructions, decisions, changes } };
}

/** The time of the last of the newest, so many as are shown; -Infinity where all are. */
function oldestShown(seconds: Float64Array, most: number, belongs: (place: number) => boolean): number {
  const newest: number[] = []; // the oldest first
  // New entries stand behind the old ones: from the back the newest are met first.
  for (let place = seconds.length - 1; place >= 0; place--) {
    const time = seconds[place]!;
    if ((newest.length === most && time <= newest[0]!) || !belongs(place)) continue;
    let at = 0;
    while (at < newest.length && newest[at]! < time) at++;
    newest.splice(at, 0, time);
    if (newest.length > most) newest.shift();
  }
  return newest.length < most ? -Infinity : newest[0]!;
}

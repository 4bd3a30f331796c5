/**
 * The edit distance of two words: insertions, deletions, replacements, and swaps of neighbouring letters, each
 * counted once. Beyond `most` it is only known to be more.
 */
function editDistance(a: string, b: string, most: number): number {
  let beforePrevious: number[] = [];
  let previousLeast = 0, previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const removed = (previous[column] ?? 0) + 1;
      const inserted = (current[column - 1] ?? 0) + 1;
      let best = Math.min(replaced, removed, inserted);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (beforePrevious[column - 2] ?? 0) + 1);
      }
      current.push(best);
      if (best < least) least = best;
    }
    // A word's way to the end leads through this row or, by a swap, from the one before it past it.
    if (least > most && previousLeast > most) return Infinity;
    beforePrevious = previous;
    previous = current;
    previousLeast = least;
  }
  return previous[b.length] ?? 0;
}

/** How many slips of the finger still look like the same word: one in a short word, three at most. */
function toleratedSlips(length: number): number {
  return length <= 4 ? 1 : length <= 8 ? 2 : 3;
}

/**
 * Finds the known word that somebody most likely meant: the nearest within one to three slips, depending on its
 * length, with case ignored; otherwise the only one that begins with `word`. Of two equally near, the first
 * (§9.1).
 *
 * @returns The candidate, or `undefined` when none is near.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let found: string | undefined;
  let foundDistance = Infinity;
  const longer: string[] = [];
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    if (wanted.length >= 3 && known.startsWith(wanted)) longer.push(candidate);
    const slips = toleratedSlips(known.length);
    // The lengths alone can rule a candidate out, and a word of a megabyte must not cost more than that.
    if (Math.abs(known.length - wanted.length) > slips) continue;
    const distance = editDistance(wanted, known, slips);
    if (distance <= slips && distance < known.length && distance < foundDistance) {
      found = candidate;
      foundDistance = distance;
    }
  }
  return found ?? (longer.length === 1 ? longer[0] : undefined);
}

/** A piece of two texts that are held against each other. */
export interface DiffPart {
  /** Whether both texts have it, or only the first (`removed`) or the second (`added`). */
  readonly kind: "same" | "removed" | "added";
  /** The piece, as it stands in the text. */
  readonly text: string;
}

/** How many changes are looked for within a stretch before all of it counts as replaced: bounds the time. */
const MOST_CHANGES = 2000;

const ASCII = /^[\t\n\r -~]*$/;
const WORDS = /\s+|\w+|[^\w\s]/g;

/**
 * Holds two texts against each other, word by word. Time and memory are bounded: two long texts that have
 * next to nothing in common come out as one replaced by the other.
 *
 * @param before The first text. @param after The second.
 * @returns The parts in their order: `same` and `removed` together are the first text, `same` and `added` the
 * second.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const a = wordsOf(before), b = wordsOf(after), kept = commonPlaces(a, b);
  const parts: DiffPart[] = [];
  let i = 0, j = 0;
  for (const [at, bt] of [...kept, [a.length, b.length] as const]) {
    push(parts, "removed", a.slice(i, at).join(""));
    push(parts, "added", b.slice(j, bt).join(""));
    if (at < a.length) push(parts, "same", a[at]!);
    [i, j] = [at + 1, bt + 1];
  }
  return joined(parts);
}

/** The words of a text with what stands between them; all of them together are the text. */
function wordsOf(text: string): string[] {
  if (ASCII.test(text)) return text.match(WORDS) ?? [];
  // Where words are not set apart by spaces, the segmenter knows them; it also keeps marks with their letters.
  const segmenter = new Intl.Segmenter("en", { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function push(parts: DiffPart[], kind: DiffPart["kind"], text: string): void {
  if (text === "") return;
  const last = parts.at(-1);
  if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
  else parts.push({ kind, text });
}

/** Takes changes together that only a space keeps apart: a phrase is replaced, not each of its words. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  let removed = "", added = "";
  const flush = () => {
    push(result, "removed", removed);
    push(result, "added", added);
    removed = added = "";
  };
  parts.forEach(({ kind, text }, i) => {
    const isBetween = removed !== "" && added !== "" && parts[i + 1]?.kind === "removed" &&
      parts[i + 2]?.kind === "added";
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else if (isBetween && /^[ \t]+$/.test(text)) {
      removed += text;
      added += text;
    } else {
      flush();
      push(result, "same", text);
    }
  });
  flush();
  return result;
}

/** A stretch of both lists: `a` from `aFrom` to before `aTo`, `b` likewise. */
type Stretch = readonly [aFrom: number, aTo: number, bFrom: number, bTo: number];

/**
 * The places of a longest list that two lists share, by the linear-space variant of Myers' algorithm.
 *
 * @param a The first list. @param b The second.
 * @returns Pairs of places in both, in their order.
 */
export function commonPlaces(a: readonly string[], b: readonly string[]): [number, number][] {
  const places: [number, number][] = [], waiting: Stretch[] = [[0, a.length, 0, b.length]];
  for (let stretch = waiting.pop(); stretch; stretch = waiting.pop()) {
    let [aFrom, aTo, bFrom, bTo] = stretch;
    while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) places.push([aFrom++, bFrom++]);
    while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) places.push([--aTo, --bTo]);
    if (aFrom === aTo || bFrom === bTo) continue;
    const middle = middleOf(a, b, [aFrom, aTo, bFrom, bTo]);
    if (middle) waiting.push([middle[0], aTo, middle[1], bTo], [aFrom, middle[0], bFrom, middle[1]]);
  }
  return places.sort(([first], [second]) => first - second);
}

/** A point on a shortest way through a stretch, found from both ends; none where there are too many changes. */
function middleOf(
  a: readonly string[],
  b: readonly string[],
  [aFrom, aTo, bFrom, bTo]: Stretch,
): [number, number] | undefined {
  const n = aTo - aFrom, m = bTo - bFrom, delta = n - m;
  const most = Math.min(Math.ceil((n + m) / 2), MOST_CHANGES), zero = most + 1;
  // The furthest place in `a` on each diagonal, from the front and from the back.
  const front = new Int32Array(2 * most + 3), back = new Int32Array(2 * most + 3);
  for (let d = 0; d <= most; d++) {
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && front[zero + k - 1]! < front[zero + k + 1]!);
      let x = isDown ? front[zero + k + 1]! : front[zero + k - 1]! + 1;
      while (x < n && x - k < m && x - k >= 0 && a[aFrom + x] === b[bFrom + x - k]) x++;
      front[zero + k] = x;
      const opposite = delta - k;
      if (delta % 2 !== 0 && Math.abs(opposite) <= d - 1 && x + back[zero + opposite]! >= n) {
        const point = within(x, x - k);
        if (point) return point;
      }
    }
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && back[zero + k - 1]! < back[zero + k + 1]!);
      let x = isDown ? back[zero + k + 1]! : back[zero + k - 1]! + 1;
      while (x < n && x - k < m && x - k >= 0 && a[aTo - 1 - x] === b[bTo - 1 - x + k]) x++;
      back[zero + k] = x;
      const opposite = delta - k;
      if (delta % 2 === 0 && Math.abs(opposite) <= d && x + front[zero + opposite]! >= n) {
        const point = within(n - x, m - (x - k));
        if (point) return point;
      }
    }
  }
  return undefined;

  /** Only a point within splits the stretch: ways that have left it, or a corner, do not. */
  function within(x: number, y: number): [number, number] | undefined {
    const isInside = x >= 0 && y >= 0 && x <= n && y <= m && x + y > 0 && x + y < n + m;
    return isInside ? [aFrom + x, bFrom + y] : undefined;
  }
}

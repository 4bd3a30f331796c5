/** A text put into another, where nothing is taken out. */
export interface Span {
  /** Where it begins, in UTF-16 units, in the text as it is when its turn comes. */
  readonly at: number;
  readonly text: string;
}

/** Puts texts in, one after the other. */
export function insertSpans(text: string, spans: readonly Span[]): string {
  return spans.reduce((done, { at, text }) => done.slice(0, at) + text + done.slice(at), text);
}

/** Takes texts out again, the last first; `undefined` where one does not stand where it was put. */
export function removeSpans(text: string, spans: readonly Span[]): string | undefined {
  return spans.reduceRight<string | undefined>((done, { at, text }) => {
    if (done?.slice(at, at + text.length) !== text) return undefined;
    return done.slice(0, at) + done.slice(at + text.length);
  }, text);
}

/** The lines in which two texts differ, with one around them: what a person looks at before a change. */
export function diffLines(before: string, after: string): string[] {
  if (before === after) return [];
  const [a, b] = [linesOf(before), linesOf(after)];
  let head = 0, tail = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const shown = (mark: string, lines: readonly string[]) =>
    lines.map((line) => `${mark}${line.replace(/\r?\n$/, "")}`);
  return [
    `@@ line ${head + 1} @@`,
    ...shown(" ", a.slice(Math.max(0, head - 1), head)),
    ...shown("-", a.slice(head, a.length - tail)),
    ...shown("+", b.slice(head, b.length - tail)),
    ...shown(" ", a.slice(a.length - tail, a.length - tail + 1)),
  ];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

/** The end of line that a text uses. */
export function newlineOf(text: string): string {
  return /\r\n/.test(text) ? "\r\n" : "\n";
}

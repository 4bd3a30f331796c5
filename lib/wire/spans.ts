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

/** The end of line that a text uses. */
export function newlineOf(text: string): string {
  return /\r\n/.test(text) ? "\r\n" : "\n";
}

import type { CtxError } from "../errors.ts";
import { clip } from "../text/excerpt.ts";

/** Colours, or nothing, around a text that ctx wrote itself. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  yellow(text: string): string;
  /** What was taken away, told from what was added also where red and green look alike. */
  removed(text: string): string;
  added(text: string): string;
}

/** The colours of a terminal, or none. */
export function paint(isColored: boolean): Paint {
  const style = (code: number | string) => (text: string) =>
    isColored && text ? `\x1b[${code}m${text}\x1b[0m` : text;
  return { bold: style(1), dim: style(2), yellow: style(33), removed: style("31;9"), added: style(32) };
}

/** A failure as `--json` shows it. */
export function errorData(
  { code, message, hint }: CtxError,
): { code: string; message: string; hint?: string } {
  return { code, message: message.toWellFormed(), hint };
}

/** A line for standard error: what is wrong, and what to do. */
export function messageLine(message: string, hint?: string): string {
  if (!hint) return `ctx: ${clip(message, 1000)}`;
  // What is to be run is of no use when it is cut.
  return `ctx: ${clip(message, 1000).replace(/[.:]$/, "")}. ${clip(hint, 10_000)}`;
}

/** A JSON document on its line. The controls that JSON lets through are escaped too: a terminal obeys some of them. */
export function documentLine(json: string): string {
  return json.replace(/[\x7f-\x9f]/g, (control) => `\\u00${control.charCodeAt(0).toString(16)}`) + "\n";
}

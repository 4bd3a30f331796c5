import { compact } from "../json/layout.ts";
import { parseJson } from "../json/parse_json.ts";
import { fieldTexts } from "./entry_fields.ts";

/** A line of a store's history: what an entry was before it was changed. */
export interface HistoryLine {
  /** When it was changed: RFC 3339; the empty string where the line does not say. */
  readonly at: string;
  /** The operation that changed it; the empty string where the line does not say. */
  readonly operation: string;
  /** Who changed it, when known. */
  readonly by?: string;
  /** The entry's JSON text, as it was, on one line. */
  readonly text: string;
}

/**
 * Reads a line of a history, if it is about a key.
 *
 * @param line The line. @param key The key.
 * @returns What it says; `undefined` where it is torn, another program's, or about another key.
 */
export function readHistoryLine(line: string, key: string): HistoryLine | undefined {
  const said = parsedLine(line);
  if (said?.key !== key || !isObject(said.entry)) return undefined;
  const text = (value: unknown) => typeof value === "string" ? value : "";
  return {
    at: text(said.at),
    operation: text(said.operation),
    by: typeof said.by === "string" ? said.by : undefined,
    text: compact(fieldTexts(line.trim()).get("entry")!),
  };
}

/** What a line says, where it is a JSON object; `undefined` for any other, torn ones among them. */
export function parsedLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const said: unknown = parseJson(line.trim());
    return isObject(said) ? said : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * What every line about a key holds, whichever program wrote it: the member `key` with the key as JSON spells
 * it, or with a letter as an escape, which only reading the line can tell.
 *
 * @param key The key. @returns The pattern; it also meets lines that are about another key.
 */
export function linePattern(key: string): RegExp {
  const spelled = JSON.stringify(key).slice(1).replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return new RegExp(`"key"[ \\t]*:[ \\t]*"(?:${spelled}|[^"\\\\\\n]*\\\\)`, "g");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

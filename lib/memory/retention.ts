import { compareInstants, parseInstant } from "../text/time.ts";
import { parsedLine } from "./history_line.ts";

/** How much of a history is kept. */
export interface Retention {
  /** How many days an earlier value stays after it was changed; 0 for all. */
  readonly days: number;
  /** How many earlier values of a key stay; 0 for all. */
  readonly versions: number;
}

/** The operation of the line that says how long a history was when it was last trimmed. It has no key. */
const TRIMMED = "retention";
const SECONDS_PER_DAY = 86_400;

/**
 * The lines of a history that stay. What is no history of a key, and is JSON, is another program's and stays;
 * what is no JSON was torn by a crash, and goes.
 *
 * @param lines The lines, the oldest first. @param retention How much is kept. @param now The time: RFC 3339.
 * @returns They, in their order.
 */
export function retainedLines(lines: readonly string[], retention: Retention, now: string): string[] {
  const { days, versions } = retention, nowInstant = parseInstant(now);
  const oldest = days > 0 && nowInstant
    ? { ...nowInstant, seconds: nowInstant.seconds - days * SECONDS_PER_DAY }
    : undefined;
  const counts = new Map<string, number>();
  const stays = (line: string): boolean => {
    const said = parsedLine(line);
    if (said === undefined) return isJson(line);
    if (typeof said.key !== "string") return said.operation !== TRIMMED;
    const count = (counts.get(said.key) ?? 0) + 1;
    counts.set(said.key, count);
    if (versions > 0 && count > versions) return false;
    const at = typeof said.at === "string" ? parseInstant(said.at) : undefined;
    return !oldest || !at || compareInstants(at, oldest) >= 0;
  };
  return lines.toReversed().filter(stays).reverse();
}

/** The line that a trimmed history begins with. */
export function trimmedLine(now: string, bytes: number): string {
  return JSON.stringify({ at: now, operation: TRIMMED, bytes });
}

/** How long a history was when it was last trimmed, by its first line; 0 where it never was. */
export function trimmedBytes(firstLine: string): number {
  const said = parsedLine(firstLine);
  const isSaid = said?.operation === TRIMMED && said.key === undefined && Number.isSafeInteger(said.bytes);
  return isSaid ? said.bytes as number : 0;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

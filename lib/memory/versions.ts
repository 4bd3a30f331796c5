import { compact } from "../json/layout.ts";
import { compareInstants, type Instant, parseInstant } from "../text/time.ts";
import type { StoreName } from "./entry.ts";
import type { HistoryLine } from "./history_line.ts";
import { StoredEntry } from "./stored_entry.ts";

/** How a version of an entry came to be, and how long it stood. */
export interface VersionFacts {
  /** How many changes back it is: 0 is the current one, 1 the one before. */
  readonly version: number;
  /** Since when it stood: RFC 3339; the empty string where nothing says. */
  readonly from: string;
  /** When it was changed or removed: RFC 3339; absent while it stands. */
  readonly until?: string;
  /** Who made it, when known. */
  readonly by?: string;
  /** The operation that made it, when known. */
  readonly operation?: string;
}

/**
 * An entry as it was for a while, or as it is (§10, version history).
 *
 * @example What an entry said before
 * ```ts
 * import { openContext } from "@ctx/ctx";
 * import { assertEquals } from "@std/assert";
 *
 * const home = await Deno.makeTempDir();
 * const context = openContext({ home, author: "Agent One" });
 * await context.set("port", 8080);
 * await context.set("port", 8443);
 * const [now, before] = await context.history("port");
 * assertEquals([now?.entry.value, before?.entry.value, before?.by], [8443, 8080, "Agent One"]);
 *
 * await context.undo("port");
 * assertEquals((await context.get("port")).entry.value, 8080);
 * await Deno.remove(home, { recursive: true });
 * ```
 */
export class EntryVersion extends StoredEntry implements VersionFacts {
  readonly version: number;
  readonly from: string;
  readonly until?: string;
  readonly by?: string;
  readonly operation?: string;

  /**
   * Describes a version.
   *
   * @param stored The entry as it was.
   * @param facts How it came to be.
   */
  constructor(stored: StoredEntry, { version, from, until, by, operation }: VersionFacts) {
    super(stored.store, stored.key, stored.text);
    this.version = version;
    this.from = from;
    this.until = until;
    this.by = by;
    this.operation = operation;
  }
}

/** Operations whose entries were written elsewhere, before they came: their own timestamp says since when. */
const FROM_ELSEWHERE = ["import", "merge"];
/** Operations behind which the key was gone; what stands there next was written anew. */
const REMOVING = ["cleanup"];

/**
 * The versions of an entry, out of its lines in the history and the entry as it stands.
 *
 * @param store The store. @param key The key.
 * @param lines The key's lines, in the order of the file. @param current The entry; absent where the key is gone.
 * @returns The versions, the newest first: the current one is version 0, where there is one.
 */
export function versionsOf(
  store: StoreName,
  key: string,
  lines: readonly HistoryLine[],
  current: StoredEntry | undefined,
): EntryVersion[] {
  const kept = trueLines(lines, current), versions: EntryVersion[] = [];
  const states = kept.map(({ text }) => new StoredEntry(store, key, text));
  if (current) states.push(current);
  let newer: EntryVersion | undefined;
  for (let i = states.length - 1; i >= 0; i--) {
    const stored = states[i]!, line = kept[i], made = madeBy(stored, kept[i - 1]);
    const isRemoved = line !== undefined && (!newer || REMOVING.includes(line.operation));
    const until = isRemoved ? line.at : newer?.from;
    newer = new EntryVersion(stored, { version: kept.length - i, until, ...made });
    versions.push(newer);
  }
  return versions;
}

/** How a state came to be: by the change that ended the one before it, as far as that is known. */
function madeBy({ entry }: StoredEntry, change: HistoryLine | undefined): Omit<VersionFacts, "version"> {
  const own = entry.timestamp || entry.created;
  if (change && !REMOVING.includes(change.operation)) {
    const { at, operation, by } = change;
    return { from: FROM_ELSEWHERE.includes(operation) ? own : at, operation: operation || undefined, by };
  }
  const isFirst = own !== "" && entry.created === entry.timestamp && entry.status === undefined;
  return { from: own, operation: isFirst ? "set" : undefined, by: entry.author };
}

/** The lines that tell of a change, in the order of the changes. */
function trueLines(lines: readonly HistoryLine[], current: StoredEntry | undefined): HistoryLine[] {
  // Where histories were merged, a line can stand twice, and the lines of both sides are not in turn.
  const same = ({ at, operation, by, text }: HistoryLine) => JSON.stringify([at, operation, by, text]);
  const unique = [...new Map(lines.toReversed().map((line) => [same(line), line])).values()].reverse();
  const ordered = unique.some(({ operation }) => operation === "merge")
    ? unique.sort((a, b) => compareTimes(a.at, b.at))
    : unique;
  const kept: HistoryLine[] = [];
  let next = current && compact(current.text);
  for (const line of ordered.reverse()) {
    // A crash between the history and the store leaves a line that says what is still so.
    if (line.text !== next) kept.push(line);
    next = line.text;
  }
  return kept.reverse();
}

function compareTimes(a: string, b: string): number {
  const [first, second] = [parseInstant(a), parseInstant(b)];
  return first && second ? compareInstants(first, second) : 0;
}

/**
 * The version that stood at a time.
 *
 * @param versions The versions, the newest first. @param when The time.
 * @returns It; `undefined` where the key was not there, or nothing is known of it.
 */
export function versionAt(versions: readonly EntryVersion[], when: Instant): EntryVersion | undefined {
  const hasCome = (time: string | undefined) => {
    const instant = parseInstant(time ?? "");
    return instant !== undefined && compareInstants(instant, when) <= 0;
  };
  const latest = versions.find(({ from }) => hasCome(from));
  return latest && !hasCome(latest.until) ? latest : undefined;
}

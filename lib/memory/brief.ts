import { excerpt } from "../text/excerpt.ts";
import { compareInstants, formatUtc, type Instant } from "../text/time.ts";
import type { Basis, Source, Status, StoreName } from "./entry.ts";
import { plainText } from "./shown_names.ts";
import { type Dated, dated, newestFirst } from "./match.ts";
import type { BriefBounds } from "./settings.ts";
import type { StoredEntry } from "./stored_entry.ts";
import type { OpenItems } from "./session_summary.ts";

/** One entry as the brief shows it. */
export interface BriefItem {
  /** The store it is in. */
  readonly store: StoreName;
  /** Its key, as it is stored. */
  readonly key: string;
  /** Its timestamp, as it is stored. */
  readonly timestamp: string;
  /** Whose knowledge it is. */
  readonly source: Source;
  /** How it is known. */
  readonly basis: Basis;
  /** Who wrote it, when known. */
  readonly author?: string;
  /** Its mark; absent when it is current. */
  readonly status?: Status;
  /** The key that replaces it, when it is superseded. */
  readonly superseded_by?: string;
  /** The value's excerpt, safe to show on a line. */
  readonly excerpt: string;
}

/** A bounded list, and how much more there is. */
export interface BriefSection<T> {
  /** What is shown. */
  readonly items: readonly T[];
  /** How many belong to the section and are not shown. */
  readonly more: number;
}

/** The brief as data (§5.2). */
export interface Brief {
  /** When it was made: RFC 3339 in UTC. */
  readonly time: string;
  /** How many entries each store has; `null` where its file cannot be read. */
  readonly counts: Readonly<Record<StoreName, number | null>>;
  /** What the work is about now: `current_focus` of `shared`. */
  readonly focus?: BriefItem;
  /** The operator's standing instructions. */
  readonly instructions: BriefSection<BriefItem>;
  /** The open items of the newest summary; absent where there is no summary that can be read. */
  readonly open?: BriefSection<string> & { readonly file: string };
  /** What was decided in the last seven days. */
  readonly decisions: BriefSection<BriefItem>;
  /** From when on decisions are shown: RFC 3339 in UTC. */
  readonly decisions_since: string;
  /** What was written last. */
  readonly changes: BriefSection<BriefItem>;
  /** What could not be read, a line each, safe to show. */
  readonly faults: readonly string[];
}

/** What a brief is made from. */
export interface BriefFacts {
  /** The time, in milliseconds since 1970. */
  readonly nowMs: number;
  /** How many entries each store has; `null` where its file cannot be read. */
  readonly counts: Brief["counts"];
  /** All entries that can be read, in any order, but for those that are counted in `unread`. */
  readonly entries: readonly StoredEntry[];
  /** How many entries more belong to each section, all of them older than those that it will show. */
  readonly unread?: Readonly<Record<"instructions" | "decisions" | "changes", number>>;
  /** The newest summary that is there and can be read. */
  readonly summary?: { readonly file: string; readonly open: OpenItems };
  /** How much of each section to show. */
  readonly bounds: BriefBounds;
  /** What could not be read. */
  readonly faults: readonly string[];
}

const WINDOW_SECONDS = 168 * 60 * 60;
const MOST_FROM_AGENT = 3;
/** A store can hold any number of faults, and the brief must stay a screen. */
const FAULT_ITEMS = 10;

/**
 * Chooses what the brief shows (§5.2). Its size is bounded by the bounds alone, whatever the stores hold.
 *
 * @param facts The entries, the newest summary, the time.
 * @returns The brief.
 */
export function selectBrief(facts: BriefFacts): Brief {
  const { nowMs, bounds, unread = { instructions: 0, decisions: 0, changes: 0 } } = facts;
  const since: Instant = { seconds: decisionsSince(nowMs), fraction: "" };
  const decisions_since = formatUtc(since.seconds * 1000);
  const instructions = new Newest(bounds.instruction_items), decisions = new Newest(bounds.decision_items);
  const fromAgent = new Newest(changesOf("agent", bounds)), fromOthers = new Newest(bounds.change_items);
  let focus: StoredEntry | undefined;
  // New entries are written behind the old ones: from the back the newest are met first, and the rest passed over.
  for (let i = facts.entries.length - 1; i >= 0; i--) {
    const stored = facts.entries[i]!;
    if (stored.store === "shared" && stored.key === "current_focus") focus = stored;
    if (isInstruction(stored)) instructions.add(stored);
    if (isSince(stored, since, decisions_since) && isDecision(stored)) decisions.add(stored);
    (stored.store === "agent" ? fromAgent : fromOthers).add(stored);
  }
  const changes = new Newest(bounds.change_items);
  for (const { stored } of [...fromAgent.items, ...fromOthers.items]) changes.add(stored);

  const show = (length: number) => ({ stored }: Dated): BriefItem => {
    const { store, key, entry: { source, basis, author, status, superseded_by, timestamp } } = stored;
    return {
      store,
      key,
      timestamp,
      source,
      basis,
      author,
      status,
      superseded_by,
      excerpt: excerpt(plainText(stored), length),
    };
  };
  const open = facts.summary && {
    file: facts.summary.file,
    items: facts.summary.open.items.slice(0, bounds.open_items).map((item) =>
      excerpt(item, bounds.open_length)
    ),
    more: Math.max(0, facts.summary.open.items.length - bounds.open_items),
  };
  return {
    time: formatUtc(nowMs),
    counts: facts.counts,
    focus: focus && show(bounds.focus_length)(dated(focus)),
    instructions: instructions.section(show(bounds.instruction_length), unread.instructions),
    open,
    decisions: decisions.section(show(bounds.decision_length), unread.decisions),
    decisions_since,
    changes: {
      items: changes.items.map(show(bounds.change_length)),
      more: fromAgent.seen + fromOthers.seen + unread.changes - changes.items.length,
    },
    faults: facts.faults.length > FAULT_ITEMS
      ? [
        ...facts.faults.slice(0, FAULT_ITEMS),
        `${facts.faults.length - FAULT_ITEMS} more: ctx list names them`,
      ]
      : facts.faults,
  };
}

/** From when on a brief shows decisions, in seconds since 1970. */
export function decisionsSince(nowMs: number): number {
  return Math.floor(nowMs / 1000) - WINDOW_SECONDS;
}

/** How many of the newest entries of a store a brief may show as changes. */
export function changesOf(store: StoreName, bounds: BriefBounds): number {
  return store === "agent" ? Math.min(MOST_FROM_AGENT, bounds.change_items) : bounds.change_items;
}

/** The newest of what it is given, up to a number; remembers how many there were. */
class Newest {
  readonly items: Dated[] = [];
  seen = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(stored: StoredEntry): void {
    this.seen++;
    const last = this.items[this.#most - 1];
    if (last && isClearlyOlder(stored, last)) return;
    const item = dated(stored);
    if (last && newestFirst(last, item) <= 0) return;
    let place = this.items.length;
    while (place > 0 && newestFirst(this.items[place - 1]!, item) > 0) place--;
    this.items.splice(place, 0, item);
    if (this.items.length > this.#most) this.items.pop();
  }

  section(show: (item: Dated) => BriefItem, unread: number): BriefSection<BriefItem> {
    return { items: this.items.map(show), more: this.seen + unread - this.items.length };
  }
}

/**
 * Whether two times in the form that ctx writes already differ as text, which spares reading one for each of
 * thousands of entries. What has that form and is no time would come last all the same.
 */
function isClearlyOlder({ timestamp }: StoredEntry, { stored, instant }: Dated): boolean {
  const other = stored.timestamp;
  return instant !== undefined && isWrittenForm(timestamp) && isWrittenForm(other) && timestamp < other;
}

function isWrittenForm(timestamp: string): boolean {
  return timestamp.length === "2026-10-13T09:41:07Z".length && timestamp[10] === "T" &&
    timestamp.endsWith("Z");
}

function isSince(stored: StoredEntry, since: Instant, sinceText: string): boolean {
  const { timestamp } = stored;
  if (isWrittenForm(timestamp) && timestamp < sinceText) return false;
  const { instant } = dated(stored);
  return instant !== undefined && compareInstants(instant, since) >= 0;
}

/**
 * Whether an entry is one of the operator's standing instructions (§5.2). Only the operator store counts: an
 * agent may write `shared`, and must not steer others from there.
 */
export function isInstruction(stored: StoredEntry): boolean {
  if (stored.store !== "operator") return false;
  const { key, entry } = stored;
  return entry.source === "operator" && entry.status !== "superseded" && isInstructionKind(key, entry.tags);
}

/** Whether a key or tags claim to be an instruction. */
export function isInstructionKind(key: string, tags: readonly string[]): boolean {
  return tags.includes("preference") || tags.includes("directive") ||
    key.startsWith("operator_preference_") || key.startsWith("operator_directive_");
}

/** Whether an entry is a decision that the brief may show (§5.2). */
export function isDecision({ key, entry }: StoredEntry): boolean {
  return entry.status !== "superseded" && (entry.tags.includes("decision") || key.startsWith("decision_"));
}

import { CtxError } from "../errors.ts";
import type { StoredEntry } from "../memory/stored_entry.ts";
import { NAME_LENGTH } from "../memory/shown_names.ts";
import { LINE_LENGTH } from "../memory/shown_entry.ts";
import { plainText } from "../memory/shown_names.ts";
import { clip, excerpt } from "../text/excerpt.ts";
import { inTools } from "./wording.ts";
import type { CallToolResult } from "./sdk.ts";

/** The most characters of a result, as text and as data. */
export const MOST_CHARACTERS = 10_000;

/** What a tool has to say. */
export interface Answer {
  /** For whoever reads it: stored text is fenced, or on a line of ours. */
  readonly text: string;
  /** The same as data, whose texts are cleaned: a client may show it to its agent as it is. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An answer as the protocol has it. */
export function resultOf({ text, data }: Answer): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: { ...data } };
}

/** A failure that the agent can mend: what is wrong, and the next step. */
export function failedResult(error: unknown): CallToolResult {
  const { message, hint } = error instanceof CtxError ? error : {
    message: `A fault of ctx itself: ${String(error)}`,
    hint: "Nothing was lost; please report it with the call that you made.",
  };
  const line = hint ? `${message.replace(/[.:]$/, "")}. ${hint}` : message;
  return { content: [{ type: "text", text: clip(inTools(line), 1000) }], isError: true };
}

const TAGS_SHOWN = 20, NOTE_LENGTH = 300;

/** What is known of an entry besides its value, as data that is safe to show. */
export function aboutEntry({ store, key, entry }: StoredEntry): Record<string, unknown> {
  const { status, superseded_by, status_note, source, basis, author, tags, timestamp } = entry;
  return withoutAbsent({
    store,
    key: clip(key, 1000),
    status: status && clip(status, NAME_LENGTH),
    superseded_by: superseded_by && clip(superseded_by, 1000),
    status_note: status_note && clip(status_note, NOTE_LENGTH),
    source: clip(source, NAME_LENGTH),
    basis: clip(basis, NAME_LENGTH),
    author: author && clip(author, NAME_LENGTH),
    tags: tags.length > 0 ? tags.slice(0, TAGS_SHOWN).map((tag) => clip(tag, NAME_LENGTH)) : undefined,
    timestamp: clip(timestamp, NAME_LENGTH),
  });
}

/** The same with the start of the value. */
export function entryItem(stored: StoredEntry): Record<string, unknown> {
  return { ...aboutEntry(stored), excerpt: excerpt(plainText(stored), LINE_LENGTH) };
}

/** An object without the fields that are `undefined`. */
export function withoutAbsent(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** One of many things: its line, and the same as data. */
export interface Item {
  readonly line: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Room for what stands around the items. */
const AROUND = 600;

/**
 * A page of a list: as many items as were asked for and as there is room for, with the total and where to go on.
 *
 * @param items All items, or all up to the page's end. @param total How many there are.
 * @param page Where it begins, and the most items. @param show An item's line and data; asked for those shown alone.
 * @param notes Lines to say besides.
 */
export function pageOfItems<T>(
  items: readonly T[],
  total: number,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  show: (item: T) => Item,
  notes: readonly string[] = [],
): Answer {
  const shown: Item[] = [];
  let room = { text: MOST_CHARACTERS - AROUND, data: MOST_CHARACTERS - AROUND };
  for (const item of items.slice(offset, offset + limit)) {
    const { line, data } = show(item);
    room = { text: room.text - line.length - 1, data: room.data - JSON.stringify(data).length - 1 };
    if (shown.length > 0 && Math.min(room.text, room.data) < 0) break;
    shown.push({ line, data });
  }
  const end = offset + shown.length, next = shown.length > 0 && end < total ? end : undefined;
  const said = shown.length === 0
    ? total === 0 ? "none" : `none from ${offset} on, of ${total}`
    : next === undefined
    ? `${offset + 1} to ${end} of ${total}: that is all`
    : `${offset + 1} to ${end} of ${total}; next: offset ${next}`;
  return {
    text: [...shown.map(({ line }) => line), ...notes.map((note) => `! ${note}`), said].map((line) =>
      line + "\n"
    ).join(""),
    data: withoutAbsent({
      results: shown.map(({ data }) => data),
      total,
      next,
      notes: notes.length > 0 ? notes : undefined,
    }),
  };
}

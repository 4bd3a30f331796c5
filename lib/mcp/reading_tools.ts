import type { StoredEntry } from "../memory/stored_entry.ts";
import { entryLine, entryText, valueAsText } from "../memory/shown_entry.ts";
import { localTime, NAME_LENGTH, shownName, shownWord, statusLabel } from "../memory/shown_names.ts";
import type { EntryVersion } from "../memory/versions.ts";
import { clip, excerpt } from "../text/excerpt.ts";
import { pageOf } from "../text/page.ts";
import { visible } from "../text/visible.ts";
import { aboutEntry, type Answer, entryItem, MOST_CHARACTERS, pageOfItems, withoutAbsent } from "./answer.ts";
import { fields, type Tool, tool } from "./tool.ts";
import type { Zod } from "./sdk.ts";
import { AS_TOOLS, inTools } from "./wording.ts";

const PAGE_ITEMS = 50, MOST_ITEMS = 200;

/** The tools that change nothing, in the order in which they are listed. */
export function readingTools(z: Zod): Tool[] {
  const { store, key, filters, page, many } = fields(z);
  return [
    tool({
      name: "ctx_start",
      description:
        "Call first: rules, what matters now, the last session's summary (recall, mem_context). brief: what matters alone.",
      input: z.strictObject({ brief: z.boolean().optional() }),
      output: z.object({ text: z.string() }),
      effect: "reads",
      run: async ({ brief }, { context }) => {
        const part = brief ? "brief" : undefined;
        const { text } = await context.startHook("plain", { part, wording: AS_TOOLS });
        return { text, data: { text } };
      },
    }),
    tool({
      name: "ctx_search",
      description:
        "Search memory (search_nodes, search_memory) for a text in key or value; words: for all its words, best first.",
      input: z.strictObject({ query: z.string(), words: z.boolean().optional(), ...filters, ...page }),
      output: many,
      effect: "reads",
      run: async ({ query, words, ...rest }, { context }) => {
        const asked = pageAsked(rest);
        const found = words
          ? await context.searchWords(query, asked.filters)
          : await context.search(query, asked.filters);
        const answer = entriesPage(found, asked);
        if (found.total > 0 || words || !query.trim().includes(" ")) return answer;
        return { ...answer, text: `${answer.text}words: true finds entries that hold all the words\n` };
      },
    }),
    tool({
      name: "ctx_get",
      description: "Read one memory (read_note, open_nodes). A long value comes in parts: go on at next.",
      input: z.strictObject({ key, store, offset: z.int().min(0).max(1e9).optional() }),
      output: z.object({ entry: z.object({}), offset: z.int(), total: z.int(), next: z.int().optional() }),
      effect: "reads",
      run: async ({ key, store, offset = 0 }, { context }) =>
        await entryPart(await context.get(key, { store }), offset),
    }),
    tool({
      name: "ctx_list",
      description: "List memories (list_memories, read_graph), newest first.",
      input: z.strictObject({
        ...filters,
        source: z.enum(["operator", "agent", "both", "system"]).optional(),
        basis: z.enum(["verified", "reported", "inferred"]).optional(),
        scope: z.enum(["global", "session"]).optional(),
        author: z.string().optional(),
        ...page,
      }),
      output: many,
      effect: "reads",
      run: async (args, { context }) => {
        const asked = pageAsked(args);
        return entriesPage(await context.list(asked.filters), asked);
      },
    }),
    tool({
      name: "ctx_history",
      description: "What a memory said before: when, by whom, how.",
      input: z.strictObject({ key, store, ...page }),
      output: many,
      effect: "reads",
      run: async ({ key, store, offset = 0, limit = PAGE_ITEMS }, { context }) => {
        const versions = await context.history(key, { store });
        return pageOfItems(versions, versions.length, { offset, limit }, versionItem);
      },
    }),
  ];
}

interface PageArguments {
  readonly offset?: number;
  readonly limit?: number;
}

/** The filters of a call, which fetch no more than its page. */
function pageAsked<T extends PageArguments>({ offset = 0, limit = PAGE_ITEMS, ...filters }: T) {
  return {
    offset,
    limit: Math.min(limit, MOST_ITEMS),
    filters: { ...filters, limit: offset + Math.min(limit, MOST_ITEMS) },
  };
}

interface Found {
  readonly results: readonly StoredEntry[];
  readonly total: number;
  readonly faults: readonly { readonly message: string }[];
}

function entriesPage({ results, total, faults }: Found, page: { offset: number; limit: number }): Answer {
  const notes = faults.slice(0, 5).map(({ message }) => clip(inTools(message), 300));
  return pageOfItems(
    results,
    total,
    page,
    (stored) => ({ line: entryLine(stored), data: entryItem(stored) }),
    notes,
  );
}

/** Room for what stands around a value. */
const AROUND = 3000;

/** An entry with as much of its value as there is room for. */
async function entryPart(stored: StoredEntry, offset: number): Promise<Answer> {
  const value = visible(valueAsText(stored)), { entry } = stored, total = value.length;
  // What JSON escapes takes more room as data than as text.
  let page = pageOf(value, offset, MOST_CHARACTERS - AROUND);
  for (let most = MOST_CHARACTERS - AROUND; JSON.stringify(page.text).length > MOST_CHARACTERS - AROUND;) {
    page = pageOf(value, offset, most = Math.floor(most * 0.7));
  }
  // A part can begin within a character that is longer than a part: what hides there stands alone.
  const { start, end } = page,
    text = visible(page.text),
    next = end < total ? end : undefined,
    isWhole = start === 0 && next === undefined;
  const said = `(characters ${start} to ${end} of ${total}${
    next === undefined ? "" : `; next: offset ${next}`
  })`;
  const data = {
    ...aboutEntry(stored),
    derivation: entry.derivation && clip(entry.derivation, 500),
    scope: clip(entry.scope, NAME_LENGTH),
    created: clip(entry.created, NAME_LENGTH),
    // As text, with its own digits: a number of JSON would lose some.
    value: text,
    value_is: typeof entry.value === "string" ? "text" : "json",
  };
  return {
    text: await entryText(stored, false, isWhole ? undefined : { text, said }) + notesText(data),
    data: withoutAbsent({ entry: withoutAbsent(data), offset: start, total, next }),
  };
}

/** What the opening line of an entry does not say, on lines of ours. */
function notesText({ tags, derivation }: Readonly<Record<string, unknown>>): string {
  const lines = [tags && `tags: ${(tags as string[]).join(", ")}`, derivation && `derivation: ${derivation}`];
  return lines.filter(Boolean).map((line) => `${line}\n`).join("");
}

/** A version of an entry: its line and its data. */
function versionItem(stored: EntryVersion): { line: string; data: Record<string, unknown> } {
  const { version, from, until, by, operation, entry } = stored;
  const made = [
    String(version),
    localTime(from) || "(no time)",
    operation && shownWord(operation, NAME_LENGTH),
    by !== undefined && `by ${shownName(by)}`,
  ];
  const labels = [
    statusLabel(entry),
    shownWord(entry.source, NAME_LENGTH),
    shownWord(entry.basis, NAME_LENGTH),
  ];
  const value = excerpt(valueAsText(stored), 400);
  return {
    line: `${[...made, ...labels].filter(Boolean).join(" ")}: ${value}`,
    data: withoutAbsent({
      version,
      from: clip(from, NAME_LENGTH),
      until: until && clip(until, NAME_LENGTH),
      operation: operation && clip(operation, NAME_LENGTH),
      by: by && clip(by, NAME_LENGTH),
      status: entry.status && clip(entry.status, NAME_LENGTH),
      source: clip(entry.source, NAME_LENGTH),
      basis: clip(entry.basis, NAME_LENGTH),
      value,
    }),
  };
}

import { excerpt } from "../text/excerpt.ts";
import { termsOf } from "../text/split_words.ts";
import { plainText } from "./shown_names.ts";
import type { StoredEntry } from "./stored_entry.ts";
import { placesOf, valueWords, type WordQuery } from "./word_query.ts";

/** The part of an entry that shows why it was found. */
export interface WordExcerpt {
  /** Where it is from, as people call it; absent for the value. */
  readonly field?: string;
  /** One bounded line, safe to show but for the marks. */
  readonly text: string;
}

/** How much of the line may stand in front of what was found. */
const LEAD = 0.4;

/**
 * The line around the first place at which something wanted stands: in the value without the notes of its
 * amendments; else its start, where the key has it; else in the note, the derivation, the tags or an older note.
 *
 * @param query The query. @param stored An entry that meets it.
 * @param bound The most code points shown, besides the ` ...` at either end and the marks.
 * @param mark Marks a word that was looked for.
 */
export function excerptOfWords(
  query: WordQuery,
  stored: StoredEntry,
  bound: number,
  mark: (word: string) => string,
): WordExcerpt {
  const { value, tags, derivation, status_note } = stored.entry;
  const start = typeof value === "string" ? plainText(stored) : valueWords(stored);
  const inKey = firstPlace(query, stored.key) === undefined ? [] : [[undefined, start, 0] as const];
  const others = [
    ["note", status_note],
    ["derivation", derivation],
    ["tags", tags.join(", ")],
    [undefined, valueWords(stored)],
  ] as const;
  const placed = [[undefined, start] as const, ...inKey, ...others].map(([field, text = "", at]) => ({
    field,
    text,
    at: at ?? firstPlace(query, text),
  }));
  const { field, text, at } = placed.find(({ at }) => at !== undefined) ?? { ...placed[0]!, at: 0 };
  return { field, text: markWords(query, lineAround(text, at!, bound), mark) };
}

/** Where the first word stands that is wanted. */
function firstPlace({ wanted }: WordQuery, text: string): number | undefined {
  const terms = termsOf(text);
  const places = wanted.flatMap((part) => placesOf(part, terms).slice(0, 1)).sort((a, b) => a - b);
  return terms[places[0] ?? Infinity]?.start;
}

function lineAround(text: string, at: number, bound: number): string {
  if (at <= bound / 2) return excerpt(text, bound);
  // From a word's beginning, so that no character is split.
  const from = at - Math.floor(bound * LEAD), space = text.slice(from, at).search(/\s\S/);
  return `... ${excerpt(text.slice(space === -1 ? at : from + space), bound)}`;
}

function markWords({ wanted }: WordQuery, line: string, mark: (word: string) => string): string {
  const terms = termsOf(line), marked = new Set<number>();
  for (const part of wanted) {
    for (const place of placesOf(part, terms)) part.words.forEach((_, i) => marked.add(place + i));
  }
  let text = "", end = 0;
  terms.forEach((term, i) => {
    if (!marked.has(i)) return;
    text += line.slice(end, term.start) + mark(line.slice(term.start, term.end));
    end = term.end;
  });
  return text + line.slice(end);
}

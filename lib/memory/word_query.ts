import { fold, type Term, termsOf } from "../text/split_words.ts";
import type { StoredEntry } from "./stored_entry.ts";

/** Words that are looked for next to each other; mostly one. */
export interface WordPart {
  /** One word or more, folded. */
  readonly words: readonly string[];
  /** Whether the last of them may go on. */
  readonly isPrefix: boolean;
}

/** What is looked for by its words. */
export interface WordQuery {
  /** Each has to be in an entry; none twice. */
  readonly wanted: readonly WordPart[];
  /** None may be in an entry. */
  readonly unwanted: readonly WordPart[];
}

// An unclosed quote matches nothing and is passed over; a minus counts in front of a word alone.
const PART = /(?:(?<!\S)(-))?(?:"([^"]*)"(\*?)|([^\s"]+))/g;

/**
 * Reads a query (§10). Words are parted by white space; `"several words"` is a phrase; `time*` is every word that
 * begins so, also at the end of a phrase; `-word` and `-"a phrase"` exclude. A word that is several, such as
 * `pre-edit` or `issue_upload`, is the phrase of them. Anything else is no operator and parts words: every query can
 * be read (BR-94), and one without a word is met by every entry.
 *
 * @param query Any text. @returns What is looked for.
 */
export function parseWords(query: string): WordQuery {
  if (typeof query !== "string") throw new TypeError(`The query must be a string: received ${typeof query}`);
  const wanted = new Map<string, WordPart>(), unwanted = new Map<string, WordPart>();
  for (const [, minus, phrase, star, plain] of query.matchAll(PART)) {
    const text = phrase ?? plain!, terms = termsOf(text), last = terms.at(-1);
    if (!last) continue;
    const part = {
      words: terms.map(({ word }) => word),
      isPrefix: star === "*" || text.startsWith("*", last.end),
    };
    (minus ? unwanted : wanted).set(JSON.stringify(part), part);
  }
  return { wanted: [...wanted.values()], unwanted: [...unwanted.values()] };
}

/**
 * Which entries can meet a query. It lets through each that does, and few that do not; {@linkcode scoreOf} decides.
 *
 * @param query The query. @returns The test, which does not parse the entry.
 */
export function canMatch(query: WordQuery): (stored: StoredEntry) => boolean {
  const words = textsOfQuery(query);
  if (words.length === 0) return () => true;
  return ({ key, text }) => {
    // A letter may be written as its number.
    if (text.includes("\\u")) return true;
    const folded = fold(text);
    let foldedKey: string | undefined;
    return words.every((word) => folded.includes(word) || (foldedKey ??= fold(key)).includes(word));
  };
}

/**
 * Texts that stand in the key or in the text of each entry that meets a query and has no letter as an escape.
 *
 * @param query The query. @returns The texts, folded, each once.
 */
export function textsOfQuery({ wanted }: WordQuery): string[] {
  return [...new Set(wanted.flatMap(({ words }) => words))];
}

/**
 * How well an entry meets a query: how often what is wanted occurs in its key, value, tags, derivation and status
 * note, all counted alike. Each word, prefix and phrase counts once for each place at which it begins; a phrase lies
 * within one field, and one tag. A value that is no string counts by the words of its JSON text, its escapes read.
 *
 * @param query The query. @param stored The entry.
 * @returns The count; 0 where nothing is wanted; `undefined` where something wanted is missing, or something
 * unwanted is there.
 */
export function scoreOf({ wanted, unwanted }: WordQuery, stored: StoredEntry): number | undefined {
  if (wanted.length === 0 && unwanted.length === 0) return 0;
  const fields = fieldsOf(stored).map(termsOf);
  const count = (part: WordPart) => fields.reduce((sum, terms) => sum + placesOf(part, terms).length, 0);
  let score = 0;
  for (const part of wanted) {
    const found = count(part);
    if (found === 0) return undefined;
    score += found;
  }
  return unwanted.some((part) => count(part) > 0) ? undefined : score;
}

/** The places among a text's words at which a part begins. */
export function placesOf({ words, isPrefix }: WordPart, terms: readonly Term[]): number[] {
  const places: number[] = [], last = words.length - 1;
  for (let i = 0; i + last < terms.length; i++) {
    const isThere = words.every((word, at) => {
      const found = terms[i + at]!.word;
      return found === word || (isPrefix && at === last && found.startsWith(word));
    });
    if (isThere) places.push(i);
  }
  return places;
}

function fieldsOf(stored: StoredEntry): string[] {
  const { tags, derivation, status_note } = stored.entry;
  return [stored.key, valueWords(stored), ...tags, derivation ?? "", status_note ?? ""];
}

/** An entry's value as a text with its words: of what is no string the JSON text, with the escapes read. */
export function valueWords(stored: StoredEntry): string {
  const { value } = stored.entry;
  if (typeof value === "string") return value;
  return stored.valueText.replace(/"(?:[^"\\]|\\.)*"/g, (string) => `"${JSON.parse(string)}"`);
}

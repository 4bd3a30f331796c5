import { foldCase } from "../text/fold_case.ts";
import type { Filters } from "./match.ts";

/** What JSON spells in another way than it reads, and what white space may stand beside. */
const NOT_AS_READ = /["\\/{}[\]:,\p{Cc}]+/u;

/**
 * What an entry's JSON text shows without being read. Each of these tests may let an entry through that is none
 * of those that are looked for, and holds none of them back: reading an entry takes far longer than looking at it.
 */
export type TextTest = (text: string) => boolean;

/** Characters that JSON can spell in one more way than as themselves and by their number (`\u` and four digits). */
const SPELLED_TWICE = /["\\/\p{Cc}]/u;

/**
 * A test for filters (§4.6): a word that an entry must hold stands in its text, unless letters are escaped there.
 *
 * @param filters The filters.
 * @returns The test: `false` where the entry passes for certain none of them.
 */
export function spellsFilters(filters: Filters): TextTest {
  const quoted = quotedWords(filters);
  return (text) => quoted.every((word) => text.includes(word)) || text.includes("\\u");
}

/**
 * Texts that stand in each entry which passes the filters and has no letter as an escape, for an index.
 *
 * @param filters The filters. @returns The texts, folded.
 */
export function textsOfFilters(filters: Filters): string[] {
  return quotedWords(filters).map(foldCase);
}

function quotedWords({ source, basis, scope, author, status, tags = [] }: Filters): string[] {
  // What an entry without the field counts as need not stand in it.
  const words = [
    ...tags,
    author,
    status === "current" ? undefined : status,
    source === "agent" ? undefined : source,
    basis === "inferred" ? undefined : basis,
    scope === "global" ? undefined : scope,
  ];
  return words.filter((word) => word !== undefined && !SPELLED_TWICE.test(word)).map((word) => `"${word}"`);
}

/** Patterns that are spelled in one way: ASCII without quotes, escapes, and what white space may stand beside. */
const PLAIN_PATTERN = /^[\x20-\x7e]+$/, STRUCTURE = /["\\{}[\]:,]/;

/**
 * A test for a pattern (§4.6) in a key or in an entry's text.
 *
 * @param pattern What is looked for. @returns The test; `undefined` where only reading tells.
 */
export function spellsPattern(pattern: string): TextTest | undefined {
  if (!PLAIN_PATTERN.test(pattern) || STRUCTURE.test(pattern)) return undefined;
  const escaped = pattern.replace(/[$()*+.?^|/-]/g, "\\$&");
  // Other letters can fold into ASCII, as the sign for kelvin does, and an escape can stand for any.
  const spelled = new RegExp(`${escaped}|[\\x80-\\uffff]|\\\\[u/]`, "i");
  return (text) => spelled.test(text);
}

/**
 * Texts that stand in the key or in the text of each entry that holds a pattern (§4.6) and has no letter as an
 * escape, for an index: the parts of the pattern that JSON spells as they read.
 *
 * @param pattern What is looked for. @returns The texts, folded.
 */
export function textsOfPattern(pattern: string): string[] {
  return foldCase(pattern).split(NOT_AS_READ).filter((text) => text !== "");
}

/** One word of a text, and where it stands. */
export interface Term {
  /** The word as it is compared: in lower case, without accents. */
  readonly word: string;
  /** Where it begins, in UTF-16 units. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
}

const ONLY_ASCII = /^[\t\n\r -~]*$/;
const ASCII_WORD = /[A-Za-z0-9]+/g;

// What is written without spaces between words: each character counts as a word, and several as a phrase.
const UNSPACED = "Han Hiragana Katakana Thai Lao Khmer Myanmar".split(" ")
  .map((script) => `\\p{Script=${script}}`).join("");
// Made when first needed, as properties of Unicode take time, and most text is ASCII.
let anyWord: RegExp | undefined;

/**
 * The words of a text (§10): runs of letters and digits. Whatever else stands between them parts them, an underscore
 * too, so that the words of a key are found; so does every character of a script without spaces. Takes time linear
 * in the length.
 *
 * @param text Any text. @returns The words in their order.
 */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const { 0: found, index } of text.matchAll(ONLY_ASCII.test(text) ? ASCII_WORD : wordOfAnyScript())) {
    terms.push({ word: fold(found), start: index, end: index + found.length });
  }
  return terms;
}

function wordOfAnyScript(): RegExp {
  return anyWord ??= new RegExp(
    `[[\\p{L}\\p{N}]--[${UNSPACED}]][[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]*|[[\\p{L}\\p{N}]&&[${UNSPACED}]]\\p{M}*`,
    "gv",
  );
}

/**
 * A text as its words are compared: in lower case, decomposed (NFD) and without its marks, the two small sigmas as
 * one. Folding a part of a text gives a part of the folded text.
 */
export function fold(text: string): string {
  if (ONLY_ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFD").toLowerCase().replace(/\p{M}+/gu, "").replaceAll("ς", "σ");
}

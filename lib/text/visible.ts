/**
 * Stored text as it may be shown. A terminal obeys what it is shown and an agent believes what it reads, so
 * characters that act, hide or reorder are shown as escapes, `\u{202e}`, and nothing a person can see is touched
 * (§9.1, §11).
 */

// Nearly all text is this, and needs one test. A return is looked at closer: it may stand before a newline.
const ONLY_PLAIN_ASCII = /^[\t\n -~]*$/;
const ONLY_PRINTABLE_ASCII = /^[ -~]*$/;

// Characters that act (controls, bidirectional marks), hide (default-ignorable: zero-width, joiners, variation
// selectors, tags, fillers), break a line (U+2028, U+2029), annotate invisibly (U+FFF9 to U+FFFB), or are half a
// character. A flag spelled with tag characters is taken whole, before its parts. There are three such flags:
// any other spelling would be a hidden text of five letters behind a black flag.
const FLAG = `\u{1f3f4}(?:${["gbeng", "gbsct", "gbwls"].map(inTags).join("|")})\u{e007f}`;
const HIDDEN = "\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb";
let suspect: RegExp | undefined;

/** An ASCII text spelled with tag characters. */
function inTags(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
}

const ZWNJ = 0x200c;
const ZWJ = 0x200d;
const TEXT_STYLE = 0xfe0e;
const EMOJI_STYLE = 0xfe0f;

const KEYCAP = 0x20e3;
const KEYCAP_BASE = /^[#*0-9]$/;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const PICTOGRAPH_OR_MODIFIER = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const IDEOGRAPH = /^\p{Unified_Ideograph}$/u;
// The scripts whose spelling uses joiners between letters.
const JOINING_SCRIPTS = [
  ..."Arabic Syriac Mandaic Nko Mongolian Phags_Pa Devanagari Bengali Gurmukhi Gujarati Oriya".split(" "),
  ..."Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar".split(" "),
];
let joiningLetter: RegExp | undefined;

/** Whether `character` is a letter or a mark of a script that is spelled with joiners. */
function isJoiningLetter(character: string): boolean {
  if (joiningLetter === undefined) {
    const scripts = JOINING_SCRIPTS.map((script) => `\\p{Script=${script}}`).join("");
    joiningLetter = new RegExp(`^(?=[\\p{L}\\p{M}])[${scripts}]$`, "u");
  }
  return joiningLetter.test(character);
}

const MARK = /^\p{M}$/u;

/** The character that ends before `index`, or an empty string. */
function characterBefore(text: string, index: number): string {
  if (index <= 0) return "";
  const code = text.charCodeAt(index - 1);
  const isLowHalf = code >= 0xdc00 && code <= 0xdfff && index >= 2;
  const pair = isLowHalf ? text.slice(index - 2, index) : "";
  return pair !== "" && pair.isWellFormed() ? pair : text.slice(index - 1, index);
}

/** The character that starts at `index`, or an empty string. */
function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** Whether the joiner at `index` is part of an emoji, or of the spelling of a word. */
function isWantedJoiner(text: string, index: number, code: number): boolean {
  const next = characterAt(text, index + 1), before = characterBefore(text, index);
  if (code === ZWJ && PICTOGRAPH.test(next)) {
    const isStyled = before.charCodeAt(0) === EMOJI_STYLE;
    if (PICTOGRAPH_OR_MODIFIER.test(isStyled ? characterBefore(text, index - 1) : before)) return true;
  }
  // Indic scripts end a word with virama and joiner; elsewhere a joiner stands between letters. Asked last: the
  // expression that knows the letters of all these scripts takes a millisecond to make.
  return isJoiningLetter(before) && (isJoiningLetter(next) || MARK.test(before));
}

/** Whether the variation selector at `index` chooses between the two styles of an emoji. */
function isWantedStyle(text: string, index: number): boolean {
  const before = characterBefore(text, index);
  // A digit is an emoji only as a keycap; elsewhere a style on it would be a hidden mark.
  if (KEYCAP_BASE.test(before)) return text.charCodeAt(index + 1) === KEYCAP;
  return PICTOGRAPH_OR_MODIFIER.test(before);
}

/** Whether the character that hides, at `index`, does visible work where it stands. */
function isWanted(text: string, index: number, code: number): boolean {
  if (code === ZWJ || code === ZWNJ) return isWantedJoiner(text, index, code);
  if (code === TEXT_STYLE || code === EMOJI_STYLE) return isWantedStyle(text, index);
  // The standard variants of Han characters. The 240 selectors from U+E0100 on, with which personal names are
  // spelled, are not among them: behind any Han character they would hide a byte each.
  return code >= 0xfe00 && code <= 0xfe02 && IDEOGRAPH.test(characterBefore(text, index));
}

function escapeHidden(text: string, isKeptControl: (code: number, index: number) => boolean): string {
  // Made when first needed: properties of Unicode cost half a millisecond, and most text is ASCII.
  suspect ??= new RegExp(`${FLAG}|[${HIDDEN}]`, "gu");
  return text.replace(suspect, (found, index: number) => {
    const code = found.codePointAt(0) ?? 0;
    if (code === 0x1f3f4 || isKeptControl(code, index) || isWanted(text, index, code)) return found;
    return found.isWellFormed() ? `\\u{${code.toString(16)}}` : "\ufffd";
  });
}

/**
 * Returns `text` as it may be shown over several lines (§9.1). Control characters (all but tab, newline, and a
 * return before a newline), bidirectional marks, overrides and isolates, zero-width and other default-ignorable
 * characters, tag characters, line and paragraph separators and interlinear annotations become escapes in lower
 * case, such as `\u{1b}`; a lone surrogate becomes U+FFFD. What does visible work stays: joiners and one
 * variation selector inside an emoji, the three flags that are spelled with tags, joiners in the scripts that need
 * them, the standard variants of Han characters. Takes time linear in the length; showing twice is showing once.
 */
export function visible(text: string): string {
  if (ONLY_PLAIN_ASCII.test(text)) return text;
  return escapeHidden(text, (code, index) =>
    code === 0x09 || code === 0x0a ||
    (code === 0x0d && text.charCodeAt(index + 1) === 0x0a));
}

/**
 * Returns `text` as it may be shown within one line: as {@linkcode visible}, and tab, newline and return are
 * escaped too (`\u{9}`, `\u{a}`, `\u{d}`), so that data never starts a line (§9.1).
 */
export function visibleLine(text: string): string {
  if (ONLY_PRINTABLE_ASCII.test(text)) return text;
  return escapeHidden(text, () => false);
}

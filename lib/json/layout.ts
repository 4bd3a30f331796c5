const QUOTE = 0x22, BACKSLASH = 0x5c, OPEN = /[[{]/, CLOSE = /[\]}]/;

/** A token of a JSON text: a string, a number or word, or one character of structure. */
const TOKEN_END = /[\s,:[\]{}"]/g;

/** Cuts a valid JSON text into its tokens, white space left out, every token spelled as it was. */
export function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const c = text.charCodeAt(at);
    if (c <= 0x20) at++;
    else if (c === QUOTE) {
      const start = at++;
      for (; text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
      yield text.slice(start, ++at);
    } else {
      TOKEN_END.lastIndex = at + 1;
      const end = ",:[]{}".includes(text[at]!) ? at + 1 : TOKEN_END.exec(text)?.index ?? text.length;
      yield text.slice(at, end);
      at = end;
    }
  }
}

/**
 * The same JSON text without white space between its tokens; numbers and escapes stay as they are written.
 *
 * @param text A valid JSON text. @returns It on one line.
 */
export function compact(text: string): string {
  // A scalar holds no space to take out, and is by far the most common value.
  if (!OPEN.test(text[0] ?? "")) return text.trim();
  return [...tokensOf(text)].join("");
}

/** How a JSON text is laid out: on one line, or a line a member. */
export interface JsonStyle {
  /** The line break, or the empty string for one line. */
  readonly newline: "" | "\n" | "\r\n";
  /** What one level of depth adds to the indentation. */
  readonly unit: string;
  /** The colon with the white space around it. */
  readonly colon: string;
  /** What stands between a comma and the next member where all is on one line. */
  readonly gap: string;
}

/** Deeper lines are not indented further, or thousands of nested brackets would take gigabytes of spaces. */
const DEEPEST = 12;

/**
 * Lays a JSON text out in a style; numbers and escapes stay as they are written.
 *
 * @param text A valid JSON text. @param style The layout. @param indent The indentation of the line it begins on.
 * @returns The text in that layout.
 */
export function layOut(text: string, style: JsonStyle, indent: string): string {
  if (!OPEN.test(text.trimStart()[0] ?? "")) return text.trim();
  let out = "", depth = 0, opened = false;
  const line = () => style.newline && style.newline + indent + style.unit.repeat(Math.min(depth, DEEPEST));
  for (const token of tokensOf(text)) {
    if (CLOSE.test(token[0]!) && token.length === 1) {
      depth--;
      out += opened ? token : line() + token; // an empty container stays closed
      opened = false;
      continue;
    }
    if (opened) out += line();
    opened = false;
    if (token === ",") out += "," + (style.newline ? line() : style.gap);
    else if (token === ":") out += style.colon;
    else {
      out += token;
      if (OPEN.test(token) && token.length === 1) {
        depth++;
        opened = true;
      }
    }
  }
  return out;
}

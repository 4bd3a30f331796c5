/** A note with the block of fields that stands in front of it. */
export interface FrontMatter {
  /** The fields that are a text or a list of texts, by name in lower case; whatever else stands there is left out. */
  readonly fields: ReadonlyMap<string, string | readonly string[]>;
  /** The text behind the block; all of it where there is none. */
  readonly body: string;
}

const BLOCK = /^---[ \t]*\r?\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;
/** Longer lines hold no title and no tags, and could be made to take long. */
const LONGEST_LINE = 10_000;
const FIELD = /^([A-Za-z][\w -]*?)[ \t]*:(?:[ \t]+(.*))?$/;

/**
 * Takes a note's front matter off: the lines between two of `---`, as YAML that holds texts and lists of texts,
 * which is what notes have there. Deeper structure is passed over.
 *
 * @param text The note. @returns Its fields, and what stands behind them.
 */
export function readFrontMatter(text: string): FrontMatter {
  const note = text.replace(/^\ufeff/, ""), fields = new Map<string, string | string[]>();
  const block = /^---[ \t]*\r?\n/.test(note) ? BLOCK.exec(note) : null;
  if (block === null || block.index !== 0) return { fields, body: note };
  let name: string | undefined;
  for (const line of block[1]!.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE) continue;
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line), [, key, rest = ""] = FIELD.exec(line) ?? [];
    if (key !== undefined) {
      name = key.toLowerCase();
      const value = uncomment(rest);
      if (value.startsWith("[") && value.endsWith("]")) fields.set(name, splitList(value.slice(1, -1)));
      // The marks of a text over several lines, of structure and of references are none of a plain text.
      else if (value !== "" && !/^[|>{&*!]/.test(value)) fields.set(name, unquote(value));
    } else if (item && name !== undefined) {
      const list = fields.get(name);
      if (list === undefined) fields.set(name, [unquote(uncomment(item[1]!))]);
      else if (Array.isArray(list)) list.push(unquote(uncomment(item[1]!)));
    } else if (line.trim() !== "" && !line.startsWith(" ")) name = undefined;
  }
  return { fields, body: note.slice(block[0].length) };
}

/** Takes a comment off, which begins behind white space and outside quotes. */
function uncomment(text: string): string {
  return (/^\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:#.*)?$/.exec(text)?.[1] ??
    text.replace(/(^|\s)#.*$/, ""))
    .trim();
}

/** The items between brackets, commas within quotes left alone. */
function splitList(text: string): string[] {
  return (text.match(/\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]+)/g) ?? [])
    .map((item) => unquote(item.trim())).filter((item) => item !== "");
}

function unquote(text: string): string {
  if (/^'(?:[^']|'')*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  if (!/^"(?:[^"\\]|\\.)*"$/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return String(value);
  } catch (error) {
    // An escape that YAML has and JSON has not: the text as it is written is better than none.
    if (error instanceof SyntaxError) return text.slice(1, -1);
    throw error;
  }
}

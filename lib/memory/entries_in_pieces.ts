import { FLAT, JsonSyntaxError, skipKey, skipSpace, skipString, skipValue } from "../json/scan.ts";
import { keyAt, scanStore } from "./scan_store.ts";

/**
 * Is told of an entry that is passed over.
 *
 * @param key Its key. @param text Its JSON text: an object.
 * @param time When it was written, up to the second and without a zone, which is UTC, where the entry has the form that
 *   ctx writes and says so once; else the empty text.
 */
export type Found = (key: string, text: string, time: string) => void;

/** The object `entries` up to its first member. */
const ENTRIES = /"entries"[ \t\n\r]*:[ \t\n\r]*\{/;

/**
 * An entry as ctx writes it, with what shows that it ends, a comma or the end of all: its key, its text, and the second
 * of its timestamp, which others write with a fraction. There is no object in it, and no name in it is spelled with an
 * escape, which could be a second timestamp.
 */
const WRITTEN = written();

function written(): RegExp {
  const { spaces, plain, value } = FLAT, colon = `${spaces}:${spaces}`, comma = `${spaces},${spaces}`;
  const timestamp =
    `"timestamp"${colon}"(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(?:\\.\\d+)?(?:Z|\\+00:00)"`;
  const other = `"(?!timestamp")${plain}"${colon}${value}`;
  const members = `(?:${other}${comma})*${timestamp}(?:${comma}${other})*`;
  const end = `${spaces}(?:,${spaces}(?!\\})|(?=\\}))`;
  return new RegExp(`"(${plain})"${colon}(\\{${spaces}${members}${spaces}\\})${end}`, "y");
}

const QUOTE = 0x22, COMMA = 0x2c, CLOSE_OBJECT = 0x7d;

/**
 * Passes over a store file's text (§8.2) piece by piece, as strictly as reading it whole does, with no more of it in
 * memory than is asked to stay: where a file has megabytes, most of the time goes into finding room for them.
 *
 * @param pieces The text, cut anywhere. @param found Is told of each entry, in the order of the file.
 * @returns How many entries there are; `undefined` where the text has to be read whole, which says what is wrong with
 *   it, if anything is. What `found` was told is then worth nothing.
 */
export function entriesInPieces(
  pieces: Iterable<string>,
  found: Found,
): number | undefined {
  const keys = new Set<string>();
  let head: string | undefined, tail: string | undefined, text = "", enough = 0;
  /** Takes what stands whole in the text; says whether all is well so far. */
  const take = (): boolean => {
    let at = 0;
    if (head === undefined) {
      const open = ENTRIES.exec(text);
      if (open) head = text.slice(0, at = open.index + open[0].length);
    }
    if (head !== undefined) {
      const end = takeEntries(text, at, keys, found);
      if (end === undefined) return false;
      at = end.at;
      if (end.isLast) tail = text.slice(at);
    }
    text = text.slice(at);
    // What does not end here is read again when there is twice as much of it: never one step for each piece.
    enough = 2 * text.length;
    return true;
  };
  for (const piece of pieces) {
    // It may not have been UTF-8.
    if (piece.includes("\ufffd")) return undefined;
    if (tail !== undefined) tail += piece;
    else if ((text += piece).length >= enough && !take()) return undefined;
  }
  if (tail === undefined && !take()) return undefined;
  return head !== undefined && tail !== undefined && isStore(head, tail) ? keys.size : undefined;
}

/** Where a stretch of a text ends, and whether nothing of the same kind follows. */
interface End {
  readonly at: number;
  readonly isLast: boolean;
}

/**
 * Takes the entries that stand whole in a text.
 *
 * @returns Where the rest begins, and whether that is the end of them all; `undefined` where the text has to be read
 *   whole.
 */
function takeEntries(
  text: string,
  from: number,
  keys: Set<string>,
  found: Found,
): End | undefined {
  let at = skipSpace(text, from);
  if (keys.size === 0 && text.charCodeAt(at) === CLOSE_OBJECT) return { at, isLast: true };
  for (let size = keys.size;; size++) {
    const match = writtenAt(text, at);
    let key: string, isLast = false;
    if (match) {
      key = match[1]!;
      found(key, match[2]!, match[3]!);
      at = WRITTEN.lastIndex;
      isLast = text.charCodeAt(at) === CLOSE_OBJECT;
    } else {
      const other = otherEntry(text, at);
      if (other === undefined) return { at, isLast };
      if (!other.text.startsWith("{")) return undefined;
      found(key = other.key, other.text, "");
      ({ at, isLast } = other.end);
    }
    // A key that is there twice.
    if (keys.add(key).size === size) return undefined;
    if (isLast) return { at, isLast };
  }
}

/** What {@linkcode WRITTEN} finds at `at`. */
function writtenAt(text: string, at: number): RegExpExecArray | null {
  WRITTEN.lastIndex = at;
  try {
    return WRITTEN.exec(text);
  } catch (error) {
    // Millions of members or escapes are more than the expression can keep track of.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The entry of any form that begins at `at`, with what shows that it ends; `undefined` where none stands there whole. */
function otherEntry(
  text: string,
  at: number,
): { readonly key: string; readonly text: string; readonly end: End } | undefined {
  if (text.charCodeAt(at) !== QUOTE) return undefined;
  try {
    const keyEnd = skipString(text, at), start = skipKey(text, at, keyEnd), valueEnd = skipValue(text, start);
    const behind = skipSpace(text, valueEnd), isFollowed = text.charCodeAt(behind) === COMMA;
    if (!isFollowed && text.charCodeAt(behind) !== CLOSE_OBJECT) return undefined;
    const end = { at: isFollowed ? skipSpace(text, behind + 1) : behind, isLast: !isFollowed };
    return { key: keyAt(text, at, keyEnd), text: text.slice(start, valueEnd), end };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** Whether what stands around the entries is a store, and where they were is its `entries`. */
function isStore(head: string, tail: string): boolean {
  try {
    return scanStore(head + tail).entries.start === head.length - 1;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
}

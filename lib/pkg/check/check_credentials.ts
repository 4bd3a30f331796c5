import { skipString } from "../../json/scan.ts";
import { JsonView } from "../../json/view.ts";
import { credentialIn } from "./credential_in.ts";
import { credentialShape } from "./credential_shaped.ts";
import { type Cursor, type ItemFacts, layersOf, nextValue, partsOf } from "./item_lists.ts";

/**
 * What every credential has in it, as it is spelled in JSON. Each expression is one that native code finds quickly:
 * few texts to look for, which share their length and have rare characters. To look closely takes twenty times as long.
 */
const SIGNS: readonly RegExp[] = [
  /A(?:KIA|SIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{16}/g,
  /-----BEGIN|AGE-SECRET-KEY/g,
  /eyJ[A-Za-z0-9_-]{5}/g,
  /xox[a-z]-[A-Za-z0-9]/g,
  /gh[oprsu]_[A-Za-z0-9]{8}/g,
  /g(?:ithub_|l)pat[-_][A-Za-z0-9]/g,
  /npm_[A-Za-z0-9]{10}/g,
  /[rs]k_(?:live|test)_[A-Za-z0-9]/g,
  /sk-[A-Za-z0-9][A-Za-z0-9_-]{15}/g,
  /earer [A-Za-z0-9._~+/\\-]/g,
  /:\\?\/\\?\/[^\s/:@"'<>]{0,400}:/g,
  // A letter, a sign or a blank as an escape, which nobody writes who does not want to hide it.
  /\\u00(?:[2-7]|0[9a-dA-D])/g,
  // The ends of "api_key", "access_key", "private_key" and "secret_key" are enough.
  ...["pass(?:w(?:or)?d|phrase)", "pwd", "token", "secret(?:[-_]?access)?", "(?:i|s|e|t)[-_]?key"]
    .map((name) => new RegExp(`${inEitherCase(name)}(?:["'\`\\\\ ]|\\\\t){0,12}[=:]`, "g")),
];

/** The same expression for capitals and small letters: to ignore case in general takes longer. */
function inEitherCase(source: string): string {
  return source.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

/** How far a search goes, so that a time can be kept. */
export interface SearchBounds {
  /** The characters of the content in which signs are looked for. */
  readonly searched: number;
  /** The characters of items that are looked at closely. */
  looked: number;
  /** Whether it ended early: not everything was looked at. */
  isReached: boolean;
}

/**
 * Which items hold what looks like a credential, one after the other: `knowledge.facts[3] looks like it holds a GitLab
 * token` (ctxpkg §10, §14.3).
 *
 * @param content The content. @param facts What the manifest says. @param bounds How far to search.
 */
export function* credentialsOfItems(
  content: JsonView,
  facts: ItemFacts,
  bounds: SearchBounds = { searched: Infinity, looked: Infinity, isReached: false },
): Generator<string> {
  const { text } = content, layers = layersOf(content, facts).sort(([, , a], [, , b]) => a.start - b.start);
  if (layers.length === 0) return;
  const start = layers[0]![2].start,
    end = layers.at(-1)![2].end,
    last = Math.min(end, start + bounds.searched);
  if (last < end) bounds.isReached = true;
  const signs = new Signs(text.slice(0, last)), cursor = { text, at: start };
  for (const layer of layers) {
    const [, , view] = layer;
    if (!signs.isIn(view.start, view.end)) continue;
    for (const { path } of partsOf(layer, cursor)) {
      for (const [place, item] of itemsOf(cursor, path)) {
        if (item.start >= last) return;
        if (!signs.isIn(item.start, item.end)) continue;
        const kind = credentialOfItem(item, bounds.looked);
        if (kind !== undefined) yield `${place} looks like it holds ${kind}`;
        bounds.looked -= item.end - item.start;
        if (bounds.looked >= 0) continue;
        bounds.isReached = true;
        return;
      }
    }
  }
}

/** The items of a part, with their places: those of a list, else the value itself. */
function* itemsOf(cursor: Cursor, path: string): Generator<readonly [path: string, item: JsonView]> {
  const { text, at } = cursor;
  if (text[at] !== "[") return yield [path, new JsonView(text, at)];
  nextValue(cursor, at + 1);
  for (let i = 0; text[cursor.at] !== "]"; i++) {
    const item = new JsonView(text, cursor.at);
    yield [`${path}[${i}]`, item];
    nextValue(cursor, item.end);
  }
  cursor.at++;
}

/**
 * What kind of credential an item holds something like, whatever its escapes hide; of one that is not looked at whole, as
 * it is spelled or in any string of it (ctxpkg §14.3).
 *
 * @param item The item. @param most How many of its characters are looked at.
 * @returns The kind, with its article; nothing where nothing looks like one.
 */
export function credentialOfItem({ text, start, end }: JsonView, most = Infinity): string | undefined {
  const last = Math.min(end, start + most), spelled = text.slice(start, last);
  const found = credentialShape(spelled);
  if (found !== undefined || !spelled.includes("\\")) return found;
  if (last === end) return credentialIn(spelled);
  const strings: string[] = [];
  for (let at = text.indexOf('"', start); at !== -1 && at < last;) {
    const behind = skipString(text, at);
    if (behind > last) break;
    const string = text.slice(at, behind);
    if (string.includes("\\")) strings.push(JSON.parse(string));
    at = text.indexOf('"', behind);
  }
  return credentialShape(strings.join("\n"));
}

/** Where the signs in a text stand, found as they are asked for. */
class Signs {
  readonly #text: string;
  readonly #next: number[] = SIGNS.map(() => -1);
  #nearest = -1;

  /** @param text The text. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Whether one begins in a part; the parts that are asked for have to ascend. */
  isIn(start: number, end: number): boolean {
    if (this.#nearest < start) {
      for (const [i, sign] of SIGNS.entries()) {
        if (this.#next[i]! >= start) continue;
        sign.lastIndex = start;
        this.#next[i] = sign.exec(this.#text)?.index ?? Infinity;
      }
      this.#nearest = Math.min(...this.#next);
    }
    return this.#nearest < end;
  }
}

import { type ObjectSpan, scanObject, skipSpace, skipString, skipValue } from "./scan.ts";

/** What a JSON value is. */
export type JsonKind = "object" | "array" | "string" | "number" | "boolean" | "null";

const KINDS: Readonly<Record<string, JsonKind>> = {
  "{": "object",
  "[": "array",
  '"': "string",
  t: "boolean",
  f: "boolean",
  n: "null",
};

/** A text is large from so many units on. */
const LARGE = 2 ** 16;

/**
 * A value within a valid JSON text, as it is spelled there. Nothing is built of it but what is asked for.
 */
export class JsonView {
  /** The whole text. */
  readonly text: string;
  /** Where the value begins in it, in UTF-16 units. */
  readonly start: number;
  /** How many members of it are not among {@linkcode members}, since there are too many. */
  readonly leftOut: number;
  #end: number | undefined;
  #members: ReadonlyMap<string, JsonView> | undefined;
  #span: ObjectSpan | undefined;

  /**
   * Looks at a value.
   *
   * @param text A valid JSON text. @param start Where the value begins. @param end Where it ends, if that is known.
   * @param members Its members, if they are known. @param leftOut How many others it has.
   */
  constructor(
    text: string,
    start: number = skipSpace(text, 0),
    end?: number,
    members?: ReadonlyMap<string, JsonView>,
    leftOut: number = 0,
  ) {
    this.text = text;
    this.start = start;
    this.#end = end;
    this.#members = members;
    this.leftOut = leftOut;
  }

  /** Where the value ends. */
  get end(): number {
    return this.#end ??= endOf(this.text, this.start);
  }

  /** What it is. */
  get kind(): JsonKind {
    return KINDS[this.text[this.start]!] ?? "number";
  }

  /** Its characters, white space within it included. */
  get raw(): string {
    return this.text.slice(this.start, this.end);
  }

  /** The text that it is, where it is a string. */
  get string(): string | undefined {
    if (this.kind !== "string") return undefined;
    const { raw } = this;
    // A part of a text keeps all of it in memory, so that only a large one is not made anew.
    return raw.length < LARGE || raw.includes("\\") ? JSON.parse(raw) : raw.slice(1, -1);
  }

  /** The members of an object, by their names; none of anything else. */
  get members(): ReadonlyMap<string, JsonView> {
    if (this.#members === undefined) {
      const members = new Map<string, JsonView>();
      if (this.kind === "object") {
        const at = this.#spans();
        for (let i = 0; i < at.length; i += 4) {
          const key: string = JSON.parse(this.text.slice(at[i], at[i + 1]));
          members.set(key, new JsonView(this.text, at[i + 2]!, at[i + 3]!));
        }
      }
      this.#members = members;
      this.#span = undefined;
    }
    return this.#members;
  }

  /** The same object with all of its members, where some of them were left out. */
  whole(): JsonView {
    return this.leftOut === 0 ? this : new JsonView(this.text, this.start, this.#end);
  }

  /** A member of an object, null or not; nothing where there is none. */
  member(name: string): JsonView | undefined {
    if (this.#members === undefined && this.kind === "object") {
      const spans = this.#spans();
      // A view of each of a million members would take more room than the text.
      if (this.end - this.start >= LARGE) return this.#oneOf(spans, name);
    }
    return this.members.get(name);
  }

  /** A member of an object; nothing where there is none, or it is null. */
  get(name: string): JsonView | undefined {
    const member = this.member(name);
    return member?.kind === "null" ? undefined : member;
  }

  /** Where the members of an object stand, four numbers each. Where it ends is known with that. */
  #spans(): ArrayLike<number> {
    const { members, end } = this.#span ??= scanObject(this.text, this.start, (at) => endOf(this.text, at));
    this.#end ??= end;
    return members;
  }

  #oneOf(spans: ArrayLike<number>, name: string): JsonView | undefined {
    const { text } = this, plain = JSON.stringify(name);
    for (let i = 0; i < spans.length; i += 4) {
      const start = spans[i]!,
        end = spans[i + 1]!,
        isPlain = end - start === plain.length && text.startsWith(plain, start);
      if (isPlain || (text.slice(start, end).includes("\\") && JSON.parse(text.slice(start, end)) === name)) {
        return new JsonView(text, spans[i + 2]!, spans[i + 3]!);
      }
    }
  }

  /**
   * The items of an array, one after the other; none of anything else. Whose members are asked for before the next one is
   * not passed over once more.
   */
  *items(): Generator<JsonView> {
    if (this.kind !== "array") return;
    let at = skipSpace(this.text, this.start + 1);
    while (this.text[at] !== "]") {
      const item = new JsonView(this.text, at);
      yield item;
      at = skipSpace(this.text, item.end);
      if (this.text[at] === ",") at = skipSpace(this.text, at + 1);
    }
  }
}

/** Where a value of a valid text ends. */
function endOf(text: string, at: number): number {
  if (text[at] !== '"') return skipValue(text, at);
  // To look for one character is many times as quick as to look at each.
  const quote = text.indexOf('"', at + 1);
  return text[quote - 1] === "\\" ? skipString(text, at) : quote + 1;
}

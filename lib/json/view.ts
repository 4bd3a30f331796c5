import { scanObject, skipSpace, skipValue } from "./scan.ts";

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
  #spans: ArrayLike<number> | undefined;

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
    return this.#end ??= skipValue(this.text, this.start);
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
        const { members: at } = scanObject(this.text, this.start);
        for (let i = 0; i < at.length; i += 4) {
          const key: string = JSON.parse(this.text.slice(at[i], at[i + 1]));
          members.set(key, new JsonView(this.text, at[i + 2]!, at[i + 3]!));
        }
      }
      this.#members = members;
    }
    return this.#members;
  }

  /** The same object with all of its members, where some of them were left out. */
  whole(): JsonView {
    return this.leftOut === 0 ? this : new JsonView(this.text, this.start, this.#end);
  }

  /** A member of an object, null or not; nothing where there is none. */
  member(name: string): JsonView | undefined {
    if (this.#members !== undefined || this.end - this.start < LARGE) return this.members.get(name);
    // A view of each of a million members would take more room than the text.
    const { text } = this,
      at = this.#spans ??= this.kind === "object" ? scanObject(text, this.start).members : [];
    const plain = JSON.stringify(name);
    for (let i = 0; i < at.length; i += 4) {
      const start = at[i]!,
        end = at[i + 1]!,
        isPlain = end - start === plain.length && text.startsWith(plain, start);
      if (isPlain || (text.slice(start, end).includes("\\") && JSON.parse(text.slice(start, end)) === name)) {
        return new JsonView(text, at[i + 2]!, at[i + 3]!);
      }
    }
  }

  /** A member of an object; nothing where there is none, or it is null. */
  get(name: string): JsonView | undefined {
    const member = this.member(name);
    return member?.kind === "null" ? undefined : member;
  }

  /** The items of an array, one after the other; none of anything else. */
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

import { type FormCounts, NOTHING_ODD } from "./form_counts.ts";
import { NameTable } from "./name_table.ts";
import type { JsonView } from "./view.ts";

/** So many members of an object are kept; of so few names each is looked at; so many a set holds. */
const KEPT = 64, FEW = 8, SOME = 4096;

/** An object or an array that is being read. */
export class OpenContainer {
  /** Where it begins. */
  readonly start: number;
  /** The character that ends it. */
  readonly closer: number;
  /** How much white space had been counted when it began. */
  readonly spaces: number;
  /** The members so far, where they are kept. */
  readonly kept: Map<string, JsonView> | undefined;
  /** How many members were not kept, since there are so many. */
  leftOut = 0;
  /** The member that is being read, and where its value begins, where members are kept. */
  name = "";
  valueStart = 0;
  /** What had been counted when it began. */
  counts: Readonly<FormCounts> = NOTHING_ODD;
  /** Whether each name so far is behind the one before it: then none is said twice. */
  isAscending = true;
  #last: string | undefined;
  #names: string[] = [];
  /** Where each of them begins; below 0 where it is spelled otherwise there. */
  #places: number[] = [];
  #set: Set<string> | undefined;
  #table: NameTable | undefined;

  /**
   * Begins one.
   *
   * @param start Where it begins. @param closer The character that ends it. @param spaces How much white space was counted.
   * @param isKept Whether to keep members.
   */
  constructor(start: number, closer: number, spaces: number, isKept: boolean) {
    this.start = start;
    this.closer = closer;
    this.spaces = spaces;
    this.kept = isKept ? new Map() : undefined;
  }

  /**
   * Takes a name of an object; gives whether it is a new one.
   *
   * @param name What it says. @param text The text. @param at Where it begins there, behind its quote.
   * @param isEscaped Whether it is spelled otherwise there.
   */
  isNew(name: string, text: string, at: number, isEscaped: boolean): boolean {
    const names = this.#names;
    this.isAscending &&= this.#last === undefined || name > this.#last;
    this.#last = name;
    if (this.#table !== undefined) return this.#table.add(name, at, isEscaped);
    if (!this.isAscending) {
      if (this.#set === undefined ? names.includes(name) : this.#set.has(name)) return false;
      if (names.length >= FEW) (this.#set ??= new Set(names)).add(name);
    }
    names.push(name);
    this.#places.push(isEscaped ? -at : at);
    if (names.length > SOME) this.#intoTable(text);
    return true;
  }

  #intoTable(text: string): void {
    const table = this.#table = new NameTable(text);
    for (const [i, name] of this.#names.entries()) {
      const at = this.#places[i]!;
      table.add(name, Math.abs(at), at < 0);
    }
    this.#names = [];
    this.#places = [];
    this.#set = undefined;
  }

  /** Keeps the member that has been read. */
  keep(view: JsonView, wanted: ReadonlySet<string>): void {
    const kept = this.kept!;
    if (kept.size < KEPT || wanted.has(this.name)) kept.set(this.name, view);
    else this.leftOut++;
  }
}

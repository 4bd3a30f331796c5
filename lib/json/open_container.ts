import type { JsonView } from "./view.ts";

/** So many members of an object are kept; of so few names each is looked at. */
const KEPT = 64, FEW = 8;

/** An object or an array that is being read. */
export class OpenContainer {
  /** Where it begins. */
  readonly start: number;
  /** The character that ends it. */
  readonly closer: number;
  /** The members so far, where they are kept. */
  readonly kept: Map<string, JsonView> | undefined;
  /** How many members were not kept, since there are so many. */
  leftOut = 0;
  /** The member that is being read, and where its value begins, where members are kept. */
  name = "";
  valueStart = 0;
  /** What had been counted when it began. */
  counts: readonly [spaces: number, unordered: number, respelled: number] = [0, 0, 0];
  /** Whether each name so far is behind the one before it: then none is said twice. */
  isAscending = true;
  #names: string[] = [];
  #many: Set<string> | undefined;

  /** @param start Where it begins. @param closer The character that ends it. @param isKept Whether to keep members. */
  constructor(start: number, closer: number, isKept: boolean) {
    this.start = start;
    this.closer = closer;
    this.kept = isKept ? new Map() : undefined;
  }

  /** Takes a name of an object; gives whether it is a new one. */
  isNew(name: string): boolean {
    if (this.#many !== undefined) return this.#many.size < this.#many.add(name).size;
    const names = this.#names, count = names.length;
    if (this.isAscending && (count === 0 || name > names[count - 1]!)) {
      names.push(name);
      return true;
    }
    this.isAscending = false;
    if (names.includes(name)) return false;
    names.push(name);
    if (count >= FEW) {
      this.#many = new Set(names);
      this.#names = [];
    }
    return true;
  }

  /** Keeps the member that has been read. */
  keep(view: JsonView, wanted: ReadonlySet<string>): void {
    const kept = this.kept!;
    if (kept.size < KEPT || wanted.has(this.name)) kept.set(this.name, view);
    else this.leftOut++;
  }
}

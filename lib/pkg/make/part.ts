import type { JsonView } from "../../json/view.ts";
import { objectText } from "../object_text.ts";
import { compactText } from "../items/item.ts";

/** A part of a package that is being written: a JSON text, a list, or an object with its members in order. */
export type Part = string | readonly Part[] | ReadonlyMap<string, Part>;

/** The text of a part, on one line. */
export function partText(part: Part): string {
  if (typeof part === "string") return part;
  if (part instanceof Map) {
    return objectText(
      Array.from(part as ReadonlyMap<string, Part>, ([name, inner]) => [name, partText(inner)]),
    );
  }
  return `[${(part as readonly Part[]).map(partText).join(",")}]`;
}

/** An object of a package as a part whose members can be changed. */
export function membersOf(view: JsonView): Map<string, string> {
  return new Map(Array.from(view.whole().members, ([name, value]) => [name, compactText(value)]));
}

/** A text as a part, where there is one. */
export function stringPart(text: string): Part {
  return JSON.stringify(text);
}

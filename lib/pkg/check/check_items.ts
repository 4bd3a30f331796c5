import { JsonView } from "../../json/view.ts";
import { faultsOf, type ShapeFault } from "../check_shape.ts";
import { type Cursor, type ItemFacts, layersOf, nextValue, partsOf } from "./item_lists.ts";
import { ItemPatterns } from "./item_patterns.ts";
import type { Shape } from "../manifest_shape.ts";

/** How much may still be done, in steps: a character that was passed over in vain is one. */
export interface Work {
  /** What is left; below 0, not everything was looked at. */
  left: number;
}

/** What an item costs in any case, and what each character of one that is taken apart does. */
const PER_ITEM = 64, PER_CHARACTER = 16;

/**
 * What is wrong with the shapes of the layers, their items and the graph: one line for each fault, which begins with its
 * place, as `knowledge.facts[3].value: not a string`. Reads on only as far as it is asked to (ctxpkg §5, §6.2).
 *
 * @param content The content. @param facts What the manifest says. @param work Ends it early where that is used up.
 */
export function* faultsOfItems(
  content: JsonView,
  facts: ItemFacts,
  work: Work = { left: Infinity },
): Generator<string> {
  const cursor = { text: content.text, at: content.start };
  for (const layer of layersOf(content, facts)) {
    for (const { path, is } of partsOf(layer, cursor)) {
      const item = cursor.text[cursor.at] === "[" ? itemOf(is) : undefined;
      const faults = item === undefined
        ? faultsOfValue(cursor, is, path)
        : faultsOfList(cursor, item, path, work);
      for (const { path, wanted } of faults) {
        yield wanted === undefined ? `${path}: missing` : `${path}: not ${wanted}`;
      }
      if (work.left < 0) return;
    }
  }
}

/** What each item of a list is; nothing of what is no list. */
function itemOf(is: Shape): Shape | undefined {
  if (is === "strings") return "string";
  return typeof is === "object" && "each" in is ? { members: is.each } : undefined;
}

function* faultsOfValue({ text, at }: Cursor, is: Shape, path: string): Generator<ShapeFault> {
  const view = new JsonView(text, at);
  // Every member of a layer may be left out, and null is as good.
  if (view.kind === "null") return;
  if (itemOf(is) !== undefined) yield { path, wanted: "an array" };
  else yield* faultsOf(view, is, path);
}

function* faultsOfList(cursor: Cursor, is: Shape, path: string, work: Work): Generator<ShapeFault> {
  const { text } = cursor, patterns = new ItemPatterns(is);
  nextValue(cursor, cursor.at + 1);
  for (let i = 0; text[cursor.at] !== "]"; i++) {
    let end = patterns.endOf(text, cursor.at);
    const item = new JsonView(text, cursor.at, end > 0 ? end : undefined);
    work.left -= PER_ITEM + (item.end - item.start) * (patterns.misses + (end > 0 ? 0 : PER_CHARACTER));
    if (work.left < 0) return;
    if (end === 0) {
      let isGood = true;
      for (const fault of faultsOf(item, is, `${path}[${i}]`)) {
        isGood = false;
        yield fault;
      }
      if (isGood) patterns.learn(item);
      end = item.end;
    }
    nextValue(cursor, end);
  }
  cursor.at++;
}

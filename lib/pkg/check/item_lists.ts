import { skipKey, skipSpace, skipString, skipValue } from "../../json/scan.ts";
import type { JsonView } from "../../json/view.ts";
import { GRAPH_SHAPES, type ItemShapes, LAYER_SHAPES } from "./item_shapes.ts";
import type { ManifestFacts } from "../manifest.ts";
import type { Shape } from "../manifest_shape.ts";

/** A place in a valid JSON text. */
export interface Cursor {
  readonly text: string;
  at: number;
}

/** A member of a layer that its shape knows: a list of items, or a value. */
export interface Part {
  /** Where it stands: `knowledge.facts`. */
  readonly path: string;
  readonly is: Shape;
}

/** What is known of a content when it comes to its items. */
export type ItemFacts = Pick<ManifestFacts, "layers" | "schemaVersion">;

/**
 * What has items: the declared layers, and the graph where the version has one (ctxpkg §5, §6.2).
 *
 * @param content The content. @param facts What the manifest says.
 */
export function layersOf(
  content: JsonView,
  { layers, schemaVersion }: ItemFacts,
): (readonly [path: string, shapes: ItemShapes, view: JsonView])[] {
  const known: (readonly [string, ItemShapes])[] = layers.map((layer) => [layer, LAYER_SHAPES[layer]]);
  if (schemaVersion === 2) known.push(["context_graph", GRAPH_SHAPES]);
  return known.flatMap(([path, shapes]) => {
    const view = content.member(path);
    return view?.kind === "object" ? [[path, shapes, view] as const] : [];
  });
}

/**
 * The parts of a layer that its shapes know, as they stand in the text. What reads one may leave the cursor behind it, so
 * that nothing is read twice (ctxpkg §5, §6.2).
 *
 * @param layer One of {@linkcode layersOf}. @param cursor Is put where each part begins.
 */
export function* partsOf(
  [path, shapes, view]: ReturnType<typeof layersOf>[number],
  cursor: Cursor,
): Generator<Part> {
  const { text } = cursor;
  cursor.at = skipSpace(text, view.start + 1);
  while (text[cursor.at] !== "}") {
    const start = cursor.at, end = skipString(text, start), value = skipKey(text, start, end);
    // An escape can make a known name longer, but not by more than this.
    const name: string = end - start < MOST_NAME ? JSON.parse(text.slice(start, end)) : "";
    cursor.at = value;
    if (Object.hasOwn(shapes, name)) yield { path: `${path}.${name}`, is: shapes[name]!.is };
    nextValue(cursor, cursor.at === value ? skipValue(text, value) : cursor.at);
  }
}

const MOST_NAME = 200;

/** Goes behind a value, and the comma behind it: to what comes next, or to what closes. */
export function nextValue(cursor: Cursor, end: number): void {
  const at = skipSpace(cursor.text, end);
  cursor.at = cursor.text[at] === "," ? skipSpace(cursor.text, at + 1) : at;
}

import { compactBytes } from "../../json/canonical.ts";
import type { JsonView } from "../../json/view.ts";
import { inTurns } from "../in_turns.ts";
import { sortedText } from "../object_text.ts";
import { sha256Of } from "../sha256.ts";
import type { ManifestFacts } from "../manifest.ts";

/** What an item of a package is, whatever layer it stands in (ctxpkg §14.2). */
export type ItemKind =
  | "fact"
  | "pattern"
  | "insight"
  | "gotcha"
  | "finding"
  | "decision"
  | "next step"
  | "task"
  | "node"
  | "code graph";

/** An item of a package: what becomes one entry, and comes out of one again. */
export interface Item {
  readonly kind: ItemKind;
  /** Where it stands in the content: `knowledge.facts[3]`. */
  readonly path: string;
  /** The layer that it stands in, or `context_graph`. */
  readonly layer: string;
  /** Its text without white space, every token spelled as in the package. */
  readonly text: string;
  /** The SHA-256 of that text, in hex. */
  readonly sha256: string;
  /** It, to be looked into. */
  readonly view: JsonView;
}

/** The lists of a content that hold items, in the order in which they are read. */
const LISTS: readonly (readonly [layer: string, list: string, kind: ItemKind])[] = [
  ["knowledge", "facts", "fact"],
  ["knowledge", "patterns", "pattern"],
  ["knowledge", "insights", "insight"],
  ["patterns", "patterns", "pattern"],
  ["gotchas", "gotchas", "gotcha"],
  ["session", "findings", "finding"],
  ["session", "decisions", "decision"],
  ["session", "next_steps", "next step"],
  ["context_graph", "nodes", "node"],
];
const KINDS: ReadonlyMap<string, ItemKind> = new Map([
  ...LISTS.map(([layer, list, kind]) => [`${layer}.${list}`, kind] as const),
  ["session.task_description", "task"],
  ["graph", "code graph"],
  ["context_graph", "code graph"],
]);

/** What stands at a path of a package. */
export function kindAt(path: string): ItemKind | undefined {
  return KINDS.get(path.replace(/\[\d+\]$/, ""));
}

/** Nodes of such a type are parts of a program's text, and are counted, not kept one by one. */
const CODE = "code_";
const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** An item before it is hashed. */
type Found = Omit<Item, "sha256">;

/**
 * The items of a verified package, layer by layer in its own order.
 *
 * @param content The package's content, verified. @param facts What its manifest says.
 */
export async function itemsOf(
  content: JsonView,
  { schemaVersion }: Pick<ManifestFacts, "schemaVersion">,
): Promise<Item[]> {
  const found: Found[] = [], code: string[] = [];
  const task = content.get("session")?.get("task_description");
  if (task !== undefined) found.push(foundAt("task", "session", "session.task_description", task));
  for (const [layer, list, kind] of LISTS) {
    if (layer === "context_graph" && schemaVersion !== 2) continue;
    let at = 0;
    for (const view of content.get(layer)?.get(list)?.items() ?? []) {
      const path = `${layer}.${list}[${at++}]`;
      if (kind === "node" && isCode(view)) code.push(compactText(view));
      else found.push(foundAt(kind, layer, path, view));
    }
  }
  const graph = content.get("graph");
  // Known again by its nodes and edges, whenever and in whatever order it was written.
  if (graph !== undefined) {
    found.push({ ...foundAt("code graph", "graph", "graph", graph), text: codeText(graph) });
  } else if (code.length > 0) {
    const view = content.get("context_graph")!;
    found.push({
      kind: "code graph",
      path: "context_graph",
      layer: "context_graph",
      text: `[${code.join(",")}]`,
      view,
    });
  }
  return await inTurns(
    found,
    async (item) => ({ ...item, sha256: await sha256Of(encoder.encode(item.text)) }),
  );
}

function codeText(graph: JsonView): string {
  const list = (name: string) =>
    Array.from(graph.get(name)?.items() ?? [], ({ raw }) => sortedText(raw)).sort();
  return `{"nodes":[${list("nodes")}],"edges":[${list("edges")}]}`;
}

/** Whether a node is a part of a program's text. */
export function isCode(node: JsonView): boolean {
  return node.get("type")?.string?.startsWith(CODE) ?? false;
}

/** A text that an item says; nothing where it has none of that name, or it is no string. */
export function said(item: JsonView, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = item.get(name)?.string;
    if (text !== undefined) return text;
  }
}

/** A value's text without white space between its tokens. */
export function compactText(view: JsonView): string {
  return decoder.decode(compactBytes(encoder.encode(view.raw)));
}

function foundAt(kind: ItemKind, layer: string, path: string, view: JsonView): Found {
  return { kind, layer, path, view, text: compactText(view) };
}

import type { JsonView } from "../json/view.ts";
import { said } from "./items/item.ts";
import type { Dependency, Manifest } from "./layers.ts";
import type { Package } from "./parse.ts";

/** What a package says of itself, and what it holds (ctxpkg §13.2). */
export interface PackageDescription {
  /** Its name. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** The version of the format that it is of. */
  readonly schemaVersion: number;
  /** Its kind. */
  readonly kind: string;
  /** Its manifest's own words: nothing but the hash binds them. */
  readonly manifest: Manifest;
  /** How many items each list of each layer has: `knowledge.facts`, `context_graph.nodes`. */
  readonly counts: Readonly<Record<string, number>>;
  /** What it builds on. */
  readonly dependencies: readonly Dependency[];
  /** The paths of the documents of a package of skills. */
  readonly documents: readonly string[];
  /** The files that its session touched. */
  readonly filesTouched: readonly string[];
}

/** The members of a content that are not layers and still hold items. */
const OTHERS = ["context_graph", "documents"];
const MOST_NAMED = 1000;

/** Describes a package. */
export function describePackage(incoming: Package): PackageDescription {
  const { name, version, schemaVersion, manifest, contentView: content, verification } = incoming;
  const counts: Record<string, number> = {};
  for (const layer of [...verification.layers ?? [], ...OTHERS]) {
    for (const [list, view] of content.get(layer)?.members ?? []) {
      if (view.kind === "array") counts[`${layer}.${list}`] = countOf(view);
    }
  }
  return {
    name,
    version,
    schemaVersion,
    kind: verification.kind ?? "context",
    manifest,
    counts,
    dependencies: manifest.dependencies ?? [],
    documents: texts(content.get("documents")?.get("files"), (file) => said(file, "path")),
    filesTouched: texts(content.get("session")?.get("files_touched"), ({ string }) => string),
  };
}

function countOf(list: JsonView): number {
  let count = 0;
  for (const _ of list.items()) count++;
  return count;
}

function texts(list: JsonView | undefined, textOf: (item: JsonView) => string | undefined): string[] {
  const found: string[] = [];
  for (const item of list?.items() ?? []) {
    if (found.length === MOST_NAMED) break;
    found.push(textOf(item) ?? "");
  }
  return found;
}

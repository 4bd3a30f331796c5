import type { JsonView } from "../json/view.ts";
import { GRAPH_FORMAT } from "./graph/graph.ts";
import { unknownMembers } from "./fault.ts";
import { type Findings, LAYERS, type ManifestFacts } from "./manifest.ts";

/** What a kind carries instead of layers. */
const PAYLOADS = [["addon", "addon"], ["documents", "skills"]] as const;

/** Where the graph of version 2 stands. */
const GRAPH = "context_graph";
/** The names of a content's members. */
export const CONTENT_NAMES: readonly string[] = [...LAYERS, ...PAYLOADS.map(([member]) => member), GRAPH];

/**
 * Holds the content against the manifest: its layers, what its kind carries, the form of its graph (ctxpkg §3.3, §6).
 *
 * @param content The content. @param facts What the manifest says. @param findings Where faults and warnings go.
 */
export function checkContent(
  content: JsonView,
  { layers, kind, schemaVersion }: ManifestFacts,
  { faults, warnings }: Findings,
): void {
  const { members } = content;
  for (const layer of LAYERS) {
    const isDeclared = layers.includes(layer), found = members.get(layer);
    if (isDeclared && found?.kind !== "object") {
      faults.push({
        code: "E_LAYER_MISSING",
        message: `layer ${layer} is declared, and content.${layer} is no object`,
      });
    } else if (!isDeclared && found !== undefined) {
      faults.push({
        code: "E_LAYER_UNDECLARED",
        message: `content.${layer} is there, and not declared in layers`,
      });
    }
  }
  for (const [member, owner] of PAYLOADS) {
    const isThere = content.get(member) !== undefined;
    if (isThere && kind !== owner) {
      faults.push({ code: "E_KIND_PAYLOAD", message: `content.${member} is there, and kind is ${kind}` });
    } else if (!isThere && kind === owner) {
      faults.push({ code: "E_KIND_PAYLOAD", message: `kind is ${kind}, and content.${member} is missing` });
    }
  }
  const graph = schemaVersion === 2 ? content.get(GRAPH) : undefined;
  if (graph !== undefined && graph.member("format")?.string !== GRAPH_FORMAT) {
    faults.push({ code: "E_GRAPH", message: `content.context_graph.format is not "${GRAPH_FORMAT}"` });
  }
  const known = schemaVersion === 2 ? CONTENT_NAMES : CONTENT_NAMES.filter((name) => name !== GRAPH);
  warnings.push(
    ...unknownMembers(
      "content",
      [...members.keys()].filter((name) => !known.includes(name)),
      content.leftOut,
    ),
  );
}

/** What a member of a manifest, or of an item, has to be. */
export type Shape =
  | "string"
  | "boolean"
  | "number"
  /** A whole number of 32 bits. */
  | "whole"
  /** A whole number of any size. */
  | "count"
  | "time"
  | "strings"
  | { readonly members: Members }
  | { readonly each: Members };

/** The members of an object, by name; it may have others. */
export interface Members {
  readonly [name: string]: Member;
}

/** A member: what it is, and whether it has to be there, or may be null, which is then as if it were not there. */
export interface Member {
  readonly is: Shape;
  readonly isRequired?: boolean;
  readonly mayBeNull?: boolean;
  /** The name of another member: where that one is there, this one need not be. */
  readonly unless?: string;
}

/** A member that has to be there. */
export const must = (is: Shape): Member => ({ is, isRequired: true });
/** A member that may be null, or not be there. */
export const mayNull = (is: Shape): Member => ({ is, mayBeNull: true });
const may = (is: Shape): Member => ({ is });

/**
 * The members of a manifest (ctxpkg §3), but for those that have rules of their own: `schema_version`, `name`,
 * `version`, `layers`, `integrity`, `kind` and `signature`.
 */
export const MANIFEST: Members = {
  description: must("string"),
  author: mayNull("string"),
  created_at: must("time"),
  updated_at: mayNull("time"),
  dependencies: may({
    each: {
      name: must("string"),
      version_req: must("string"),
      optional: may("boolean"),
    },
  }),
  tags: may("strings"),
  provenance: must({
    members: {
      tool: must("string"),
      tool_version: must("string"),
      project_hash: mayNull("string"),
      source_session_id: mayNull("string"),
    },
  }),
  compatibility: may({
    members: {
      min_lean_ctx_version: mayNull("string"),
      target_languages: may("strings"),
      target_frameworks: may("strings"),
    },
  }),
  stats: may({
    members: {
      knowledge_facts: may("whole"),
      graph_nodes: may("whole"),
      graph_edges: may("whole"),
      pattern_count: may("whole"),
      gotcha_count: may("whole"),
      compression_ratio: may("number"),
    },
  }),
  conformance_level: mayNull("whole"),
  scope: mayNull("string"),
  visibility: mayNull("string"),
  graph_summary: mayNull({
    members: {
      node_count: must("whole"),
      edge_count: must("whole"),
      node_types: mayNull("strings"),
      activation_mean: mayNull("number"),
      freshness: mayNull("time"),
    },
  }),
  marketplace: mayNull({
    members: {
      categories: mayNull("strings"),
      badges: mayNull("strings"),
      license: mayNull("string"),
    },
  }),
};

import type { Layer } from "../manifest.ts";
import { mayNull, type Members, must } from "../manifest_shape.ts";

/**
 * A layer's members, or those of the graph: its lists and the rest. A list is `each` of objects, or `strings`. Each
 * may be absent or null: only a list that is something else has the wrong shape (ctxpkg §5).
 */
export type ItemShapes = Members;

const PATTERN: Members = {
  // The words of the schema, and those of the reference.
  name: { is: "string", isRequired: true, mayBeNull: true, unless: "pattern_type" },
  pattern_type: mayNull("string"),
  description: must("string"),
  file_patterns: mayNull("strings"),
  examples: mayNull("strings"),
  source_session: mayNull("string"),
  created_at: mayNull("time"),
};

const FACT: Members = {
  category: must("string"),
  key: must("string"),
  value: must("string"),
  confidence: must("number"),
  source: mayNull("string"),
  source_session: mayNull("string"),
  imported_from: mayNull("string"),
  created_at: mayNull("time"),
  last_confirmed: mayNull("time"),
  retrieval_count: mayNull("count"),
  confirmation_count: mayNull("count"),
  feedback_up: mayNull("count"),
  feedback_down: mayNull("count"),
  revision_count: mayNull("count"),
  last_retrieved: mayNull("time"),
  valid_from: mayNull("time"),
  valid_until: mayNull("time"),
  last_feedback: mayNull("time"),
  supersedes: mayNull("string"),
  privacy: mayNull("string"),
  sensitivity: mayNull("string"),
  archetype: mayNull("string"),
  fidelity: mayNull({ members: {} }),
};

const INSIGHT: Members = {
  summary: must("string"),
  supporting_facts: mayNull("strings"),
  confidence: mayNull("number"),
  from_sessions: mayNull("strings"),
  timestamp: mayNull("time"),
};

const GOTCHA: Members = {
  category: must("string"),
  trigger: must("string"),
  resolution: must("string"),
  id: mayNull("string"),
  severity: mayNull("string"),
  confidence: mayNull("number"),
  file_patterns: mayNull("strings"),
};

const NODE: Members = {
  kind: must("string"),
  name: must("string"),
  file_path: must("string"),
  line_start: mayNull("count"),
  line_end: mayNull("count"),
  metadata: mayNull("string"),
};

const EDGE: Members = {
  source_path: must("string"),
  source_name: must("string"),
  target_path: must("string"),
  target_name: must("string"),
  kind: must("string"),
  metadata: mayNull("string"),
};

const EXPORTED_AT = { exported_at: mayNull("string") };

/** The five layers: their members, and those of their items, in the words of both vocabularies (ctxpkg §5). */
export const LAYER_SHAPES: Readonly<Record<Layer, ItemShapes>> = {
  knowledge: {
    facts: mayNull({ each: FACT }),
    patterns: mayNull({ each: PATTERN }),
    insights: mayNull({ each: INSIGHT }),
    ...EXPORTED_AT,
  },
  graph: { nodes: mayNull({ each: NODE }), edges: mayNull({ each: EDGE }), ...EXPORTED_AT },
  session: {
    task_description: mayNull("string"),
    findings: mayNull({
      each: { summary: must("string"), file: mayNull("string"), line: mayNull("count") },
    }),
    decisions: mayNull({ each: { summary: must("string"), rationale: mayNull("string") } }),
    next_steps: mayNull("strings"),
    files_touched: mayNull("strings"),
    ...EXPORTED_AT,
  },
  patterns: { patterns: mayNull({ each: PATTERN }), ...EXPORTED_AT },
  gotchas: { gotchas: mayNull({ each: GOTCHA }), ...EXPORTED_AT },
};

/** The graph of version 2: its members, and those of its nodes and edges (ctxpkg §6.2). */
export const GRAPH_SHAPES: ItemShapes = {
  nodes: mayNull({
    each: {
      id: must("string"),
      type: must("string"),
      content: must("string"),
      activation: mayNull("number"),
      category: mayNull("string"),
      source: mayNull("string"),
      created_at: mayNull("time"),
      decay_half_life_days: mayNull("count"),
      blob_ref: mayNull("string"),
      file_path: mayNull("string"),
      line_start: mayNull("count"),
      line_end: mayNull("count"),
      confidence: mayNull("number"),
      supersedes: mayNull("string"),
    },
  }),
  edges: mayNull({
    each: {
      from: must("string"),
      to: must("string"),
      type: must("string"),
      weight: mayNull("number"),
      coactivations: mayNull("count"),
      metadata: mayNull("string"),
    },
  }),
};

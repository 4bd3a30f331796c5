import { formatUtc, parseInstant } from "../../text/time.ts";
import { respell } from "../../memory/import/on_conflict.ts";
import { rustFloat } from "./float_text.ts";
import type { Part } from "./part.ts";

/** How a member is written for lean-ctx, which writes it out again and compares. */
type Spelling = "as it is" | "time" | "float" | "double";

/** A member: its spelling, and what stands there where it is missing; left out where nothing does. */
interface Ordered {
  readonly is: Spelling;
  readonly otherwise?: string | "at";
  /** Another name of the same member, in the v1 text. */
  readonly or?: string;
}

const as = (otherwise?: string, or?: string): Ordered => ({ is: "as it is", otherwise, or });
const time = (otherwise?: string): Ordered => ({ is: "time", otherwise });
const float = (otherwise?: string): Ordered => ({ is: "float", otherwise });
const double = (otherwise?: string): Ordered => ({ is: "double", otherwise });

type Order = Readonly<Record<string, Ordered>>;

const FACT: Order = {
  category: as(),
  key: as(),
  value: as(),
  source_session: as('""', "source"),
  confidence: float(),
  created_at: time("at"),
  last_confirmed: time("at"),
  retrieval_count: as("0"),
  last_retrieved: time("null"),
  valid_from: time("null"),
  valid_until: time("null"),
  supersedes: as("null"),
  confirmation_count: as("0"),
  feedback_up: as("0"),
  feedback_down: as("0"),
  last_feedback: time("null"),
  privacy: as('"project_only"'),
  sensitivity: as('"public"'),
  imported_from: as("null"),
  archetype: as('"fact"'),
  fidelity: as("null"),
  revision_count: as("0"),
};
const PATTERN: Order = {
  pattern_type: as('""', "name"),
  description: as(),
  examples: as("[]"),
  source_session: as('""'),
  created_at: time("at"),
};
const INSIGHT: Order = { summary: as(), from_sessions: as("[]"), timestamp: time("at") };
const GOTCHA: Order = {
  id: as('""'),
  category: as(),
  severity: as('"info"'),
  trigger: as(),
  resolution: as(),
  file_patterns: as("[]"),
  confidence: float("0.5"),
};
const CODE_NODE: Order = {
  kind: as(),
  name: as(),
  file_path: as(),
  line_start: as(),
  line_end: as(),
  metadata: as(),
};
const CODE_EDGE: Order = {
  source_path: as(),
  source_name: as(),
  target_path: as(),
  target_name: as(),
  kind: as(),
  metadata: as(),
};
const NODE: Order = {
  id: as(),
  type: as(),
  content: as(),
  activation: double("1.0"),
  category: as(),
  source: as(),
  created_at: time(),
  decay_half_life_days: as(),
  blob_ref: as(),
  file_path: as(),
  line_start: as(),
  line_end: as(),
  confidence: float(),
  supersedes: as(),
};
const EDGE: Order = {
  from: as(),
  to: as(),
  type: as(),
  weight: double("1.0"),
  coactivations: as(),
  metadata: as(),
};

/** The layers in lean-ctx's order, their members, and the order within the items of each (ctxpkg §11.3). */
const LAYERS: Readonly<Record<string, Readonly<Record<string, Order | Ordered>>>> = {
  knowledge: { facts: FACT, patterns: PATTERN, insights: INSIGHT, exported_at: time("at") },
  graph: { nodes: CODE_NODE, edges: CODE_EDGE, exported_at: time("at") },
  session: {
    task_description: as("null"),
    findings: { summary: as(), file: as(), line: as() },
    decisions: { summary: as(), rationale: as() },
    next_steps: as("[]"),
    files_touched: as("[]"),
    exported_at: time("at"),
  },
  patterns: { patterns: PATTERN, exported_at: time("at") },
  gotchas: { gotchas: GOTCHA, exported_at: time("at") },
  context_graph: { format: as(), nodes: NODE, edges: EDGE },
};

type Members = ReadonlyMap<string, Part>;

/**
 * A content in the order, and with the members, in which lean-ctx writes it out again: it can then apply the package. What
 * lean-ctx does not know is left out.
 *
 * @param content The content. @param at When the package is made.
 */
export function inLeanOrder(content: Members, at: string): Members {
  const layers = Object.entries(LAYERS).flatMap(([layer, order]) => {
    const part = content.get(layer);
    return part === undefined ? [] : [[layer, layerInOrder(part as Members, order, at)] as const];
  });
  return new Map(layers);
}

function layerInOrder(layer: Members, order: Readonly<Record<string, Order | Ordered>>, at: string): Members {
  return new Map(
    Object.entries(order).flatMap(([name, inner]): [string, Part][] => {
      if (isOrdered(inner)) return memberInOrder(layer, name, inner, at);
      const items = (layer.get(name) ?? []) as readonly Members[];
      return [[
        name,
        items.map((item) =>
          new Map(Object.entries(inner).flatMap(([name, one]) => memberInOrder(item, name, one, at)))
        ),
      ]];
    }),
  );
}

function isOrdered(order: Order | Ordered): order is Ordered {
  return typeof order.is === "string";
}

function memberInOrder(
  item: Members,
  name: string,
  { is, otherwise, or }: Ordered,
  at: string,
): [string, Part][] {
  const found = present(item, name) ?? (or === undefined ? undefined : present(item, or));
  if (found === undefined) {
    if (otherwise === undefined) return [];
    return [[name, otherwise === "at" ? timeText(JSON.stringify(at)) : otherwise]];
  }
  if (typeof found !== "string") return [[name, spelled(found)]];
  if (name === "coactivations" && Number(found) === 0) return [];
  return [[
    name,
    is === "time"
      ? timeText(found)
      : is === "as it is"
      ? respell(found)
      : floatText(found, is === "float" ? 32 : 64),
  ]];
}

/** Texts as everybody spells them who reads and writes them. */
function spelled(part: Part): Part {
  if (typeof part === "string") return respell(part);
  return part instanceof Map ? part : (part as readonly Part[]).map(spelled);
}

/** A member that is there and not null. */
function present(item: Members, name: string): Part | undefined {
  const part = item.get(name);
  return part === "null" ? undefined : part;
}

/** A time in UTC with no fraction, or with 3, 6 or 9 digits of one: the fewest that lose nothing. */
function timeText(json: string): string {
  const text: unknown = JSON.parse(json), instant = typeof text === "string" ? parseInstant(text) : undefined;
  if (instant === undefined) return json;
  const { fraction } = instant, digits = fraction.padEnd(Math.ceil(fraction.length / 3) * 3, "0");
  const whole = formatUtc(Math.floor(instant.seconds) * 1000);
  return JSON.stringify(digits === "" ? whole : `${whole.slice(0, -1)}.${digits}Z`);
}

/** A number as Rust prints it; what is none stays. */
function floatText(json: string, bits: 32 | 64): string {
  const number = Number(json);
  return Number.isFinite(number) ? rustFloat(number, bits) : json;
}

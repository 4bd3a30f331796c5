import { parseInstant } from "../../text/time.ts";

/** A node of a graph: something that is known (ctxpkg §6.2). Its members are those of the format. */
export interface GraphNode {
  /** Unique within one package; `auth-notes#N1` once the graph is composed with others. */
  readonly id: string;
  /** What it is: `fact`, `decision`, `gotcha`, and any other word. */
  readonly type: string;
  /** What it says; of a gotcha the trigger, a newline, `---`, a newline and the resolution. */
  readonly content: string;
  /** How much it counts, from 0 to 1, before it decays: {@linkcode activationAt}. */
  readonly activation: number;
  /** What it is about, in a word of its own. */
  readonly category?: string;
  /** Where it was learned. */
  readonly source?: string;
  /** When it was made: RFC 3339, any offset. */
  readonly created_at?: string;
  /** After how many days half of its activation is left; 0 is never. */
  readonly decay_half_life_days?: number;
  /** What holds more of it: `sha256-` and a hash. */
  readonly blob_ref?: string;
  /** The file that it is about. */
  readonly file_path?: string;
  /** The first line in that file. */
  readonly line_start?: number;
  /** The last line in it. */
  readonly line_end?: number;
  /** How sure it is, from 0 to 1. */
  readonly confidence?: number;
  /** The id of the node that it replaces. */
  readonly supersedes?: string;
}

/** An edge of a graph, from one node to another or to itself (ctxpkg §6.2). */
export interface GraphEdge {
  /** The id of the node where it begins. */
  readonly from: string;
  /** The id of the node where it ends. */
  readonly to: string;
  /** What it says of the two: `supports`, `contradicts`, `supersedes`, and any other word. */
  readonly type: string;
  /** How strongly it says so: any number. */
  readonly weight: number;
  /** How often both were of use at once. */
  readonly coactivations: number;
  /** What else is known of it, in a form of its own. */
  readonly metadata?: string;
}

/** The only form of a graph that is known. */
export const GRAPH_FORMAT = "ctxpkg-graph-v2";

/** A graph of what is known (ctxpkg §6.2). */
export interface ContextGraph {
  /** The only format that is known. */
  readonly format: "ctxpkg-graph-v2";
  /** Its nodes, in the order in which they came. */
  readonly nodes: readonly GraphNode[];
  /** Its edges, in the order in which they came. */
  readonly edges: readonly GraphEdge[];
}

const SECONDS_PER_DAY = 86_400;

/**
 * How much a node counts at a moment: half as much with each half-life that has passed since it was made, in whole
 * days (ctxpkg §6.2). It does not change where the node says neither, where its half-life is 0, and before it was made.
 * This is worked out when a node is shown, and never stored: a stored decay would decay again.
 *
 * @param node The node; a `created_at` that is no time counts as none.
 * @param nowMs The moment, in milliseconds since 1970-01-01T00:00:00Z.
 * @returns From 0 to the node's `activation`.
 * @throws {RangeError} If `nowMs` is not a time.
 *
 * @example See what is left of a node's activation
 * ```ts
 * import { activationAt } from "@ctx/ctx/package";
 * import { assertEquals } from "@std/assert";
 *
 * const node = {
 *   id: "N1",
 *   type: "fact",
 *   content: "The queue is shared by all tenants.",
 *   activation: 0.8,
 *   created_at: "2026-10-01T00:00:00Z",
 *   decay_half_life_days: 30,
 * };
 * assertEquals(activationAt(node, Date.UTC(2026, 9, 31)), 0.4);
 * ```
 */
export function activationAt(
  node: Pick<GraphNode, "activation" | "created_at" | "decay_half_life_days">,
  nowMs: number,
): number {
  if (Number.isNaN(new Date(nowMs).getTime())) {
    throw new RangeError(`Cannot work out an activation: received ${nowMs} ms, which is not a time`);
  }
  const { activation, created_at = "", decay_half_life_days: halfLife = 0 } = node;
  const created = parseInstant(created_at);
  return created === undefined || halfLife === 0
    ? activation
    : activation * 0.5 ** (wholeDays(created.seconds, created.fraction, nowMs) / halfLife);
}

/** The whole days from an instant to a moment, never less than none. All digits count: the last one can be a day. */
function wholeDays(seconds: number, fraction: string, nowMs: number): number {
  const nowSeconds = Math.floor(nowMs / 1000), ms = Math.floor(nowMs - nowSeconds * 1000);
  // The digits of fractions compare as text, also where there are zeros behind the later ones.
  const isShort = String(ms).padStart(3, "0") < fraction;
  return Math.max(0, Math.floor((nowSeconds - seconds - (isShort ? 1 : 0)) / SECONDS_PER_DAY));
}

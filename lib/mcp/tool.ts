import type { Context } from "../context.ts";
import type { Answer } from "./answer.ts";
import type { ZodSchema } from "./schema.ts";
import type { Zod } from "./sdk.ts";

/** What a tool's code is given besides the arguments. */
export interface ToolCall {
  /** The context, as the caller writes to it. */
  readonly context: Context;
  /** Fires when the client gives the call up. */
  readonly signal: AbortSignal;
}

/** What a tool does to the memory. */
export type Effect = "reads" | "adds" | "marks" | "replaces" | "destroys";

/** A tool: what agents learn of it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: ZodSchema;
  readonly output: ZodSchema;
  readonly effect: Effect;
  // deno-lint-ignore no-explicit-any
  run(args: any, call: ToolCall): Promise<Answer>;
}

/** A tool whose arguments have the type of its schema. */
export function tool<Input extends ZodSchema>(
  row: Omit<Tool, "input" | "run"> & {
    readonly input: Input;
    run(args: import("npm:zod@4.6.7").infer<Input>, call: ToolCall): Promise<Answer>;
  },
): Tool {
  return row;
}

/**
 * What a client is told of each effect. The protocol takes a tool for destructive and open to the world unless it says
 * otherwise; here every earlier value is kept, but by `destroys`.
 */
export const ANNOTATIONS: Readonly<Record<Effect, Readonly<Record<string, boolean>>>> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  adds: { destructiveHint: false, openWorldHint: false },
  marks: { destructiveHint: false, openWorldHint: false },
  replaces: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  destroys: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

/** The fields that several tools take. */
// deno-lint-ignore explicit-module-boundary-types
export function fields(z: Zod) {
  const store = z.enum(["operator", "shared", "agent"]).optional();
  return {
    key: z.string().min(1),
    store,
    filters: {
      store,
      tags: z.array(z.string()).optional(),
      status: z.enum(["current", "amended", "superseded", "resolved"]).optional(),
      since: z.string().optional(),
    },
    page: { offset: z.int().min(0).max(1e9).optional(), limit: z.int().min(1).max(200).optional() },
    many: z.object({ results: z.array(z.object({})), total: z.int(), next: z.int().optional() }),
  };
}

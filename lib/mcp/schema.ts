import type { Schema, Zod } from "./sdk.ts";

/** A schema of zod's. */
export type ZodSchema = import("npm:zod@4.6.7").ZodType;

/** Parts of a JSON Schema that cost tokens in every session, and that a call which oversteps them is told of anyway. */
const NEEDLESS = ["$schema", "minimum", "maximum", "minLength"];

/**
 * A schema that is validated by zod, which says well what is wrong, and described in as few characters as will do.
 *
 * @param z The library. @param schema The schema. @param io Whether it is of what comes in or of what goes out.
 */
export function compactSchema(z: Zod, schema: ZodSchema, io: "input" | "output"): Schema {
  const described = shortened(z.toJSONSchema(schema, { io }), io) as Record<string, unknown>;
  return {
    "~standard": {
      version: 1,
      vendor: "ctx",
      validate: (value: unknown) => schema["~standard"].validate(value),
      jsonSchema: { input: () => described, output: () => described },
    },
  } as Schema;
}

function shortened(node: unknown, io: "input" | "output", depth = 0): unknown {
  if (Array.isArray(node)) return node.map((item) => shortened(item, io, depth + 1));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).filter(([name, value]) =>
      !NEEDLESS.includes(name) &&
      // That a call holds nothing else is said; a result may gain fields.
      !(name === "additionalProperties" && (io === "output" || depth > 0)) &&
      !(name === "properties" && depth > 0 && Object.keys(value).length === 0) &&
      // Which type the words of a closed set have is plain.
      !(name === "type" && "enum" in node)
    ).map(([name, value]) => [name, shortened(value, io, depth + 1)]),
  );
}

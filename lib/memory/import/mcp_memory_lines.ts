import { parseJson } from "../../json/parse_json.ts";
import { JsonSyntaxError } from "../../json/scan.ts";
import { DerivedKeys, snakeKey } from "./derived_key.ts";
import type { StoreName } from "../entry.ts";
import { foreignEntryText } from "./foreign_entry.ts";
import type { Incoming } from "./on_conflict.ts";
import type { Facts } from "../put.ts";

/** What is known of one thing: its kind, and a line for each observation and each relation. */
interface Thing {
  kind: string;
  readonly lines: Set<string>;
}

/** Whether a text begins with a line of the memory file of an MCP reference memory server. */
export function isGraphLines(text: string): boolean {
  const start = text.search(/\S/), end = text.indexOf("\n", start);
  if (text[start] !== "{") return false;
  try {
    const { type } = parseJson(text.slice(start, end === -1 ? undefined : end)) ?? {};
    return type === "entity" || type === "relation";
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Reads the memory file of an MCP reference memory server: JSON Lines of entities, with observations, and of
 * relations between them. An entity becomes an entry: its name and type, then a line for each observation, and one
 * for each relation that begins at it. A name that only relations know becomes one too, so that none is lost.
 *
 * @param text The file. @param store Where the entries are to go. @param facts The time and the author.
 * @returns The entries, in the order of the file.
 * @throws {JsonSyntaxError} If a line is neither an entity nor a relation.
 */
export function readGraphLines(text: string, store: StoreName, facts: Facts): Incoming[] {
  const things = new Map<string, Thing>();
  const thing = (name: string) => {
    const known = things.get(name) ?? { kind: "", lines: new Set<string>() };
    things.set(name, known);
    return known;
  };
  let offset = 0;
  for (const line of text.split("\n")) {
    if (line.trim() !== "") readLine(line, offset, thing);
    offset += line.length + 1;
  }
  const keys = new DerivedKeys();
  return [...things].map(([name, { kind, lines }]) => {
    const head = kind === "" ? name : `${name} (${kind})`;
    const entry = {
      value: [head, ...[...lines].map((line) => `- ${line}`)].join("\n"),
      tags: kind.trim() === "" ? [] : [snakeKey(kind, "entity")],
      derivation: `Imported from an MCP memory file: the entity ${JSON.stringify(name)}`,
    };
    return {
      store,
      key: keys.take(snakeKey(name, "entity")),
      text: foreignEntryText(entry, facts),
      foreign: "undated" as const,
    };
  });
}

function readLine(line: string, offset: number, thing: (name: string) => Thing): void {
  let read: unknown;
  try {
    read = parseJson(line);
  } catch (error) {
    if (error instanceof SyntaxError) throw new JsonSyntaxError("it is not JSON", offset);
    throw error;
  }
  const { type, name, entityType, observations, from, to, relationType } = (read ?? {}) as Record<
    string,
    unknown
  >;
  if (type === "entity" && isName(name) && isText(entityType) && Array.isArray(observations)) {
    const known = thing(name);
    known.kind ||= entityType;
    for (const observation of observations) {
      if (!isText(observation)) throw new JsonSyntaxError("an observation in it is not a string", offset);
      known.lines.add(observation);
    }
  } else if (type === "relation" && isName(from) && isName(to) && isText(relationType)) {
    thing(from).lines.add(`${relationType}: ${to}`);
    thing(to);
  } else throw new JsonSyntaxError("it is neither an entity nor a relation of an MCP memory file", offset);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isName(value: unknown): value is string {
  return isText(value) && value.trim() !== "";
}

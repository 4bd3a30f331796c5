import type { JsonValue } from "../json/exact.ts";
import type { ByHand, Content, Placement, WirePart } from "./placement.ts";
import { shellLine } from "./program.ts";

/** A time for hooks, in seconds: ctx itself ends after three. */
export const TIMEOUT = 10;

/** A value in a JSON file. */
export function json(
  at: readonly string[],
  as: "member" | "element",
  value: JsonValue,
  isShared?: boolean,
): Content {
  return { format: "json", at, as, value, isShared };
}

/** Pieces of a part that go into a file. */
export function into(part: WirePart, file: string, ...contents: Content[]): Placement[] {
  return contents.map((content) => ({ part, file, content }));
}

/** A piece that is to be done by hand. */
export function byHand(part: ByHand["part"], where: string, text: string): ByHand {
  return { part, where, text };
}

/** Hooks in a file of their own, which says the version of its form. */
export function versionedHooks(file: string, entries: readonly JsonValue[]): Placement[] {
  const hooks = entries.map((entry) => json(["hooks", "sessionStart"], "element", entry));
  return into("hook", file, json(["version"], "member", 1, true), ...hooks);
}

/** A pointer as a marked block. */
export function pointer(text: string): Content {
  return { format: "block", comment: "html", text };
}

/** Lines for a shell that set variables. */
export function exportLines(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables).map(([name, value]) => `export ${shellLine([], { [name]: value })}`).join(
    "\n",
  );
}

/** Variables as words of a command line. */
export function flags(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
}

/** A value of a .env file: single quotes keep everything, double ones what single ones cannot. */
export function envValue(value: string): string {
  return value.includes("'") ? `"${value.replace(/["\\$`]/g, "\\$&")}"` : `'${value}'`;
}

import type { JsonValue } from "../json/exact.ts";
import type { HarnessName } from "../memory/harness.ts";

/** A part of a wiring: the start hook, the pointer, the environment, the server. */
export type WirePart = "hook" | "pointer" | "environment" | "mcp";

/** What is put into a file, and how it stands there. */
export type Content =
  /** A value in an object or an array of a JSON file; what leads there is made. `isShared`: others may come to need it. */
  | {
    readonly format: "json";
    readonly at: readonly string[];
    readonly as: "member" | "element";
    readonly value: JsonValue;
    readonly isShared?: boolean;
  }
  /** Values in a table of a TOML file; `isWhole`: the table is to hold nothing else. */
  | {
    readonly format: "toml";
    readonly isWhole?: boolean;
    readonly table: readonly string[];
    readonly values: Readonly<Record<string, TomlValue>>;
  }
  /** A block of lines between two marks. */
  | { readonly format: "block"; readonly comment: "html" | "hash"; readonly text: string }
  /** A file of its own, whose first line is a mark. */
  | { readonly format: "file"; readonly text: string };

/** A value of a TOML table, as far as one is needed here. */
export type TomlValue = string | readonly string[] | Readonly<Record<string, string>>;

/** A piece of a wiring that goes into a file. */
export interface Placement {
  /** Which part of the wiring it is. */
  readonly part: WirePart;
  /** The file's absolute path. */
  readonly file: string;
  /** What goes in, and how it stands there. */
  readonly content: Content;
}

/** A piece of a wiring that is somebody's to do by hand. */
export interface ByHand {
  /** Which part of the wiring it is; `memory` is the harness's private one. */
  readonly part: WirePart | "memory";
  /** Where it goes, in words. */
  readonly where: string;
  /** What goes there. */
  readonly text: string;
}

/** A file that a harness reads more strictly than people write. */
export interface StrictFile {
  /** Its absolute path. */
  readonly file: string;
  /** What makes the harness ignore it, or fail. */
  readonly refuses: readonly ("comments" | "mark")[];
}

/** All that wires a harness. */
export interface Wiring {
  /** Which harness. */
  readonly harness: HarnessName;
  /** The home folder, or the project, whose harness it is. */
  readonly base: string;
  /** Who writes there. */
  readonly author: string;
  /** The variables that ctx needs there. */
  readonly variables: Readonly<Record<string, string>>;
  /** The options of `ctx wire` that say what is not as it would be by itself. */
  readonly asked: readonly string[];
  /** What goes into files. */
  readonly placements: readonly Placement[];
  /** What does not. */
  readonly byHand: readonly ByHand[];
  /** The files that the harness reads strictly. */
  readonly strict: readonly StrictFile[];
  /** What to know about it, a line each. */
  readonly notes: readonly string[];
}

/** Where a placement goes, in words: `hooks.SessionStart[]`. */
export function placeOf(content: Content): string {
  switch (content.format) {
    case "json":
      return content.at.join(".") + (content.as === "element" ? "[]" : "");
    case "toml":
      return `[${content.table.join(".")}]`;
    case "block":
      return "a marked block at the end";
    case "file":
      return "the whole file";
  }
}

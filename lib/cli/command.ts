import type { Context } from "../context.ts";
import type { CtxError } from "../errors.ts";
import type { ContextOptions } from "../surroundings.ts";
import type { Io } from "./io.ts";
import type { OptionName } from "./options.ts";

/** The words of one call, told apart. */
export interface Words {
  /** The positional words behind the command. */
  readonly positional: readonly string[];
  /** How many positional words stand before `--`. */
  readonly beforeDashes: number;
  /** The value of an option; `undefined` where it was not given. */
  text(name: OptionName): string | undefined;
  /** The values of an option that can be repeated. */
  texts(name: OptionName): readonly string[];
  /** Whether a switch was given. */
  has(name: OptionName): boolean;
}

/** What a command needs to do its work. */
export interface Call {
  readonly words: Words;
  readonly io: Io;
  /** The context that the environment names, opened when it is asked for. */
  context(): Context;
  /** What it is opened with, for what opens more than one. */
  options(): ContextOptions;
  /** Whether to colour what is printed. */
  readonly isColored: boolean;
}

/** What a command has to say: printed in one place, as text or as JSON. */
export interface Outcome {
  /** For people and agents. */
  text(): string | Uint8Array | Promise<string>;
  /** One JSON document. */
  json(): string;
  /** Lines for standard error: warnings. */
  readonly notes?: readonly string[];
  /** What could not be read, though the rest is shown; makes the exit status 1 where a command can fail. */
  readonly faults?: readonly CtxError[];
  /** The exit status, where what was found is not well and yet no failure; 0 when absent. */
  readonly status?: 0 | 1;
}

/** A command's code. */
export type Command = (call: Call) => Promise<Outcome>;

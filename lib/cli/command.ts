import type { Context } from "../context.ts";
import type { CtxError } from "../errors.ts";
import type { OptionName } from "./options.ts";

/** What the command gets from the process around it; nothing below looks at the process itself. */
export interface Io {
  /** Writes to standard output. */
  out(text: string | Uint8Array): Promise<void>;
  /** Writes a line to standard error. */
  err(line: string): Promise<void>;
  /** Reads standard input to its end; fails where it holds more than `limitBytes`. */
  input(limitBytes?: number): Promise<Uint8Array>;
  /**
   * The user's editor, ready to be run on a file.
   *
   * @throws {PermissionError} If running it was not granted.
   * @throws {InvalidInputError} If none is named.
   */
  editor(): Promise<Editor>;
  /** The value of an environment variable; the empty string where it is not set. */
  variable(name: string): string;
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Fires when the user interrupts; asked for only by what can be given up safely. */
  interrupted(): AbortSignal;
}

/** Opens a file for the user to change; returns when that is done. */
export type Editor = (path: string) => Promise<void>;

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

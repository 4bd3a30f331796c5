import { InvalidInputError } from "../errors.ts";
import type { Ran } from "../wire/check.ts";
import type { ProgramFacts } from "../wire/program.ts";

/** Standard input that holds more than a command takes. */
export class InputTooLargeError extends InvalidInputError {
  /** @param limitBytes How much it takes. */
  constructor(limitBytes: number) {
    super(`Standard input holds more than ${Math.floor(limitBytes / 2 ** 20 * 10) / 10} MiB`, {
      hint: "Nothing was written. Hand it over in parts.",
    });
  }
}

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
  /** How this process was started. */
  program(): ProgramFacts;
  /** Whether there is something, as far as that may be looked at. */
  lookAt(path: string): "there" | "absent" | "not granted";
  /** Runs a program with next to no variables, where that was granted. */
  run(words: readonly string[], variables: Readonly<Record<string, string>>): Promise<Ran | undefined>;
  /** Fires when the user interrupts; asked for only by what can be given up safely. */
  interrupted(): AbortSignal;
}

/** Opens a file for the user to change; returns when that is done. */
export type Editor = (path: string) => Promise<void>;

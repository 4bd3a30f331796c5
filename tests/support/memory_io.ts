import type { Editor, Io } from "../../lib/cli/io.ts";

/** What a call of the command finds around it; whatever is left out is not there. */
export interface Surroundings {
  /** The environment variables. */
  readonly variables?: Readonly<Record<string, string>>;
  /** What standard input holds. Where it is absent, reading it is a failure. */
  readonly input?: string | Uint8Array;
  /** The user's editor. Where it is absent, it leaves every file as it is. */
  readonly editor?: Editor;
  /** Whether standard output is a terminal. */
  readonly isTerminal?: boolean;
  /** Whether whoever read standard output has gone. */
  readonly isReaderGone?: boolean;
  /** What keeps standard output from taking anything. */
  readonly outFault?: Error;
  /** Fires when the user interrupts. */
  readonly interrupt?: AbortSignal;
}

/** The surroundings of a call, kept in memory: what it prints is collected. */
export class MemoryIo implements Io {
  readonly #around: Surroundings;
  readonly #printed: Uint8Array[] = [];
  /** What was written to standard error, a string a line as it was handed over. */
  readonly errorLines: string[] = [];

  /** @param around What the call finds. */
  constructor(around: Surroundings = {}) {
    this.#around = around;
  }

  /** The bytes that were written to standard output. */
  get bytes(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#printed.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of this.#printed) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  get isTerminal(): boolean {
    return this.#around.isTerminal ?? false;
  }

  out(text: string | Uint8Array): Promise<void> {
    if (this.#around.isReaderGone) return Promise.reject(new Deno.errors.BrokenPipe("Broken pipe"));
    if (this.#around.outFault) return Promise.reject(this.#around.outFault);
    this.#printed.push(typeof text === "string" ? new TextEncoder().encode(text) : text);
    return Promise.resolve();
  }

  err(line: string): Promise<void> {
    this.errorLines.push(line);
    return Promise.resolve();
  }

  input(): Promise<Uint8Array> {
    const { input } = this.#around;
    if (input === undefined) return Promise.reject(new Error("standard input was read"));
    return Promise.resolve(typeof input === "string" ? new TextEncoder().encode(input) : input);
  }

  editor(): Promise<Editor> {
    return Promise.resolve(this.#around.editor ?? (() => Promise.resolve()));
  }

  variable(name: string): string {
    return this.#around.variables?.[name] ?? "";
  }

  program(): ReturnType<Io["program"]> {
    return { deno: "/opt/deno", module: "https://jsr.io/@ctx/ctx/0.1.0/cli.ts" };
  }

  lookAt(): ReturnType<Io["lookAt"]> {
    return "not granted";
  }

  run(): ReturnType<Io["run"]> {
    return Promise.resolve(undefined);
  }

  interrupted(): AbortSignal {
    return this.#around.interrupt ?? new AbortController().signal;
  }
}

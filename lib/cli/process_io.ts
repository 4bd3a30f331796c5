import { InvalidInputError, PermissionError, StorageError } from "../errors.ts";
import { InputTooLargeError, type Io } from "./io.ts";

/** The process that ctx runs in: its streams, variables and signals. */
export function processIo(): Io {
  return {
    out: async (text) => {
      try {
        await writeAll(Deno.stdout, text);
      } catch (error) {
        if (error instanceof Deno.errors.BrokenPipe || !(error instanceof Error)) throw error;
        const message = `Cannot write to standard output: ${error.message}`;
        throw new StorageError(message, { cause: error, hint: "Only what was to be printed is missing." });
      }
    },
    err: async (line) => {
      try {
        await writeAll(Deno.stderr, line + "\n");
      } catch {
        // There is nowhere left to say so; what was done is done all the same.
      }
    },
    input: readInput,
    editor: async () => (await import("./editor.ts")).findEditor(),
    variable,
    get isTerminal() {
      return Deno.stdout.isTerminal();
    },
    interrupted,
    program: () => ({ deno: Deno.execPath(), module: Deno.mainModule, std: standardLibrary() }),
    lookAt,
    run: async (words, variables) => (await import("./run_program.ts")).runProgram(words, variables),
  };
}

async function writeAll(stream: typeof Deno.stdout, text: string | Uint8Array): Promise<void> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length;) {
    const part = nextPart(bytes, at);
    // What Deno keeps back of a line's beginning is written with nothing behind it, not once more.
    const isKept = stream === Deno.stdout && part.length < KEPT_BYTES && part.at(-1) !== NEWLINE;
    const count = await untilReady((isAgain) => stream.write(isAgain && isKept ? NOTHING : part));
    at += isKept ? part.length : count;
  }
}

/** A pipe takes so much whole or not at all; Deno keeps back less than the other until its line is whole. */
const WHOLE_BYTES = 4096, KEPT_BYTES = 1024;
const NEWLINE = 0x0a, NOTHING = new Uint8Array();

/**
 * The bytes to write next: up to the end of a line where one ends, and so few that a failure means that none of
 * them was written. Whoever shares a pipe can make it one that does not wait for its reader, and then Deno does not
 * say how much of a long text was taken before the failure.
 */
function nextPart(bytes: Uint8Array, at: number): Uint8Array {
  const part = bytes.subarray(at, at + WHOLE_BYTES), end = part.lastIndexOf(NEWLINE) + 1;
  return end > 0 ? part.subarray(0, end) : part;
}

const LONGEST_PAUSE_MS = 20;

/** Does something again for as long as the stream is not ready. */
async function untilReady<T>(use: (isAgain: boolean) => Promise<T>): Promise<T> {
  for (let pauseMs = 1, isAgain = false;; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS), isAgain = true) {
    try {
      return await use(isAgain);
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

async function readInput(limitBytes = Infinity): Promise<Uint8Array> {
  if (Deno.stdin.isTerminal()) {
    await writeAll(Deno.stderr, "ctx: reading standard input; end it with Ctrl-D\n");
  }
  const parts: Uint8Array<ArrayBuffer>[] = [], buffer = new Uint8Array(2 ** 16);
  let length = 0;
  try {
    for (;;) {
      const count = await untilReady(() => Deno.stdin.read(buffer));
      if (count === null) break;
      length += count;
      // What has no end must not fill the memory before anybody can say so.
      if (length > limitBytes) throw new InputTooLargeError(limitBytes);
      parts.push(buffer.slice(0, count));
    }
  } catch (error) {
    if (!(error instanceof Error) || error instanceof InvalidInputError) throw error;
    throw new StorageError(`Cannot read standard input: ${error.message}`, {
      cause: error,
      hint: "Nothing was written. Give it a file or a pipe that can be read.",
    });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function variable(name: string): string {
  try {
    return Deno.env.get(name) ?? "";
  } catch (error) {
    // How it looks is not worth a failure; where the notes are is.
    const isLook = !name.startsWith("CTX_") && name !== "HOME" && name !== "USERPROFILE";
    if (error instanceof Deno.errors.InvalidData) {
      if (isLook) return "\ufffd";
      throw new InvalidInputError(`Cannot use the variable ${name}: it is not UTF-8`, {
        cause: error,
        hint: `Set ${name} to text in UTF-8.`,
      });
    }
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    if (isLook) return "";
    throw new PermissionError(`Cannot read the variable ${name}: Deno was not granted that`, {
      cause: error,
      hint: `Grant it with --allow-env=CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,PWD`,
    });
  }
}

/** Where the standard library comes from, which tells how this module has to be started. */
function standardLibrary(): string | undefined {
  try {
    return import.meta.resolve("@std/cli/parse-args");
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function lookAt(path: string): "there" | "absent" | "not granted" {
  try {
    Deno.statSync(path);
    return "there";
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return "not granted";
    if (error instanceof Error) return "absent";
    throw error;
  }
}

/** An interrupt gives up what waits; one that comes while nothing waits any more ends the process as ever. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
    Deno.removeSignalListener("SIGINT", stop);
  };
  Deno.addSignalListener("SIGINT", stop);
  return controller.signal;
}

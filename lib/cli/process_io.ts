import { InvalidInputError, PermissionError, StorageError } from "../errors.ts";
import type { Io } from "./command.ts";

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
  };
}

async function writeAll(stream: typeof Deno.stdout, text: string | Uint8Array): Promise<void> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length;) at += await stream.write(bytes.subarray(at));
}

async function readInput(limitBytes = Infinity): Promise<Uint8Array> {
  if (Deno.stdin.isTerminal()) {
    await writeAll(Deno.stderr, "ctx: reading standard input; end it with Ctrl-D\n");
  }
  if (limitBytes !== Infinity) return await readAtMost(limitBytes);
  return new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
}

/** What has no end must not fill the memory before anybody can say so. */
async function readAtMost(limitBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of Deno.stdin.readable) {
    length += part.length;
    if (length > limitBytes) {
      throw new InvalidInputError(`Standard input holds more than ${limitBytes / 2 ** 20} MiB`, {
        hint: "Nothing was written. Hand it over in parts.",
      });
    }
    parts.push(part);
  }
  const whole = new Uint8Array(length);
  for (let at = 0; parts.length > 0;) {
    const part = parts.shift()!;
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function variable(name: string): string {
  try {
    return Deno.env.get(name) ?? "";
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    // How it looks is not worth a failure; where the notes are is.
    if (!name.startsWith("CTX_") && name !== "HOME" && name !== "USERPROFILE") return "";
    throw new PermissionError(`Cannot read the variable ${name}: Deno was not granted that`, {
      cause: error,
      hint: `Grant it with --allow-env=CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM`,
    });
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

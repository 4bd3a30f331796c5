/** What a run of the command gave. */
export interface CommandRun {
  /** Its exit status. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What it wrote to standard output, as bytes. */
  readonly bytes: Uint8Array;
}

/** How a run differs from a plain one. */
export interface CommandSettings {
  /** Variables to set besides `CTX_HOME`. */
  readonly env?: Readonly<Record<string, string>>;
  /** What comes on standard input; nothing when absent. */
  readonly stdin?: string;
  /** A line of shell in front of the command, in the same process: `umask 0277`, `ulimit -f 8`. */
  readonly shell?: string;
  /** Words in front of the command, such as those of `setpriv`. */
  readonly prefix?: readonly string[];
}

/** The checkout's command, with the permissions of an installed one. */
export const CTX = decodeURIComponent(new URL("../../conformance/ctx", import.meta.url).pathname);
const CHECKOUT = decodeURIComponent(new URL("../../", import.meta.url).pathname);

/** The variables of a run: those of this process, without the ones that ctx reads, and Deno itself first on PATH. */
export function commandEnv(
  home: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { CTX_HOME: _home, CTX_AUTHOR: _author, FORCE_COLOR: _force, TZ: _zone, ...env } = Deno.env
    .toObject();
  const deno = Deno.execPath(), folder = deno.slice(0, deno.lastIndexOf("/"));
  return { ...env, NO_COLOR: "1", PATH: `${folder}:${env.PATH ?? ""}`, CTX_HOME: home, ...more };
}

/** Prepares `ctx` on a root. */
export function ctxCommand(
  home: string,
  words: readonly string[],
  { env, stdin, shell, prefix = [] }: CommandSettings = {},
): Deno.Command {
  const [program, ...args] = shell === undefined
    ? [...prefix, CTX, ...words]
    : ["sh", "-c", `${shell}; exec "$0" "$@"`, ...prefix, CTX, ...words];
  return new Deno.Command(program!, {
    args,
    env: commandEnv(home, env),
    clearEnv: true,
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs `ctx` on a root to its end. */
export async function ctx(
  home: string,
  words: readonly string[],
  settings: CommandSettings = {},
): Promise<CommandRun> {
  const child = ctxCommand(home, words, settings).spawn();
  if (settings.stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(settings.stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr), bytes: stdout };
}

/**
 * Starts a program of this folder that uses the API, with the grants of an installed command and no more.
 *
 * @param name The program's file name. @param home The root that it may read and write. @param args Its words.
 */
export function program(name: string, home: string, args: readonly string[]): Deno.Command {
  const path = `${CHECKOUT}tests/support/${name}`;
  return new Deno.Command("deno", {
    args: [
      "run",
      "-q",
      "--no-config",
      "--no-prompt",
      `--allow-read=${home}`,
      `--allow-write=${home}`,
      path,
      home,
    ]
      .concat(args),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Starts Python on a program of this folder. */
export function python(name: string, args: readonly string[]): Deno.Command {
  return new Deno.Command("python3", {
    args: [`${CHECKOUT}tests/support/${name}`, ...args],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Reads a process's standard output line by line, as it comes. */
export class Lines {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = "";

  /** @param child A process whose standard output is a pipe. */
  constructor(child: Deno.ChildProcess) {
    this.#reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next line; `undefined` at the end, where a line that was cut off is none. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf("\n");
      if (end !== -1) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return line;
      }
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      this.#rest += value;
    }
  }

  /** All further lines, to the end. */
  async all(): Promise<string[]> {
    const lines: string[] = [];
    for (let line = await this.next(); line !== undefined; line = await this.next()) lines.push(line);
    return lines;
  }

  /** Reads no further. */
  async stop(): Promise<void> {
    await this.#reader.cancel();
  }
}

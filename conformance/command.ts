/** How one command is run, beyond its words. */
export interface RunSettings {
  /** `CTX_AUTHOR` for this run; unset when absent. */
  readonly author?: string;
  /** `CTX_HOME` for this run instead of the trial's root; `null` leaves it unset. */
  readonly home?: string | null;
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Text for standard input; without it, standard input is empty. */
  readonly stdin?: string;
  /** Leaves standard input open, as some harnesses do, and sends nothing. */
  readonly stdinOpen?: boolean;
  /** A POSIX shell command run first in the same process, such as `umask 0`. */
  readonly shell?: string;
  /** Kills the process with SIGKILL after so many milliseconds. */
  readonly killAfterMs?: number;
}

/** What one run of the command gave. */
export interface Run {
  /** The command as a person would type it, with the variables that were set. */
  readonly line: string;
  /** Exit status; 128 and more when a signal ended it. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether both streams were well-formed UTF-8. */
  readonly utf8: boolean;
  /** Whether it was stopped because it took longer than the limit. */
  readonly timedOut: boolean;
}

/** The longest that one command may take, in milliseconds. */
export const COMMAND_LIMIT_MS = 60_000;

/** A command under test: a program and the words that come before its own. */
export class Command {
  readonly #program: string;
  readonly #words: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #folder: string;

  /**
   * @param words The program, by name or by path, and any words before ctx's own (`python3 my_ctx.py`).
   * @param folder The folder it runs in: an empty one, so that a stray file is noticed.
   */
  constructor(words: readonly string[], folder: string) {
    const [program = "ctx", ...rest] = words;
    this.#program = program;
    this.#words = rest;
    this.#folder = folder;
    this.#environment = cleanEnvironment();
  }

  /** The command as a person would type it. */
  get text(): string {
    return [this.#program, ...this.#words].map(quoted).join(" ");
  }

  /**
   * Runs it to its end, or to {@link COMMAND_LIMIT_MS}.
   *
   * @param words The words of the ctx command.
   * @param home The context root.
   */
  async run(words: readonly string[], home: string, settings: RunSettings = {}): Promise<Run> {
    const env: Record<string, string> = { ...this.#environment };
    const chosen = settings.home === undefined ? home : settings.home;
    const variables: Record<string, string> = { ...settings.env };
    if (chosen !== null) variables["CTX_HOME"] = chosen;
    if (settings.author !== undefined) variables["CTX_AUTHOR"] = settings.author;
    Object.assign(env, variables);
    const all = [this.#program, ...this.#words, ...words];
    const [program = "", ...args] = settings.shell === undefined
      ? all
      : ["/bin/sh", "-c", `${settings.shell}; exec "$0" "$@"`, ...all];
    const child = new Deno.Command(program, {
      args,
      env,
      clearEnv: true,
      cwd: this.#folder,
      stdin: settings.stdin === undefined && !settings.stdinOpen ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    let timedOut = false;
    const limit = setTimeout(() => {
      timedOut = settings.killAfterMs === undefined;
      kill(child);
    }, settings.killAfterMs ?? COMMAND_LIMIT_MS);
    try {
      if (settings.stdin !== undefined) await send(child, settings.stdin);
      const [stdout, stderr, status] = await Promise.all([
        new Response(child.stdout).bytes(),
        new Response(child.stderr).bytes(),
        child.status,
      ]);
      if (settings.stdinOpen) await child.stdin.abort().catch(() => {});
      return {
        line: lineOf(variables, settings.shell, all),
        status: status.code,
        stdout: lenient.decode(stdout),
        stderr: lenient.decode(stderr),
        utf8: isUtf8(stdout) && isUtf8(stderr),
        timedOut,
      };
    } finally {
      clearTimeout(limit);
    }
  }
}

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The caller's environment without what would change the outcome. */
function cleanEnvironment(): Record<string, string> {
  const env = Deno.env.toObject();
  for (const name of ["CTX_HOME", "CTX_AUTHOR", "FORCE_COLOR", "TZ"]) delete env[name];
  // One check moves HOME; what a command's runtime has cached must stay where it is.
  if (env["HOME"] !== undefined) env["XDG_CACHE_HOME"] ??= `${env["HOME"]}/.cache`;
  return { ...env, NO_COLOR: "1" };
}

async function send(child: Deno.ChildProcess, text: string): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    // A command that does not read its standard input is free to close it.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // It has ended by itself.
  }
}

function lineOf(
  variables: Readonly<Record<string, string>>,
  shell: string | undefined,
  words: readonly string[],
): string {
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...(shell === undefined ? [] : [`${shell};`]), ...assignments, ...words.map(quoted)].join(" ");
}

function quoted(word: string): string {
  const shown = word.length > 200 ? `${word.slice(0, 80)}…(${word.length} characters)` : word;
  return /^[\w@%+=:,./-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

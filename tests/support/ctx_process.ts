import { chooseStdSource, settingsOf, settingsOfConfig } from "../../tools/std_source.ts";
import { commandEnv, CTX } from "./command.ts";

const CHECKOUT = CTX.slice(0, -"/conformance/ctx".length);

/** What a program did. */
export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** How a program is started. */
export interface Setup {
  /** Variables to set; those of a context are unset otherwise. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder it runs in. */
  readonly cwd?: string;
  /** What standard input holds; empty when absent. */
  readonly input?: string;
}

/** The variables for a program: this Deno first on PATH, its cache where it is, no context of the caller's. */
export function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { CTX_HOME: _home, CTX_GRANTS: _grants, ...env } = commandEnv("");
  // Tests that move HOME must not move what Deno has cached.
  return { DENO_DIR: `${env.XDG_CACHE_HOME || `${env.HOME}/.cache`}/deno`, ...env, ...more };
}

/** Starts a program with its streams piped. */
export function start(program: string, args: readonly string[], setup: Setup = {}): Deno.ChildProcess {
  return new Deno.Command(program, {
    args: [...args],
    env: environment(setup.env),
    clearEnv: true,
    cwd: setup.cwd,
    stdin: setup.input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs a program to its end. */
export async function execute(program: string, args: readonly string[], setup: Setup = {}): Promise<Ran> {
  const child = start(program, args, setup);
  if (setup.input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(setup.input));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return { status: code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Runs cli.ts with exactly these grants. */
export async function runGranted(
  grants: readonly string[],
  args: readonly string[],
  setup: Setup,
): Promise<Ran> {
  const config = Deno.env.get("CTX_DENO_CONFIG");
  const { options, env } = config
    ? settingsOfConfig(config)
    : settingsOf(await chooseStdSource("deno"), "run");
  const words = ["run", "-q", "--no-prompt", ...options, ...grants, `${CHECKOUT}/cli.ts`, ...args];
  // By way of env, since a grant for deno is one for the first on PATH, and its folder need not be that of the running one.
  return await execute("env", ["deno", ...words], { ...setup, env: { ...env, ...setup.env } });
}

/** A folder with a `ctx` in it, for PATH, and room for a root; removed with all that is in it. */
export class Bench implements AsyncDisposable {
  /** The folder. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes the folder. */
  static async make(): Promise<Bench> {
    const bench = new Bench(await Deno.makeTempDir({ prefix: "ctx_bench_" }));
    await Deno.mkdir(`${bench.folder}/bin`);
    await Deno.mkdir(`${bench.folder}/project`);
    const script = `#!/bin/sh\nexec ${quoted(CTX)} "$@"\n`;
    await Deno.writeTextFile(`${bench.folder}/bin/ctx`, script, { mode: 0o755 });
    return bench;
  }

  /** Runs a script in a shell that finds `ctx`, in an empty folder, with CTX_HOME set to `root` in the folder. */
  async shell(script: string, setup: Setup = {}, shell = "sh"): Promise<Ran> {
    const base = environment();
    return await execute(shell, ["-c", script], {
      cwd: `${this.folder}/project`,
      ...setup,
      env: { PATH: `${this.folder}/bin:${base.PATH}`, CTX_HOME: `${this.folder}/root`, ...setup.env },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

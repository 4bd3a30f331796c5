import type { Ran } from "../wire/check.ts";

const TIMEOUT_MS = 10_000;

/**
 * Runs a program as a harness that was started from no shell would: with a short path and next to no variables.
 *
 * @param words The program and its words. @param variables What is set besides.
 * @returns What it gave; `undefined` where running it was not granted.
 */
export async function runProgram(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Ran | undefined> {
  const [program = "", ...args] = words;
  const { state } = await Deno.permissions.query({ name: "run", command: program });
  if (state !== "granted") return undefined;
  const env = { PATH: "/usr/bin:/bin", HOME: Deno.env.get("HOME") ?? "", ...variables };
  try {
    const { code, stdout } = await new Deno.Command(program, {
      args,
      env,
      clearEnv: true,
      stdin: "null",
      stderr: "null",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).output();
    return { status: code, out: new TextDecoder().decode(stdout) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { status: 127, out: `there is no "${program}"` };
    throw error;
  }
}

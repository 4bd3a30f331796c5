import { InvalidInputError, PermissionError, StorageError } from "../errors.ts";
import type { Editor } from "./io.ts";

/**
 * Finds the user's editor: the program that `VISUAL`, else `EDITOR`, names. Its words are split at white space and
 * handed to no shell, so that it is the only program which has to be granted.
 *
 * @returns What runs it on a file.
 * @throws {PermissionError} If reading the variables, or running the program, was not granted.
 * @throws {InvalidInputError} If neither variable is set.
 */
export async function findEditor(): Promise<Editor> {
  const [program, ...words] = (await granted("VISUAL") || await granted("EDITOR")).trim().split(/\s+/);
  if (!program) {
    throw new InvalidInputError("There is no editor: neither VISUAL nor EDITOR is set", {
      hint: "Set one of them to a program that returns when the file is closed.",
    });
  }
  const { state } = await Deno.permissions.query({ name: "run", command: program });
  if (state !== "granted") throw refusal(`run ${JSON.stringify(program)}`, program);
  return (path) => runEditor(program, [...words, path]);
}

async function granted(variable: string): Promise<string> {
  const { state } = await Deno.permissions.query({ name: "env", variable });
  if (state !== "granted") throw refusal(`read the variable ${variable}`, "PROGRAM");
  return Deno.env.get(variable) ?? "";
}

function refusal(what: string, program: string): PermissionError {
  return new PermissionError(`Cannot ${what}: Deno was not granted that`, {
    hint: `Grant --allow-run=${program} --allow-env=VISUAL,EDITOR.`,
  });
}

async function runEditor(program: string, args: readonly string[]): Promise<void> {
  let status: Deno.CommandStatus;
  try {
    const streams = { stdin: "inherit", stdout: "inherit", stderr: "inherit" } as const;
    status = await new Deno.Command(program, { args: [...args], ...streams }).spawn().status;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new StorageError(`Cannot run the editor ${JSON.stringify(program)}: ${error.message}`, {
      cause: error,
      hint: "Nothing was changed. VISUAL or EDITOR has to name a program.",
    });
  }
  if (status.success) return;
  throw new StorageError(
    `The editor ${JSON.stringify(program)} ended with status ${status.code}: nothing was changed`,
  );
}

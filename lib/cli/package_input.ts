import type { Fault } from "../pkg/fault.ts";
import { readFile } from "../pkg/package_file.ts";
import { sizeFault } from "../pkg/read_document.ts";
import { StorageError } from "../errors.ts";
import { clip } from "../text/excerpt.ts";
import type { Call } from "./command.ts";
import { InputTooLargeError } from "./io.ts";

/**
 * The bytes of a file that a command names; `-` is standard input.
 *
 * @param call The call. @param file The file. @param most How many bytes it may have.
 * @returns Its bytes, or that it is too large.
 */
export async function packageInput(
  { io, words }: Call,
  file: string,
  most: number,
): Promise<Uint8Array | Fault> {
  try {
    return file === "-" ? await io.input(most) : readFile(file, most);
  } catch (error) {
    if (error instanceof InputTooLargeError) return sizeFault(most);
    if (!(error instanceof StorageError) || isFile(file) || file.includes("/")) throw error;
    const hint = keptHint(file, words.positional[0]!);
    throw new StorageError(error.message, { path: file, cause: error, hint });
  }
}

/** How a kept package is given to a command that reads files. */
export function keptHint(word: string, verb: string): string {
  const name = clip(word, 80);
  return `Is a package meant that is kept? ctx pkg export ${name} | ctx pkg ${verb} -`;
}

/** Whether a word of the command line is a file, and no name of a package that is kept. */
export function isFile(word: string): boolean {
  return word === "-" || /\.l?ctxpkg$/.test(word);
}

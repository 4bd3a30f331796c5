import type { Fault } from "../pkg/fault.ts";
import { readFile } from "../pkg/package_file.ts";
import { sizeFault } from "../pkg/read_document.ts";
import { InputTooLargeError, type Io } from "./io.ts";

/**
 * The bytes of a file that a command names; `-` is standard input.
 *
 * @param io The process. @param file The file. @param most How many bytes it may have.
 * @returns Its bytes, or that it is too large.
 */
export async function packageInput(io: Io, file: string, most: number): Promise<Uint8Array | Fault> {
  if (file !== "-") return readFile(file, most);
  try {
    return await io.input(most);
  } catch (error) {
    if (error instanceof InputTooLargeError) return sizeFault(most);
    throw error;
  }
}

/** Whether a word of the command line is a file, and no name of a package that is kept. */
export function isFile(word: string): boolean {
  return word === "-" || /\.l?ctxpkg$/.test(word);
}

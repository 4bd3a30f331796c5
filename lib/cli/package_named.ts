import { Packages } from "../pkg/packages.ts";
import { type Package, parsePackage } from "../pkg/parse.ts";
import { MOST_BYTES } from "../pkg/read_document.ts";
import { refusedBy } from "../pkg/import/refusals.ts";
import { clip } from "../text/excerpt.ts";
import type { Call } from "./command.ts";
import { isFile, packageInput } from "./package_input.ts";

/** A file as a message names it. */
export function shownFile(file: string): string {
  return JSON.stringify(clip(file, 200));
}

/**
 * The bytes of a package's file; `-` is standard input.
 *
 * @throws {RefusedError} If it is larger than a package can be.
 */
export async function readPackage(call: Call, file: string): Promise<Uint8Array> {
  const bytes = await packageInput(call, file, MOST_BYTES);
  if ("code" in bytes) throw refusedBy(shownFile(file), [bytes]);
  return bytes;
}

/**
 * The package that a word names: a file, or a name of one that is kept.
 *
 * @throws {RefusedError} If it is not accepted.
 */
export async function packageNamed(call: Call, word: string): Promise<Package> {
  const isKept = !isFile(word), fileName = isKept || word === "-" ? undefined : word;
  const bytes = isKept ? await new Packages(call.options()).export(word) : await readPackage(call, word);
  const { verification, package: accepted } = await parsePackage(bytes, { fileName });
  if (accepted !== undefined) return accepted;
  throw refusedBy(shownFile(word), verification.faults);
}

import { PermissionError, StorageError } from "../errors.ts";
import { fileSize, readBytes } from "../store/text_file.ts";
import { MOST_BYTES, sizeFault } from "./read_document.ts";
import { refusal, type Verification, type VerifyOptions, verifyPackage } from "./verify.ts";

/**
 * Verifies the package in a file; one that is larger than a package can be is not read.
 *
 * @param path The file, as it was named. @param options How strictly.
 * @throws {PermissionError} If reading it was not granted: what is on standard input needs no grant.
 * @throws {StorageError} If it is no file, or cannot be read.
 */
export async function verifyFile(path: string, options: VerifyOptions = {}): Promise<Verification> {
  try {
    if (fileSize(path) > MOST_BYTES) return refusal(sizeFault(MOST_BYTES));
    return await verifyPackage(readBytes(path), { ...options, fileName: path });
  } catch (error) {
    if (error instanceof PermissionError) {
      throw new PermissionError(`Cannot read "${path}": Deno was not granted that`, {
        path,
        cause: error,
        hint: "Give it on standard input, where - stands for it, or grant reading it: --allow-read=FILE",
      });
    }
    // What mends a file of the root mends none of somebody's.
    if (error instanceof StorageError) throw new StorageError(error.message, { path, cause: error });
    throw error;
  }
}

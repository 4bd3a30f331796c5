import { createFile } from "./atomic_write.ts";
import { diskError } from "./disk_error.ts";
import type { Root } from "./root.ts";
import { readBytes } from "./text_file.ts";

/** A file of a moment in which somebody changes a value: readable by its owner alone, and left out of git. */
export class ValueFile {
  /** Where it is. */
  readonly path: string;
  readonly #bytes: Uint8Array;

  private constructor(path: string, bytes: Uint8Array) {
    this.path = path;
    this.#bytes = bytes;
  }

  /**
   * Makes one under a root.
   *
   * @param root The root. @param text What it is to hold.
   * @throws {StorageError} If it cannot be written.
   */
  static async make(root: Root, text: string): Promise<ValueFile> {
    const hex = crypto.getRandomValues(new Uint8Array(8)).toHex();
    // Not one of the names that the next writer takes for a leftover: an editor may be open for days.
    const file = new ValueFile(root.file(`.edit_${hex}.tmp`), new TextEncoder().encode(text));
    await createFile(file.path, file.#bytes);
    return file;
  }

  /**
   * Reads what it holds now.
   *
   * @returns The bytes; `undefined` where they are as they were.
   * @throws {StorageError} If it cannot be read.
   */
  read(): Uint8Array | undefined {
    const bytes = readBytes(this.path);
    const isSame = bytes.length === this.#bytes.length && bytes.every((byte, i) => byte === this.#bytes[i]);
    return isSame ? undefined : bytes;
  }

  /** Removes it. */
  async remove(): Promise<void> {
    try {
      await Deno.remove(this.path);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw diskError(error, "write", this.path);
    }
  }
}

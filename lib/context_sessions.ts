import { type ContextOptions, Environment } from "./surroundings.ts";
import type { FiledSummary, SessionWriteOptions, Summary } from "./session_summaries.ts";

/** A context's session summaries (§7): one page each, which hands a session over to the next. */
export class Sessions {
  readonly #env: Environment;

  /**
   * Opens the summaries of a context, as its `sessions` are.
   *
   * @param options Where the root is, and who writes.
   */
  constructor(options: ContextOptions) {
    this.#env = new Environment(options);
  }

  /**
   * The file names of the summaries.
   *
   * @returns The names, the oldest first.
   * @throws {StorageError} If the folder is there and cannot be read.
   */
  async list(): Promise<string[]> {
    const { listSummaries } = await import("./store/summary_files.ts");
    return listSummaries(this.#env.root);
  }

  /**
   * Reads a summary.
   *
   * @param name Its file name, or the name without `_session.md`; the newest when absent.
   * @returns The summary.
   * @throws {NotFoundError} If there is none.
   * @throws {DamagedError} If it is not UTF-8.
   * @throws {StorageError} If it cannot be read; no older one takes its place.
   */
  async read(name?: string): Promise<Summary> {
    const { readSession } = await import("./session_summaries.ts");
    return readSession(this.#env, name);
  }

  /**
   * Files a summary under the next name of its day; never over a file that is there. One without a title gets
   * a header with the date and the author. Takes the lock; on return the file is on disk.
   *
   * @param text The summary, Markdown, with a section `## Open`.
   * @param options The date and the focus.
   * @returns The summary as filed.
   * @throws {InvalidInputError} If it has no `## Open`, or the date is none or in the future.
   * @throws {RefusedError} If something in it looks like a credential and `force` is not given.
   * @throws {LockTimeoutError} If the lock was not to be had.
   * @throws {StorageError} If it cannot be written.
   */
  async write(text: string, options: SessionWriteOptions = {}): Promise<FiledSummary> {
    const { writeSession } = await import("./session_summaries.ts");
    return await writeSession(this.#env, text, options);
  }

  /**
   * A summary to fill in, with the open items of the newest one restated.
   *
   * @returns Markdown.
   * @throws {DamagedError} If the newest summary is not UTF-8.
   * @throws {StorageError} If it cannot be read.
   */
  async template(): Promise<string> {
    const { sessionTemplate } = await import("./session_summaries.ts");
    return sessionTemplate(this.#env);
  }
}

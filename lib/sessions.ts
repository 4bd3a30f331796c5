import { type ContextOptions, Environment } from "./environment.ts";
import { InvalidInputError, NotFoundError } from "./errors.ts";
import { guardCredentials } from "./guard.ts";
import { checkSessionDate } from "./memory/check.ts";
import { hasTitle, openItems, summaryHeader, summaryTemplate } from "./memory/summary.ts";
import { catchingSizeLimit } from "./store/atomic_write.ts";
import { withLock } from "./store/lock.ts";
import { makeFiles, makeFolders } from "./store/make_root.ts";
import { LAYOUT } from "./store/root.ts";
import { fileSummary, listSummaries, readSummary } from "./store/summaries.ts";

/** A session summary (§7). */
export interface Summary {
  /** Its file name under `sessions/`. */
  readonly name: string;
  /** Its text, Markdown. */
  readonly text: string;
}

/** What filing a summary takes besides its text. */
export interface SessionWriteOptions {
  /** The local date on which the session started, `YYYY-MM-DD`; today when absent. */
  readonly date?: string;
  /** One line on what the session was about, for the header of a summary that has none. */
  readonly focus?: string;
  /** File also what looks like a credential (§11). */
  readonly force?: boolean;
  /** Gives up while it waits for the lock. */
  readonly signal?: AbortSignal;
}

/** A summary as it was filed. */
export interface FiledSummary extends Summary {
  /** What the writer should know, though it was filed: a line each. */
  readonly warnings: readonly string[];
}

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
    return await listSummaries(this.#env.root);
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
    const file = name === undefined
      ? (await this.list()).at(-1)
      : name.endsWith(".md")
      ? name
      : `${name}_session.md`;
    if (file === undefined) {
      throw new NotFoundError("There is no session summary yet", {
        hint: "ctx session new prints a template.",
      });
    }
    return { name: file, text: await readSummary(this.#env.root, file) };
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
    const today = this.#env.localDate(), { date = today } = options;
    checkSessionDate(date, today);
    if (!openItems(text).isPresent) {
      throw new InvalidInputError('The summary has no section "## Open": nothing was written', {
        hint: "Restate each open item under ## Open, a line each; write - none when there is none.",
      });
    }
    const warnings = await guardCredentials(
      this.#env,
      { summary: text, focus: options.focus },
      options.force,
    );
    const { author } = this.#env.facts(), { root } = this.#env;
    const whole = hasTitle(text)
      ? text
      : `${summaryHeader(date, author, options.focus)}\n${text.replace(/^\s*\n/, "")}`;
    const ended = whole.endsWith("\n") ? whole : whole + "\n";
    await makeFolders(root);
    const name = await withLock(root, this.#env.wait(options.signal), () =>
      catchingSizeLimit(async () => {
        await makeFiles(root, [LAYOUT.rules]);
        return await fileSummary(root, date, ended.toWellFormed());
      }));
    const newest = (await this.list()).at(-1);
    if (newest !== undefined && newest !== name) {
      warnings.push(`${newest} stays the newest summary: its name is later`);
    }
    return { name, text: ended, warnings };
  }

  /**
   * A summary to fill in, with the open items of the newest one restated.
   *
   * @returns Markdown.
   * @throws {DamagedError} If the newest summary is not UTF-8.
   * @throws {StorageError} If it cannot be read.
   */
  async template(): Promise<string> {
    const newest = (await this.list()).at(-1);
    const open = newest === undefined ? [] : openItems((await this.read(newest)).text).items;
    return summaryTemplate({ date: this.#env.localDate(), author: this.#env.facts().author, open });
  }
}

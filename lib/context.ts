import type { HarnessName } from "./memory/harness.ts";
import type { StartHook, StartHookOptions } from "./start_hook.ts";
import type { Cleanup, CleanupOptions } from "./cleanup.ts";
import { type Begun, type ContextOptions, Environment } from "./surroundings.ts";
import type { JsonText, JsonValue } from "./json/exact.ts";
import type { Brief } from "./memory/brief.ts";
import type { Basis } from "./memory/entry.ts";
import type { Filters } from "./memory/match.ts";
import { jsonTextOf } from "./memory/value_to_json.ts";
import type { Settings } from "./memory/settings.ts";
import type { VersionDiff } from "./memory/version_diff.ts";
import type { EntryVersion } from "./memory/versions.ts";
import type { DiffOptions } from "./history_diff_undo.ts";
import type { StoredEntry } from "./memory/stored_entry.ts";
import type { Export, ExportFilters } from "./exporting.ts";
import type { ImportReport } from "./import_report.ts";
import type { ImportOptions } from "./importing.ts";
import type { InitOptions } from "./init.ts";
import type { FileMarks } from "./file_marks.ts";
import type { MergeFiles, MergeOptions, MergeReport } from "./merging.ts";
import type { Start } from "./brief_and_start.ts";
import type { EntryList } from "./get_search_list.ts";
import type { FoundList } from "./word_search.ts";
import { Sessions } from "./context_sessions.ts";
import type { ContextStats } from "./statistics.ts";
import type { RootReport } from "./store/make_root.ts";
import type { MarkOptions, SetOptions, StoreOption, WriteOptions } from "./write_options.ts";
import type { WrittenEntry } from "./set_mark_delete.ts";

/**
 * One context: the operations of §4 to §7 over one root. Several may be open on one root at once, in this
 * process and in others; none holds anything open between calls.
 */
// Each operation loads its code when it is first called: a process that reads once does not pay for writing.
export class Context {
  /** The session summaries (§7). */
  readonly sessions: Sessions;
  readonly #env: Environment;

  /**
   * Opens a context, as `openContext` does.
   *
   * @param options Where the root is, and who writes.
   */
  constructor(options: ContextOptions) {
    this.#env = new Environment(options);
    this.sessions = new Sessions(options);
  }

  /** The root's path. */
  get home(): string {
    return this.#env.root.path;
  }

  /**
   * Reads an entry (§4.1). Takes no lock.
   *
   * @param key The key. @param options The store.
   * @returns The entry.
   * @throws {NotFoundError} If the store has no such key; its hint names another store that has it.
   * @throws {DamagedError} If the store, or the entry, is not what it should be.
   * @throws {StorageError} If the store cannot be read.
   */
  async get(key: string, options: StoreOption = {}): Promise<StoredEntry> {
    const { getEntry } = await import("./get_search_list.ts");
    return getEntry(this.#env, key, options.store);
  }

  /**
   * Reads the entries that have a key, from every store (§4.1). Takes no lock.
   *
   * @param key The key.
   * @returns They, in the order operator, shared, agent, and what could not be read.
   * @throws {NotFoundError} If no store has it.
   * @throws {DamagedError} If none was found, and a store, or the entry, is not what it should be.
   * @throws {StorageError} If none was found, and a store cannot be read.
   */
  async getAll(key: string): Promise<EntryList> {
    const { getEntries } = await import("./get_search_list.ts");
    return getEntries(this.#env, key);
  }

  /**
   * Writes an entry's value (§4.2): a new key's, or in place of the value that is there, whose status it
   * clears. Takes the lock; on return the entry is on disk.
   *
   * @param key The key: any string but the empty one.
   * @param value The value; a {@linkcode JsonText} keeps the spelling of its numbers.
   * @param options The store, and what is known of the value.
   * @returns The entry as written, what it was before, and warnings.
   * @throws {InvalidInputError} If the key is empty, or an option is outside its set.
   * @throws {RefusedError} If something looks like a credential and `force` is not given.
   * @throws {ConflictError} If `onlyNew` or `ifTimestamp` does not hold.
   * @throws {DamagedError} If the store is not what it should be; nothing is written.
   * @throws {LockTimeoutError} If the lock was not to be had.
   * @throws {StorageError} If the store cannot be written.
   */
  async set(key: string, value: JsonValue | JsonText, options: SetOptions = {}): Promise<WrittenEntry> {
    // Read now: what the caller does with them afterwards is not what was asked for.
    const valueText = jsonTextOf(value),
      { tags } = options,
      asked = { ...options, tags: Array.isArray(tags) ? [...tags] : tags };
    return await this.#write(({ setEntry }) => setEntry(this.#env, key, valueText, asked));
  }

  /**
   * Puts a note in front of an entry's value and marks it as amended (§3.6, §4.3). Takes the lock.
   *
   * @param key The key. @param note What is to be added. @param options The store.
   * @returns The entry as written, and what it was.
   * @throws {InvalidInputError} If the note is blank.
   * @throws {NotFoundError} If the store has no such key.
   * @throws {CtxError} As {@linkcode Context.set} does.
   */
  async amend(key: string, note: string, options: WriteOptions = {}): Promise<WrittenEntry> {
    const asked = { ...options };
    return await this.#write(({ amend }) => amend(this.#env, key, note, asked));
  }

  /**
   * Marks an entry as replaced by another (§3.6, §4.3). Its value stays. Takes the lock.
   *
   * @param key The key. @param by The key that replaces it; where the store lacks it, that is a warning.
   * @param options The store, and why.
   * @returns The entry as written, and what it was.
   * @throws {InvalidInputError} If `by` is empty, or the note blank.
   * @throws {NotFoundError} If the store has no such key.
   * @throws {CtxError} As {@linkcode Context.set} does.
   */
  async supersede(key: string, by: string, options: MarkOptions = {}): Promise<WrittenEntry> {
    const asked = { ...options };
    return await this.#write(({ supersede }) => supersede(this.#env, key, by, asked));
  }

  /**
   * Marks an entry as done with (§3.6, §4.3). Its value stays. Takes the lock.
   *
   * @param key The key. @param options The store, and how.
   * @returns The entry as written, and what it was.
   * @throws {InvalidInputError} If the note is blank.
   * @throws {NotFoundError} If the store has no such key.
   * @throws {CtxError} As {@linkcode Context.set} does.
   */
  async resolve(key: string, options: MarkOptions = {}): Promise<WrittenEntry> {
    const asked = { ...options };
    return await this.#write(({ resolve }) => resolve(this.#env, key, asked));
  }

  /**
   * Says anew how an entry's value is known (§4.4). The timestamp stays. Takes the lock.
   *
   * @param key The key. @param basis The basis. @param options The store.
   * @returns The entry as written, and what it was.
   * @throws {InvalidInputError} If the basis is none.
   * @throws {NotFoundError} If the store has no such key.
   * @throws {CtxError} As {@linkcode Context.set} does.
   */
  async setBasis(key: string, basis: Basis, options: WriteOptions = {}): Promise<WrittenEntry> {
    const asked = { ...options };
    return await this.#write(({ setBasis }) => setBasis(this.#env, key, basis, asked));
  }

  /**
   * Removes an entry for good, its earlier values in the history too (§4.5). Takes the lock.
   *
   * @param key The key. @param options The store.
   * @throws {NotFoundError} If the store has no such key.
   * @throws {CtxError} As {@linkcode Context.set} does.
   */
  async delete(key: string, options: WriteOptions = {}): Promise<void> {
    const asked = { ...options };
    return await this.#write(({ deleteEntry }) => deleteEntry(this.#env, key, asked));
  }

  /**
   * Reads the versions of an entry (§10): what it is, and what it was, with when, by whom and by which
   * operation. Takes no lock.
   *
   * @param key The key. @param options The store.
   * @returns The versions, the newest first; of a key that is gone, those that the history keeps.
   * @throws {NotFoundError} If the store has no such key, and its history neither.
   * @throws {DamagedError} If the store, or the entry, is not what it should be.
   * @throws {StorageError} If the store or its history cannot be read.
   */
  async history(key: string, options: StoreOption = {}): Promise<EntryVersion[]> {
    const { readVersions } = await import("./history_diff_undo.ts");
    return readVersions(this.#env, key, options);
  }

  /**
   * Reads an entry as it was at a time (§10): what was believed then. Takes no lock.
   *
   * @param key The key.
   * @param time RFC 3339, or local: `2026-10-13T12:00`, or a date; without seconds the end of it is meant.
   * @param options The store.
   * @returns The version that stood then.
   * @throws {InvalidInputError} If the time is none.
   * @throws {NotFoundError} If the key was not there then, or its history does not reach back that far.
   * @throws {CtxError} As {@linkcode Context.history} does.
   */
  async at(key: string, time: string, options: StoreOption = {}): Promise<EntryVersion> {
    const { readAt } = await import("./history_diff_undo.ts");
    return readAt(this.#env, key, time, options);
  }

  /**
   * Holds two versions of an entry against each other, word by word (§10). Takes no lock.
   *
   * @param key The key. @param options The versions, by how many changes back they are, and the store.
   * @returns Both versions, and what differs.
   * @throws {NotFoundError} If the key has no such version.
   * @throws {CtxError} As {@linkcode Context.history} does.
   */
  async diff(key: string, options: DiffOptions = {}): Promise<VersionDiff> {
    const { diffOf } = await import("./history_diff_undo.ts");
    return diffOf(this.#env, key, options);
  }

  /**
   * Puts the last version of an entry back, as a new change (§10): all its fields but `timestamp`, which is now,
   * and `author`. What is undone goes to the history, so that undoing twice gives it back. Takes the lock.
   *
   * @param key The key; also one that is gone, where the history keeps it. @param options The store.
   * @returns The entry as written, and what it was.
   * @throws {NotFoundError} If the store has no such key, or the key no earlier version.
   * @throws {RefusedError} If the version looks like a credential and `force` is not given.
   * @throws {CtxError} As {@linkcode Context.set} does.
   */
  async undo(key: string, options: WriteOptions = {}): Promise<WrittenEntry> {
    const asked = { ...options };
    return await this.#env.inOrder(async () =>
      await (await import("./history_diff_undo.ts")).undo(this.#env, key, asked)
    );
  }

  /**
   * Finds the entries whose key or value contains a text (§4.6), whatever the case. Takes no lock.
   *
   * @param pattern A plain text; the empty one is in every entry. @param filters What else must hold.
   * @returns The entries, newest first.
   * @throws {InvalidInputError} If a filter is outside its set or its grammar.
   */
  async search(pattern: string, filters: Filters = {}): Promise<EntryList> {
    const { searchPattern } = await import("./get_search_list.ts");
    return searchPattern(this.#env, pattern, filters);
  }

  /**
   * Finds the entries that hold all words of a query (§10), in key, value, tags, derivation or status note, whatever
   * the case and the accents: `word`, `begin*`, `"a phrase"`, `-without`. No query is wrong: what cannot be read as
   * one of these parts words, and a query without a word is met by every entry. Takes no lock.
   *
   * @param query What to look for. @param filters What else must hold.
   * @returns The entries with their scores: those that hold the words most often first, then newest first.
   * @throws {InvalidInputError} If a filter is outside its set or its grammar.
   */
  async searchWords(query: string, filters: Filters = {}): Promise<FoundList> {
    const { searchWords } = await import("./word_search.ts");
    return searchWords(this.#env, query, filters);
  }

  /**
   * Lists the entries that pass the filters (§4.6). Takes no lock.
   *
   * @param filters What must hold. @returns The entries, newest first.
   * @throws {InvalidInputError} If a filter is outside its set or its grammar.
   */
  async list(filters: Filters = {}): Promise<EntryList> {
    const { selectEntries } = await import("./get_search_list.ts");
    return selectEntries(this.#env, filters);
  }

  /**
   * Makes the brief (§5.2): one bounded screen, whatever the root holds. Writes nothing and takes no lock; what
   * cannot be read is among its `faults`.
   *
   * @returns The brief as data, and its text.
   */
  async brief(): Promise<Brief & { readonly text: string }> {
    const { readBrief } = await import("./brief_and_start.ts");
    return await readBrief(this.#env);
  }

  /**
   * Makes the start payload (§5.1): the rules, the brief and the newest summary. Writes nothing, takes no lock,
   * and fails for nothing that the root holds or lacks.
   *
   * @returns Its parts, its text, and what could not be read.
   */
  async start(): Promise<Start> {
    const { readStart } = await import("./brief_and_start.ts");
    return await readStart(this.#env);
  }

  /**
   * Makes what a harness's start hook prints (§5.3): the start payload within what arrives there, what matters most
   * first, and last a line on what was left out. It tells no time of its own: the same context gives the same text.
   * Writes nothing, takes no lock, and fails for nothing that the root holds or lacks.
   *
   * @param harness Which harness. @param options How much of it.
   * @returns The text, as the harness wants it too.
   * @throws {InvalidInputError} If the harness or a part is not known, or the budget is none.
   */
  async startHook(harness: HarnessName, options: StartHookOptions = {}): Promise<StartHook> {
    const { startHook } = await import("./start_hook.ts");
    return await startHook(this.#env, harness, options);
  }

  /**
   * Looks at the files that a session reads, without reading them: what has changed since another look has another
   * mark. Cheap enough to be asked for twice a second.
   *
   * @returns A mark for each file.
   */
  async fileMarks(): Promise<FileMarks> {
    const { readFileMarks } = await import("./file_marks.ts");
    return readFileMarks(this.#env);
  }

  /**
   * Makes the root (§8.1, §13.5): folders, RULES.md, .gitignore. What is there stays as it is.
   *
   * @param options Whether to write a commented `config.jsonc`, and a `.gitattributes`, too.
   * @returns What was made, and what was there.
   * @throws {StorageError} If something cannot be made.
   */
  async init(options: InitOptions = {}): Promise<RootReport> {
    const { initRoot } = await import("./init.ts");
    return await initRoot(this.#env, options);
  }

  /**
   * Merges two versions of a store file that grew out of one, entry by entry, as git asks a merge driver to (§8.5):
   * changes to different entries both stay, of an entry changed on both sides the newer stays and the history gets
   * the other, a deletion gives way to a later change. Merging the other way round gives the same entries.
   * Takes the lock.
   *
   * @param files The three files, under the root; ours is replaced. @param options The signal.
   * @returns What the merge came to.
   * @throws {StorageError} If a file is not under the root, or says that it is no store of ours.
   * @throws {DamagedError} If one of them is not what it should be; nothing is written.
   * @throws {LockTimeoutError} If the lock was not to be had.
   */
  async merge(files: MergeFiles, options: MergeOptions = {}): Promise<MergeReport> {
    const { mergeFiles } = await import("./merging.ts");
    return await mergeFiles(this.#env, files, options);
  }

  /**
   * Lets somebody change an entry's value in a file, and writes what the file then holds (§4.2), unless the entry
   * was changed meanwhile. The file lies under the root and is its owner's alone; it is removed afterwards, and
   * stays only where a changed value could not be written.
   *
   * @param key The key. @param edit Changes the file: returns when that is done.
   * @param options The store.
   * @returns The entry as written, what it was, and warnings; `undefined` where the file was left as it was.
   * @throws {NotFoundError} If the store has no such key.
   * @throws {ConflictError} If the entry was changed meanwhile.
   * @throws {InvalidInputError} If the value was no string, and the file holds no JSON afterwards.
   * @throws {CtxError} As {@linkcode Context.set} does.
   */
  async edit(
    key: string,
    edit: (path: string) => Promise<void>,
    options: WriteOptions = {},
  ): Promise<WrittenEntry | undefined> {
    const { editValue } = await import("./edit_in_editor.ts");
    return await editValue(this.#env, key, edit, options);
  }

  /**
   * Removes the working notes of past sessions (§3.7): entries of scope `session` whose timestamp is older than
   * an age. The history keeps them, so that a mistake can be undone. One lock, and one replace a store.
   *
   * @param options The age, the store, and whether only to look.
   * @returns What was removed, and what could not be cleaned up.
   * @throws {InvalidInputError} If the age or the store cannot be.
   * @throws {RefusedError} If the store is the operator's alone, and the writer an agent (§3.1).
   * @throws {CtxError} As {@linkcode Context.set} does, where no store could be cleaned up.
   */
  async cleanup(options: CleanupOptions = {}): Promise<Cleanup> {
    const { cleanUp } = await import("./cleanup.ts");
    return await cleanUp(this.#env, options);
  }

  /**
   * Counts what the context holds (§10): by store, source, basis, scope, status, tag and week; and what is worth
   * a look: stale facts, dangling marks, duplicates. Takes no lock.
   *
   * @returns The numbers, and what could not be read.
   */
  async stats(): Promise<ContextStats> {
    const { readStats } = await import("./statistics.ts");
    return readStats(this.#env);
  }

  /**
   * Writes entries as one JSON document (§10), which `import` takes in any context. Takes no lock; what cannot be
   * read is among its `faults`, and not in the document.
   *
   * @param filters What must hold of an entry. @returns The document, and how many entries it holds.
   * @throws {InvalidInputError} If a filter is outside its set or its grammar.
   */
  async export(filters: ExportFilters = {}): Promise<Export> {
    const { exportEntries } = await import("./exporting.ts");
    return exportEntries(this.#env, filters);
  }

  /**
   * Merges entries into the stores (§10): those of an export, of an MCP memory file, or of Markdown notes in a tar
   * stream. One that is the same stays as it is; of two that differ the newer by `timestamp` stays, and the history
   * keeps the other. Importing again changes nothing. Takes the lock once, and replaces each store once.
   *
   * @param input What is to be imported: its bytes, or its text.
   * @param options The format, the store, what to do where entries differ.
   * @returns What became of each entry; those that look like credentials are left out, and among its `faults`.
   * @throws {InvalidInputError} If it is of no known format, or damaged: it says where. Nothing is written.
   * @throws {ConflictError} If entries differ and `onConflict` is `fail`. Nothing is written.
   * @throws {CtxError} As {@linkcode Context.set} does.
   */
  async import(input: Uint8Array | string, options: ImportOptions = {}): Promise<ImportReport> {
    const { importEntries } = await import("./importing.ts");
    return await importEntries(this.#env, input, options);
  }

  /**
   * The settings of this root: those of `config.jsonc`, and the defaults where it says nothing.
   *
   * @returns The settings.
   */
  async settings(): Promise<Settings> {
    return (await this.#env.settings()).settings;
  }

  /** Writes of one context are carried out in the order in which they were asked for. */
  #write<T>(begin: (writing: typeof import("./set_mark_delete.ts")) => Promise<Begun<T>>): Promise<T> {
    return this.#env.inOrder(async () => await begin(await import("./set_mark_delete.ts")));
  }
}

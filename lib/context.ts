import { ConflictError, type CtxError, NotFoundError } from "./errors.ts";
import type { JsonText, JsonValue } from "./json/exact.ts";
import { JsonSyntaxError } from "./json/scan.ts";
import type { Brief } from "./memory/brief.ts";
import { checkClaims, checkFilters, checkKey, checkNote, checkOneOf, checkStore } from "./memory/check.ts";
import { BASES, type Basis, type StoreName, STORES } from "./memory/entry.ts";
import { editEntry, type FieldChanges } from "./memory/entry_text.ts";
import { amendEntry, changeBasis, resolveEntry, supersedeEntry } from "./memory/mark.ts";
import { contains, type Dated, dated, type Filters, newestFirst, passes } from "./memory/match.ts";
import { type EntryClaims, type Facts, putEntry } from "./memory/put.ts";
import type { Settings } from "./memory/settings.ts";
import { StoredEntry } from "./memory/stored_entry.ts";
import type { StoreText } from "./memory/store_text.ts";
import { jsonTextOf } from "./memory/value.ts";
import { setWarnings, storeWarnings } from "./memory/warnings.ts";
import { type ContextOptions, Environment } from "./environment.ts";
import { guardCredentials } from "./guard.ts";
import { readBrief, readStart, type Start } from "./overview.ts";
import { Sessions } from "./sessions.ts";
import { DamagedError } from "./errors.ts";
import { type FileName, makeFiles, makeFolders, type RootReport } from "./store/make_root.ts";
import { LAYOUT } from "./store/root.ts";
import { withLock } from "./store/lock.ts";
import { readStoreFile } from "./store/store_file.ts";
import { changeStore } from "./store/writer.ts";

/** Which store an operation is about. */
export interface StoreOption {
  /** The store; `shared` when absent (§3.1). */
  readonly store?: StoreName;
}

/** What every write takes. */
export interface WriteOptions extends StoreOption {
  /** Write also what looks like a credential (§11). */
  readonly force?: boolean;
  /** Gives the write up while it waits; one that has begun is finished. */
  readonly signal?: AbortSignal;
}

/** What `set` takes besides the key and the value (§4.2). */
export interface SetOptions extends WriteOptions, EntryClaims {
  /** Fail when the key is there. */
  readonly onlyNew?: boolean;
  /** Fail when the entry that is there does not have this timestamp: whole seconds, so two writes within one look the same. */
  readonly ifTimestamp?: string;
}

/** What `supersede` and `resolve` take besides the key (§4.3). */
export interface MarkOptions extends WriteOptions {
  /** Why. */
  readonly note?: string;
}

/** An entry as a write left it. */
export class WrittenEntry extends StoredEntry {
  /** The entry as it was; absent for a new key. The history keeps it. */
  readonly earlier?: StoredEntry;
  /** What the writer should know, though the write was done: a line each, safe to show. */
  readonly warnings: readonly string[];

  /**
   * Describes a write that was done.
   *
   * @param written The entry.
   * @param earlier What it was.
   * @param warnings What the writer should know.
   */
  constructor(written: StoredEntry, earlier: StoredEntry | undefined, warnings: readonly string[]) {
    super(written.store, written.key, written.text);
    this.earlier = earlier;
    this.warnings = warnings;
  }
}

/** What `search` and `list` find (§4.6). */
export interface EntryList {
  /** The entries: newest first, then by store (operator, shared, agent), then by key in code point order. */
  readonly results: readonly StoredEntry[];
  /** How many passed, before the limit. */
  readonly total: number;
  /** How many the limit left out. */
  readonly more: number;
  /** What could not be read: whole stores, or single entries. The results are those of the rest. */
  readonly faults: readonly CtxError[];
}

/** Works out what becomes of an entry; `old` is absent where `set` makes a new one. */
type Edit<Old> = (old: Old, facts: Facts, text: StoreText) => FieldChanges;

/**
 * One context: the operations of §4 to §7 over one root. Several may be open on one root at once, in this
 * process and in others; none holds anything open between calls.
 */
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
    const store = checkStore(options.store);
    checkKey(key);
    const found = await this.#find(store, key);
    if (found) return found;
    throw await this.#notFound(store, key);
  }

  /**
   * Reads the entries that have a key, from every store (§4.1). Takes no lock.
   *
   * @param key The key.
   * @returns They, in the order operator, shared, agent.
   * @throws {NotFoundError} If no store has it.
   * @throws {DamagedError} If a store, or the entry, is not what it should be.
   * @throws {StorageError} If a store cannot be read.
   */
  async getAll(key: string): Promise<StoredEntry[]> {
    checkKey(key);
    const found = await Promise.all(STORES.map((store) => this.#find(store, key)));
    const entries = found.filter((entry) => entry !== undefined);
    if (entries.length > 0) return entries;
    throw new NotFoundError(`No store has the key ${quote(key)}`, { hint: SEARCH_HINT });
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
    const claims = checkClaims(options), valueText = jsonTextOf(value);
    const shown = typeof value === "string" ? value : valueText;
    const texts = { key, value: shown, derivation: claims.derivation, tag: claims.tags?.join("\n") };
    const warnings = await guardCredentials(this.#env, texts, options.force);
    return await this.#write("set", key, options, warnings, (old: StoredEntry | undefined, facts) => {
      if (old && options.onlyNew) {
        throw new ConflictError(`${name(old.store, key)} is there already: nothing was written`, {
          hint: "ctx get shows it; leave --new out to replace it.",
        });
      }
      const { ifTimestamp } = options;
      if (ifTimestamp !== undefined && old?.entry.timestamp !== ifTimestamp) {
        throw new ConflictError(
          `${name(checkStore(options.store), key)} is not the entry of ${ifTimestamp}: ` +
            (old ? `it was written at ${old.entry.timestamp}` : "it is not there") + "; nothing was written",
          { hint: "Read it again with ctx get --json, then decide." },
        );
      }
      return putEntry(old?.entry, valueText, claims, facts);
    }, claims);
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
    return await this.#mark(
      "amend",
      key,
      { ...options, note },
      (old, facts) => amendEntry(old, note, this.#env.localDate(), facts),
    );
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
    checkKey(by, "replacement's key");
    return await this.#mark("supersede", key, options, (_, facts, text, warnings) => {
      if (text.text(by) === undefined) {
        warnings.push(`the store has no key ${quote(by)} yet: what replaces ${quote(key)} is missing`);
      }
      return supersedeEntry(by, options.note, facts);
    });
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
    return await this.#mark("resolve", key, options, (_, facts) => resolveEntry(options.note, facts));
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
    checkOneOf("basis", BASES, basis);
    return await this.#mark("basis", key, options, (_, facts) => changeBasis(basis, facts));
  }

  /**
   * Removes an entry for good, its earlier values in the history too (§4.5). Takes the lock.
   *
   * @param key The key. @param options The store.
   * @throws {NotFoundError} If the store has no such key.
   * @throws {CtxError} As {@linkcode Context.set} does.
   */
  async delete(key: string, options: WriteOptions = {}): Promise<void> {
    const store = checkStore(options.store);
    checkKey(key);
    const isGone = await changeStore(this.#env.root, {
      store,
      now: this.#env.facts().now,
      apply: (text) => {
        if (text.text(key) === undefined) return { result: false };
        text.remove(key);
        return { result: true, purge: key };
      },
    }, this.#env.wait(options.signal));
    if (!isGone) throw await this.#notFound(store, key);
  }

  /**
   * Finds the entries whose key or value contains a text (§4.6), whatever the case. Takes no lock.
   *
   * @param pattern A plain text; the empty one is in every entry. @param filters What else must hold.
   * @returns The entries, newest first.
   * @throws {InvalidInputError} If a filter is outside its set or its grammar.
   */
  async search(pattern: string, filters: Filters = {}): Promise<EntryList> {
    return await this.#select(filters, contains(pattern));
  }

  /**
   * Lists the entries that pass the filters (§4.6). Takes no lock.
   *
   * @param filters What must hold. @returns The entries, newest first.
   * @throws {InvalidInputError} If a filter is outside its set or its grammar.
   */
  async list(filters: Filters = {}): Promise<EntryList> {
    return await this.#select(filters, () => true);
  }

  /**
   * Makes the brief (§5.2): one bounded screen, whatever the root holds. Writes nothing and takes no lock; what
   * cannot be read is among its `faults`.
   *
   * @returns The brief as data, and its text.
   */
  async brief(): Promise<Brief & { readonly text: string }> {
    return await readBrief(this.#env);
  }

  /**
   * Makes the start payload (§5.1): the rules, the brief and the newest summary. Writes nothing, takes no lock,
   * and fails for nothing that the root holds or lacks.
   *
   * @returns Its parts, its text, and what could not be read.
   */
  async start(): Promise<Start> {
    return await readStart(this.#env);
  }

  /**
   * Makes the root (§8.1, §13.5): folders, RULES.md, .gitignore. What is there stays as it is.
   *
   * @param options Whether to write a commented `config.jsonc` too.
   * @returns What was made, and what was there.
   * @throws {StorageError} If something cannot be made.
   */
  async init(
    options: { readonly config?: boolean; readonly signal?: AbortSignal } = {},
  ): Promise<RootReport> {
    const { root } = this.#env, folders = await makeFolders(root);
    const names: FileName[] = [LAYOUT.rules, LAYOUT.gitignore, ...options.config ? [LAYOUT.config] : []];
    const files = await withLock(root, this.#env.wait(options.signal), () => makeFiles(root, names));
    return { made: [...folders.made, ...files.made], present: [...folders.present, ...files.present] };
  }

  /**
   * The settings of this root: those of `config.jsonc`, and the defaults where it says nothing.
   *
   * @returns The settings.
   */
  async settings(): Promise<Settings> {
    return (await this.#env.settings()).settings;
  }

  async #find(store: StoreName, key: string): Promise<StoredEntry | undefined> {
    const file = await readStoreFile(this.#env.root, store);
    const index = file.text.bad.findIndex((bad) => bad.key === key);
    if (index !== -1) throw file.bad[index];
    const text = file.text.text(key);
    return text === undefined ? undefined : new StoredEntry(store, key, text);
  }

  async #notFound(store: StoreName, key: string): Promise<NotFoundError> {
    const found = await Promise.all(STORES.map((other) => this.#find(other, key).catch(() => undefined)));
    const other = found.find((entry) => entry !== undefined)?.store;
    return new NotFoundError(`The store ${store} has no key ${quote(key)}`, {
      hint: other ? `The store ${other} has it: add --store ${other}.` : SEARCH_HINT,
    });
  }

  async #mark(
    operation: string,
    key: string,
    options: MarkOptions,
    edit: (old: StoredEntry, facts: Facts, text: StoreText, warnings: string[]) => FieldChanges,
  ): Promise<WrittenEntry> {
    checkNote(options.note);
    const warnings = await guardCredentials(this.#env, { note: options.note }, options.force);
    const store = checkStore(options.store);
    const missing = new NotFoundError("");
    try {
      return await this.#write(operation, key, options, warnings, (old, facts, text) => {
        if (!old) throw missing;
        return edit(old, facts, text, warnings);
      });
    } catch (error) {
      throw error === missing ? await this.#notFound(store, key) : error;
    }
  }

  async #write(
    operation: string,
    key: string,
    options: WriteOptions,
    warnings: string[],
    edit: Edit<StoredEntry | undefined>,
    claims?: EntryClaims,
  ): Promise<WrittenEntry> {
    const store = checkStore(options.store), facts = this.#env.facts();
    checkKey(key);
    return await changeStore(this.#env.root, {
      store,
      now: facts.now,
      apply: (text) => {
        const oldText = text.text(key),
          old = oldText === undefined ? undefined : new StoredEntry(store, key, oldText);
        const changes = edit(old, facts, text);
        text.put(key, editOrName(store, key, oldText ?? "{}", changes));
        const written = new StoredEntry(store, key, text.text(key)!);
        if (claims) warnings.push(...setWarnings(written, old, claims, text));
        warnings.push(...storeWarnings(store, text));
        const earlier = oldText === undefined
          ? undefined
          : { operation, key, text: oldText, at: facts.now, by: facts.author };
        return { result: new WrittenEntry(written, old, warnings), earlier };
      },
    }, this.#env.wait(options.signal));
  }

  async #select(filters: Filters, test: (stored: StoredEntry) => boolean): Promise<EntryList> {
    const since = checkFilters(filters), faults: CtxError[] = [], passed: Dated[] = [];
    for (const { entries, faults: some } of await this.#env.readStores(filters.store)) {
      faults.push(...some);
      for (const stored of entries) {
        const item = dated(stored);
        if (passes(item, filters, since) && test(stored)) passed.push(item);
      }
    }
    const results = passed.sort(newestFirst).map(({ stored }) => stored);
    const shown = filters.limit ? results.slice(0, filters.limit) : results;
    return { results: shown, total: results.length, more: results.length - shown.length, faults };
  }
}

const SEARCH_HINT = "ctx search finds entries by a part of their key or value.";

/** An entry that cannot be edited because a field stands in it twice is damage of the store, not a fault of ours. */
function editOrName(store: StoreName, key: string, text: string, changes: FieldChanges): string {
  try {
    return editEntry(text, changes);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new DamagedError(`Cannot change ${name(store, key)}: ${error.message}`, {
      cause: error,
      hint: `Nothing was changed. Take one of the two out of memory/${store}.json by hand.`,
    });
  }
}

function name(store: StoreName, key: string): string {
  return `${store}/${key.length > 120 ? key.slice(0, 120).toWellFormed() + "…" : key}`;
}

function quote(key: string): string {
  return JSON.stringify(key.length > 120 ? key.slice(0, 120) + "…" : key);
}

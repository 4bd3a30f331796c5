import type { Begun, Environment } from "./surroundings.ts";
import { ConflictError, DamagedError, NotFoundError } from "./errors.ts";
import { guardCredentials, guardStore } from "./guard.ts";
import { saidIn } from "./json/said_in.ts";
import { JsonSyntaxError } from "./json/scan.ts";
import { checkClaims, checkKey, checkNote, checkOneOf, checkStore } from "./memory/check_arguments.ts";
import { BASES, type Basis, type StoreName } from "./memory/entry.ts";
import { editEntry, type FieldChanges } from "./memory/entry_fields.ts";
import { quoteKey } from "./memory/key.ts";
import { amendEntry, changeBasis, resolveEntry, supersedeEntry } from "./memory/mark.ts";
import { type EntryClaims, type Facts, fieldsDue, putEntry } from "./memory/put.ts";
import { StoredEntry } from "./memory/stored_entry.ts";
import type { StoreText } from "./memory/store_text.ts";
import { setWarnings, storeWarnings } from "./memory/warnings.ts";
import { notFound } from "./get_search_list.ts";
import { historyHas } from "./store/history/append_and_purge.ts";
import type { MarkOptions, SetOptions, WriteOptions } from "./write_options.ts";
import { changeStore } from "./store/writer.ts";

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

/** What an operation does to an entry, once the lock is held; `old` is absent where the key is new. */
type Edit<Old> = (old: Old, facts: Facts, text: StoreText, warnings: string[]) => FieldChanges;

/** Writes an entry's value (§4.2); see `Context.set`. */
export async function setEntry(
  env: Environment,
  key: string,
  valueText: string,
  options: SetOptions,
): Promise<Begun<WrittenEntry>> {
  const store = checkStore(options.store), claims = checkClaims(options);
  checkKey(key);
  await guardStore(env, store, claims.source);
  const texts = {
    key,
    value: saidIn(valueText),
    derivation: claims.derivation,
    tag: claims.tags?.join("\n"),
  };
  const warnings = await guardCredentials(env, texts, options.force);
  return writeEntry(env, "set", key, options, warnings, (old, facts) => {
    expect(store, key, old, options);
    return putEntry(old?.entry, valueText, claims, facts);
  }, claims);
}

/** Holds what the writer expects to find against what is there. */
function expect(
  store: StoreName,
  key: string,
  old: StoredEntry | undefined,
  { onlyNew, ifTimestamp }: SetOptions,
): void {
  if (old && onlyNew) {
    throw new ConflictError(`The store ${store} has the key ${quoteKey(key)} already: nothing was written`, {
      hint: "ctx get shows it; leave --new out to replace it.",
    });
  }
  if (ifTimestamp === undefined || old?.entry.timestamp === ifTimestamp) return;
  const found = old ? `it was written at ${old.entry.timestamp}` : "it is not there";
  throw new ConflictError(
    `${quoteKey(key)} of ${store} is not the entry of ${ifTimestamp}: ${found}; nothing was written`,
    { hint: "Read it again with ctx get --json, then decide." },
  );
}

/** Puts a note in front of an entry's value (§4.3); see `Context.amend`. */
export async function amend(
  env: Environment,
  key: string,
  note: string,
  options: WriteOptions,
): Promise<Begun<WrittenEntry>> {
  if (typeof note !== "string") throw new TypeError(`The note must be a string: received ${typeof note}`);
  return await markEntry(
    env,
    "amend",
    key,
    { ...options, note },
    (old, facts) => amendEntry(old, note, env.localDate(), facts),
  );
}

/** Marks an entry as replaced by another (§4.3); see `Context.supersede`. */
export async function supersede(
  env: Environment,
  key: string,
  by: string,
  options: MarkOptions,
): Promise<Begun<WrittenEntry>> {
  checkKey(by, "replacement's key");
  return await markEntry(env, "supersede", key, { ...options, by }, (_, facts, text, warnings) => {
    if (text.text(by) === undefined) {
      warnings.push(`the store has no key ${quoteKey(by)} yet: what replaces ${quoteKey(key)} is missing`);
    }
    return supersedeEntry(by, options.note, facts);
  });
}

/** Marks an entry as done with (§4.3); see `Context.resolve`. */
export async function resolve(
  env: Environment,
  key: string,
  options: MarkOptions,
): Promise<Begun<WrittenEntry>> {
  return await markEntry(env, "resolve", key, options, (_, facts) => resolveEntry(options.note, facts));
}

/** Says anew how an entry's value is known (§4.4); see `Context.setBasis`. */
export async function setBasis(
  env: Environment,
  key: string,
  basis: Basis,
  options: WriteOptions,
): Promise<Begun<WrittenEntry>> {
  checkOneOf("basis", BASES, basis ?? "");
  return await markEntry(env, "basis", key, options, (_, facts) => changeBasis(basis, facts));
}

/** Removes an entry for good (§4.5); see `Context.delete`. */
export async function deleteEntry(
  env: Environment,
  key: string,
  options: WriteOptions,
): Promise<Begun<void>> {
  const store = checkStore(options.store);
  checkKey(key);
  // A root that is not there holds no entry, and is not made for the sake of one that is missing.
  if (!env.root.exists()) throw notFound(env, store, key);
  await guardStore(env, store);
  const isRemembered = await historyHas(env.root, store, key);
  const apply = (text: StoreText) => {
    const isThere = text.text(key) !== undefined;
    if (isThere) text.remove(key);
    // What left the store by another way may still be remembered, and is what a delete is for.
    return { result: isThere || isRemembered, purge: key };
  };
  const changed = changeStore(env.root, { store, now: env.facts().now, apply }, env.wait(options.signal));
  return {
    done: changed.then((isGone) => {
      if (!isGone) throw notFound(env, store, key);
    }),
  };
}

async function markEntry(
  env: Environment,
  operation: string,
  key: string,
  options: MarkOptions & { readonly by?: string },
  edit: Edit<StoredEntry>,
): Promise<Begun<WrittenEntry>> {
  const store = checkStore(options.store), missing = new NotFoundError("");
  checkKey(key);
  checkNote(options.note);
  const warnings = await guardCredentials(env, { note: options.note, by: options.by }, options.force);
  if (!env.root.exists()) throw notFound(env, store, key);
  await guardStore(env, store);
  const { done } = writeEntry(env, operation, key, options, warnings, (old, ...rest) => {
    if (!old) throw missing;
    return edit(old, ...rest);
  });
  return {
    done: done.catch((error) => {
      throw error === missing ? notFound(env, store, key) : error;
    }),
  };
}

function writeEntry(
  env: Environment,
  operation: string,
  key: string,
  options: WriteOptions,
  guarded: readonly string[],
  edit: Edit<StoredEntry | undefined>,
  claims?: EntryClaims,
): Begun<WrittenEntry> {
  const store = checkStore(options.store), facts = env.facts(), { now: at, author: by } = facts;
  const apply = (text: StoreText) => {
    const was = text.text(key), old = was === undefined ? undefined : new StoredEntry(store, key, was);
    const warnings = [...guarded], changes = edit(old, facts, text, warnings);
    text.put(key, editText(store, key, was ?? "{}", changes, old && fieldsDue(old.entry, facts)));
    const written = new StoredEntry(store, key, text.text(key)!);
    if (claims) warnings.push(...setWarnings(written, old, claims, text));
    warnings.push(...storeWarnings(store, text));
    const earlier = was === undefined ? undefined : { operation, key, text: was, at, by };
    return { result: new WrittenEntry(written, old, warnings), earlier };
  };
  return { done: changeStore(env.root, { store, now: at, apply }, env.wait(options.signal)) };
}

/** An entry that cannot be edited because a field stands in it twice is damage of the store, not a fault of ours. */
function editText(
  store: StoreName,
  key: string,
  text: string,
  changes: FieldChanges,
  missing?: FieldChanges,
): string {
  try {
    return editEntry(text, changes, missing);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new DamagedError(`Cannot change ${quoteKey(key)} of ${store}: ${error.message}`, {
      cause: error,
      hint: `Nothing was changed. Take one of the two out of memory/${store}.json by hand.`,
    });
  }
}

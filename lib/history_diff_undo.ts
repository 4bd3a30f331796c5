import type { Begun, Environment } from "./surroundings.ts";
import { DamagedError, NotFoundError } from "./errors.ts";
import { guardStore, heldGuard } from "./guard.ts";
import { JsonSyntaxError } from "./json/scan.ts";
import { compact } from "./json/layout.ts";
import { checkKey, checkStore } from "./memory/check_arguments.ts";
import { checkMoment } from "./memory/check_moment.ts";
import type { StoreName } from "./memory/entry.ts";
import type { HistoryLine } from "./memory/history_line.ts";
import { quoteKey } from "./memory/key.ts";
import { restoreEntry } from "./memory/restore.ts";
import { StoredEntry } from "./memory/stored_entry.ts";
import type { StoreText } from "./memory/store_text.ts";
import { type EntryVersion, versionAt, versionsOf } from "./memory/versions.ts";
import { diffVersions, type VersionDiff } from "./memory/version_diff.ts";
import { storeWarnings } from "./memory/warnings.ts";
import { findEntry, notFound } from "./get_search_list.ts";
import { readHistory } from "./store/history/lines_of_key.ts";
import type { Earlier } from "./store/history/append_and_purge.ts";
import { changeStore } from "./store/writer.ts";
import { compareInstants, parseInstant } from "./text/time.ts";
import type { StoreOption, WriteOptions } from "./write_options.ts";
import { WrittenEntry } from "./set_mark_delete.ts";

/** What `diff` takes besides the key. */
export interface DiffOptions extends StoreOption {
  /** The version to begin with: how many changes back; 1, the one before the current one, when absent. */
  readonly from?: number;
  /** The version to hold against it; 0, the current one, when absent. */
  readonly to?: number;
}

/** Reads the versions of an entry; see `Context.history`. */
export function readVersions(env: Environment, key: string, options: StoreOption): EntryVersion[] {
  const store = checkStore(options.store);
  checkKey(key);
  // The store first: a write between the two then shows as a line that says what the store said, and is skipped.
  const current = findEntry(env, store, key);
  const versions = versionsOf(store, key, readHistory(env.root, store, key), current);
  if (versions.length === 0) throw notFound(env, store, key);
  return versions;
}

/** Finds the version that stood at a time; see `Context.at`. */
export function readAt(env: Environment, key: string, time: string, options: StoreOption): EntryVersion {
  const when = checkMoment(time, env.timeZone), versions = readVersions(env, key, options);
  const found = versionAt(versions, when);
  if (found) return found;
  const { store, entry, from } = versions.at(-1)!, name = `${quoteKey(key)} of ${store}`;
  const first = parseInstant(from), created = parseInstant(entry.created || from);
  if (created && compareInstants(created, when) > 0) {
    throw new NotFoundError(
      `${name} was not there yet at ${time}: it was first written at ${entry.created}`,
      {
        hint: "ctx history shows its versions.",
      },
    );
  }
  if (first && compareInstants(first, when) <= 0) {
    throw new NotFoundError(`${name} was not there any more at ${time}: it had been removed`, {
      hint: "ctx history shows its versions; ctx undo puts the last one back.",
    });
  }
  throw new NotFoundError(
    `What ${name} said at ${time} is not known: its history begins at ${from || "no time"}`,
    {
      hint: "ctx history shows what is known.",
    },
  );
}

/** Holds two versions of an entry against each other; see `Context.diff`. */
export function diffOf(env: Environment, key: string, options: DiffOptions): VersionDiff {
  const { from = 1, to = 0 } = options, versions = readVersions(env, key, options);
  const pick = (number: number): EntryVersion => {
    const found = versions.find(({ version }) => version === number);
    if (found) return found;
    const { store, version: newest } = versions[0]!, { version: oldest } = versions.at(-1)!;
    const known = newest === oldest ? `only version ${newest}` : `the versions ${newest} to ${oldest}`;
    throw new NotFoundError(`${quoteKey(key)} of ${store} has no version ${number}: it has ${known}`, {
      hint: "ctx history shows them.",
    });
  };
  return diffVersions(pick(from), pick(to));
}

/** Puts an entry's last version back; see `Context.undo`. */
export async function undo(
  env: Environment,
  key: string,
  options: WriteOptions,
): Promise<Begun<WrittenEntry>> {
  const store = checkStore(options.store), facts = env.facts(), missing = new NotFoundError("");
  checkKey(key);
  if (!env.root.exists()) throw notFound(env, store, key);
  await guardStore(env, store);
  const guard = await heldGuard(env, options.force);
  const apply = (text: StoreText, unwritten: readonly Earlier[]) => {
    const was = text.text(key), old = was === undefined ? undefined : new StoredEntry(store, key, was);
    const version = versionsOf(store, key, linesOf(env, store, key, unwritten), old)[old ? 1 : 0];
    if (!version) throw old ? noEarlier(store, key) : missing;
    const warnings = guard(shownText(version));
    text.put(key, restored(was, version, () => restoreEntry(was, version, facts)));
    const written = new StoredEntry(store, key, text.text(key)!);
    warnings.push(...storeWarnings(store, text));
    const { now: at, author: by } = facts;
    const earlier = was === undefined ? undefined : { operation: "undo", key, text: was, at, by };
    return { result: new WrittenEntry(written, old, warnings), earlier };
  };
  const changed = changeStore(env.root, { store, now: facts.now, apply }, env.wait(options.signal));
  return {
    done: changed.catch((error) => {
      throw error === missing ? notFound(env, store, key) : error;
    }),
  };
}

function noEarlier(store: StoreName, key: string): NotFoundError {
  return new NotFoundError(`${quoteKey(key)} of ${store} has no earlier version: nothing was written`, {
    hint: "ctx delete removes an entry that is a mistake.",
  });
}

/** The lines about a key: those of the file, and those of the changes that share this write. */
function linesOf(
  env: Environment,
  store: StoreName,
  key: string,
  unwritten: readonly Earlier[],
): HistoryLine[] {
  const written = readHistory(env.root, store, key);
  const own = unwritten.filter((earlier) => earlier.key === key);
  return [...written, ...own.map((earlier) => ({ ...earlier, text: compact(earlier.text) }))];
}

/** All that a credential could be in, without escapes, behind which it could hide. */
function shownText({ entry }: StoredEntry): string {
  const value = typeof entry.value === "string" ? entry.value : JSON.stringify(entry.value);
  return [value, entry.derivation, entry.status_note, ...entry.tags].join("\n");
}

/** An entry that cannot be edited because a field stands in it twice is damage of the store, not a fault of ours. */
function restored(was: string | undefined, { store, key }: StoredEntry, restore: () => string): string {
  try {
    return restore();
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const file = was === undefined ? `history/${store}.jsonl` : `${store}.json`;
    throw new DamagedError(`Cannot change ${quoteKey(key)} of ${store}: ${error.message}`, {
      cause: error,
      hint: `Nothing was changed. Take one of the two out of memory/${file} by hand.`,
    });
  }
}

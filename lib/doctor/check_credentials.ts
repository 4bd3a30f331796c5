import { CtxError } from "../errors.ts";
import type { StoreName } from "../memory/entry.ts";
import type { StoredEntry } from "../memory/stored_entry.ts";
import { LAYOUT } from "../store/root.ts";
import { listSummaries, readSummary } from "../store/summary_files.ts";
import { readText } from "../store/text_file.ts";
import { findCredential } from "../text/credential.ts";
import { command, entryName, type Found, note, shellWord, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";
import { historyLines } from "./check_stores_and_histories.ts";

/**
 * What looks like a credential, wherever it would reach a model provider (§11). None is repeated. Where the
 * settings let credentials be written with a warning, finding one is a note.
 */
export async function checkCredentials(patient: Patient): Promise<Found[]> {
  const { credentials } = await patient.context.settings(), say = credentials === "warn" ? note : wrong;
  return [...inEntries(patient), ...inHistory(patient), ...inFiles(patient)].map(([message, remedy]) =>
    say(message, `${remedy}; then change the secret itself`)
  );
}

type Said = readonly [message: string, remedy: string];

function* inEntries(patient: Patient): Generator<Said> {
  for (const [store, entries] of patient.entries()) {
    for (const [index, stored] of entries.entries()) {
      const kind = kindIn(stored);
      if (kind === undefined) continue;
      const inKey = findCredential(stored.key) !== undefined;
      const name = entryName(store, stored.key);
      yield [
        inKey ? `${name} (number ${index + 1} in the file)` : `${name} holds what looks like ${kind}`,
        command("delete", store, stored.key),
      ];
    }
  }
}

function kindIn({ key, entry }: StoredEntry): string | undefined {
  for (const text of [key, ...Object.values(entry)]) {
    // A string without its escapes, behind which a credential could hide.
    const kind = text === undefined
      ? undefined
      : findCredential(typeof text === "string" ? text : JSON.stringify(text));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

function* inHistory(patient: Patient): Generator<Said> {
  for (const [name, lines] of historyLines(patient)) {
    if (lines instanceof CtxError) continue;
    const store = name.slice(name.lastIndexOf("/") + 1, -".jsonl".length) as StoreName,
      said = new Set<string>();
    for (const { parsed } of lines) {
      const { key, entry } = (parsed ?? {}) as { key?: unknown; entry?: unknown };
      if (typeof key !== "string" || said.has(key)) continue;
      const texts = typeof entry === "object" && entry !== null ? Object.values(entry) : [];
      const kind = texts.map((text) => findCredential(typeof text === "string" ? text : JSON.stringify(text)))
        .find(Boolean);
      if (kind === undefined) continue;
      said.add(key);
      const file = patient.stores.get(store);
      const isThere = file !== undefined && !(file instanceof CtxError) && file.text.text(key) !== undefined;
      // A key that is gone cannot be deleted, and its history goes with it alone.
      const first = isThere ? "" : `${command("set", store, key)} gone && `;
      const remedy = `${first}${command("delete", store, key)} (removes all of its history)`;
      yield [`an earlier value of ${entryName(store, key)} holds what looks like ${kind}`, remedy];
    }
  }
}

function* inFiles({ root }: Patient): Generator<Said> {
  const texts: [name: string, read: () => string | undefined][] = [[
    LAYOUT.rules,
    () => readText(root, LAYOUT.rules),
  ]];
  for (const name of attempt(() => listSummaries(root)) ?? []) {
    texts.push([`${LAYOUT.sessions}/${name}`, () => readSummary(root, name)]);
  }
  for (const [name, read] of texts) {
    const kind = findCredential(attempt(read) ?? "");
    if (kind !== undefined) {
      yield [`${name} holds what looks like ${kind}`, `Take it out of ${shellWord(root.file(name))}`];
    }
  }
}

/** What can be read; why something cannot is said by the check whose subject it is. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CtxError) return undefined;
    throw error;
  }
}

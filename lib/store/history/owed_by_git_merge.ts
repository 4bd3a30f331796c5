import { DamagedError } from "../../errors.ts";
import { parseJson } from "../../json/parse_json.ts";
import type { StoreName } from "../../memory/entry.ts";
import { fieldTexts } from "../../memory/entry_fields.ts";
import type { MergedStores } from "../../memory/merge_stores.ts";
import type { StoreText } from "../../memory/store_text.ts";
import { createFile, syncFolder } from "../atomic_write.ts";
import { diskError } from "../disk_error.ts";
import {
  appendHistory,
  type Earlier,
  historyLine,
  historyName,
  mergedNames,
  stagePurge,
} from "./append_and_purge.ts";
import { LAYOUT, makeFolder, type Root } from "../root.ts";
import { readStoreFile } from "../store_file.ts";
import { readBytes } from "../text_file.ts";

/**
 * Leaves what a merge owes to a store's history in a file of its own: git puts its own result over the history
 * once the merge is done, and what was appended meanwhile would be gone. The next write puts it in its place. The
 * caller holds the lock.
 *
 * @param root The root. @param store Which store. @param merged What the merge came to.
 * @param at When a deletion is noted: RFC 3339.
 * @throws {StorageError} If that fails.
 */
export async function keepMerged(
  root: Root,
  store: StoreName,
  { lost, deleted }: Pick<MergedStores, "lost" | "deleted">,
  at: string,
): Promise<void> {
  const lines = [
    ...lost.map((entry) => historyLine({ operation: "merge", ...entry })),
    ...deleted.map((key) => JSON.stringify({ at, operation: "delete", key })),
  ];
  if (lines.length === 0) return;
  const bytes = new TextEncoder().encode(lines.join("\n") + "\n");
  // Named after what it holds, so that the same merge made twice leaves one, and two merges never share one.
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
  const folder = root.resolve(LAYOUT.history) ?? root.file(LAYOUT.history);
  if (await makeFolder(folder)) await syncFolder(root.file(LAYOUT.memory));
  await createFile(`${folder}/${store}.merge_${hash}.jsonl`, bytes);
  await syncFolder(folder);
}

/**
 * Puts what merges have left into the histories: the versions that gave way are appended, and what a history still
 * holds of a key that a merge has taken out is purged (§4.5). The caller holds the lock. A file whose store is
 * damaged stays for later.
 *
 * @param root The root.
 * @throws {StorageError} If a history cannot be read or written; the files stay.
 */
export async function foldMerged(root: Root): Promise<void> {
  for (const name of mergedNames(root)) {
    const store = name.slice(LAYOUT.history.length + 1).split(".", 1)[0] as StoreName;
    const entries = entriesOf(root, store);
    if (entries === undefined) continue;
    const known = new Set(linesOf(root, historyName(store)));
    const lost: Earlier[] = [], gone = new Set<string>();
    for (const line of linesOf(root, name)) {
      const owed = readLine(line);
      if (owed === undefined) continue;
      // A key that is gone, then or since, keeps no earlier value.
      if (entries.text(owed.key) === undefined) gone.add(owed.key);
      else if (owed.text !== undefined && !known.has(line)) lost.push({ ...owed, text: owed.text });
    }
    await appendHistory(root, store, lost);
    const purged = gone.size > 0 && await stagePurge(root, store, gone);
    if (purged) {
      await purged.commit();
      await syncFolder(root.file(LAYOUT.history));
    }
    await removeFile(root, name);
  }
}

/** A file's lines; what is not UTF-8 in them is no reason to refuse a write. */
function linesOf(root: Root, name: string): string[] {
  const path = root.resolve(name);
  return path === undefined ? [] : new TextDecoder().decode(readBytes(path)).split("\n");
}

/** A line that a merge has left; `undefined` where it is none. */
function readLine(line: string): (Omit<Earlier, "text"> & { readonly text?: string }) | undefined {
  try {
    const { at, operation, by, key } = parseJson(line);
    if (typeof key !== "string" || typeof at !== "string" || typeof operation !== "string") return undefined;
    return { at, operation, by, key, text: fieldTexts(line).get("entry") };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function entriesOf(root: Root, store: StoreName): StoreText | undefined {
  try {
    return readStoreFile(root, store).text;
  } catch (error) {
    if (error instanceof DamagedError) return undefined;
    throw error;
  }
}

async function removeFile(root: Root, name: string): Promise<void> {
  const path = root.resolve(name)!;
  try {
    await Deno.remove(path);
  } catch (error) {
    throw diskError(error, "write", path);
  }
}

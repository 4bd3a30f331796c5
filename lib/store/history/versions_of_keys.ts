import { JsonSyntaxError } from "../../json/scan.ts";
import type { StoreName } from "../../memory/entry.ts";
import { fieldTexts } from "../../memory/entry_fields.ts";
import { historyName } from "./append_and_purge.ts";
import type { Root } from "../root.ts";
import { readBytes } from "../text_file.ts";

/**
 * Reads what the history holds of some keys.
 *
 * @param root The root. @param store Whose history. @param keys The keys.
 * @returns The texts of the entries by key, the oldest line first; a line that is torn is passed over.
 * @throws {StorageError} If the history cannot be read.
 */
export function readHistoryEntries(
  root: Root,
  store: StoreName,
  keys: ReadonlySet<string>,
): Map<string, string[]> {
  const found = new Map<string, string[]>(), path = root.resolve(historyName(store));
  if (path === undefined || keys.size === 0) return found;
  for (const line of new TextDecoder("utf-8", { ignoreBOM: true }).decode(readBytes(path)).split("\n")) {
    if (line === "") continue;
    try {
      const fields = fieldTexts(line), key: unknown = JSON.parse(fields.get("key") ?? "null");
      const entry = fields.get("entry");
      if (typeof key !== "string" || !keys.has(key) || !entry?.startsWith("{")) continue;
      const texts = found.get(key);
      if (texts) texts.push(entry);
      else found.set(key, [entry]);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
    }
  }
  return found;
}

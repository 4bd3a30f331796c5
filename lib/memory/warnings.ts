import { findCredential } from "../text/credential.ts";
import { clip } from "../text/excerpt.ts";
import { isInstructionKind } from "./brief.ts";
import type { StoreName } from "./entry.ts";
import { isPlainKey, lookalikeOf } from "./key.ts";
import type { EntryClaims } from "./put.ts";
import { keyOfSameValue } from "./duplicate_value.ts";
import type { StoredEntry } from "./stored_entry.ts";
import type { StoreText } from "./store_text.ts";

/**
 * What a writer should hear about a `set`, though it was done. A key that looks like a credential, which a writer
 * can insist on, is not named (§11).
 *
 * @param written The entry as written. @param old What was there. @param claims What the writer said.
 * @param text The store, to compare with its other keys.
 * @returns A line for each.
 */
export function setWarnings(
  written: StoredEntry,
  old: StoredEntry | undefined,
  claims: EntryClaims,
  text: StoreText,
): string[] {
  const { key, store, entry } = written, warnings: string[] = [];
  const isSecret = findCredential(key) !== undefined, name = isSecret ? "the entry" : quoted(key);
  if (old && entry.basis === "verified" && claims.basis === undefined) {
    warnings.push(
      `${name} keeps the basis verified: if the new value was not checked, say ctx basis ${
        isSecret ? "<key>" : clip(key, 120)
      } inferred`,
    );
  }
  if (old?.entry.source === "operator" && entry.source !== "operator" && claims.source === undefined) {
    warnings.push(
      `${name} was the operator's and is now the agent's: give --source operator again if these are their words`,
    );
  }
  if (store === "operator" && entry.source !== "operator" && isInstructionKind(key, entry.tags)) {
    warnings.push(
      `${name} will not show as a standing instruction: its source is ${clip(entry.source, 40)}; ` +
        "give --source operator if these are the operator's words",
    );
  }
  if (!old && !isPlainKey(key)) {
    warnings.push(
      `the key ${
        isSecret ? "" : `${name} `
      }is not in lowercase snake_case: it works, but is harder to type and to find`,
    );
  }
  const same = old?.entry.value === entry.value ? undefined : keyOfSameValue(written, text);
  if (same !== undefined) {
    warnings.push(
      `the same value is also in "${clip(same, 120)}": if one is enough, mark the other with ctx supersede`,
    );
  }
  const twin = old ? undefined : lookalikeOf(key, text.keys());
  if (twin !== undefined) {
    const other = findCredential(twin) === undefined ? `, ${quoted(twin)}` : "";
    warnings.push(`another key looks the same${other}: its accents are composed differently`);
  }
  if (store !== "operator" && entry.source === "operator" && isInstructionKind(key, entry.tags)) {
    warnings.push(
      `${name} will not show as a standing instruction: only the operator store's do (--store operator)`,
    );
  }
  return warnings;
}

function quoted(key: string): string {
  return `"${clip(key, 120)}"`;
}

/** What a writer should hear about the file itself. */
export function storeWarnings(store: StoreName, text: StoreText): string[] {
  return text.type === undefined || text.type === store
    ? []
    : [`memory/${store}.json says that its type is "${clip(text.type, 40)}": that stays as it is`];
}

import type { Environment } from "./surroundings.ts";
import { ConflictError, CtxError, type ErrorDetail, InvalidInputError } from "./errors.ts";
import { JsonText } from "./json/exact.ts";
import { layOut } from "./json/layout.ts";
import { checkStore } from "./memory/check_arguments.ts";
import { quoteKey } from "./memory/key.ts";
import type { StoredEntry } from "./memory/stored_entry.ts";
import { jsonTextOf, valueOfWords } from "./memory/value_to_json.ts";
import { getEntry } from "./get_search_list.ts";
import { ValueFile } from "./store/editor_file.ts";
import type { WriteOptions } from "./write_options.ts";
import { setEntry, type WrittenEntry } from "./set_mark_delete.ts";

/** How a value that is no string is laid out for whoever edits it. */
const STYLE = { newline: "\n", unit: "  ", colon: ": ", gap: " " } as const;

/** Lets somebody change an entry's value in a file; see `Context.edit`. */
export async function editValue(
  env: Environment,
  key: string,
  edit: (path: string) => Promise<void>,
  options: WriteOptions,
): Promise<WrittenEntry | undefined> {
  const store = checkStore(options.store), read = getEntry(env, key, store), { value } = read.entry;
  // Editors end a last line; the newline that ends it is not the value's.
  const text = typeof value === "string" ? value : layOut(read.valueText, STYLE, "");
  const file = await ValueFile.make(env.root, text + "\n");
  let isWanted = false;
  try {
    await edit(file.path);
    const bytes = file.read();
    if (bytes === undefined) return undefined;
    isWanted = true;
    const changed = textOf(bytes);
    if (changed === text) {
      isWanted = false;
      return undefined;
    }
    const newValue = typeof value === "string" ? changed : jsonOf(changed);
    expectSame(read, getEntry(env, key, store));
    const ifTimestamp = read.entry.timestamp;
    const { done } = await setEntry(env, key, jsonTextOf(newValue), { ...options, store, ifTimestamp });
    const written = await done;
    isWanted = false;
    return written;
  } catch (error) {
    throw isWanted && error instanceof CtxError ? withPlace(error, file.path) : error;
  } finally {
    if (!isWanted) await file.remove();
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, "");
  } catch (error) {
    throw new InvalidInputError("The edited value is not UTF-8: nothing was written", { cause: error });
  }
}

function jsonOf(text: string): JsonText {
  const value = valueOfWords(text);
  if (value instanceof JsonText) return value;
  throw new InvalidInputError("The value was JSON and is none any more: nothing was written");
}

/** Holds the entry that was read against the one that is there: timestamps have whole seconds. */
function expectSame(read: StoredEntry, found: StoredEntry): void {
  if (read.text === found.text) return;
  throw new ConflictError(
    `${quoteKey(read.key)} of ${read.store} was changed while it was edited: nothing was written`,
  );
}

/** What somebody has written is not thrown away with the file that holds it. */
function withPlace(error: CtxError, path: string): CtxError {
  const hint = [error.hint, `The edited value is in ${path}.`].filter(Boolean).join(" ");
  // Of the class that the caller switches on.
  const Class = error.constructor as new (message: string, detail: ErrorDetail) => CtxError;
  return new Class(error.message, { hint, path, cause: error });
}

import type { WrittenEntry } from "../../set_mark_delete.ts";
import { InvalidInputError } from "../../errors.ts";
import { JsonText, type JsonValue } from "../../json/exact.ts";
import type { Basis, Scope, Source, StoreName } from "../../memory/entry.ts";
import { localTime, shownKey, shownName, statusLabel } from "../../memory/shown_names.ts";
import { valueOfWords } from "../../memory/value_to_json.ts";
import type { Call, Command, Outcome, Words } from "../command.ts";
import { entryJson } from "../../memory/shown_entry.ts";

/** `ctx set`: writes an entry (§4.2). */
export const set: Command = async (call) => {
  const { words, io, context } = call, [key] = words.positional, tags = words.texts("tag");
  if (words.has("no-tags") && tags.length > 0) {
    throw new InvalidInputError("--no-tags does not go with --tag");
  }
  const opened = context(), value = await valueOf(call);
  const written = await opened.set(key!, value, {
    store: words.text("store") as StoreName | undefined,
    source: words.text("source") as Source | undefined,
    basis: words.text("basis") as Basis | undefined,
    scope: words.text("scope") as Scope | undefined,
    tags: words.has("no-tags") ? [] : tags.length > 0 ? tags : undefined,
    derivation: words.text("derivation"),
    onlyNew: words.has("new"),
    ifTimestamp: words.text("if-timestamp"),
    force: words.has("force"),
    signal: io.interrupted(),
  });
  return writtenOutcome(written, written.earlier ? `replaced ${earlierOf(written)}` : "new", words);
};

/** What a command that wrote an entry from these words has to say. */
export function writtenOutcome(written: WrittenEntry, what: string, words: Words): Outcome {
  const warnings = [...written.warnings, ...replacedBytes(words)];
  return {
    text: () => `${written.store}/${shownKey(written.key)}: ${what}\n`,
    json: () => entryJson(written, { warnings }),
    notes: warnings,
  };
}

/** Deno hands over words in which bytes that are not UTF-8 are replaced, and nobody else would say so. */
function replacedBytes(words: Words): string[] {
  const options = [words.text("derivation"), words.text("note"), words.text("by"), ...words.texts("tag")];
  return [...words.positional, ...options].some((word) => word?.includes("\ufffd"))
    ? [
      "a word holds U+FFFD: bytes on the command line that are not UTF-8 come in as that, and were written so",
    ]
    : [];
}

/** Whose value gave way, so that nobody overwrites another's unseen. */
function earlierOf({ earlier, store }: WrittenEntry): string {
  const { author, source, timestamp } = earlier!.entry;
  const status = statusLabel(earlier!.entry);
  return `the ${status && `${status} `}value of ${localTime(timestamp) || "an unknown time"} by ${
    shownName(author ?? source)
  }; ctx undo${store === "shared" ? "" : ` --store ${store}`} puts it back`;
}

/** The value that the words, or standard input, give (§9.1). */
async function valueOf({ words, io }: Call): Promise<JsonValue | JsonText> {
  const [, ...parts] = words.positional, kind = words.text("as");
  if (kind !== undefined && kind !== "string" && kind !== "json") {
    throw new InvalidInputError(
      `Cannot take the value as ${JSON.stringify(kind)}: it must be string or json`,
    );
  }
  // Behind "--" a dash is a dash.
  const isInput = parts.length === 1 && parts[0] === "-" && words.beforeDashes === 2;
  const text = isInput ? inputText(await io.input()) : parts.join(" ");
  if (kind === "json") return strictJson(text);
  return isInput || kind === "string" ? text : valueOfWords(text);
}

function strictJson(text: string): JsonText {
  const value = valueOfWords(text);
  if (value instanceof JsonText) return value;
  throw new InvalidInputError("The value is not JSON that can be written back", {
    hint: "Leave --as json out to store it as a string.",
  });
}

/** What standard input holds, without the newline that ends its last line. */
export function inputText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, "");
  } catch (error) {
    throw new InvalidInputError("Standard input is not UTF-8: nothing was written", { cause: error });
  }
}

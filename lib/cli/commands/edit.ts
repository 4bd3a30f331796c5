import { PermissionError } from "../../errors.ts";
import type { StoreName } from "../../memory/entry.ts";
import { shownKey } from "../../memory/shown_names.ts";
import type { Call, Command } from "../command.ts";
import type { Editor } from "../io.ts";
import { entryJson } from "../../memory/shown_entry.ts";
import { writtenOutcome } from "./set.ts";

/** `ctx edit`: changes an entry's value in the user's editor (§4.2). */
export const edit: Command = async (call) => {
  const { words, io, context } = call, key = words.positional[0]!;
  const store = words.text("store") as StoreName | undefined, opened = context();
  const stored = await opened.get(key, { store }), isText = typeof stored.entry.value === "string";
  const editor = await editorOf(call, isText);
  const written = await opened.edit(key, editor, {
    store,
    force: words.has("force"),
    signal: io.interrupted(),
  });
  if (written) return writtenOutcome(written, "edited", words);
  return {
    text: () => `${stored.store}/${shownKey(key)}: unchanged\n`,
    json: () => entryJson(stored, { warnings: [] }),
  };
};

/** The editor; where it was not granted, what does without. */
async function editorOf({ words, io }: Call, isText: boolean): Promise<Editor> {
  try {
    return await io.editor();
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error;
    const key = shellWord(words.positional[0]!), store = words.text("store");
    const options = `${store ? ` --store ${store}` : ""}${isText ? "" : " --as json"}`;
    const from = `ctx get ${key} --raw${store ? ` --store ${store}` : ""}`;
    const without = `${from} > f; $EDITOR f; ctx set ${key} -${options} < f`;
    throw new PermissionError(error.message, {
      cause: error,
      hint: `${error.hint} Without it: ${without}`,
    });
  }
}

/** A word of the shell that stands for exactly this text. */
function shellWord(text: string): string {
  return /^[\w.,:@%+/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

import { InvalidInputError } from "../../errors.ts";
import type { StoreName } from "../../memory/entry.ts";
import type { Command } from "../command.ts";
import { entryJson, entryText, valueAsText } from "../../memory/shown_entry.ts";

/** `ctx get`: shows an entry (§4.1). */
export const get: Command = async ({ words, context }) => {
  const key = words.positional[0]!, store = words.text("store") as StoreName | undefined;
  const isVerbose = words.has("verbose");
  if (words.has("all")) {
    if (store !== undefined || words.has("raw")) {
      throw new InvalidInputError("--all goes with neither --store nor --raw");
    }
    const { results, faults } = await context().getAll(key);
    return {
      text: async () => (await Promise.all(results.map((entry) => entryText(entry, isVerbose)))).join("\n"),
      json: () => `[${results.map((entry) => entryJson(entry)).join(",")}]`,
      faults,
    };
  }
  const stored = await context().get(key, { store });
  return {
    text: () => words.has("raw") ? valueAsText(stored) : entryText(stored, isVerbose),
    json: () => entryJson(stored),
  };
};

import type { StoreName } from "../../memory/entry.ts";
import { shownKey } from "../../memory/shown_names.ts";
import type { Command } from "../command.ts";

/** `ctx delete`: removes an entry for good (§4.5). */
export const remove: Command = async ({ words, io, context }) => {
  const key = words.positional[0]!, store = (words.text("store") ?? "shared") as StoreName;
  await context().delete(key, { store, signal: io.interrupted() });
  return {
    text: () => `${store}/${shownKey(key)}: deleted, earlier values too\n`,
    json: () => JSON.stringify({ store, key, deleted: true }),
  };
};

import { InvalidInputError } from "../../errors.ts";
import type { Basis, StoreName } from "../../memory/entry.ts";
import { shownKey } from "../../memory/shown_names.ts";
import type { MarkOptions } from "../../write_options.ts";
import type { Call, Command } from "../command.ts";
import { writtenOutcome } from "./set.ts";

/** `ctx amend`: puts a note in front of an entry's value (§4.3). */
export const amend: Command = async (call) => {
  const [key, ...note] = call.words.positional;
  return writtenOutcome(
    await call.context().amend(key!, note.join(" "), optionsOf(call)),
    "amended",
    call.words,
  );
};

/** `ctx supersede`: marks an entry as replaced by another (§4.3). */
export const supersede: Command = async (call) => {
  const by = call.words.text("by");
  if (by === undefined) {
    throw new InvalidInputError("ctx supersede: --by is missing", {
      hint: "Usage: ctx supersede <key> --by <key>",
    });
  }
  const written = await call.context().supersede(call.words.positional[0]!, by, optionsOf(call));
  return writtenOutcome(written, `superseded by ${shownKey(by)}`, call.words);
};

/** `ctx resolve`: marks an entry as done with (§4.3). */
export const resolve: Command = async (call) =>
  writtenOutcome(
    await call.context().resolve(call.words.positional[0]!, optionsOf(call)),
    "resolved",
    call.words,
  );

/** `ctx basis`: says anew how an entry is known (§4.4). */
export const basis: Command = async (call) => {
  const [key, word] = call.words.positional;
  return writtenOutcome(
    await call.context().setBasis(key!, word as Basis, optionsOf(call)),
    `basis ${word}`,
    call.words,
  );
};

function optionsOf({ words, io }: Call): MarkOptions {
  return {
    store: words.text("store") as StoreName | undefined,
    note: words.text("note"),
    force: words.has("force"),
    signal: io.interrupted(),
  };
}

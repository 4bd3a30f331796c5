import type { Command } from "../command.ts";
import { entryJson } from "../../memory/shown_entry.ts";

/** `ctx merge-driver`: merges two versions of a store file, for git (§8.5). */
export const mergeDriver: Command = async ({ words, io, context }) => {
  const [ancestor, ours, theirs] = words.positional;
  const report = await context().merge(
    { ancestor: ancestor!, ours: ours!, theirs: theirs! },
    { signal: io.interrupted() },
  );
  const { store, changed, lost, warnings } = report,
    count = (n: number) => `${n} ${n === 1 ? "entry" : "entries"}`;
  const older = lost.length === 0
    ? ""
    : `; ${count(lost.length)} changed on both sides: the next write puts the older into the history`;
  return {
    text: () => `${store}: merged, ${count(changed)} taken over${older}\n`,
    json: () =>
      `{"store":"${store}","changed":${changed},"lost":[${lost.map((entry) => entryJson(entry)).join(",")}]` +
      `,"warnings":${JSON.stringify(warnings)}}`,
    notes: warnings,
  };
};

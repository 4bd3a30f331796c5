import type { Command } from "../command.ts";
import { visibleLine } from "../../text/visible.ts";

/** What git has to be told once in each clone; what a repository holds cannot name programs to run. */
const GIT_CONFIG = [
  'git config merge.ctx.name "ctx stores, entry by entry"',
  'git config merge.ctx.driver "ctx merge-driver %O %A %B"',
];

/** `ctx init`: makes the context root (§8.1, §13.5). */
export const init: Command = async ({ words, io, context }) => {
  const opened = context(),
    { made, present, attributesToAdd } = await opened.init({
      config: words.has("config"),
      git: words.has("git"),
      signal: io.interrupted(),
    });
  const line = (what: string, names: readonly string[]) => {
    const below = names.filter((name) => name !== ".");
    return below.length === 0 ? "" : `${what} ${below.join(", ")}\n`;
  };
  const lines = (what: string, some: readonly string[]) =>
    some.length === 0 ? "" : `${what}\n${some.map((each) => `  ${each}\n`).join("")}`;
  const git = attributesToAdd === undefined
    ? ""
    : lines("Add to the .gitattributes that is there:", attributesToAdd) +
      lines("Run in that folder, once in each clone:", GIT_CONFIG);
  return {
    text: () =>
      `${visibleLine(opened.home)}\n${line("  made:", made)}${line("  there already:", present)}${git}`,
    json: () =>
      JSON.stringify({
        home: opened.home,
        made,
        present,
        ...attributesToAdd && { attributes_to_add: attributesToAdd, git_config: GIT_CONFIG },
      }),
  };
};

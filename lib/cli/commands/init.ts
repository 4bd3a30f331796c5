import type { Command } from "../command.ts";
import { visibleLine } from "../../text/visible.ts";

/** `ctx init`: makes the context root (§8.1, §13.5). */
export const init: Command = async ({ words, io, context }) => {
  const opened = context(),
    { made, present } = await opened.init({ config: words.has("config"), signal: io.interrupted() });
  const line = (what: string, names: readonly string[]) => {
    const below = names.filter((name) => name !== ".");
    return below.length === 0 ? "" : `${what} ${below.join(", ")}\n`;
  };
  return {
    text: () => `${visibleLine(opened.home)}\n${line("  made:", made)}${line("  there already:", present)}`,
    json: () => JSON.stringify({ home: opened.home, made, present }),
  };
};

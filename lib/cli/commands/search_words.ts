import { parseWords } from "../../memory/word_query.ts";
import { excerptOfWords } from "../../memory/words_excerpt.ts";
import type { Command } from "../command.ts";
import { entryJson, entryLine, LINE_LENGTH } from "../../memory/shown_entry.ts";
import { paint } from "../print.ts";
import { filtersOf, shown } from "./search_and_list.ts";

/** `ctx search --words`: finds entries by their words (§10). */
export const searchWords: Command = async (call) => {
  const filters = await filtersOf(call), pattern = call.words.positional[0]!, query = parseWords(pattern);
  const colors = paint(call.isColored);
  return shown(await call.context().searchWords(pattern, filters), {
    line: (found) => entryLine(found, colors, excerptOfWords(query, found, LINE_LENGTH, colors.bold)),
    json: (found) => entryJson(found, { score: found.score }),
  });
};

import type { EntryList } from "../../get_search_list.ts";
import { InvalidInputError } from "../../errors.ts";
import type { Filters } from "../../memory/match.ts";
import type { StoredEntry } from "../../memory/stored_entry.ts";
import type { Call, Command, Outcome, Words } from "../command.ts";
import { entryJson, entryLine } from "../../memory/shown_entry.ts";
import { errorData, paint } from "../print.ts";

const MANY = 200;

/** `ctx search`: finds entries by a part of their key or value (§4.6). */
export const search: Command = async (call) => {
  if (call.words.has("words")) return (await import("./search_words.ts")).searchWords(call);
  const filters = await filtersOf(call);
  return shown(await call.context().search(call.words.positional[0]!, filters), plainly(call));
};

/** `ctx list`: lists entries (§4.6). */
export const list: Command = async (call) => {
  const filters = await filtersOf(call);
  return shown(await call.context().list(filters), plainly(call));
};

/** The filters that the words give, and the limit of `config.jsonc` where they give none. */
export async function filtersOf({ words, context }: Call): Promise<Filters> {
  const limit = words.text("limit");
  if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
    throw new InvalidInputError(
      `Cannot use ${JSON.stringify(limit)} as the limit: it must be a whole number, 0 for all`,
    );
  }
  const { list_limit } = limit === undefined ? await context().settings() : { list_limit: 0 };
  return {
    ...textsOf(words, ["store", "source", "basis", "scope", "author", "status", "since"]),
    tags: words.texts("tag"),
    limit: limit === undefined ? list_limit : Number(limit),
  };
}

/** The filters that are words; the context checks them. */
function textsOf(
  words: Words,
  names: readonly ("store" | "source" | "basis" | "scope" | "author" | "status" | "since")[],
): Filters {
  return Object.fromEntries(names.map((name) => [name, words.text(name)]));
}

/** How a list shows each of its entries. */
interface Display<Found> {
  line(found: Found): string;
  json(found: Found): string;
}

function plainly({ isColored }: Call): Display<StoredEntry> {
  const colors = paint(isColored);
  return { line: (stored) => entryLine(stored, colors), json: (stored) => entryJson(stored) };
}

/** What a command that found entries has to say. */
export function shown<Found>(
  { results, total, more, faults }: Omit<EntryList, "results"> & { readonly results: readonly Found[] },
  display: Display<Found>,
): Outcome {
  const notes: string[] = [];
  if (more > 0) {
    notes.push(
      `showing ${results.length} of ${total}: --limit 0 shows all, --since and --tag narrow the list`,
    );
  } else if (results.length > MANY) {
    notes.push(`${total} entries: --limit, --since and --tag narrow the list`);
  }
  return {
    text: () => results.map((found) => display.line(found) + "\n").join(""),
    json: () => {
      const rest = { total, more, ...faults.length > 0 ? { faults: faults.map(errorData) } : {} };
      return `{"results":[${results.map((found) => display.json(found)).join(",")}],${
        JSON.stringify(rest).slice(1)
      }`;
    },
    notes,
    faults,
  };
}

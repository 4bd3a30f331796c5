import { InvalidInputError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import type { CommandRow } from "./catalog.ts";
import type { Words } from "./command.ts";
import { EVERYWHERE, type OptionName, optionRow, OPTIONS } from "./options.ts";

/** A call's words before the command is looked up. */
export interface SplitWords {
  /** The first positional word. */
  readonly command?: string;
  readonly positional: readonly string[];
  /** How many of `positional` stand before `--`. */
  readonly beforeDashes: number;
  /** The options in their order; a value is absent for a switch. */
  readonly options: readonly { readonly name: OptionName; readonly value?: string }[];
}

/**
 * Tells options from data. Options are words that begin with two dashes, anywhere before `--`; a word with one
 * dash is data, but for `-h` before the first positional word behind the command and `-v` of `get` and `history`.
 *
 * @param args The words of the call. @returns They, told apart.
 * @throws {InvalidInputError} If an option is not known, has no value, or has one that it does not take.
 */
export function splitWords(args: readonly string[]): SplitWords {
  const positional: string[] = [], options: { name: OptionName; value?: string }[] = [];
  let beforeDashes = -1;
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    if (beforeDashes !== -1) positional.push(word);
    else if (word === "--") beforeDashes = positional.length;
    else if (word === "-h" && positional.length <= 1) options.push({ name: "help" });
    else if (word === "-v" && (positional[0] === "get" || positional[0] === "history")) {
      options.push({ name: "verbose" });
    } else if (word === "-v" && positional.length === 0) options.push({ name: "version" });
    else if (!word.startsWith("--")) positional.push(word);
    else {
      const equals = word.indexOf("="), given = word.slice(2, equals === -1 ? undefined : equals);
      const name = known(given, positional[0]);
      const { value: wanted } = optionRow(name, positional[0]);
      if (wanted === undefined) {
        if (equals !== -1) throw new InvalidInputError(`The option --${name} takes no value`);
        options.push({ name });
      } else {
        const value = equals === -1 ? args[++i] : word.slice(equals + 1);
        if (value === undefined) {
          throw new InvalidInputError(
            `The option --${name} needs a value: --${name} ${wanted}`,
          );
        }
        options.push({ name, value });
      }
    }
  }
  const [command, ...rest] = positional;
  return {
    command,
    positional: rest,
    beforeDashes: (beforeDashes === -1 ? positional.length : beforeDashes) - 1,
    options,
  };
}

function known(given: string, command = ""): OptionName {
  if (Object.hasOwn(OPTIONS, given)) return given as OptionName;
  const close = nearest(given, Object.keys(OPTIONS));
  throw new InvalidInputError(`There is no option --${given}`, {
    hint:
      [close && `Did you mean --${close}?`, TAKES_TEXT.includes(command) && VALUE_HINT].filter(Boolean).join(
        " ",
      ) ||
      "ctx help shows what each command takes.",
  });
}

/** The commands whose words may begin with dashes. */
const TAKES_TEXT = ["set", "amend", "search"];
const VALUE_HINT = "A value that begins with -- goes behind a word of its own: --";

/**
 * Checks a call's words against the command's row.
 *
 * @param split The words. @param name The command. @param row Its row.
 * @returns The words, as the command asks for them.
 * @throws {InvalidInputError} If it does not take them.
 */
export async function checkWords(split: SplitWords, name: string, row: CommandRow): Promise<Words> {
  const { positional, beforeDashes, options } = split, allowed = [...row.options, ...EVERYWHERE];
  const usage = `ctx ${name} ${row.usage}`.trimEnd();
  for (const option of options) {
    if (!allowed.includes(option.name)) {
      throw new InvalidInputError(`ctx ${name} has no option --${option.name}`, {
        hint: `ctx ${name} --help shows those it has.`,
      });
    }
  }
  const [fewest, most] = row.words;
  if (positional.length < fewest || positional.length > most) {
    const due = row.usage.match(/<[^>]*>/g)?.[positional.length];
    const found = positional.length < fewest ? `${due ?? "a word"} is missing` : "there is a word too many";
    const hint = positional.length > most && most > 0
      ? `Usage: ${usage}; quote what is several words`
      : `Usage: ${usage}`;
    throw new InvalidInputError(`ctx ${name}: ${found}`, { hint });
  }
  const parsed = options.length > 0 ? await parse(options, name) : {};
  return {
    positional,
    beforeDashes,
    text: (option) => parsed[option]?.at(-1),
    texts: (option) => parsed[option] ?? [],
    has: (option) => parsed[option] !== undefined,
  };
}

/** Hands the option words, and nothing else, to the library: data never comes near it. */
async function parse(
  options: SplitWords["options"],
  command: string,
): Promise<Partial<Record<OptionName, string[]>>> {
  const { parseArgs } = await import("@std/cli/parse-args");
  const names = [...new Set(options.map(({ name }) => name))];
  for (const name of names) {
    if (!optionRow(name, command).isRepeated && options.filter((option) => option.name === name).length > 1) {
      throw new InvalidInputError(`The option --${name} is given twice`);
    }
  }
  const parsed = parseArgs(
    options.map(({ name, value }) => value === undefined ? `--${name}=` : `--${name}=${value}`),
    {
      string: names,
      collect: names,
    },
  ) as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [name, parsed[name] as string[]]));
}

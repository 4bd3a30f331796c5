import { InvalidInputError } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import { type CommandRow, COMMANDS } from "../catalog.ts";
import type { Command, Outcome } from "../command.ts";
import { EXAMPLES, REMARKS } from "../help_texts.ts";
import { EVERYWHERE, type OptionName, optionRow } from "../options.ts";
import { VERSION } from "../../version.ts";

/** `ctx help`: the commands, or one of them. */
export const help: Command = ({ words: { positional } }) => {
  const [name, ...rest] = positional;
  if (rest.length > 0 && verbsOf(name) === undefined) {
    throw new InvalidInputError("ctx help: there is a word too many");
  }
  return helpOnWords(name, rest);
};

/** The row that stands for `--help`, `--version`, or no word at all: it takes whatever words are there. */
export function helpRow(asked: string, command: string | undefined): CommandRow {
  const load = (): Promise<Command> =>
    Promise.resolve(({ words }) =>
      asked === "version" ? Promise.resolve(version()) : helpOnWords(command, words.positional)
    );
  return { ...COMMANDS.help!, words: [0, Infinity], options: ALL, load };
}

const ALL = [...new Set(Object.values(COMMANDS).flatMap(({ options }) => options))];

/** What is said of a command that is not known. */
export function unknownCommand(name: string): InvalidInputError {
  const close = nearest(name, Object.keys(COMMANDS));
  return new InvalidInputError(`There is no command ${JSON.stringify(name.slice(0, 80))}`, {
    hint: close ? `Did you mean ctx ${close}?` : "ctx help shows them.",
  });
}

function version(): Outcome {
  return { text: () => `ctx ${VERSION}\n`, json: () => JSON.stringify({ version: VERSION }) };
}

function helpOn(name: string | undefined): Outcome {
  if (name !== undefined && !Object.hasOwn(COMMANDS, name)) throw unknownCommand(name);
  const text = name === undefined || name === "help" ? overview() : commandHelp(name, COMMANDS[name]!);
  return { text: () => text, json: () => JSON.stringify({ help: text }) };
}

/** The help of a command, or of a word behind it that has help of its own. */
async function helpOnWords(name: string | undefined, [verb = ""]: readonly string[]): Promise<Outcome> {
  const verbs = await verbsOf(name)?.() ?? {};
  return name !== undefined && Object.hasOwn(verbs, verb)
    ? helpOnVerb(name, verb, verbs[verb]!)
    : helpOn(name);
}

function verbsOf(name: string | undefined): CommandRow["verbs"] {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name]!.verbs : undefined;
}

function helpOnVerb(name: string, verb: string, row: CommandRow): Outcome {
  const options = [...row.options, ...EVERYWHERE.slice(0, 2)].map((option) =>
    [spelled(option, name), optionRow(option, name).help] as const
  );
  const text = [
    `ctx ${name} ${verb} ${row.usage}`.trimEnd() + (row.options.length > 0 ? " [options]" : ""),
    `  ${row.summary}`,
    "",
    ...table(options),
    "",
    `ctx ${name} --help says more.`,
    "",
  ].join("\n");
  return { text: () => text, json: () => JSON.stringify({ help: text }) };
}

function overview(): string {
  const rows = Object.entries(COMMANDS).map(([name, row]) =>
    [`ctx ${name} ${row.usage}`.trimEnd(), row.summary] as const
  );
  return [
    "ctx: one memory that you and your agents share.",
    "",
    ...(EXAMPLES[""] ?? []).map((line) => `  ${line}`),
    "",
    "Commands",
    ...table(rows),
    "",
    ...REMARKS[""] ?? [],
    "",
  ].join("\n");
}

function commandHelp(name: string, row: CommandRow): string {
  const options = [...row.options, ...EVERYWHERE.slice(0, 2)].map((option) =>
    [spelled(option, name), optionRow(option, name).help] as const
  );
  return [
    ...(EXAMPLES[name] ?? []).map((line) => `  ${line}`),
    "",
    `ctx ${name} ${row.usage}`.trimEnd() + (row.options.length > 0 ? " [options]" : ""),
    `  ${row.summary}`,
    "",
    ...table(options),
    "",
    ...(REMARKS[name] ?? []).flatMap((line) => [line]),
    ...REMARKS[name] ? [""] : [],
  ].join("\n");
}

function spelled(option: OptionName, command: string): string {
  const { value, isRepeated } = optionRow(option, command);
  return `--${option}${value ? ` ${value}` : ""}${isRepeated ? " ..." : ""}`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

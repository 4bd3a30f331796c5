import { InvalidInputError } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import { type CommandRow, COMMANDS } from "../catalog.ts";
import type { Command, Outcome } from "../command.ts";
import { EXAMPLES, REMARKS } from "../help_texts.ts";
import { EVERYWHERE, type OptionName, optionRow } from "../options.ts";
import { VERSION } from "../../version.ts";

/** `ctx help`: the commands, or one of them. */
export const help: Command = (call) => Promise.resolve(helpOn(call.words.positional[0]));

/** The row that stands for `--help`, `--version`, or no word at all: it takes whatever words are there. */
export function helpRow(asked: string, command: string | undefined): CommandRow {
  const load = (): Promise<Command> =>
    Promise.resolve(() => Promise.resolve(asked === "version" ? version() : helpOn(command)));
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

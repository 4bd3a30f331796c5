import { InvalidInputError } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import { type CommandRow, COMMANDS } from "../catalog.ts";
import type { Command, Outcome } from "../command.ts";
import { EXAMPLES, REMARKS } from "../help_texts.ts";
import { EVERYWHERE, type OptionName, optionRow } from "../options.ts";
import { VERSION } from "../../version.ts";

/** `ctx help`: the commands, or one of them. */
export const help: Command = ({ words: { positional } }) => {
  if (positional[0] === "pkg") return helpOnPkg(positional.slice(1));
  if (positional.length > 1) throw new InvalidInputError("ctx help: there is a word too many");
  return Promise.resolve(helpOn(positional[0]));
};

/** The row that stands for `--help`, `--version`, or no word at all: it takes whatever words are there. */
export function helpRow(asked: string, command: string | undefined): CommandRow {
  const load = (): Promise<Command> =>
    Promise.resolve(({ words }) =>
      Promise.resolve(
        asked === "version" ? version() : command === "pkg" ? helpOnPkg(words.positional) : helpOn(command),
      )
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

/** The help of a word behind `ctx pkg`, which has options of its own. */
async function helpOnPkg([verb = ""]: readonly string[]): Promise<Outcome> {
  const { VERBS } = await import("./pkg.ts"), row = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (row === undefined) return helpOn("pkg");
  const options = [...row.options, ...EVERYWHERE.slice(0, 2)].map((option) =>
    [spelled(option, "pkg"), optionRow(option, "pkg").help] as const
  );
  const text = [
    `ctx pkg ${verb} ${row.usage}`.trimEnd() + (row.options.length > 0 ? " [options]" : ""),
    `  ${row.summary}`,
    "",
    ...table(options),
    "",
    "ctx pkg --help says more.",
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

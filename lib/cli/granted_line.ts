import { programOf } from "../wire/program.ts";
import type { Call } from "./command.ts";
import { type OptionName, optionRow } from "./options.ts";

/**
 * The call again, as a line for a shell that grants what it lacks: an installed ctx may touch nothing but its root.
 *
 * @param call The call. @param command The command's name. @param options The options that it may have.
 * @param more What is to be granted besides.
 */
export function grantedLine(
  { words, io, options: context }: Call,
  command: string,
  options: Iterable<OptionName>,
  more: {
    /** What it may read and write. */
    readonly paths?: readonly string[];
    /** What it may read. */
    readonly reads?: readonly string[];
    readonly variables?: readonly string[];
  },
): string {
  const { home } = context(), userHome = io.variable("HOME") || io.variable("USERPROFILE");
  const isUsual = home === `${userHome.replace(/\/+$/, "")}/ctx`;
  const given = [...options, "json" as const].filter((option) => words.has(option)).flatMap((option) => {
    const hasValue = optionRow(option, command).value !== undefined;
    return hasValue ? words.texts(option).flatMap((value) => [`--${option}`, value]) : [`--${option}`];
  });
  const program = programOf(io.program(), home, isUsual ? {} : { CTX_HOME: home });
  return program.line(
    [command, ...words.positional, ...given],
    more.paths ?? [],
    [],
    more.variables,
    more.reads,
  );
}

/** A word that is a file, and no name of a kept package. */
const FILE = /\.l?ctxpkg$|\.json$/;

/** The files that a call of `ctx pkg` names, and more, each once. */
export function filesOf({ words }: Call, more: readonly string[] = []): string[] {
  return [...new Set([...words.positional.slice(1).filter((word) => FILE.test(word)), ...more])];
}

import { Context } from "../context.ts";
import { CtxError, InvalidInputError } from "../errors.ts";
import type { ContextOptions } from "../surroundings.ts";
import { type CommandRow, COMMANDS } from "./catalog.ts";
import type { Outcome } from "./command.ts";
import type { Io } from "./io.ts";
import { documentLine, messageLine } from "./print.ts";
import { checkWords, type SplitWords, splitWords } from "./argv.ts";

/** The exit status of each kind of failure (§9.1); any other is 1. */
const EXIT_STATUS: Readonly<Partial<Record<string, number>>> = { invalid_input: 2, interrupted: 130 };

/**
 * Runs one call of the command.
 *
 * @param args Its words, the program's name left out. @param io The process around it.
 * @returns The exit status: 0, 1, 2 or 130.
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  // Known before anything can fail, so that a failure is said in the form that was asked for.
  const dashes = args.indexOf("--");
  let isJson = (dashes === -1 ? args : args.slice(0, dashes)).includes("--json");
  let row: CommandRow | undefined;
  const hook = hookOf(args);
  try {
    const split = splitWords(args);
    isJson = split.options.some(({ name }) => name === "json");
    const named = await commandOf(split), words = await checkWords(split, named.name, named.row);
    // Only from here on: wrong words are a mistake in the call, which a command that never fails reports too.
    row = named.row;
    const command = await row.load();
    const outcome = await command({
      words,
      io,
      context: () => new Context(optionsFor(io, words.text("lock-timeout"))),
      options: () => optionsFor(io, words.text("lock-timeout")),
      isColored: isColored(io),
    });
    return await say(outcome, row, io, isJson);
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return 0; // The reader has gone away: it has what it wanted.
    return await fail(error, row, io, isJson, hook);
  }
}

/** The harness whose start hook is asked for, whatever else is wrong with the words. */
function hookOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((word) => word === "--hook" || word.startsWith("--hook="));
  if (at === -1) return undefined;
  const isApart = args[at] === "--hook", others = args.toSpliced(at, isApart ? 2 : 1);
  // The same words within a value, as of set, are no start, and a failure of theirs is one.
  if (others.find((word) => !word.startsWith("-")) !== "start" || args.lastIndexOf("--", at) !== -1) {
    return undefined;
  }
  return isApart ? args[at + 1] ?? "" : args[at]!.slice("--hook=".length);
}

async function commandOf({ command, options }: SplitWords): Promise<{ name: string; row: CommandRow }> {
  const asked = options.find(({ name, value }) =>
    name === "help" || (name === "version" && value === undefined)
  );
  if (asked || command === undefined) {
    const { helpRow } = await import("./commands/help.ts");
    return { name: "help", row: helpRow(asked?.name ?? "help", command) };
  }
  if (Object.hasOwn(COMMANDS, command)) return { name: command, row: COMMANDS[command]! };
  const { unknownCommand } = await import("./commands/help.ts");
  throw unknownCommand(command);
}

/** What the context that the environment names is opened with (§9.2). */
function optionsFor(io: Io, lockTimeout: string | undefined): ContextOptions {
  if (lockTimeout !== undefined && !/^\d{1,6}(?:\.\d{1,3})?$/.test(lockTimeout)) {
    throw new InvalidInputError(
      `Cannot use ${JSON.stringify(lockTimeout)} as the lock timeout: it must be a number of seconds`,
    );
  }
  const home = io.variable("CTX_HOME") || homeFolder(io);
  return {
    home,
    author: io.variable("CTX_AUTHOR"),
    lockTimeoutMs: lockTimeout === undefined ? undefined : Number(lockTimeout) * 1000,
    onWait: (path) => void io.err(messageLine(`waiting for another program that holds "${path}"`)),
  };
}

function homeFolder(io: Io): string {
  const folder = io.variable(Deno.build.os === "windows" ? "USERPROFILE" : "HOME");
  if (folder) return `${folder}/ctx`;
  throw new InvalidInputError("There is no context root: neither CTX_HOME nor HOME is set", {
    hint: "Set CTX_HOME to an absolute path.",
  });
}

function isColored(io: Io): boolean {
  if (io.variable("NO_COLOR")) return false;
  return Boolean(io.variable("FORCE_COLOR")) || (io.isTerminal && io.variable("TERM") !== "dumb");
}

async function say(outcome: Outcome, row: CommandRow, io: Io, isJson: boolean): Promise<number> {
  const { notes = [], faults = [] } = outcome;
  await io.out(isJson ? documentLine(outcome.json()) : await outcome.text());
  for (const note of notes) await io.err(messageLine(note));
  for (const [i, { message, hint }] of faults.entries()) {
    // A remedy that several share is said once, behind the last of them.
    const isSaid = faults.slice(i + 1).some((other) => other.hint === hint);
    await io.err(messageLine(message, isSaid ? undefined : hint));
  }
  return faults.length > 0 && !row.neverFails ? 1 : outcome.status ?? 0;
}

async function fail(
  error: unknown,
  row: CommandRow | undefined,
  io: Io,
  isJson: boolean,
  hook?: string,
): Promise<number> {
  const isExpected = error instanceof CtxError;
  const message = isExpected ? error.message : `A fault of ctx itself: ${String(error)}`;
  const code = isExpected ? error.code : "internal", hint = isExpected ? error.hint : REPORT_HINT;
  const status = row?.neverFails || hook !== undefined ? 0 : EXIT_STATUS[code] ?? 1;
  try {
    if (isJson) {
      await io.out(documentLine(JSON.stringify({ error: { code, message: message.toWellFormed(), hint } })));
    } // A hook shows an agent what it prints on standard output alone.
    else if (hook !== undefined) {
      const { failedHook } = await import("../start_hook.ts");
      await io.out(failedHook(hook, messageLine(message, hint)));
    } else if (row?.neverFails) await io.out(`=== ctx ===\n${messageLine(message, hint)}\n`);
  } catch (failure) {
    if (failure instanceof Deno.errors.BrokenPipe) return status;
    // What standard output does not take, standard error still hears of.
    if (!(failure instanceof CtxError)) throw failure;
  }
  await io.err(messageLine(message, hint));
  return status;
}

const REPORT_HINT = "Nothing was lost; please report it with the command that you ran.";

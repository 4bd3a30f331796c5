import { HARNESSES, type HarnessName } from "../memory/harness.ts";
import { InvalidInputError } from "../errors.ts";
import { type Program, shellLine, shellWord } from "./program.ts";

/** What an instruction is where none is given (§5.3). */
const SAFE = "READ ONLY. Say in a few lines where the last session left off, then wait for my instruction.";

/**
 * How each harness takes an opening prompt, so that one which begins with a dash is no option: tried with Claude Code
 * 2.1.332, Codex 0.171.0, Gemini CLI 0.61.0 and Copilot CLI 1.0.102 (November 2026); read of opencode and Cursor.
 */
const OPENING: Readonly<Record<Exclude<HarnessName, "plain">, string>> = {
  claude: 'claude -- "$prompt"',
  codex: 'codex -- "$prompt"',
  gemini: 'gemini "--prompt-interactive=$prompt"',
  cursor: 'cursor-agent "$prompt"',
  opencode: 'opencode "--prompt=$prompt"',
  copilot: 'copilot "--interactive=$prompt"',
};

/** A prompt is one word of the system's: those end at 128 KiB, and no character takes more than four bytes. */
const MOST_CHARACTERS = 30_000;

/**
 * A launcher (§5.3, pattern C): a POSIX shell script that starts a harness with the start payload and the operator's
 * instruction as its opening prompt.
 *
 * @param harness Which. @param author Who writes there. @param program How ctx is run.
 * @param contextHome The context root, where it is not the one that is used without `CTX_HOME`.
 * @throws {InvalidInputError} If the harness is none that is started by a command.
 */
export function launcherScript(
  harness: HarnessName,
  author: string | undefined,
  program: Program,
  contextHome: string | undefined,
): string {
  if (harness === "plain") {
    throw new InvalidInputError("ctx launch plain: which command starts it is not known", {
      hint: "Take the script of another harness and put your command in its last line.",
    });
  }
  const ctx = shellLine(program.words), name = HARNESSES[harness].name;
  return [
    "#!/bin/sh",
    `# Starts ${name} from ctx. Its words are the instruction; without one it reads, and waits.`,
    `export CTX_AUTHOR=${shellWord(author ?? name)}`,
    ...contextHome === undefined ? [] : [`export CTX_HOME=${shellWord(contextHome)}`],
    `instruction=$*`,
    `[ -n "$instruction" ] || instruction=${shellWord(SAFE)}`,
    `start=$(${ctx} start </dev/null)`,
    "# What is too long for one word of a command gives way to what matters most.",
    `[ "\${#start}" -le ${MOST_CHARACTERS} ] || start=$(${ctx} start --hook plain </dev/null)`,
    "prompt=$start'",
    "",
    "'$instruction",
    `exec ${OPENING[harness]}`,
    "",
  ].join("\n");
}

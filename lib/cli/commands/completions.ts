import { InvalidInputError } from "../../errors.ts";
import { COMMANDS } from "../catalog.ts";
import type { Command } from "../command.ts";
import { EVERYWHERE, type OptionName, optionRow } from "../options.ts";

const HARNESS_NAMES = optionRow("hook").words ?? [];
/** The words that can follow a command, for those where they are known. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  pkg: ["verify", "info", "create", "import", "export", "list", "diff", "remove", "wrap", "unwrap"],
  session: ["new", "write", "list", "show"],
  completions: ["bash", "zsh", "fish"],
  wire: HARNESS_NAMES,
  unwire: HARNESS_NAMES,
  launch: HARNESS_NAMES,
};

/** `ctx completions`: a script that completes commands, options and the options' words in a shell. */
export const completions: Command = ({ words }) => {
  const shell = words.positional[0]!;
  if (!Object.hasOwn(SCRIPTS, shell)) {
    throw new InvalidInputError(
      `There is no completion for ${JSON.stringify(shell)}: it must be bash, zsh or fish`,
    );
  }
  const script = SCRIPTS[shell as keyof typeof SCRIPTS]();
  return Promise.resolve({ text: () => script, json: () => JSON.stringify({ shell, script }) });
};

const SCRIPTS = { bash, zsh, fish };

function optionsOf(name: string): OptionName[] {
  return [...COMMANDS[name]!.options, ...EVERYWHERE.slice(0, 2)];
}

/** The words that an option's value can be, for those where they are known. */
function valueWords(): [OptionName, readonly string[]][] {
  const names = new Set(Object.keys(COMMANDS).flatMap(optionsOf));
  return [...names].flatMap((name): [OptionName, readonly string[]][] => {
    const { words } = optionRow(name);
    return words ? [[name, words]] : [];
  });
}

function bash(): string {
  const cases = Object.keys(COMMANDS).map((name) =>
    `    ${name}) words="${optionsOf(name).map((o) => `--${o}`).join(" ")}" ;;`
  );
  const values = valueWords().map(([name, words]) => `    --${name}) words="${words.join(" ")}" ;;`);
  const behind = Object.entries(WORDS).map(([name, words]) => `    ${name}) words="${words.join(" ")}" ;;`);
  return `# ctx completions for bash
_ctx() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$previous" in
${values.join("\n")}
${behind.join("\n")}
    help) words="${Object.keys(COMMANDS).join(" ")}" ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${Object.keys(COMMANDS).join(" ")} --help --version"
  elif [ -z "$words" ]; then case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _ctx ctx
`;
}

function zsh(): string {
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) => `    '${name}:${quoted(summary)}'`);
  const cases = Object.keys(COMMANDS).map((name) =>
    `    ${name}) _arguments ${
      optionsOf(name).map((option) => zshOption(option, name)).join(" ")
    } '*:word:_files' ;;`
  );
  return `#compdef ctx
_ctx() {
  local -a commands=(
${commands.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "\${words[2]}" in
${cases.join("\n")}
  esac
}
# A file of fpath is the body of the function, called for the first completion; any other is sourced.
if [[ "\${funcstack[1]}" == _ctx ]]; then _ctx "$@"; else compdef _ctx ctx; fi
`;
}

function zshOption(name: OptionName, command: string): string {
  const { value, words, help, isRepeated } = optionRow(name, command);
  const argument = value ? `:${value}:${words ? `(${words.join(" ")})` : ""}` : "";
  return `'${isRepeated ? "*" : ""}--${name}[${quoted(help).replace(/[[\]:]/g, "\\$&")}]${argument}'`;
}

function fish(): string {
  const commands = Object.entries(COMMANDS).map(([name, { summary }]) =>
    `complete -c ctx -f -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`
  );
  const options = Object.keys(COMMANDS).flatMap((command) =>
    optionsOf(command).map((name) => {
      const { value, words, help } = optionRow(name, command);
      const takes = value ? words ? ` -x -a '${words.join(" ")}'` : " -r" : "";
      return `complete -c ctx -n '__fish_seen_subcommand_from ${command}' -l ${name}${takes} -d '${
        quoted(help)
      }'`;
    })
  );
  const behind = Object.entries(WORDS).map(([name, words]) =>
    `complete -c ctx -f -n '__fish_seen_subcommand_from ${name}' -a '${words.join(" ")}'`
  );
  return ["# ctx completions for fish", ...commands, ...behind, ...options, ""].join("\n");
}

/** Within single quotes of any of the three shells. */
function quoted(text: string): string {
  return text.replaceAll("'", "’");
}

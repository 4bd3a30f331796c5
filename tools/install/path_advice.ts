/**
 * What to say to a person whose shell would not find the launcher.
 *
 * @module
 */

/** What the advice depends on. */
export interface PathAdviceInput {
  /** The launcher's folder. */
  readonly bin: string;
  /** The value of `PATH`. */
  readonly path: string;
  /** The value of `SHELL`. */
  readonly shell: string;
}

/** The file that a shell reads when it starts, by the shell's name. */
const STARTUP_FILES = new Map([["bash", "~/.bashrc"], ["zsh", "~/.zshrc"]]);

/** The line to add and where, or `undefined` when the launcher's folder is on `PATH`. */
export function pathAdvice({ bin, path, shell }: PathAdviceInput): string | undefined {
  if (path.split(":").some((folder) => folder.replace(/\/+$/, "") === bin)) return undefined;
  const name = shell.slice(shell.lastIndexOf("/") + 1);
  if (name === "fish") return "Your shell does not find it yet; run: fish_add_path ~/.local/bin";
  const file = STARTUP_FILES.get(name) ?? "~/.profile";
  return `Your shell does not find it yet; add this line to ${file}, then open a new shell:\n` +
    '  export PATH="$HOME/.local/bin:$PATH"';
}

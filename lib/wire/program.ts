import { InvalidInputError } from "../errors.ts";

/** The variables that the command reads. */
export const VARIABLES = "CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,PWD";

/** How the process that runs was started, so that it can be started again. */
export interface ProgramFacts {
  /** The path of the Deno that runs. */
  readonly deno: string;
  /** The address of the module that runs. */
  readonly module: string;
  /** The address that the standard library has for it, where that can be told. */
  readonly std?: string;
}

/** How ctx is run by somebody else, with absolute paths and the narrowest grants. */
export interface Program {
  /** The words that run it; those of the command follow. */
  readonly words: readonly string[];
  /**
   * A line for a shell that runs one of its commands with more granted.
   *
   * @param command The command's words. @param paths What it may read and write besides its root.
   * @param programs What it may run. @param variables What it may read of the environment besides its own.
   * @param reads What it may read, and not write.
   */
  line(
    command: readonly string[],
    paths: readonly string[],
    programs?: readonly string[],
    variables?: readonly string[],
    reads?: readonly string[],
  ): string;
}

/** Where `deno task install` puts a copy of ctx, below a home folder: `tools/install/places.ts`. */
const INSTALLED = /^(.*)\/\.local\/share\/ctx\/app-[^/]+(?=\/)/;

/**
 * How to run the ctx that runs now: its launcher, where one was installed, else Deno on its module.
 *
 * @param facts How it was started. @param root The context root, which is granted.
 * @param variables What it needs to be told where that root is.
 * @throws {InvalidInputError} If a path holds a comma, which a list of grants cannot.
 */
export function programOf(
  { deno, module, std }: ProgramFacts,
  root: string,
  variables: Readonly<Record<string, string>> = {},
): Program {
  const path = module.startsWith("file:") ? decodeURIComponent(new URL(module).pathname) : undefined;
  const [app, home] = INSTALLED.exec(path ?? "") ?? [];
  const options = app !== undefined
    ? ["--no-config", "--cached-only", "--import-map", `${app}/import_map.json`]
    : path !== undefined
    ? checkoutOptions(path.slice(0, path.lastIndexOf("/")), std)
    : ["--no-config"];
  const granted = (
    paths: readonly string[],
    programs: readonly string[] = [],
    more: readonly string[] = [],
    reads: readonly string[] = [],
  ) => {
    const comma = [root, ...paths, ...reads].find((path) => path.includes(","));
    if (comma !== undefined) {
      throw new InvalidInputError(`Cannot grant "${comma}": a comma ends a path in a list of grants`);
    }
    const list = [root, ...paths].join(",");
    const grants = [
      `--allow-env=${[VARIABLES, ...more].join(",")}`,
      `--allow-read=${[list, ...reads].join(",")}`,
      `--allow-write=${list}`,
    ];
    if (programs.length > 0) grants.push(`--allow-run=${programs.join(",")}`);
    const cache = app === undefined ? [] : ["env", `DENO_DIR=${app.slice(0, app.lastIndexOf("/"))}/cache`];
    return [...cache, deno, "run", "-q", "--no-prompt", ...options, ...grants, path ?? module];
  };
  return {
    words: home === undefined ? granted([]) : [`${home}/.local/bin/ctx`],
    line: (command, paths, programs = [], more = [], reads = []) =>
      shellLine([...granted(paths, programs, more, reads), ...command], variables),
  };
}

/** What a checkout's module needs to find the standard library. */
function checkoutOptions(checkout: string, std: string | undefined): string[] {
  return std?.startsWith("file:")
    ? ["--no-config", "--import-map", `${checkout}/tools/npm/import_map.json`]
    : ["--config", `${checkout}/deno.json`];
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Words as a line for a POSIX shell; variables are set for the command alone. */
export function shellLine(
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): string {
  const set = Object.entries(variables).map(([name, value]) => `${name}=${shellWord(value)}`);
  return [...set, ...words.map(shellWord)].join(" ");
}

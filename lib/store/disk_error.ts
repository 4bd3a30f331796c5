import { CtxError, PermissionError, StorageError } from "../errors.ts";

/** What can be done about the failures of the file system that have a remedy of their own. */
const REMEDIES: readonly [RegExp, string][] = [
  [/os error 28\b|no space/i, "Free some space on that disk, then try again."],
  [/os error 27\b|file too large/i, "Raise the limit on file sizes (ulimit -f), then try again."],
  [/os error 122\b|quota/i, "Free some of your quota on that disk, then try again."],
  [
    /os error 30\b|read-only/i,
    "The file system is read-only, or a sandbox makes it so: ask whoever runs it to open the context root for writing.",
  ],
  [/os error 1\b|os error 13\b|denied|not permitted/i, "Check who owns it and its mode."],
];

/** What gives an installed command the grants for the root that `CTX_HOME` names. */
const INSTALL = 'deno install -gf -n ctx -q --no-prompt --allow-read="$CTX_HOME" --allow-write="$CTX_HOME" ' +
  "--allow-env=CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,PWD jsr:@ctx/ctx/cli";

/**
 * Turns what Deno throws at a file into an error that names the file, the reason and the remedy.
 *
 * @param error What was thrown; an error of ours comes back as it is.
 * @param action What was being done: read, write, make, lock.
 * @param path The file or folder.
 * @returns The error to throw.
 */
export function diskError(
  error: unknown,
  action: "read" | "write" | "make" | "lock" | "remove",
  path: string,
): CtxError {
  if (error instanceof CtxError) return error;
  if (!(error instanceof Error)) throw error;
  if (error instanceof Deno.errors.NotCapable) {
    const flag = /--allow-(?:read|write)/.exec(error.message)?.[0] ??
      `--allow-${action === "read" ? "read" : "write"}`;
    return new PermissionError(`Cannot ${action} "${path}": Deno was not granted that`, {
      path,
      cause: error,
      hint: path.includes(",")
        ? "A grant is a list with commas between its paths: set CTX_HOME to a path without one."
        : `Grant ${flag} on the context root. For an installed command: ${INSTALL}`,
    });
  }
  // Deno adds the call and the path to the system's words; both are said already.
  const said = error.message.replace(/[:,]? ?[a-z_]+ '.*$/s, "").replace(/ ?\(os error \d+\)[:,]?$/, "");
  const reason = said.trim() || error.name;
  return new StorageError(`Cannot ${action} "${path}": ${lowerFirst(reason)}`, {
    path,
    cause: error,
    hint: REMEDIES.find(([sign]) => sign.test(error.message) || sign.test(error.name))?.[1],
  });
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

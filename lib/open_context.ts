import { Context } from "./context.ts";
import type { ContextOptions } from "./surroundings.ts";
import { InvalidInputError, PermissionError } from "./errors.ts";

/**
 * Opens a context over a root. Looks at nothing but what it is given; touches no file until an operation does.
 *
 * @param options Where the root is, and who writes.
 * @returns The context. Several may be open on one root at once.
 * @throws {InvalidInputError} If `home` is not an absolute path, or is the top of the file system.
 *
 * @example Write a note and read it back
 * ```ts
 * import { openContext } from "@ctx/ctx";
 * import { assertEquals } from "@std/assert";
 *
 * const home = await Deno.makeTempDir();
 * const context = openContext({ home, author: "Agent One" });
 * await context.set("result_upload", "A 200 MB upload takes 71 s.", { basis: "verified", tags: ["result"] });
 *
 * const { entry } = await context.get("result_upload");
 * assertEquals(entry.value, "A 200 MB upload takes 71 s.");
 * assertEquals(entry.source, "agent");
 * await Deno.remove(home, { recursive: true });
 * ```
 */
export function openContext(options: ContextOptions): Context {
  return new Context(options);
}

/**
 * Opens the context that the command uses (§9.2): the root that `CTX_HOME` names, or `ctx` in the home folder,
 * and the author in `CTX_AUTHOR`. Needs `--allow-env=CTX_HOME,CTX_AUTHOR,HOME` (`USERPROFILE` on Windows).
 *
 * @param options What to open it with besides, or instead.
 * @returns The context.
 * @throws {InvalidInputError} If no root is named and there is no home folder, the root is not an absolute path, or a
 *   variable is not UTF-8.
 * @throws {PermissionError} If reading a variable was not granted.
 *
 * @example The same root as the command's
 * ```ts
 * import { openContextFromEnv } from "@ctx/ctx";
 * import { assertEquals } from "@std/assert";
 *
 * const home = await Deno.makeTempDir();
 * Deno.env.set("CTX_HOME", home);
 * assertEquals(openContextFromEnv().home, home);
 * Deno.env.delete("CTX_HOME");
 * await Deno.remove(home, { recursive: true });
 * ```
 */
export function openContextFromEnv(options: Partial<ContextOptions> = {}): Context {
  const { home = homeFromEnv(), author = variable("CTX_AUTHOR") } = options;
  return new Context({ ...options, home, author });
}

/** The root that the environment names: `CTX_HOME`, else `ctx` in the home folder; empty counts as unset (§9.2). */
export function homeFromEnv(): string {
  const home = variable("CTX_HOME");
  if (home) return home;
  const folder = variable(Deno.build.os === "windows" ? "USERPROFILE" : "HOME");
  if (folder) return `${folder}/ctx`;
  throw new InvalidInputError("There is no context root: neither CTX_HOME nor HOME is set", {
    hint: "Set CTX_HOME to an absolute path.",
  });
}

function variable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (error) {
    if (error instanceof Deno.errors.InvalidData) {
      throw new InvalidInputError(`Cannot use the variable ${name}: it is not UTF-8`, {
        cause: error,
        hint: `Set ${name} to text in UTF-8.`,
      });
    }
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
    throw new PermissionError(`Cannot read the variable ${name}: Deno was not granted that`, {
      cause: error,
      hint: `Grant it with --allow-env=CTX_HOME,CTX_AUTHOR,HOME`,
    });
  }
}

/**
 * Finds the Deno that an installed ctx can count on.
 *
 * @module
 */

import { resolve } from "@std/path";

/** What the search takes from its surroundings. */
export interface FindDenoInput {
  /** The Deno that runs now. */
  readonly running: string;
  /** The value of `PATH`. */
  readonly path: string;
}

/**
 * The absolute path of the running Deno's namesake on `PATH`, or `undefined` when there is none that will
 * still be there tomorrow: what npm brought for one run does not count, nor another version of Deno.
 */
export async function findDeno({ running, path }: FindDenoInput): Promise<string | undefined> {
  const folders = path.split(":").filter((folder) => folder.startsWith("/"));
  // with_std.ts puts the running one first; only what stands there by itself counts.
  const own = resolve(running, "..");
  if (folders[0] !== undefined && resolve(folders[0]) === own) folders.shift();
  const here = await Deno.stat(running);
  for (const folder of folders) {
    if (/\/(node_modules|_npx)(\/|$)/.test(folder)) continue;
    const found = resolve(folder, "deno");
    try {
      const there = await Deno.stat(found);
      // The same build has the same size, whether it came from npm or not.
      if (there.isFile && there.size === here.size) return found;
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
  return undefined;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Deno.errors.PermissionDenied;
}

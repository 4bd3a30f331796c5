/**
 * Where an installation keeps what is its own, below a home folder, and how it knows it again.
 *
 * @module
 */

/** The line by which a launcher is known as ours. */
export const LAUNCHER_MARK =
  "# The launcher of ctx, made by `deno task install`; `deno task uninstall` takes it out.";

/** The paths of an installation. */
export interface Places {
  /** The home folder, absolute. */
  readonly home: string;
  /** The launcher's folder, which should be on `PATH`. */
  readonly bin: string;
  /** The launcher. */
  readonly launcher: string;
  /** The folder that holds all the rest. */
  readonly share: string;
  /** The file in it that says it is ours. */
  readonly mark: string;
  /** Deno's cache for ctx alone. */
  readonly cache: string;
  /** The folder of a copied Deno. */
  readonly deno: string;
}

/** The start of the names of the folders that hold a copy of ctx, one for each installation. */
export const APP_PREFIX = "app-";

/**
 * The paths of an installation below a home folder.
 *
 * @throws {Error} If the home folder is not known or not absolute.
 */
export function placesIn(home: string | undefined): Places {
  if (!home?.startsWith("/")) throw new Error(`HOME does not name a folder: "${home ?? ""}"`);
  const base = home === "/" ? "" : home.replace(/\/+$/, "");
  const share = `${base}/.local/share/ctx`;
  return {
    home,
    bin: `${base}/.local/bin`,
    launcher: `${base}/.local/bin/ctx`,
    share,
    mark: `${share}/installed`,
    cache: `${share}/cache`,
    deno: `${share}/deno`,
  };
}

/** What stands at a path: nothing, a thing of ours, or somebody else's. */
export type Owner = "nobody" | "ours" | "foreign";

/** Whose the launcher is; a link is nobody's but the one's who made it. */
export async function ownerOfLauncher(places: Places): Promise<Owner> {
  const info = await lstat(places.launcher);
  if (info === undefined) return "nobody";
  if (!info.isFile) return "foreign";
  const text = new TextDecoder().decode(await Deno.readFile(places.launcher));
  return text.split("\n", 3).includes(LAUNCHER_MARK) ? "ours" : "foreign";
}

/** Whose the folder below `share` is. */
export async function ownerOfShare(places: Places): Promise<Owner> {
  const info = await lstat(places.share);
  if (info === undefined) return "nobody";
  if (!info.isDirectory) return "foreign";
  if (await lstat(places.mark) !== undefined) return "ours";
  for await (const _ of Deno.readDir(places.share)) return "foreign";
  return "nobody";
}

/** What is known of a path, a link itself and not what it points to; `undefined` when nothing is there. */
export async function lstat(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

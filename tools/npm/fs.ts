/**
 * The functions of `@std/fs` that are called here; npm's `deno-std` lacks that package.
 *
 * @module
 */

/** Options of {@linkcode copy}. */
export interface CopyOptions {
  /** Whether what is there may be replaced. */
  overwrite?: boolean;
}

/**
 * Makes a folder and those above it, unless it is there.
 *
 * @throws {Deno.errors.AlreadyExists} If something else is there.
 */
export async function ensureDir(dir: string | URL): Promise<void> {
  await Deno.mkdir(dir, { recursive: true });
}

/**
 * Copies a file or a folder with all that is in it.
 *
 * @throws {Deno.errors.AlreadyExists} If the destination is there and may not be replaced.
 * @throws {Deno.errors.NotFound} If the source is not there.
 */
export async function copy(src: string | URL, dest: string | URL, options: CopyOptions = {}): Promise<void> {
  const [from, to] = [pathOf(src), pathOf(dest)];
  const info = await Deno.lstat(from);
  if (!options.overwrite && await isThere(to)) {
    throw new Deno.errors.AlreadyExists(`'${to}' already exists.`);
  }
  if (info.isSymlink) return await Deno.symlink(await Deno.readLink(from), to);
  if (!info.isDirectory) return await Deno.copyFile(from, to);
  await ensureDir(to);
  for await (const entry of Deno.readDir(from)) {
    await copy(`${from}/${entry.name}`, `${to}/${entry.name}`, options);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function pathOf(path: string | URL): string {
  return path instanceof URL ? decodeURIComponent(path.pathname) : path;
}

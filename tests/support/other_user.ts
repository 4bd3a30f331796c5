/** A user who is not the superuser, for what the superuser is never refused. */
export interface OtherUser {
  /** Words in front of a command that make it run as that user; none where this process is no superuser itself. */
  readonly prefix: readonly string[];
  /** Variables that such a run needs: a folder of its own for what Deno keeps. */
  readonly env: Readonly<Record<string, string>>;
  /** Gives a file or folder to the user; does nothing where it is theirs already. */
  own(path: string): Promise<void>;
}

const NOBODY = 65534;

/**
 * Prepares runs as somebody who is not the superuser.
 *
 * @param folder A temporary folder that the user can reach; what Deno caches goes there.
 */
export async function otherUser(folder: string): Promise<OtherUser> {
  if ((await Deno.stat(folder)).uid !== 0) return { prefix: [], env: {}, own: () => Promise.resolve() };
  const own = async (path: string) => {
    await Deno.chown(path, NOBODY, NOBODY);
    const info = await Deno.lstat(path);
    if (info.isDirectory) { for await (const { name } of Deno.readDir(path)) await own(`${path}/${name}`); }
  };
  await Deno.chmod(folder, 0o755);
  const cache = `${folder}/deno_cache`, npm = await npmCache();
  await Deno.mkdir(cache);
  // The superuser's own cache is closed to others; of it only the packages are needed.
  if (npm !== undefined) await copy(npm, `${cache}/npm`);
  await own(cache);
  return {
    prefix: ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"],
    // What a configuration of the superuser's names may be closed to others too.
    env: { DENO_DIR: cache, HOME: folder, CTX_DENO_CONFIG: "" },
    own,
  };
}

/** Where Deno keeps packages from npm, if it has any. */
async function npmCache(): Promise<string | undefined> {
  const { stdout } = await new Deno.Command("deno", { args: ["info", "--json"] }).output();
  const path: string = JSON.parse(new TextDecoder().decode(stdout)).npmCache;
  return await exists(path) ? path : undefined;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory, isFile } of Deno.readDir(from)) {
    if (isDirectory) await copy(`${from}/${name}`, `${to}/${name}`);
    else if (isFile) await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

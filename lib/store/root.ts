import { InvalidInputError, StorageError } from "../errors.ts";
import { diskError } from "./disk_error.ts";
import { flushFolderAbove } from "./flush_folder.ts";

/** The files and folders under a root, by the names that the specification recommends (§8.1). */
export const LAYOUT = {
  rules: "RULES.md",
  config: "config.jsonc",
  gitignore: ".gitignore",
  gitattributes: ".gitattributes",
  memory: "memory",
  lock: "memory/.lock",
  history: "memory/history",
  index: "memory/.index",
  wired: "memory/.wired.json",
  sessions: "sessions",
  packages: "packages",
  packageLock: "packages/ctxpkg.lock",
  keys: "keys",
  signingKey: "keys/ctxpkg-ed25519.key",
} as const;

/** Folders and files are their owner's alone (§11). */
export const FOLDER_MODE = 0o700, FILE_MODE = 0o600;

/**
 * A context root: where everything is, and nothing outside it. What only looks is synchronous, here and in all
 * that reads: such a call takes microseconds, and waiting for one at the start of a process takes longer.
 */
export class Root {
  /** The root as it was named: names are built from it, so that they stay within what was granted. */
  readonly path: string;

  /**
   * Names a root; looks at no file.
   *
   * @param path An absolute path.
   * @throws {InvalidInputError} If the path is relative, or the top of the file system.
   */
  constructor(path: string) {
    const isWindows = Deno.build.os === "windows";
    const isAbsolute = isWindows ? /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path) : path.startsWith("/");
    const hint = "Set CTX_HOME to an absolute path, such as that of the folder ctx in your home.";
    if (!isAbsolute || path.includes("\0")) {
      throw new InvalidInputError(
        `Cannot use ${JSON.stringify(path)} as the context root: it is not an absolute path`,
        { hint },
      );
    }
    this.path = path.replace(isWindows ? /(?<=[^:])[\\/]+$/ : /(?<!\/)\/+$/, "");
    if (this.path === "") throw new InvalidInputError('Cannot use "/" as the context root', { hint });
  }

  /** The path of a file or folder under the root. */
  file(name: string): string {
    return `${this.path}/${name}`;
  }

  /**
   * Follows links: a file that is a link stays one, and what it points to is what is read and replaced.
   *
   * @param name A file or folder under the root.
   * @returns Where it really is, named from the root; `undefined` where there is nothing.
   * @throws {StorageError} If a link leads out of the root, or to nothing.
   */
  resolve(name: string): string | undefined {
    const path = this.file(name);
    try {
      const root = Deno.realPathSync(this.path),
        real = Deno.realPathSync(path),
        rest = real.slice(root.length);
      if (real.startsWith(root) && /^[\\/]/.test(rest)) return this.path + rest;
      throw new StorageError(`Cannot use "${path}": it is a link that leads out of the context root`, {
        path,
        hint: "Put the file itself there, or link within the root.",
      });
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw diskError(error, "read", path);
    }
    const kind = kindOf(path);
    if (kind?.isSymlink) {
      throw new StorageError(`Cannot use "${path}": it is a link to nothing`, {
        path,
        hint: "Remove the link, or bring back what it points to.",
      });
    }
    // Another program has made it since the first look.
    if (kind) return this.resolve(name);
    // What is made there must not come to lie outside by way of its folder.
    if (name.includes("/")) this.resolve(name.slice(0, name.lastIndexOf("/")));
    return undefined;
  }

  /** Whether the root itself is there. */
  exists(): boolean {
    try {
      Deno.realPathSync(this.path);
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw diskError(error, "read", this.path);
    }
  }
}

/** Whether anything bears this name, a link to nothing included. */
export function isThere(path: string): boolean {
  return kindOf(path) !== undefined;
}

/**
 * How many bytes a file has; 0 where there is none, or where it cannot be looked at.
 *
 * @param root The root. @param name Its name under the root.
 */
export function sizeOf(root: Root, name: string): number {
  try {
    const path = root.resolve(name);
    return path === undefined ? 0 : Deno.statSync(path).size;
  } catch {
    return 0; // Why it cannot be read is said by whoever reads it.
  }
}

/** What bears a name, links not followed; `undefined` where nothing does. */
function kindOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw diskError(error, "read", path);
  }
}

/**
 * Makes a folder for its owner alone, whatever the umask, with those above it that are missing.
 *
 * @param path The folder.
 * @returns Whether it was made; `false` where it was there.
 * @throws {StorageError} If it cannot be made.
 */
export async function makeFolder(path: string): Promise<boolean> {
  try {
    await makeOneFolder(path);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) {
      if (await isFolder(path)) return false;
      throw new StorageError(
        `Cannot make the folder "${path}": a file, or a link to nothing, bears its name`,
        {
          path,
        },
      );
    }
    if (!(error instanceof Deno.errors.NotFound)) throw diskError(error, "make", path);
    await makeFoldersTo(path, error);
  }
  return true;
}

/** Makes a folder with those above it: one by one, since a umask may make each unusable to its very owner. */
async function makeFoldersTo(path: string, missing: Error): Promise<void> {
  const above = folderAbove(path), top = folderAbove(above);
  if (above === "") throw diskError(missing, "make", path);
  const { state } = await Deno.permissions.query({ name: "write", path: above });
  try {
    if (state === "granted") {
      if (await makeFolder(above) && top !== "") await flushFolderAbove(top);
      return await makeOneFolder(path);
    }
    // Only the root is granted: the system makes the rest in one go, and no mode of it can be mended.
    await Deno.mkdir(path, { recursive: true, mode: FOLDER_MODE });
    await Deno.chmod(path, FOLDER_MODE);
  } catch (error) {
    if (state === "granted" || !(error instanceof Deno.errors.PermissionDenied)) {
      throw diskError(error, "make", path);
    }
    throw new StorageError(`Cannot make "${path}": permission denied in a folder above it`, {
      path,
      cause: error,
      hint:
        `The folders up to "${above}" must be there and open to you: mkdir -p and chmod u+rwx see to that.`,
    });
  }
}

/** The folder that a file or folder lies in; empty at the top of the file system. */
export function folderAbove(path: string): string {
  const slash = path.lastIndexOf("/");
  // Elsewhere a backslash is a character like any other.
  return path.slice(0, Math.max(0, slash, Deno.build.os === "windows" ? path.lastIndexOf("\\") : 0));
}

async function makeOneFolder(path: string): Promise<void> {
  await Deno.mkdir(path, { mode: FOLDER_MODE });
  // The umask may have taken even the owner's rights.
  if (Deno.build.os !== "windows") await Deno.chmod(path, FOLDER_MODE);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw diskError(error, "read", path);
  }
}

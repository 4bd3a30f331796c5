import { DamagedError, StorageError } from "../../errors.ts";
import { createFile, syncFolder } from "../../store/atomic_write.ts";
import { diskError } from "../../store/disk_error.ts";
import { type LockWait, withLock } from "../../store/lock.ts";
import { makeFolderIn, makeFolders } from "../../store/make_root.ts";
import { LAYOUT, type Root } from "../../store/root.ts";
import { readBytes } from "../../store/text_file.ts";
import { readSigningKey, type SigningKey } from "../make/signing.ts";

/** Keeps git from taking what is in the folder. */
const IGNORE = `${LAYOUT.keys}/.gitignore`, IGNORED = new TextEncoder().encode("*\n");
/** A key's file is longer than 64 digits only by white space. */
const MOST_BYTES = 200;

/**
 * The key that signs this context's packages (ctxpkg §7), which is made on first use. Its file is its owner's alone, and
 * git leaves it out.
 *
 * @param root The root. @param wait How to wait for the lock.
 * @throws {DamagedError} If the file holds no key. @throws {StorageError} If others can read it, or it is a link.
 */
export async function signingKeyOf(root: Root, wait: LockWait): Promise<SigningKey> {
  const there = await readKey(root);
  if (there !== undefined) {
    // Also where the key was brought from elsewhere.
    await createFile(root.file(IGNORE), IGNORED).catch(() => {});
    return there;
  }
  await makeFolders(root);
  await makeFolderIn(root, LAYOUT.keys);
  await withLock(root, wait, async () => {
    const seed = crypto.getRandomValues(new Uint8Array(32));
    await createFile(root.file(IGNORE), IGNORED);
    // One that is there already stays: somebody has made it meanwhile.
    await createFile(root.file(LAYOUT.signingKey), new TextEncoder().encode(`${seed.toHex()}\n`));
    await syncFolder(root.file(LAYOUT.keys));
  });
  const made = await readKey(root);
  if (made !== undefined) return made;
  throw new StorageError(`Cannot use "${root.file(LAYOUT.signingKey)}": it is gone again`);
}

async function readKey(root: Root): Promise<SigningKey | undefined> {
  const path = root.file(LAYOUT.signingKey), folder = root.file(LAYOUT.keys);
  let info: Deno.FileInfo;
  try {
    if (Deno.lstatSync(folder).isSymlink) throw isLink(folder);
    info = Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw diskError(error, "read", path);
  }
  if (info.isSymlink) throw isLink(path);
  // What is no file is refused for that, and what cannot be read is not said to hold no key.
  const text = info.isFile && info.size > MOST_BYTES ? "" : new TextDecoder().decode(readBytes(path));
  if (info.mode !== null && (info.mode & 0o077) !== 0 && Deno.build.os !== "windows") {
    throw new StorageError(`Cannot sign with "${path}": others can read it`, {
      path,
      hint: `Whoever has read it can sign in your place. If nobody has: chmod 600 "${path}". Else remove it.`,
    });
  }
  try {
    return await readSigningKey(text);
  } catch (error) {
    throw new DamagedError(`Cannot sign with "${path}": it does not hold 64 hex digits`, {
      path,
      cause: error,
      hint: "Bring the key back, or move the file away: the next one is another key.",
    });
  }
}

function isLink(path: string): StorageError {
  return new StorageError(`Cannot use "${path}": it is a link, and none is followed there`, {
    path,
    hint: "Put the file itself there.",
  });
}

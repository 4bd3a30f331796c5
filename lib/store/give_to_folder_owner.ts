/**
 * Gives what was just made to the owner of the folder it lies in: where the superuser writes into somebody else's
 * root, what is new must be that person's too, or their own next write fails (§11). Does nothing where the owner
 * made it.
 *
 * @param path What was made, below a root; no link.
 */
export function giveToFolderOwner(path: string): void {
  if (Deno.build.os === "windows") return;
  const owner = Deno.statSync(path.slice(0, path.lastIndexOf("/")));
  if (owner.uid !== Deno.lstatSync(path).uid) giveTo(owner, path);
}

/**
 * Gives a file or folder to an owner and a group. Whoever may make it but not give it away stays its owner, as
 * with any program.
 *
 * @param owner What is known of something that is theirs. @param path What was made; no link.
 */
export function giveTo({ uid, gid }: Deno.FileInfo, path: string): void {
  if (uid === null || gid === null) return;
  const made = Deno.lstatSync(path);
  // The call follows links: nothing is waited for in between, in which one could take the name.
  if (made.isSymlink || (made.uid === uid && made.gid === gid)) return;
  try {
    Deno.chownSync(path, uid, gid);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied) && !(error instanceof Deno.errors.NotCapable)) {
      throw error;
    }
  }
}

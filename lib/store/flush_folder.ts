/**
 * Has the disk take a folder's names, so that they outlast a loss of power.
 *
 * @param folder The folder.
 * @throws {Error} What Deno throws, if that fails; what it means is the caller's to say.
 */
export async function flushFolder(folder: string): Promise<void> {
  if (Deno.build.os === "windows") return; // A folder cannot be opened there.
  using handle = await Deno.open(folder, { read: true });
  await handle.sync();
}

/**
 * As {@linkcode flushFolder}, for a folder that lies outside a root: one that may not be read is passed over, and
 * nobody is asked for it.
 */
export async function flushFolderAbove(folder: string): Promise<void> {
  const { state } = await Deno.permissions.query({ name: "read", path: folder });
  if (state !== "granted") return;
  try {
    await flushFolder(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}

import { ConflictError, StorageError } from "../../errors.ts";
import type { FileContent } from "../../store/queued_change.ts";
import { isThere, LAYOUT, type Root } from "../../store/root.ts";
import { fileSize, readBytes } from "../../store/text_file.ts";
import { lockfileText, withPackage } from "./lockfile.ts";
import { isOlder } from "../version_range.ts";
import { allKept, fileNamesFor, readLock } from "./package_folder.ts";
import type { Package } from "../parse.ts";

/**
 * The file under which a package is kept: the one that has its bytes already, else one that is free. The caller holds
 * the lock.
 *
 * @param root The root. @param kept The package.
 * @returns Its name under the root, and whether it is there already.
 */
export function placeFor(root: Root, { name, version, bytes }: Package): { name: string; isThere: boolean } {
  for (const file of fileNamesFor(name, version)) {
    const place = `${LAYOUT.packages}/${file}`, path = root.file(place);
    if (!isThere(path)) return { name: place, isThere: false };
    const { isFile } = Deno.lstatSync(path);
    if (isFile && fileSize(path) === bytes.length && isSame(readBytes(path), bytes)) {
      return { name: place, isThere: true };
    }
  }
  throw new StorageError(
    `Cannot keep ${name}@${version}: too many packages of that name and version are kept`,
    {
      path: root.file(LAYOUT.packages),
      hint: "Take those out that are not needed: ctx pkg remove.",
    },
  );
}

/**
 * Checks that no other package has the name and version of one that is to be kept.
 *
 * @param root The root. @param kept The package.
 * @throws {ConflictError} If one has.
 */
export async function checkAlone(root: Root, { name, version, bytes }: Package): Promise<void> {
  const alike = (await allKept(root)).find((one) =>
    one.package?.name === name && one.package.version === version && !isSame(one.bytes, bytes)
  );
  if (alike === undefined) return;
  throw new ConflictError(
    `Another ${name}@${version} is kept already, as ${LAYOUT.packages}/${alike.file}`,
    { hint: `Give it another --version, or take that one out: ctx pkg remove ${name}@${version}` },
  );
}

/**
 * What is to be written so that a package that is imported is kept, and known again: its file, and the lockfile. The
 * caller holds the lock.
 *
 * @param root The root. @param kept The package. @param artifactSha256 The SHA-256 of its bytes, in hex.
 */
export function filesToKeep(root: Root, kept: Package, artifactSha256: string): FileContent[] {
  const { name, version, bytes, verification: { signer } } = kept, place = placeFor(root, kept);
  const locked = readLock(root), last = locked.find((one) => one.name === name)?.signer;
  // Who signed before is remembered also where nobody did this time.
  const entry = { name, version, artifact_sha256: artifactSha256, registry: "file", signer: signer ?? last };
  // An older version that is imported later does not become the one that counts.
  const isOld = locked.some((one) => one.name === name && isOlder(version, one.version));
  const lock = lockfileText(isOld ? locked : withPackage(locked, entry));
  return [
    ...place.isThere ? [] : [{ name: place.name, bytes }],
    { name: LAYOUT.packageLock, bytes: new TextEncoder().encode(lock) },
  ];
}

/** Whether two files hold the same. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

import { DamagedError, NotFoundError, StorageError } from "../../errors.ts";
import { diskError } from "../../store/disk_error.ts";
import { LAYOUT, type Root } from "../../store/root.ts";
import { ifPossible } from "../../store/if_possible.ts";
import { readText } from "../../store/text_file.ts";
import { clip } from "../../text/excerpt.ts";
import { sha256Of } from "../sha256.ts";
import { type LockedPackage, readLockfile } from "./lockfile.ts";
import { fileNameOf, isSemver } from "../names.ts";
import { MOST_BYTES, sizeFault } from "../read_document.ts";
import { type Package, parsePackage } from "../parse.ts";
import { refusal, type Verification } from "../verify.ts";
import { compareVersions } from "../version_range.ts";

/** A package that is kept under the root. */
export interface KeptPackage {
  /** Its file's name in `packages/`. */
  readonly file: string;
  /** Its bytes; none where it cannot be read. */
  readonly bytes: Uint8Array;
  /** How many bytes the file has. */
  readonly size: number;
  readonly verification: Verification;
  /** The package; absent where the file is damaged. */
  readonly package?: Package;
  /** The SHA-256 of the file's bytes, in hex. */
  readonly artifactSha256: string;
  /** When the file was last written, in milliseconds since 1970. */
  readonly writtenMs: number;
}

/** What can be done about a file that cannot be read. */
export const UNREAD = "Check who owns it and its mode.";
const ENDING = /\.l?ctxpkg$/;
/** So many packages of one name and version, with different contents, can be kept. */
const MOST_ALIKE = 100;

/**
 * The names of the files in `packages/` that are packages. A link among them is none: it is not followed.
 *
 * @param root The root.
 * @throws {StorageError} If the folder is a link, or cannot be read.
 */
export function packageFiles(root: Root): string[] {
  const folder = root.file(LAYOUT.packages), names: string[] = [];
  if (!isFolder(folder)) return [];
  try {
    for (const { name, isFile } of Deno.readDirSync(folder)) {
      if (ENDING.test(name) && isFile) names.push(name);
    }
  } catch (error) {
    throw diskError(error, "read", folder);
  }
  return names.sort();
}

/** Whether the folder of packages is there. */
function isFolder(folder: string): boolean {
  try {
    const { isDirectory } = Deno.lstatSync(folder);
    if (isDirectory) return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw diskError(error, "read", folder);
  }
  throw new StorageError(`Cannot use "${folder}": it is no folder, and a link is not followed there`, {
    path: folder,
    hint: "Put the folder itself there.",
  });
}

/** Reads a kept package, whatever is wrong with it; nothing where somebody has taken it out meanwhile. */
export async function readKept(root: Root, file: string): Promise<KeptPackage | undefined> {
  const path = root.file(`${LAYOUT.packages}/${file}`), nothing = new Uint8Array();
  try {
    const { size, mtime } = Deno.statSync(path), writtenMs = mtime?.getTime() ?? 0;
    if (size > MOST_BYTES) {
      return {
        file,
        bytes: nothing,
        size,
        verification: refusal(sizeFault(MOST_BYTES)),
        artifactSha256: "",
        writtenMs,
      };
    }
    const bytes = Deno.readFileSync(path), parsed = await parsePackage(bytes);
    return { file, bytes, size, ...parsed, artifactSha256: await sha256Of(bytes), writtenMs };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // One that cannot be read is in nobody's way who does not need it.
    const { message } = diskError(error, "read", path);
    const verification = refusal({ code: "E_READ", message });
    return { file, bytes: nothing, size: 0, verification, artifactSha256: "", writtenMs: 0 };
  }
}

/** Whether a kept package could not be read at all: that says nothing of what is in it. */
export function isUnread({ verification: { faults: [fault] } }: KeptPackage): boolean {
  return fault?.code === "E_READ";
}

/** All kept packages. */
export async function allKept(root: Root): Promise<KeptPackage[]> {
  const kept: KeptPackage[] = [];
  for (const file of packageFiles(root)) {
    const found = await readKept(root, file);
    if (found !== undefined) kept.push(found);
  }
  return kept;
}

/** What tells whether anything about the kept packages has changed since another look. */
export function keptMark(root: Root): string {
  const files = packageFiles(root).map((file) => {
    const info = ifPossible(() => Deno.statSync(root.file(`${LAYOUT.packages}/${file}`)));
    return [file, info?.size, info?.mtime?.getTime(), info?.ino];
  });
  return JSON.stringify([files, readLock(root)]);
}

/**
 * The names of files that a package of this name and version may have, in order: other packages can have the same one,
 * since not every file system tells cases apart, and `a-1` of version 2 and `a` of version 1-2 make one name.
 */
export function* fileNamesFor(name: string, version: string): Generator<string> {
  const plain = fileNameOf(name, version);
  yield plain;
  for (let i = 2; i <= MOST_ALIKE; i++) yield plain.replace(/\.ctxpkg$/, `.${i}.ctxpkg`);
}

/** What a person calls a package: a name, or a name and a version. */
export interface PackageName {
  readonly name: string;
  readonly version?: string;
}

/** Reads such a name: `notes`, `notes@1.0.0`, `@acme/notes@1.0.0`. */
export function parsePackageName(text: string): PackageName {
  const at = text.indexOf("@", 1);
  return at === -1 ? { name: text } : { name: text.slice(0, at), version: text.slice(at + 1) };
}

/**
 * Finds the kept packages that somebody names.
 *
 * @param root The root. @param called The name; without a version the newest is meant.
 * @returns They, the one that is meant first: the same version can have been imported with two contents.
 * @throws {NotFoundError} If there is none. @throws {StorageError} If it is a file that cannot be read.
 */
export async function findKept(root: Root, called: string): Promise<KeptPackage[]> {
  const { name, version } = parsePackageName(called), all = await allKept(root);
  const found = all.filter(({ verification }) =>
    verification.name === name && (version === undefined || verification.version === version)
  ).sort(newestFirst);
  // A damaged one has no other name.
  if (found.length === 0) found.push(...all.filter((one) => one.file === called && !one.package));
  const [fault] = (found.length > 0 ? found : all).find(isUnread)?.verification.faults ?? [];
  if (found.length > 0) {
    if (fault === undefined) return found;
    throw new StorageError(fault.message, { hint: UNREAD });
  }
  throw new NotFoundError(`No package ${JSON.stringify(clip(called, 200))} is kept here`, {
    hint: fault ? `${fault.message}; it may be that one. ${UNREAD}` : "ctx pkg list shows those that are.",
  });
}

/** By version, those that cannot be compared last, then by when they were written. */
function newestFirst(a: KeptPackage, b: KeptPackage): number {
  const one = a.verification.version ?? "", other = b.verification.version ?? "";
  const rank = Number(isSemver(other)) - Number(isSemver(one));
  const byVersion = rank === 0 && isSemver(one) ? compareVersions(other, one) : rank;
  return byVersion || b.writtenMs - a.writtenMs || (a.file < b.file ? -1 : 1);
}

/**
 * What the lockfile of the root pins.
 *
 * @param root The root.
 * @throws {DamagedError} If it cannot be read.
 */
export function readLock(root: Root): readonly LockedPackage[] {
  if (!isFolder(root.file(LAYOUT.packages))) return [];
  const path = root.file(LAYOUT.packageLock);
  if (ifPossible(() => Deno.lstatSync(path).isSymlink)) {
    throw new StorageError(`Cannot use "${path}": it is a link, and none is followed there`, {
      path,
      hint: "Put the file itself there.",
    });
  }
  const text = readText(root, LAYOUT.packageLock);
  const locked = text === undefined ? [] : readLockfile(text);
  if (!("message" in locked)) return locked;
  const { line, message } = locked;
  throw new DamagedError(`Cannot read "${path}"${line > 0 ? `, line ${line}` : ""}: ${message}`, {
    path,
    hint:
      "Mend that line, or move the file away: the next import makes another, and who signed is then not known.",
  });
}

/** Which file an index tells of: whoever changes the file changes at least one of these. */
export interface StoreIdentity {
  readonly dev: number;
  readonly ino: number | null;
  readonly size: number;
  /** When its content last changed, in milliseconds since 1970. */
  readonly mtime: number;
  /** When anything of it last changed. */
  readonly ctime: number;
}

const SETTLED_MS = 2000;

/**
 * Says which file this is.
 *
 * @param path The file; no link.
 * @throws {Error} What Deno throws, where it cannot be looked at.
 */
export function identityOf(path: string): StoreIdentity {
  // By its name: Deno refuses to ask the open file itself where the root is a link.
  const { dev, ino, size, mtime, ctime } = Deno.statSync(path);
  return {
    dev,
    ino,
    size,
    mtime: mtime?.getTime() ?? 0,
    ctime: ctime?.getTime() ?? 0,
  };
}

/**
 * Whether a file was left alone for so long that whoever changes it from now on gives it other times: Deno tells when
 * anything of a file last changed in whole seconds, and some file systems know no more.
 *
 * @param identity The file. @param nowMs The time by the machine's clock, in milliseconds since 1970.
 */
export function isSettled({ mtime, ctime }: StoreIdentity, nowMs: number): boolean {
  return nowMs - Math.max(mtime, ctime) >= SETTLED_MS;
}

/** Whether two are one file with one content. */
export function isSameFile(a: StoreIdentity, b: StoreIdentity): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtime === b.mtime &&
    a.ctime === b.ctime;
}

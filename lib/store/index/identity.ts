import { checkOf, readAt } from "./sealed_file.ts";

/** Which file an index tells of: whoever changes the file changes at least one of these. */
export interface StoreIdentity {
  readonly dev: number;
  readonly ino: number | null;
  readonly size: number;
  /** When its content last changed, in milliseconds since 1970. */
  readonly mtime: number;
  /** When anything of it last changed. */
  readonly ctime: number;
  /** A check of its first and last bytes, where `last_updated` stands. */
  readonly edges: number;
}

const EDGE = 4096;

/**
 * Says which file this is.
 *
 * @param path The file; no link. @param file The same, open for reading.
 * @throws {Error} What Deno throws, where it cannot be looked at.
 */
export function identityOf(path: string, file: Deno.FsFile): StoreIdentity {
  // By its name: Deno refuses to ask the open file itself where the root is a link.
  const { dev, ino, size, mtime, ctime } = Deno.statSync(path);
  const head = readAt(file, 0, Math.min(EDGE, size)),
    tail = readAt(file, Math.max(0, size - EDGE), Math.min(EDGE, size));
  return {
    dev,
    ino,
    size,
    mtime: mtime?.getTime() ?? 0,
    ctime: ctime?.getTime() ?? 0,
    edges: edgesOf(head, tail),
  };
}

/** Whether these are the bytes of that file, as far as its size and its edges tell. */
export function isOfBytes({ size, edges }: StoreIdentity, bytes: Uint8Array): boolean {
  return size === bytes.length &&
    edges === edgesOf(bytes.subarray(0, EDGE), bytes.subarray(Math.max(0, size - EDGE)));
}

function edgesOf(head: Uint8Array, tail: Uint8Array): number {
  return checkOf(head.slice()) ^ checkOf(tail.slice());
}

/** Whether two are one file with one content. */
export function isSameFile(a: StoreIdentity, b: StoreIdentity): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtime === b.mtime &&
    a.ctime === b.ctime && a.edges === b.edges;
}

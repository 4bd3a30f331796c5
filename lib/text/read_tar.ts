/** A file in a tar stream. */
export interface TarFile {
  /** Its path, `/` between the names; no name in it is `..`, and it begins with none of `/`, `./`. */
  readonly path: string;
  /** When it was last changed, in whole seconds since 1970; 0 where the stream does not say. */
  readonly modified: number;
  /** What it holds: a view of the stream's bytes. */
  readonly bytes: Uint8Array;
}

/** Bytes that are no tar stream, or not one that is read here. */
export class TarError extends Error {
  override name = "TarError";
}

const BLOCK = 512;
const CHECKSUM_AT = 148, CHECKSUM_LENGTH = 8, TYPE_AT = 156, MAGIC_AT = 257, PREFIX_AT = 345;

/** Whether bytes begin as a tar stream does: with a header, or as an empty one. */
export function isTar(bytes: Uint8Array): boolean {
  if (bytes.length < BLOCK) return false;
  const head = bytes.subarray(0, BLOCK);
  return latin(head, MAGIC_AT, 5) === "ustar" || head.every((byte) => byte === 0);
}

/**
 * Reads the ordinary files of a tar stream (POSIX ustar and pax, and the long names of GNU tar). Folders are passed
 * over; so are links and devices, whose targets are never looked at. Nothing is unpacked.
 *
 * @param bytes The whole stream, not compressed.
 * @returns The files, in the stream's order.
 * @throws {TarError} If it is damaged, cut off, holds a path twice, or one that leads out of its folder.
 */
export function readTar(bytes: Uint8Array): TarFile[] {
  const files: TarFile[] = [], paths = new Set<string>();
  let next: Named = {};
  for (let at = 0;;) {
    const head = bytes.subarray(at, at + BLOCK);
    if (head.length < BLOCK) {
      throw new TarError(
        `it ends at byte ${Math.min(at, bytes.length)}, without the block that ends an archive`,
      );
    }
    if (head.every((byte) => byte === 0)) return files;
    checkHead(head, at);
    const type = String.fromCharCode(head[TYPE_AT]! || 0x30), size = next.size ?? octal(head, 124, 12, at);
    const from = at + BLOCK, content = bytes.subarray(from, from + size);
    if (content.length < size) throw new TarError(`it ends within the file that begins at byte ${at}`);
    at = from + Math.ceil(size / BLOCK) * BLOCK;
    if (type === "x") next = { ...next, ...readPax(content, from) };
    else if (type === "L") next = { ...next, path: utf8(trimZero(content), from) };
    else if (type !== "g" && type !== "K") {
      if (type === "0" || type === "7") {
        const path = checkPath(next.path ?? nameOf(head, from));
        if (paths.size === paths.add(path).size) {
          throw new TarError(`the path ${quote(path)} stands in it twice`);
        }
        files.push({ path, modified: next.modified ?? octal(head, 136, 12, from), bytes: content });
      }
      next = {};
    }
  }
}

/** What a header of its own says of the file behind it. */
interface Named {
  readonly path?: string;
  readonly size?: number;
  readonly modified?: number;
}

function checkHead(head: Uint8Array, at: number): void {
  if (latin(head, MAGIC_AT, 5) !== "ustar") throw new TarError(`no tar header stands at byte ${at}`);
  let sum = 0x20 * CHECKSUM_LENGTH;
  for (let i = 0; i < BLOCK; i++) if (i < CHECKSUM_AT || i >= CHECKSUM_AT + CHECKSUM_LENGTH) sum += head[i]!;
  if (sum !== octal(head, CHECKSUM_AT, CHECKSUM_LENGTH, at)) {
    throw new TarError(`the header at byte ${at} is damaged: its checksum is another`);
  }
}

function octal(head: Uint8Array, start: number, length: number, at: number): number {
  const digits = latin(head, start, length).replaceAll("\0", " ").trim();
  if (!/^[0-7]*$/.test(digits)) {
    throw new TarError(`the header at byte ${at} is damaged: a number in it is none`);
  }
  return digits === "" ? 0 : parseInt(digits, 8);
}

function nameOf(head: Uint8Array, at: number): string {
  const name = utf8(trimZero(head.subarray(0, 100)), at);
  // GNU tar has other things where POSIX has the name's beginning.
  const prefix = latin(head, MAGIC_AT, 6) === "ustar\0"
    ? utf8(trimZero(head.subarray(PREFIX_AT, PREFIX_AT + 155)), at)
    : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** Records of `LENGTH NAME=VALUE` and a newline, the length that of the whole record. */
function readPax(content: Uint8Array, at: number): Named {
  const named: { path?: string; size?: number; modified?: number } = {};
  for (let from = 0; from < content.length;) {
    const space = content.indexOf(0x20, from), digits = latin(content, from, space - from);
    const length = /^[0-9]{1,9}$/.test(digits) ? Number(digits) : 0, end = from + length;
    if (space === -1 || end <= space || end > content.length || content[end - 1] !== 0x0a) {
      throw new TarError(`the extended header at byte ${at} is damaged`);
    }
    const record = utf8(content.subarray(space + 1, end - 1), at), equals = record.indexOf("=");
    const name = record.slice(0, equals), value = record.slice(equals + 1);
    if (name === "path") named.path = value;
    if (name === "mtime" && /^\d{1,12}(\.\d*)?$/.test(value)) named.modified = Math.trunc(Number(value));
    if (name === "size") {
      if (!/^\d{1,15}$/.test(value)) throw new TarError(`the extended header at byte ${at} is damaged`);
      named.size = Number(value);
    }
    from = end;
  }
  return named;
}

function checkPath(path: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  // No file is ever made of it, but whoever packed such a path meant no good by it.
  if (path.startsWith("/") || names.includes("..") || names.length === 0 || path.includes("\0")) {
    throw new TarError(`the path ${quote(path)} leads out of the folder that was packed`);
  }
  return names.join("/");
}

function trimZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

function utf8(bytes: Uint8Array, at: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new TarError(`a name at byte ${at} is not UTF-8`, { cause: error });
  }
}

function latin(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + Math.max(0, Math.min(length, 20))));
}

function quote(path: string): string {
  return JSON.stringify(path.length > 120 ? path.slice(0, 120) + "…" : path);
}

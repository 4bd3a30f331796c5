import { giveToFolderOwner } from "../give_to_folder_owner.ts";
import { FILE_MODE } from "../root.ts";

/** What makes a file of an index useless: nothing is read from it any more, and the store itself is read instead. */
export class UnsoundIndexError extends Error {
  override name = "UnsoundIndexError";
}

/** "ctxi", and the version of the format: a file of another one is not read. */
const MAGIC = 0x69787463, VERSION = 1;

/** What is checked at a time. */
const PAGE = 4096;
/** Four numbers in front: the magic, the version, the length of what is said of the file, and the check of all that. */
const HEAD = 16;

/** What a file holds. */
export interface Sealed {
  /** What it says of itself, JSON. */
  readonly facts: unknown;
  /** Arrays, by name. */
  readonly sections: Readonly<Record<string, Uint8Array | Uint32Array | Float64Array>>;
}

/** What stands in front of a file. */
interface Table<Facts> {
  readonly facts: Facts;
  /** The offset and the length of each section, in bytes. */
  readonly sections: Readonly<Record<string, readonly [number, number]>>;
  /** Where the first section begins: in front of it stand the checks of the pages from there on. */
  readonly start: number;
  /** How many pages there are from there on. */
  readonly pages: number;
}

/**
 * Writes a file whose every page carries a check, so that damage shows to whoever reads that page. It takes the place
 * of the one before at once, and is not synced: what is lost can be made anew.
 *
 * @param path The file; its folder is there. @param make Gives what the file says of itself, JSON, and its arrays. It
 *   is called once the file could be opened: what cannot be written need not be made.
 */
export function writeSealed(path: string, make: () => Sealed): void {
  const nameAt = path.lastIndexOf("/") + 1, random = crypto.getRandomValues(new Uint8Array(8)).toHex();
  const temporary = `${path.slice(0, nameAt)}.${path.slice(nameAt)}.${random}.tmp`;
  // A limit on file sizes sends a signal before the error, which would end the process. Where the write fails it may
  // still be on its way, so whoever listens for it stays.
  const isWindows = Deno.build.os === "windows";
  if (!isWindows) Deno.addSignalListener("SIGXFSZ", heedLimit);
  try {
    using file = Deno.openSync(temporary, { write: true, createNew: true, mode: FILE_MODE });
    // The umask may have taken even the owner's rights.
    if (Deno.build.os !== "windows") Deno.chmodSync(temporary, FILE_MODE);
    giveToFolderOwner(temporary);
    const bytes = sealedBytes(make());
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    Deno.renameSync(temporary, path);
    if (!isWindows) Deno.removeSignalListener("SIGXFSZ", heedLimit);
  } catch (error) {
    remove(temporary);
    throw error;
  }
}

function heedLimit(): void {
  // The write fails, and says so.
}

function sealedBytes({ facts, sections }: Sealed): Uint8Array {
  const arrays = Object.entries(sections);
  const pages = arrays.reduce((sum, [, { byteLength }]) => sum + Math.ceil(byteLength / PAGE), 0);
  const start = PAGE + PAGE * Math.ceil(4 * (pages + 1) / PAGE), table: Record<string, [number, number]> = {};
  const file = new Uint8Array(start + pages * PAGE), checks = new Uint32Array(file.buffer, PAGE, pages + 1);
  let at = start;
  for (const [name, { buffer, byteOffset, byteLength }] of arrays) {
    file.set(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength), at);
    table[name] = [at, byteLength];
    at += PAGE * Math.ceil(byteLength / PAGE);
  }
  for (let page = 0; page < pages; page++) {
    checks[page] = checkOf(file.subarray(start + page * PAGE, start + (page + 1) * PAGE));
  }
  checks[pages] = checkOf(file.subarray(PAGE, PAGE + 4 * pages));
  file.set(headOf({ facts, sections: table, start, pages }));
  return file;
}

/** The first page. */
function headOf(table: Table<unknown>): Uint8Array {
  const said = new TextEncoder().encode(JSON.stringify(table)), page = new Uint8Array(PAGE);
  if (said.length > PAGE - HEAD) throw new RangeError("What an index says of itself is too long");
  const head = new Uint32Array(page.buffer, 0, HEAD / 4);
  page.set(said, HEAD);
  head.set([MAGIC, VERSION, said.length]);
  head[3] = checkOf(page);
  return page;
}

/** A file that {@linkcode writeSealed} wrote, read page by page, each checked. */
export class SealedFile<Facts> implements Disposable {
  /** What the file says of itself. */
  readonly facts: Facts;
  readonly #path: string;
  readonly #file: Deno.FsFile;
  readonly #table: Table<Facts>;
  readonly #checks: Uint32Array;
  readonly #pages = new Map<string, Uint8Array<ArrayBuffer>>();

  /**
   * Opens one.
   *
   * @param path The file.
   * @throws {UnsoundIndexError} If it is damaged or of another version.
   * @throws {Error} What Deno throws, where there is none or it cannot be read.
   */
  constructor(path: string) {
    // A pipe would be waited for without end.
    if (!Deno.statSync(path).isFile) throw new UnsoundIndexError("no file");
    this.#path = path;
    this.#file = Deno.openSync(path, { read: true });
    try {
      const head = this.#read(0, PAGE), numbers = new Uint32Array(head.buffer, 0, HEAD / 4);
      const [magic, version, length = 0, check] = numbers;
      numbers[3] = 0;
      if (magic !== MAGIC || version !== VERSION || check !== checkOf(head)) {
        throw new UnsoundIndexError("not an index of this version");
      }
      this.#table = JSON.parse(new TextDecoder().decode(head.subarray(HEAD, HEAD + length)));
      this.facts = this.#table.facts;
      const { pages } = this.#table, checks = this.#read(PAGE, 4 * (pages + 1));
      this.#checks = new Uint32Array(checks.buffer);
      if (this.#checks[pages] !== checkOf(checks.subarray(0, 4 * pages))) {
        throw new UnsoundIndexError("its checks are damaged");
      }
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }

  /** Has the file say something else of itself, in the same place. */
  restate(facts: Facts): void {
    using file = Deno.openSync(this.#path, { write: true });
    file.writeSync(headOf({ ...this.#table, facts }));
  }

  /** How many bytes a section has. */
  length(name: string): number {
    return this.#table.sections[name]?.[1] ?? 0;
  }

  /**
   * Reads a part of a section, in whole pages.
   *
   * @param name The section. @param from The first byte. @param to The byte behind the last.
   * @returns The part, in memory of its own.
   * @throws {UnsoundIndexError} If a page of it is damaged.
   */
  bytes(name: string, from = 0, to: number = this.length(name)): Uint8Array<ArrayBuffer> {
    const [offset, length] = this.#table.sections[name] ?? [0, 0];
    if (from < 0 || to < from || to > length) throw new UnsoundIndexError(`${name} has no such part`);
    if (from === to) return new Uint8Array(0);
    const first = Math.floor(from / PAGE), last = Math.ceil(to / PAGE);
    const bytes = this.#read(offset + first * PAGE, (last - first) * PAGE);
    const before = (offset - this.#table.start) / PAGE + first;
    for (let page = 0; page < last - first; page++) {
      if (this.#checks[before + page] !== checkOf(bytes.subarray(page * PAGE, (page + 1) * PAGE))) {
        throw new UnsoundIndexError(`${name} is damaged`);
      }
    }
    return bytes.slice(from - first * PAGE, to - first * PAGE);
  }

  /** Reads one number of a section of 32-bit numbers. */
  number(name: string, at: number): number {
    const number = new Uint32Array(this.#page(name, 4 * at).buffer)[at % (PAGE / 4)];
    if (number === undefined) throw new UnsoundIndexError(`${name} has no such number`);
    return number;
  }

  /** Reads one number of a section of doubles. */
  double(name: string, at: number): number {
    const number = new Float64Array(this.#page(name, 8 * at).buffer)[at % (PAGE / 8)];
    if (number === undefined) throw new UnsoundIndexError(`${name} has no such number`);
    return number;
  }

  /** The page of a section in which a byte is, kept for those beside it. */
  #page(name: string, byte: number): Uint8Array<ArrayBuffer> {
    const page = Math.floor(byte / PAGE), id = `${name} ${page}`;
    let bytes = this.#pages.get(id);
    if (!bytes) {
      bytes = this.bytes(name, page * PAGE, Math.min((page + 1) * PAGE, this.length(name)));
      this.#pages.set(id, bytes);
    }
    return bytes;
  }

  #read(at: number, length: number): Uint8Array<ArrayBuffer> {
    return readAt(this.#file, at, length);
  }
}

/**
 * Reads a stretch of a file.
 *
 * @param file The file. @param at The first byte. @param length How many.
 * @throws {UnsoundIndexError} If it ends before.
 */
export function readAt(file: Deno.FsFile, at: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  file.seekSync(at, Deno.SeekMode.Start);
  for (let done = 0; done < length;) {
    const read = file.readSync(bytes.subarray(done));
    if (!read) throw new UnsoundIndexError("a file ends before it should");
    done += read;
  }
  return bytes;
}

/** A check of some bytes: 32 bits, which a changed bit changes, wherever it is. */
export function checkOf(bytes: Uint8Array): number {
  return mix(bytes.length, bytes) >>> 0;
}

/** The same of the first bytes of a file, read piece by piece. */
export function checkOfFile(file: Deno.FsFile, length: number): number {
  const piece = new Uint8Array(2 ** 20);
  let check = length;
  file.seekSync(0, Deno.SeekMode.Start);
  for (let at = 0; at < length;) {
    const due = Math.min(piece.length, length - at);
    for (let done = 0; done < due;) {
      const read = file.readSync(piece.subarray(done, due));
      if (!read) throw new UnsoundIndexError("a file ends before it should");
      done += read;
    }
    check = mix(check, piece.subarray(0, due));
    at += due;
  }
  return check >>> 0;
}

/** Goes on with a check; all pieces but the last are whole numbers of 32 bits. */
function mix(check: number, bytes: Uint8Array): number {
  const whole = bytes.length >> 2;
  const words = bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, whole)
    : new Uint32Array(bytes.slice(0, 4 * whole).buffer);
  // Each step gives another result for another number, and for another check before it.
  for (let i = 0; i < whole; i++) {
    check = Math.imul(check ^ words[i]!, 0x9e3779b1);
    check = (check << 13) | (check >>> 19);
  }
  for (let i = 4 * whole; i < bytes.length; i++) check = Math.imul(check ^ bytes[i]!, 0x9e3779b1);
  return check;
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error; // what killed writers leave is swept by the next one
  }
}

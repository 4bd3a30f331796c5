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

/** Arrays that a file holds, by name. */
export type Sections = Readonly<Record<string, Uint8Array | Uint32Array | Float64Array>>;

/** What a file says of itself. */
interface Table<Facts> {
  readonly facts: Facts;
  /** The offset and the length of each section, in bytes. */
  readonly sections: Readonly<Record<string, readonly [number, number]>>;
}

/**
 * Writes a file whose every page carries a check, so that damage shows to whoever reads that page. It takes the place
 * of the one before at once, and is not synced: what is lost can be made anew.
 *
 * @param path The file; its folder is there. @param facts What the file says of itself, JSON. @param sections Its arrays.
 */
export function writeSealed(path: string, facts: unknown, sections: Sections): void {
  const pieces = Object.entries(sections).map(([name, { buffer, byteOffset, byteLength }]) =>
    [name, new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)] as const
  );
  const pages = pieces.reduce((sum, [, bytes]) => sum + Math.ceil(bytes.length / PAGE), 0);
  const checks = new Uint32Array(pages + 1);
  const table: Record<string, [number, number]> = {};
  // The table stands first and says where the rest is: its own length must not depend on that.
  let at = PAGE + roundUp(checks.byteLength), page = 0;
  for (const [name, bytes] of pieces) {
    table[name] = [at, bytes.length];
    for (let from = 0; from < bytes.length; from += PAGE) {
      checks[page++] = checkOf(bytes.subarray(from, from + PAGE));
    }
    at += roundUp(bytes.length);
  }
  checks[pages] = checkOf(bytesOf(checks.subarray(0, pages)));
  const said = new TextEncoder().encode(JSON.stringify({ facts, sections: table }));
  if (said.length > PAGE - HEAD) throw new RangeError("What an index says of itself is too long");
  const head = new Uint8Array(PAGE), numbers = new Uint32Array(head.buffer, 0, HEAD / 4);
  head.set(said, HEAD);
  numbers.set([MAGIC, VERSION, said.length]);
  numbers[3] = checkOf(head);

  const nameAt = path.lastIndexOf("/") + 1, random = crypto.getRandomValues(new Uint8Array(8)).toHex();
  const temporary = `${path.slice(0, nameAt)}.${path.slice(nameAt)}.${random}.tmp`;
  try {
    using file = Deno.openSync(temporary, { write: true, createNew: true, mode: FILE_MODE });
    giveToFolderOwner(temporary);
    for (const bytes of [head, bytesOf(checks), ...pieces.map(([, bytes]) => bytes)]) {
      writeAll(file, bytes);
      const rest = roundUp(bytes.length) - bytes.length;
      if (rest > 0) writeAll(file, new Uint8Array(rest));
    }
    Deno.renameSync(temporary, path);
  } catch (error) {
    remove(temporary);
    throw error;
  }
}

/** A file that {@linkcode writeSealed} wrote, read page by page, each checked. */
export class SealedFile<Facts> implements Disposable {
  /** What the file says of itself. */
  readonly facts: Facts;
  readonly #file: Deno.FsFile;
  readonly #sections: Table<Facts>["sections"];
  readonly #checks: Uint32Array;
  readonly #pagesBefore = new Map<string, number>();
  readonly #pages = new Map<string, Uint8Array<ArrayBuffer>>();

  /**
   * Opens one.
   *
   * @param path The file.
   * @throws {UnsoundIndexError} If it is damaged or of another version.
   * @throws {Error} What Deno throws, where there is none or it cannot be read.
   */
  constructor(path: string) {
    this.#file = Deno.openSync(path, { read: true });
    try {
      const head = this.#read(0, PAGE), numbers = new Uint32Array(head.buffer, 0, HEAD / 4);
      const [magic, version, length = 0, check] = numbers;
      numbers[3] = 0;
      if (magic !== MAGIC || version !== VERSION || check !== checkOf(head)) {
        throw new UnsoundIndexError("not an index of this version");
      }
      const { facts, sections }: Table<Facts> = JSON.parse(
        new TextDecoder().decode(head.subarray(HEAD, HEAD + length)),
      );
      this.facts = facts;
      this.#sections = sections;
      let pages = 0;
      for (const [name, [, bytes]] of Object.entries(sections)) {
        this.#pagesBefore.set(name, pages);
        pages += Math.ceil(bytes / PAGE);
      }
      this.#checks = new Uint32Array(this.#read(PAGE, 4 * (pages + 1)).buffer);
      if (this.#checks[pages] !== checkOf(bytesOf(this.#checks.subarray(0, pages)))) {
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

  /** How many bytes a section has. */
  length(name: string): number {
    return this.#sections[name]?.[1] ?? 0;
  }

  /**
   * Reads a part of a section, in whole pages.
   *
   * @param name The section. @param from The first byte. @param to The byte behind the last.
   * @returns The part, in memory of its own.
   * @throws {UnsoundIndexError} If a page of it is damaged.
   */
  bytes(name: string, from = 0, to: number = this.length(name)): Uint8Array<ArrayBuffer> {
    const [offset, length] = this.#sections[name] ?? [0, 0];
    if (from < 0 || to < from || to > length) throw new UnsoundIndexError(`${name} has no such part`);
    if (from === to) return new Uint8Array(0);
    const first = Math.floor(from / PAGE), last = Math.ceil(to / PAGE);
    const bytes = this.#read(offset + first * PAGE, Math.min(last * PAGE, length) - first * PAGE);
    for (let page = first; page < last; page++) {
      const start = (page - first) * PAGE;
      if (
        this.#checks[this.#pagesBefore.get(name)! + page] !== checkOf(bytes.subarray(start, start + PAGE))
      ) {
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
  const whole = bytes.length >> 2;
  const words = bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, whole)
    : new Uint32Array(bytes.slice(0, 4 * whole).buffer);
  let check = bytes.length;
  // Each step gives another result for another number, and for another check before it.
  for (let i = 0; i < whole; i++) {
    check = Math.imul(check ^ words[i]!, 0x9e3779b1);
    check = (check << 13) | (check >>> 19);
  }
  for (let i = 4 * whole; i < bytes.length; i++) check = Math.imul(check ^ bytes[i]!, 0x9e3779b1);
  return check >>> 0;
}

function bytesOf(numbers: Uint32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function roundUp(length: number): number {
  return Math.ceil(length / PAGE) * PAGE;
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error; // what killed writers leave is swept by the next one
  }
}

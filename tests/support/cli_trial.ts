import { run } from "../../lib/cli/run.ts";
import { MemoryIo, type Surroundings } from "./memory_io.ts";
import { entryJson, TemporaryRoot } from "./temporary_root.ts";

/** What a call of the command gave. */
export interface Answer {
  /** The exit status. */
  readonly status: number;
  /** Standard output, which must be UTF-8. */
  readonly out: string;
  /** Standard output as bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Standard error, a string a line. */
  readonly err: readonly string[];
}

/** Calls the command in this process. */
export async function call(args: readonly string[], around: Surroundings = {}): Promise<Answer> {
  const io = new MemoryIo(around), status = await run(args, io), { bytes, errorLines } = io;
  const out = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  return { status, out, bytes, err: errorLines };
}

/** The text of an entry in a store file, as another program may have written it. */
export type RawEntry = Readonly<Record<string, unknown>>;

/** An entry of long ago, all fields there. */
export function rawEntry(value: unknown, fields: RawEntry = {}): RawEntry {
  return JSON.parse(entryJson(value, fields));
}

/** A context root of its own in a temporary folder, and the command called over it. */
export class Trial implements AsyncDisposable {
  /** The root; made by the first write, as a user's is. */
  readonly home: string;
  readonly #around: TemporaryRoot;

  private constructor(around: TemporaryRoot, name: string) {
    this.#around = around;
    this.home = `${around.outside}/${name}`;
  }

  /** Makes the folder; `name` is the root's in it. */
  static async make(name = "root"): Promise<Trial> {
    return new Trial(await TemporaryRoot.make(), name);
  }

  /** Calls the command over the root. */
  ctx(...args: string[]): Promise<Answer> {
    return this.with({}, ...args);
  }

  /** Calls the command as an author. */
  as(author: string, ...args: string[]): Promise<Answer> {
    return this.with({ variables: { CTX_AUTHOR: author } }, ...args);
  }

  /** Calls the command in surroundings of its own. */
  with(around: Surroundings, ...args: string[]): Promise<Answer> {
    return call(args, { ...around, variables: { CTX_HOME: this.home, ...around.variables } });
  }

  /** Writes a file under the root, its folder too. */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    const path = `${this.home}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    if (typeof content === "string") await Deno.writeTextFile(path, content);
    else await Deno.writeFile(path, content);
  }

  /** Writes a store file; `entries` may be JSON text, for what JSON.stringify cannot spell. */
  async store(store: string, entries: Readonly<Record<string, RawEntry>> | string): Promise<void> {
    const text = typeof entries === "string" ? entries : JSON.stringify(entries, null, 2);
    await this.write(`memory/${store}.json`, `{"type":"${store}","version":"1","entries":${text}}\n`);
  }

  /** A file under the root. */
  async read(name: string): Promise<string> {
    return await Deno.readTextFile(`${this.home}/${name}`);
  }

  /** An entry as the store file has it, read by JSON.parse alone. */
  async entry(key: string, store = "shared"): Promise<Record<string, unknown> | undefined> {
    const { entries } = JSON.parse(await this.read(`memory/${store}.json`));
    return Object.hasOwn(entries, key) ? entries[key] : undefined;
  }

  /** Everything under the temporary folder: a line a file or folder, with its content. */
  async snapshot(): Promise<string[]> {
    return (await linesOf(this.#around.outside)).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#around[Symbol.asyncDispose]();
  }
}

async function linesOf(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) lines.push(path, ...await linesOf(path));
    else lines.push(`${path}: ${await Deno.readTextFile(path)}`);
  }
  return lines;
}

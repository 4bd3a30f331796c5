import { Context } from "../../lib/context.ts";
import type { ContextOptions } from "../../lib/surroundings.ts";

/** An entry with every field that one always has (§3.3), as another program may have written it. */
export function entryJson(value: unknown, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    value,
    source: "agent",
    basis: "inferred",
    scope: "global",
    tags: [],
    created: "2026-01-01T00:00:00Z",
    timestamp: "2026-01-01T00:00:00Z",
    ...more,
  });
}

/** A store file with these entries, each given as JSON text. */
export function storeJson(entries: Readonly<Record<string, string>>, store = "shared"): string {
  const lines = Object.entries(entries).map(([key, text]) => `    ${JSON.stringify(key)}: ${text}`);
  return [
    `{\n  "type": "${store}",\n  "version": "1",\n  "last_updated": "2026-01-01T00:00:00Z",\n  "entries": {`,
    lines.join(",\n"),
    "  }\n}\n",
  ].join("\n");
}

/** A temporary folder with a context root in it, which is not there until something makes it. */
export class TemporaryRoot {
  /** The folder around the root, for what must lie outside it. */
  readonly outside: string;
  /** The root. */
  readonly path: string;

  private constructor(outside: string) {
    this.outside = outside;
    this.path = `${outside}/ctx`;
  }

  /** Makes the folder. */
  static async make(): Promise<TemporaryRoot> {
    return new TemporaryRoot(await Deno.realPath(await Deno.makeTempDir({ prefix: "ctx_test_" })));
  }

  /** Makes the folder, and in it a root with what `ctx init` makes. */
  static async initialised(): Promise<TemporaryRoot> {
    const root = await TemporaryRoot.make();
    await root.open().init();
    return root;
  }

  /** Opens a context over the root. */
  open(options: Partial<ContextOptions> = {}): Context {
    return new Context({ home: this.path, ...options });
  }

  /** The path of something under the root. */
  at(name: string): string {
    return `${this.path}/${name}`;
  }

  /** Writes a file under the root with the folders above it. */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    const path = this.at(name);
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }

  /** A file's text. */
  async read(name: string): Promise<string> {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await Deno.readFile(this.at(name)),
    );
  }

  /** The entries of a store by key, read as any strict parser would. */
  async entries(store = "shared"): Promise<Map<string, Record<string, unknown>>> {
    return new Map(Object.entries(JSON.parse(await this.read(`memory/${store}.json`)).entries));
  }

  /** The lines of a store's history, each of which must be JSON. */
  async history(store = "shared"): Promise<Record<string, unknown>[]> {
    const text = await this.read(`memory/history/${store}.jsonl`);
    return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  /** A file's permission bits. */
  async mode(name: string): Promise<number> {
    return (await Deno.lstat(this.at(name))).mode! & 0o777;
  }

  /** Every name under the root, folders with a slash behind them. */
  async names(): Promise<string[]> {
    return [...(await treeOf(this.path)).keys()].map((path) => path.slice(this.path.length + 1)).sort();
  }

  /** The temporary files that a write left. */
  async leftovers(): Promise<string[]> {
    return (await this.names()).filter((name) => name.includes(".tmp"));
  }

  /** All that can be told of what is under the root: kinds, modes, times, inodes, contents. */
  async snapshot(): Promise<string> {
    const lines = [...await treeOf(this.path)].map(([path, { content, times }]) =>
      `${path} ${content} ${times}`
    );
    return lines.sort().join("\n");
  }

  /** The names, modes and contents under the root, without the times that a write which is taken back moves. */
  async contents(): Promise<string> {
    return [...await treeOf(this.path)].map(([path, { content }]) => `${path} ${content}`).sort().join("\n");
  }

  /** Removes it all. */
  async [Symbol.asyncDispose](): Promise<void> {
    await makeRemovable(this.outside);
    await Deno.remove(this.outside, { recursive: true });
  }
}

/** What lies under a folder: paths, and what can be told of each. */
async function treeOf(folder: string): Promise<Map<string, { content: string; times: string }>> {
  const found = new Map<string, { content: string; times: string }>();
  for await (const { name } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`, info = await Deno.lstat(path);
    const bytes = info.isFile ? await Deno.readFile(path) : new Uint8Array();
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
    const target = info.isSymlink ? await Deno.readLink(path) : "";
    found.set(info.isDirectory ? `${path}/` : path, {
      content: `${info.mode!.toString(8)} ${hash} ${target}`,
      times: `${info.mtime?.getTime()} ${info.ino}`,
    });
    if (info.isDirectory) { for (const item of await treeOf(path)) found.set(...item); }
  }
  return found;
}

/** A test may have taken its owner's rights from a folder. */
async function makeRemovable(folder: string): Promise<void> {
  await Deno.chmod(folder, 0o700);
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) await makeRemovable(`${folder}/${name}`);
  }
}

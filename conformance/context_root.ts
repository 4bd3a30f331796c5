import { canonical } from "./verdict.ts";

/** The three stores of §3.1. */
export const STORES = ["operator", "shared", "agent"] as const;

/** A store's name. */
export type Store = typeof STORES[number];

/** An entry as it stands in a store file: nothing is known of it beforehand. */
export type Entry = Readonly<Record<string, unknown>>;

/** The time that seeded entries bear unless they say otherwise: long past, so that "now" is told from it. */
export const LONG_AGO = "2026-01-01T00:00:00Z";

/** A temporary context root, read and seeded as files (§8.1, §8.2), with no ctx involved. */
export class ContextRoot {
  /** Its absolute path. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The absolute path of something below the root. */
  at(...parts: readonly string[]): string {
    return [this.path, ...parts].join("/");
  }

  /** The path of a store's file. */
  storePath(store: Store): string {
    return this.at("memory", `${store}.json`);
  }

  /** The text of a store's file; empty when there is none. */
  async storeText(store: Store = "shared"): Promise<string> {
    return await textOrNothing(this.storePath(store));
  }

  /** A store's file as an object; empty when there is none. */
  async document(store: Store = "shared"): Promise<Readonly<Record<string, unknown>>> {
    const text = await this.storeText(store);
    return text === "" ? {} : JSON.parse(text);
  }

  /** A store's entries by key. */
  async entries(store: Store = "shared"): Promise<ReadonlyMap<string, Entry>> {
    const entries = (await this.document(store))["entries"];
    return new Map(Object.entries(entries ?? {}) as [string, Entry][]);
  }

  /** One entry; an empty one when there is none, so that every comparison with it fails by itself. */
  async entry(key: string, store: Store = "shared"): Promise<Entry> {
    return (await this.entries(store)).get(key) ?? {};
  }

  /** Writes a store's file anew with these entries, as another implementation would. */
  async seed(
    store: Store,
    entries: Iterable<readonly [string, Entry]>,
    topLevel: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    // Put together as text: an object would lose a key __proto__ and move a key 2026 to the front.
    const lines = [...entries].map(([key, entry]) => `    ${JSON.stringify(key)}: ${JSON.stringify(entry)}`);
    const head = Object.entries({ type: store, version: "1", last_updated: LONG_AGO, ...topLevel })
      .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
    await this.seedText(
      store,
      ["{", ...head, `  "entries": {`, lines.join(",\n"), "  }", "}", ""].join("\n"),
    );
  }

  /** Writes a store's file with exactly this text. */
  async seedText(store: Store, text: string): Promise<void> {
    await this.write(["memory", `${store}.json`], text);
  }

  /** Writes a file below the root, and the folders to it. */
  async write(parts: readonly string[], content: string | Uint8Array<ArrayBuffer>): Promise<void> {
    await Deno.mkdir(this.at(...parts.slice(0, -1)), { recursive: true, mode: 0o700 });
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(this.at(...parts), bytes, { mode: 0o600 });
  }

  /** Writes a summary whose `## Open` has these lines. */
  async writeSummary(name: string, ...open: readonly string[]): Promise<void> {
    const text = `# Session ${name}\n\n**Agent:** Agent One\n\n## Done\n- DONE-${name}\n\n## Open\n`;
    await this.write(["sessions", name], `${text}${open.join("\n")}\n\n## Commits\n- COMMIT-${name}\n`);
  }

  /** Everything below the root: kind, mode, time of change and content of each, as one text to compare. */
  async snapshot(): Promise<string> {
    return canonical(await snapshotOf(this.path));
  }

  /** The paths of all files below the root. */
  async files(): Promise<readonly string[]> {
    const kinds = await snapshotOf(this.path);
    return Object.entries(kinds).filter(([, kind]) => kind.startsWith("file")).map(([path]) => path);
  }
}

/** An entry with all fields that one always has (§3.3). */
export function entryOf(value: unknown, fields: Entry = {}): Entry {
  const time = { created: LONG_AGO, timestamp: LONG_AGO };
  return { value, source: "agent", basis: "inferred", scope: "global", tags: [], ...time, ...fields };
}

/** An RFC 3339 time in UTC with whole seconds, so many milliseconds from now. */
export function timeFromNow(milliseconds = 0): string {
  return new Date(Date.now() + milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Whether `text` is an RFC 3339 time in UTC within two minutes of now. */
export function isNow(text: unknown): boolean {
  return typeof text === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) &&
    Math.abs(Date.parse(text) - Date.now()) < 120_000;
}

async function snapshotOf(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  let info: Deno.FileInfo;
  try {
    info = await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return found;
    throw error;
  }
  const kind = info.isDirectory ? "folder" : info.isSymlink ? "link" : "file";
  const content = info.isFile ? new TextDecoder("latin1").decode(await Deno.readFile(path)) : "";
  found[path] = [kind, info.mode, info.mtime?.getTime(), info.ino, content].join(" ");
  if (!info.isDirectory) return found;
  for await (const { name } of Deno.readDir(path)) Object.assign(found, await snapshotOf(`${path}/${name}`));
  return found;
}

async function textOrNothing(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

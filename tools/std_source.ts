/**
 * Which source of the standard library this checkout uses: JSR, which `deno.json` names, or npm
 * (`tools/npm/`), where JSR does not answer. Asked of the network once and remembered in `.std_source`.
 *
 * Run as a program it prints the choice, `jsr` or `npm`, which is how `conformance/ctx` learns it.
 *
 * @module
 */

/** The sources there are. */
export const STD_SOURCES = ["jsr", "npm"] as const;

/** A source of the standard library. */
export type StdSource = typeof STD_SOURCES[number];

/** What a run of Deno needs so that it takes the standard library from the right place. */
export interface StdSettings {
  /** Options of the subcommand. */
  readonly options: readonly string[];
  /** Variables to set. */
  readonly env: Readonly<Record<string, string>>;
}

/** How long JSR has to answer, in milliseconds. */
export const PROBE_MS = 2000;

const checkout = new URL("../", import.meta.url);
const memory = new URL(".std_source", checkout);

/** The two packages that a command itself loads; when they come, JSR answers. */
const PROBED = ["jsr:@std/cli@^1/parse-args", "jsr:@std/jsonc@^1"];

/**
 * Asks JSR for the packages that a command loads, at most {@linkcode PROBE_MS} long.
 *
 * Deno itself does the asking, so that a proxy, a certificate or a mirror set for Deno counts, and what it
 * fetches is what a run then uses.
 *
 * @param deno The program to ask with.
 */
export async function probe(deno: string): Promise<StdSource> {
  const asked = new Deno.Command(deno, {
    args: ["cache", "-q", "--no-config", "--no-lock", ...PROBED],
    stdin: "null",
    stdout: "null",
    stderr: "null",
    // A registry that accepts and stays silent would hold Deno for ever.
    signal: AbortSignal.timeout(PROBE_MS),
  }).spawn();
  return (await asked.status).success ? "jsr" : "npm";
}

/** Reads the remembered choice, or `undefined` when there is none. */
export async function remembered(file: URL = memory): Promise<StdSource | undefined> {
  try {
    const text = (await Deno.readTextFile(file)).trim();
    return STD_SOURCES.find((source) => source === text);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Remembers a choice; a checkout that cannot be written to is asked again the next time. */
export async function remember(source: StdSource, file: URL = memory): Promise<void> {
  try {
    await Deno.writeTextFile(file, `${source}\n`);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied) && !isReadOnly(error)) throw error;
  }
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EROFS";
}

/** The choice for this checkout, made now if it was not made before. */
export async function chooseStdSource(deno: string): Promise<StdSource> {
  const known = await remembered();
  if (known !== undefined) return known;
  const source = await probe(deno);
  await remember(source);
  return source;
}

/** Subcommands that know no import map, because they do not follow imports. */
const WITHOUT_IMPORT_MAP = ["fmt", "lint"];

/** What a subcommand of Deno needs to use a source, in this checkout. */
export function settingsOf(source: StdSource, subcommand: string): StdSettings {
  const config = ["--config", pathOf("deno.json")];
  if (source === "jsr") return { options: config, env: {} };
  return {
    options: WITHOUT_IMPORT_MAP.includes(subcommand)
      ? config
      : [...config, "--import-map", pathOf("tools/npm/import_map.json")],
    // Nothing should ask JSR now; what does must fail at once, not wait.
    env: { JSR_URL: "http://127.0.0.1:1/" },
  };
}

/** What a run of Deno needs to use another configuration, which `CTX_DENO_CONFIG` names. */
export function settingsOfConfig(config: string): StdSettings {
  return { options: ["--config", config], env: {} };
}

function pathOf(name: string): string {
  return decodeURIComponent(new URL(name, checkout).pathname);
}

if (import.meta.main) console.log(await chooseStdSource("deno"));

/**
 * Copies a program and the standard library that it loads into one folder that needs no network, no cache and
 * no checkout: each module of its graph, and an import map for the specifiers that are not relative.
 *
 * @module
 */

import { copy, ensureDir } from "@std/fs";
import { dirname, join } from "@std/path";

/** The parts of `deno info --json` that are read here. */
export interface Graph {
  readonly modules: readonly GraphModule[];
  readonly redirects?: Readonly<Record<string, string>>;
}

/** A module of the graph. */
export interface GraphModule {
  readonly specifier: string;
  readonly kind?: string;
  readonly local?: string;
  readonly mediaType?: string;
  readonly error?: string;
  readonly dependencies?: readonly {
    readonly specifier: string;
    readonly code?: { readonly specifier?: string };
  }[];
}

/** What to copy and where to. */
export interface CopyModulesInput {
  readonly graph: Graph;
  /** The folder, as a `file:` URL with a slash at its end, whose modules keep their place. */
  readonly checkout: string;
  /** The folder that holds the packages from npm in Deno's cache. */
  readonly npmCache: string;
  /** The new folder. */
  readonly app: string;
}

/** A package of npm that has no dependencies and whose modules are plain JavaScript. */
const NPM_STD = /^npm:\/?(deno-std)@([^/]+)\/(.+)$/;

/**
 * Copies the modules and writes `import_map.json` beside them.
 *
 * Other packages from npm stay in Deno's cache, where their own dependencies are found.
 *
 * @throws {Error} If a module could not be loaded.
 */
export async function copyModules({ graph, checkout, npmCache, app }: CopyModulesInput): Promise<void> {
  const imports: Record<string, string> = {};
  const npmFolders = new Set<string>();
  const places = new Map<string, string>();
  for (const module of graph.modules) {
    if (module.error !== undefined) throw new Error(`Cannot load "${module.specifier}": ${module.error}`);
    if (module.mediaType === "Dts" || module.local === undefined) continue;
    places.set(module.specifier, placeOf(module.specifier, checkout));
  }
  for (const module of graph.modules) {
    const place = places.get(module.specifier);
    if (place === undefined || module.local === undefined) continue;
    await ensureDir(join(app, dirname(place)));
    await Deno.copyFile(module.local, join(app, place));
    for (const { specifier, code } of module.dependencies ?? []) {
      const npm = NPM_STD.exec(code?.specifier ?? "");
      if (npm !== null) {
        const [, name, version, path] = npm;
        npmFolders.add(`${name}/${version}`);
        imports[specifier] = `./std/npm/${name}/${version}/${path}`;
      } else if (!/^\.{0,2}\//.test(specifier) && code?.specifier !== undefined) {
        const target = places.get(graph.redirects?.[code.specifier] ?? code.specifier);
        if (target !== undefined) imports[specifier] = `./${target}`;
      }
    }
  }
  for (const folder of npmFolders) await copyNpmFolder(npmCache, folder, join(app, "std/npm", folder));
  await Deno.writeTextFile(join(app, "import_map.json"), JSON.stringify({ imports }, undefined, 2) + "\n");
}

/** Where a module goes in the new folder: its own place below the checkout, else one named by its address. */
function placeOf(specifier: string, checkout: string): string {
  if (specifier.startsWith(checkout)) return decodeURIComponent(specifier.slice(checkout.length));
  const { host, pathname } = new URL(specifier);
  return `std/${host.replaceAll(/[^\w.-]/g, "_") || "local"}${decodeURIComponent(pathname)}`;
}

/** Copies a package from the folder of whichever registry it came from. */
async function copyNpmFolder(npmCache: string, folder: string, to: string): Promise<void> {
  for await (const registry of Deno.readDir(npmCache)) {
    const from = join(npmCache, registry.name, folder);
    try {
      await ensureDir(dirname(to));
      await copy(from, to);
      return;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  throw new Error(`Cannot find the package ${folder} of npm in "${npmCache}"`);
}

/**
 * `deno task install`: puts the `ctx` of this checkout into the home folder, so that it needs neither the
 * checkout nor a network nor Deno on `PATH`. The task then runs it once, to make the context root.
 *
 * Each installation is a new folder, and the launcher is replaced last and at once: a `ctx` that runs
 * meanwhile keeps the folder that it started from, which the next installation but one removes.
 *
 * @module
 */

import { ensureDir } from "@std/fs";
import { PACKAGES } from "../../lib/load_npm.ts";
import { chooseStdSource, settingsOf, settingsOfConfig } from "../std_source.ts";
import { copyModules, type Graph } from "./copy_modules.ts";
import { findDeno } from "./find_deno.ts";
import { appOfLauncher, launcherText } from "./launcher.ts";
import { pathAdvice } from "./path_advice.ts";
import { APP_PREFIX, lstat, ownerOfLauncher, ownerOfShare, type Places, placesIn } from "./places.ts";

const checkout = new URL("../../", import.meta.url);

/** Runs the running Deno and gives what it printed. */
async function runDeno(
  args: readonly string[],
  env: Record<string, string>,
  signal?: AbortSignal,
): Promise<string> {
  const command = new Deno.Command(Deno.execPath(), { args: [...args], env, stdin: "null", signal });
  const { success, stdout, stderr } = await command.output();
  if (!success) throw new Error(`deno ${args[0]} failed: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout);
}

/** Refuses to go on where something that is not ours stands in the way. */
async function refuseForeign(places: Places): Promise<void> {
  const taken = await ownerOfLauncher(places) === "foreign"
    ? places.launcher
    : await ownerOfShare(places) === "foreign"
    ? places.share
    : undefined;
  if (taken !== undefined) throw new Error(`"${taken}" is not ours: move it away, then install again`);
}

/** Refuses a checkout that lies where the notes are to go: whoever removes it would remove them. */
async function refuseRoot(home: string): Promise<void> {
  const root = Deno.env.get("CTX_HOME") || `${home}/ctx`, here = await Deno.realPath(checkout);
  const there = await Deno.realPath(root).catch(() => root);
  if (here !== there && !there.startsWith(`${here}/`)) return;
  throw new Error(
    `this checkout lies where your notes would, "${root}": move it, or set CTX_HOME, then install again`,
  );
}

/** The Deno for the launcher: the one on `PATH`, else a copy of the running one. */
async function provideDeno(places: Places): Promise<string> {
  const found = await findDeno({ running: Deno.execPath(), path: Deno.env.get("PATH") ?? "" });
  if (found !== undefined) return found;
  const copy = `${places.deno}/deno-${Deno.version.deno}`;
  const [here, there] = [await Deno.stat(Deno.execPath()), await lstat(copy)];
  if (there?.size === here.size) return copy;
  await ensureDir(places.deno);
  const unfinished = `${copy}.new`;
  await Deno.copyFile(Deno.execPath(), unfinished);
  await Deno.chmod(unfinished, 0o755);
  await Deno.rename(unfinished, copy);
  return copy;
}

const BUNDLE_TIMEOUT_MS = 60_000;

/**
 * Joins the modules, since one file starts a fifth faster than fifty, and gives the program to run. Where
 * that cannot be done (it takes a tool that Deno fetches from npm) the copied modules are run as they are.
 */
async function join(
  app: string,
  cli: string,
  options: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const args = ["bundle", "-q", ...options, "--minify", "--outdir", `${app}/joined`, cli];
  try {
    await runDeno(args, env, AbortSignal.timeout(BUNDLE_TIMEOUT_MS));
    return `${app}/joined/cli.js`;
  } catch (error) {
    console.log(`The modules are not joined, so ctx starts a little slower: ${String(error).split("\n")[0]}`);
    return `${app}/cli.ts`;
  }
}

/** Fills a new folder with ctx and all that it loads, tries it, and gives the program to run. */
async function buildApp(app: string, places: Places): Promise<string> {
  const config = Deno.env.get("CTX_DENO_CONFIG");
  const settings = config
    ? settingsOfConfig(config)
    : settingsOf(await chooseStdSource(Deno.execPath()), "run");
  // By its address: `deno info` takes the characters % # ? of a path for parts of one.
  const cli = new URL("cli.ts", checkout).href;
  const env = { ...settings.env, DENO_DIR: places.cache };
  await runDeno(["cache", "-q", ...settings.options, cli], env);
  // What no import names; the launcher is to need no network.
  await runDeno(["cache", "-q", ...settings.options, ...Object.values(PACKAGES)], env);
  const graph: Graph = JSON.parse(await runDeno(["info", "--json", ...settings.options, cli], env));
  await copyModules({ graph, checkout: checkout.href, npmCache: `${places.cache}/npm`, app });
  const map = ["--no-config", "--cached-only", "--import-map", `${app}/import_map.json`];
  const names = "--allow-env=CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,PWD";
  const program = await join(app, cli, settings.options, settings.env);
  await runDeno(["run", "-q", "--no-prompt", ...map, names, program, "--version"], env);
  return program;
}

/** Puts the launcher in place of an older one, in one step. */
async function replaceLauncher(places: Places, app: string, program: string, deno: string): Promise<void> {
  const script = await Deno.readTextFile(new URL("conformance/ctx", checkout));
  const text = launcherText({ script, app, program, cache: places.cache, deno });
  await ensureDir(places.bin);
  const unfinished = `${app}/ctx`;
  await Deno.writeTextFile(unfinished, text);
  await Deno.chmod(unfinished, 0o755);
  await Deno.rename(unfinished, places.launcher);
}

/** The folder that the launcher in place runs, if there is one. */
async function appInUse(places: Places): Promise<string | undefined> {
  if (await ownerOfLauncher(places) !== "ours") return undefined;
  return appOfLauncher(await Deno.readTextFile(places.launcher));
}

/** Removes the folders of installations that nothing runs any more. */
async function removeOldApps(places: Places, keep: readonly (string | undefined)[]): Promise<void> {
  for await (const { name } of Deno.readDir(places.share)) {
    if (name.startsWith(APP_PREFIX) && !keep.includes(name)) {
      await Deno.remove(`${places.share}/${name}`, { recursive: true });
    }
  }
}

async function install(): Promise<void> {
  const places = placesIn(Deno.env.get("HOME"));
  await refuseForeign(places);
  await refuseRoot(places.home);
  const before = await appInUse(places);
  await ensureDir(places.share);
  await Deno.writeTextFile(
    places.mark,
    "What `deno task install` of ctx put here; `deno task uninstall` removes it.\n",
  );
  const app = await Deno.makeTempDir({ dir: places.share, prefix: APP_PREFIX });
  try {
    const program = await buildApp(app, places);
    await replaceLauncher(places, app, program, await provideDeno(places));
  } catch (error) {
    await Deno.remove(app, { recursive: true });
    throw error;
  }
  await removeOldApps(places, [before, app.slice(places.share.length + 1)]);
  console.log(`Installed ${places.launcher}`);
  const advice = pathAdvice({
    bin: places.bin,
    path: Deno.env.get("PATH") ?? "",
    shell: Deno.env.get("SHELL") ?? "",
  });
  if (advice !== undefined) console.log(advice);
}

if (import.meta.main) {
  try {
    await install();
  } catch (error) {
    console.error(`install: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}

import type { Environment } from "./surroundings.ts";
import { withLock } from "./store/lock.ts";
import {
  attributesToAdd,
  type FileName,
  makeFiles,
  makeFolders,
  type RootReport,
} from "./store/make_root.ts";
import { LAYOUT } from "./store/root.ts";

/** What `init` takes. */
export interface InitOptions {
  /** Write a commented `config.jsonc` too. */
  readonly config?: boolean;
  /** Write a `.gitattributes` too, by which git merges the stores with `ctx merge-driver`. */
  readonly git?: boolean;
  /** Gives up while it waits for the lock. */
  readonly signal?: AbortSignal;
}

/** Makes the root (§8.1, §13.5); see `Context.init`. */
export async function initRoot(env: Environment, { config, git, signal }: InitOptions): Promise<RootReport> {
  const folders = await makeFolders(env.root);
  const names: FileName[] = [LAYOUT.rules, LAYOUT.gitignore, ...config ? [LAYOUT.config] : []];
  if (git) names.push(LAYOUT.gitattributes);
  const files = await withLock(env.root, env.wait(signal), () => makeFiles(env.root, names));
  const report = { made: [...folders.made, ...files.made], present: [...folders.present, ...files.present] };
  return git ? { ...report, attributesToAdd: attributesToAdd(env.root) } : report;
}

import type { Environment } from "./environment.ts";
import { withLock } from "./store/lock.ts";
import { type FileName, makeFiles, makeFolders, type RootReport } from "./store/make_root.ts";
import { LAYOUT } from "./store/root.ts";

/** What `init` takes. */
export interface InitOptions {
  /** Write a commented `config.jsonc` too. */
  readonly config?: boolean;
  /** Gives up while it waits for the lock. */
  readonly signal?: AbortSignal;
}

/** Makes the root (§8.1, §13.5); see `Context.init`. */
export async function initRoot(env: Environment, { config, signal }: InitOptions): Promise<RootReport> {
  const folders = await makeFolders(env.root);
  const names: FileName[] = [LAYOUT.rules, LAYOUT.gitignore, ...config ? [LAYOUT.config] : []];
  const files = await withLock(env.root, env.wait(signal), () => makeFiles(env.root, names));
  return { made: [...folders.made, ...files.made], present: [...folders.present, ...files.present] };
}

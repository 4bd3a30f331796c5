import { diskError } from "../store/disk_error.ts";
import { LAYOUT } from "../store/root.ts";
import { type Found, shellWord, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";

const LONGEST_MS = 2000, PAUSE_MS = 10;

/** The lock: whether it can be had (§8.4). One that is not there yet is made by the first writer. */
export async function checkLock({ root, options }: Patient): Promise<Found[]> {
  const path = root.resolve(LAYOUT.lock);
  if (path === undefined) return [];
  if (!Deno.statSync(path).isFile) {
    return [wrong(`${LAYOUT.lock} is no ordinary file: nothing can be written`, `rm -r ${shellWord(path)}`)];
  }
  const timeoutMs = Math.min(options.lockTimeoutMs ?? LONGEST_MS, LONGEST_MS), began = performance.now();
  try {
    using file = await Deno.open(path, { read: true, write: true });
    while (!await file.tryLock(true)) {
      if (performance.now() - began >= timeoutMs) {
        const seconds = (timeoutMs / 1000).toLocaleString("en");
        return [wrong(
          `another program has held the lock for ${seconds} s: writers wait`,
          `fuser ${shellWord(path)} shows which; end it if it hangs`,
        )];
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await file.unlock();
    return [];
  } catch (error) {
    throw diskError(error, "lock", path);
  }
}

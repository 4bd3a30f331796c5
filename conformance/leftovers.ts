import type { Trial } from "./check.ts";
import { equal } from "./verdict.ts";

/** Checks that no write left a temporary file beside the stores (§8.3). */
export async function noLeftovers(
  trial: Trial,
  section: string,
  what: string,
  level: "should" | "ours" = "should",
): Promise<void> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(trial.root.at("memory"))) {
    if (/tmp|temp|~$/.test(name)) names.push(name);
  }
  trial[level](section, `${what} leave no temporary file`, equal(names, []));
}

import { HARNESSES } from "../memory/harness.ts";
import { ifPossible } from "../store/if_possible.ts";
import { type Found, note } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** What a hook runs, and what a pointer in an instruction file names (§5.3). */
const WIRED = /\bctx["']?\s*,?\s*(?:"args"\s*:\s*)?\[?\s*["']?\s*start\b/;
/** No file of settings is larger. */
const MOST_BYTES = 2 ** 20;

/**
 * The harnesses of this user: whether each starts its sessions from ctx (§5.3). Their settings lie outside the root, so
 * only those are looked at that reading was granted for.
 */
export function checkHarnesses({ options: { userHome } }: Patient): Found[] {
  if (userHome === undefined) return [];
  return Object.entries(HARNESSES).flatMap(([id, { name, folder, settings }]) => {
    if (folder === undefined || !isFolder(`${userHome}/${folder}`)) return [];
    const texts = settings.map((file) => textOf(`${userHome}/${file}`));
    if (texts.some((text) => text !== undefined && WIRED.test(text))) return [];
    return [note(
      `${name} is here (~/${folder}), and nothing that it reads at every start runs or names ctx start`,
      `Have its start hook run ctx start --hook ${id}, or point to ctx start in ~/${
        settings.at(-1)
      }: see the README`,
    )];
  });
}

function isFolder(path: string): boolean {
  return isGranted(path) && ifPossible(() => Deno.statSync(path).isDirectory) === true;
}

function textOf(path: string): string | undefined {
  if (!isGranted(path)) return undefined;
  return ifPossible(() => {
    const { isFile, size } = Deno.statSync(path);
    return isFile && size <= MOST_BYTES ? Deno.readTextFileSync(path) : undefined;
  });
}

/** To be asked for it would be no answer to a question. */
function isGranted(path: string): boolean {
  return Deno.permissions.querySync({ name: "read", path }).state === "granted";
}

import { HARNESSES, type HarnessName } from "../memory/harness.ts";
import { ifPossible } from "../store/if_possible.ts";
import { checkPlacement, hookWords } from "../wire/check.ts";
import { readRecord, type RecordedFile } from "../wire/record.ts";
import { USED } from "../wire/used_harnesses.ts";
import { type Found, note, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** What a hook runs, and what a pointer in an instruction file names (§5.3). */
const WIRED = /\bctx["'`]?\s*,?\s*(?:"args"\s*:\s*)?\[?\s*["'`]?\s*start\b/;
/** No file of settings is larger. */
const MOST_BYTES = 2 ** 20;

/**
 * The harnesses of this user: whether each starts its sessions from ctx, and whether what `ctx wire` put in is there
 * still (§5.3). Their settings lie outside the root, so only those are looked at that reading was granted for.
 */
export async function checkHarnesses({ root, options: { userHome } }: Patient): Promise<Found[]> {
  const found: Found[] = [], recorded = await readRecord(root);
  for (const file of recorded) if (isGranted(file.file)) found.push(...await lookAt(file));
  if (userHome === undefined) return found;
  const folders = Object.values(USED).map(({ folder }) => `${userHome}/${folder}`);
  if (![...folders, ...recorded.map(({ file }) => file)].some(isGranted)) {
    return [note("the settings of harnesses were not looked at", "ctx wire --check says how")];
  }
  for (const [harness, { folder, reads }] of Object.entries(USED)) {
    if (recorded.some((one) => one.harness === harness) || !isFolder(`${userHome}/${folder}`)) continue;
    const texts = reads.map((file) => textOf(`${userHome}/${file}`));
    if (texts.some((text) => text !== undefined && WIRED.test(text))) continue;
    found.push(note(
      `${
        HARNESSES[harness as HarnessName].name
      } is here (~/${folder}), and nothing that it reads at every start runs or names ctx start`,
      `ctx wire ${harness} shows what goes where`,
    ));
  }
  return found;
}

/** What was wired into a file: whether it is there, as it was, and whether what a hook runs is there. */
async function lookAt({ harness, items }: RecordedFile): Promise<Found[]> {
  const found: Found[] = [], { name } = HARNESSES[harness];
  for (const item of items) {
    const { isWell, said } = await checkPlacement(item);
    if (isWell === false) {
      found.push(
        note(
          `${name}: the ${item.part} that was wired is ${said}`,
          `ctx wire ${harness} --apply puts it back; ctx unwire ${harness} takes the rest out`,
        ),
      );
    }
    const program = hookWords(item)?.program;
    if (
      program !== undefined && isGranted(program) && ifPossible(() => Deno.statSync(program).isFile) !== true
    ) {
      found.push(
        wrong(
          `${name}: its start hook runs "${program}", which is not there`,
          `Install ctx again, then: ctx wire ${harness} --apply`,
        ),
      );
    }
  }
  return found;
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

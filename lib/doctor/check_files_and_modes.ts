import { CtxError } from "../errors.ts";
import { STORES } from "../memory/entry.ts";
import { isLeftover, sweep } from "../store/atomic_write.ts";
import { diskError } from "../store/disk_error.ts";
import { historyName } from "../store/history/append_and_purge.ts";
import { ifPossible } from "../store/if_possible.ts";
import { makeFiles, makeFolders } from "../store/make_root.ts";
import { LAYOUT } from "../store/root.ts";
import { readSettingsFile } from "../store/read_settings_file.ts";
import { listSummaries } from "../store/summary_files.ts";
import { readText } from "../store/text_file.ts";
import { failed, type Found, type Mend, shellWord, wrong } from "./finding.ts";
import type { Patient } from "./patient.ts";

const FOLDERS = [LAYOUT.memory, LAYOUT.history, LAYOUT.index, LAYOUT.sessions, LAYOUT.packages, LAYOUT.keys];
/** A younger file of a moment may be that of a writer who is at work. */
const LEFTOVER_MS = 60_000;

/** Whether there is a root at all, without which there is nothing to examine. */
export function isThere({ root }: Patient): boolean {
  return root.exists();
}

/** The root, its folders, RULES.md, links (§8.1, §6). */
export function checkRoot(patient: Patient): Found[] {
  const { root } = patient, found: Found[] = [];
  const makeThem: Mend = {
    underLock: false,
    run: async () => `made ${(await makeFolders(root)).made.join(", ") || "nothing: they are there by now"}`,
  };
  const makeRules: Mend = {
    underLock: true,
    run: async () =>
      (await makeFiles(root, [LAYOUT.rules])).made.length > 0 ? "made RULES.md" : "it is there by now",
  };
  if (!isThere(patient)) {
    const missing = wrong(`There is no context at "${root.path}"`, "ctx init", makeThem);
    return [missing, wrong("there is no RULES.md", "ctx init", makeRules)];
  }
  for (const name of [LAYOUT.memory, LAYOUT.sessions]) {
    found.push(
      ...attempt(() =>
        root.resolve(name) === undefined ? [wrong(`there is no folder ${name}`, "ctx init", makeThem)] : []
      ),
    );
  }
  found.push(...attempt(() => {
    const rules = readText(root, LAYOUT.rules);
    if (rules === undefined) return [wrong("there is no RULES.md", "ctx init", makeRules)];
    if (rules.trim() !== "") return [];
    return [
      wrong(
        "RULES.md says nothing",
        `Write the rules into ${root.file(LAYOUT.rules)}, or remove it and: ctx init`,
      ),
    ];
  }));
  return found;
}

/** Modes: everything is its owner's alone (§11). What cannot be looked at is said by the check whose subject it is. */
export function checkModes({ root }: Patient): Found[] {
  if (Deno.build.os === "windows") return [];
  const summaries = orNothing(() => listSummaries(root)).map((name) => `${LAYOUT.sessions}/${name}`);
  const files = [
    LAYOUT.rules,
    LAYOUT.config,
    LAYOUT.lock,
    ...STORES.flatMap((store) => [`memory/${store}.json`, historyName(store)]),
    ...summaries,
    ...[LAYOUT.packages, LAYOUT.keys].flatMap((folder) =>
      filesIn(root.file(folder)).map((name) => `${folder}/${name}`)
    ),
  ];
  return [".", ...FOLDERS, ...files].flatMap((name) =>
    orNothing(() => {
      const path = name === "." ? root.path : root.resolve(name);
      if (path === undefined) return [];
      const { mode, isDirectory } = Deno.statSync(path);
      if (mode === null) return [];
      const shown = `0${(mode & 0o777).toString(8).padStart(3, "0")}`,
        title = name === "." ? "the context root" : name;
      const mend = (to: number): Mend => ({
        underLock: false,
        run: async () => {
          await Deno.chmod(path, to);
          return `set to 0${to.toString(8).padStart(3, "0")}`;
        },
      });
      if (isDirectory && (mode & 0o700) !== 0o700) {
        return [
          wrong(
            `${title} is closed to its owner (mode ${shown})`,
            `chmod 700 ${shellWord(path)}`,
            mend(0o700),
          ),
        ];
      }
      if ((mode & 0o077) === 0) return [];
      const remedy = `chmod go= ${shellWord(path)}`;
      return [wrong(`${title} is open to others than its owner (mode ${shown})`, remedy, mend(mode & 0o700))];
    })
  );
}

/** The files of a folder, links aside. */
function filesIn(folder: string): string[] {
  return ifPossible(() =>
    [...Deno.readDirSync(folder)].flatMap(({ name, isFile }) => isFile ? [name] : [])
  ) ?? [];
}

/** What writers that were killed left behind (§8.3). */
export function checkLeftovers({ root, nowMs }: Patient): Found[] {
  return [".", ...FOLDERS].flatMap((name) =>
    attempt(() => {
      const folder = name === "." ? root.path : root.resolve(name);
      if (folder === undefined) return [];
      const left = leftoversIn(folder).filter((name) => {
        const modified = Deno.lstatSync(`${folder}/${name}`).mtime?.getTime() ?? 0;
        return nowMs - modified >= LEFTOVER_MS;
      });
      if (left.length === 0) return [];
      const some = left.slice(0, 3).join(", ") + (left.length > 3 ? ", ..." : "");
      const mend: Mend = {
        underLock: true,
        run: async () => {
          await sweep(folder);
          return "removed";
        },
      };
      const title = name === "." ? "the context root" : name;
      const message = `a writer that was killed left ${left.length} in ${title}: ${some}`;
      return [wrong(message, "The next write removes it; at once: ctx doctor --fix", mend)];
    })
  );
}

/** `config.jsonc`. */
export async function checkSettings({ root }: Patient): Promise<Found[]> {
  const { faults } = await readSettingsFile(root);
  return faults.map((fault) => wrong(fault, `Mend it by hand: ${root.file(LAYOUT.config)}`));
}

/** What a look at the files found, or why it could not look. */
function attempt(look: () => Found[]): Found[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof CtxError) return [failed(error)];
    // Gone since it was listed: somebody else has put it right.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** What a look at the files gave; nothing where they cannot be looked at. */
function orNothing<T>(look: () => T[]): T[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof CtxError || error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** The names of files of a moment in a folder. */
function leftoversIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name).filter(isLeftover);
  } catch (error) {
    throw diskError(error, "read", folder);
  }
}

import type { Scenario, Trial } from "./check.ts";
import { all, equal, succeeds } from "./verdict.ts";

/** The checks of §11 on permissions: what is made is the owner's only. */
export const PERMISSIONS: readonly Scenario[] = [
  { name: "§11 permissions", sections: ["11"], run: permissions },
];

async function modes(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    try {
      found.push((((await Deno.stat(path)).mode ?? 0) & 0o777).toString(8));
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      found.push("absent");
    }
  }
  return found;
}

async function permissions(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const umask of ["022", "000", "077", "0277"]) {
    const home = root.at(`umask_${umask}`);
    const run = await trial.run(["set", "k_mode", "v"], { home, shell: `umask ${umask}` });
    const level = umask === "0277" ? "ours" : "should";
    trial[level](
      "11",
      `under umask ${umask} the root and memory/ are made with mode 0700`,
      all(succeeds(run), equal(await modes([home, `${home}/memory`]), ["700", "700"])),
    );
    trial[level](
      "11",
      `under umask ${umask} a store file is made with mode 0600`,
      equal(await modes([`${home}/memory/shared.json`]), ["600"]),
    );
    const [lock] = await modes([`${home}/memory/.lock`]);
    trial[level]("11", `under umask ${umask} the lock file is made with mode 0600`, equal(lock, "600"));
    await trial.run(["set", "k_mode", "w"], { home, shell: `umask ${umask}` });
    trial[level](
      "11",
      `under umask ${umask} a store file keeps mode 0600 when it is replaced`,
      equal(await modes([`${home}/memory/shared.json`]), ["600"]),
    );
  }
  if (!trial.extra) return;
  await trial.ctx("set", "k_mode", "v");
  await Deno.chmod(root.storePath("shared"), 0o640);
  await trial.ctx("set", "k_mode", "w");
  trial.ours(
    "11",
    "a mode that the owner chose for a store file is kept",
    equal(await modes([root.storePath("shared")]), ["640"]),
  );
  trial.ours(
    "11",
    "the files and folders beside them are the owner's only",
    equal(await modes([root.at("sessions"), root.at("RULES.md"), root.at("memory", "history")]), [
      "700",
      "600",
      "700",
    ]),
  );
}

import type { Scenario, Trial } from "./check.ts";
import { STORES } from "./context_root.ts";
import { all, contains, equal, fails, holds, succeeds } from "./verdict.ts";

/** The checks of §8.1, the context root, §8.2, store files, and §8.3, atomic writes. */
export const STORAGE: readonly Scenario[] = [
  { name: "§8.1 the context root", sections: ["8.1", "9.2"], run: contextRoot },
  { name: "§8.2 derived data", sections: ["8.2"], run: derivedData },
];

async function contextRoot(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const name of ["a folder with spaces", "quotes \" and '", "Ünïcode-家-дом", "deep/er/root"]) {
    const home = root.at(name);
    const run = await trial.run(["set", "k_home", "v"], { home });
    const text = await Deno.readTextFile(`${home}/memory/shared.json`).catch(() => "");
    trial.must(
      "8.1",
      `CTX_HOME names the root, and a missing one is made: ${name}`,
      all(succeeds(run), contains(text, "k_home")),
    );
    trial.must(
      "8.1",
      `what was written there is read there: ${name}`,
      succeeds(await trial.run(["get", "k_home"], { home })),
    );
  }
  trial.must("8.1", "another root is another context", fails(await trial.ctx("get", "k_home")));
  const help = await trial.ctx("--help");
  trial.should(
    "8.1",
    "the help documents CTX_HOME and the default root",
    all(
      succeeds(help),
      contains(help.stdout, "CTX_HOME"),
      holds(
        /~\/|\$HOME|%USERPROFILE%|home/.test(help.stdout.replaceAll("CTX_HOME", "")),
        "the default",
        help.stdout,
      ),
    ),
  );
  if (!trial.extra) return;
  for (const [what, home] of [["unset", null], ["empty", ""], ["blank", "  "]] as const) {
    const HOME = root.at(`home ${what}`);
    await Deno.mkdir(HOME);
    const run = await trial.run(["set", "k_default", "v"], { home, env: { HOME } });
    const text = await Deno.readTextFile(`${HOME}/ctx/memory/shared.json`).catch(() => "");
    if (what === "blank") {
      trial.ours(
        "9.2",
        "a blank CTX_HOME writes nothing to the folder it runs in",
        holds(run.status !== 0 || text !== "", "the default root, or a refusal", [run.status, run.stderr]),
      );
    } else {trial.ours(
        "9.2",
        `with CTX_HOME ${what} the root is ~/ctx`,
        all(succeeds(run), contains(text, "k_default")),
      );}
  }
  const link = root.at("linked_root");
  await Deno.mkdir(root.at("real_root"));
  await Deno.symlink("real_root", link);
  const linked = await trial.run(["set", "k_link", "v"], { home: link });
  trial.ours(
    "8.1",
    "a root that is a symbolic link works",
    all(
      succeeds(linked),
      contains(await Deno.readTextFile(`${link}/memory/shared.json`).catch(() => ""), "k_link"),
    ),
  );
}

async function derivedData(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const [at, store] of STORES.entries()) {
    await trial.ctx("set", `k_${at}`, `needle ${at}`, "--store", store, "--tag", "t");
    await trial.ctx("set", `k_more_${at}`, "hay", "--store", store);
  }
  await trial.ctx("resolve", "k_1");
  const outputs = async (home: string) => {
    const runs = [];
    for (const words of [["list"], ["search", "needle"], ["list", "--tag", "t"]]) {
      runs.push((await trial.run(words, { home })).stdout);
    }
    return runs;
  };
  const before = await outputs(root.path);
  const copy = root.at("copy");
  await Deno.mkdir(`${copy}/memory`, { recursive: true });
  for (const store of STORES) await Deno.copyFile(root.storePath(store), `${copy}/memory/${store}.json`);
  trial.must(
    "8.2",
    "the store files alone give the same results: all else can be rebuilt",
    equal(await outputs(copy), before),
  );
  const [word, other] = ["needle 1", "nettle 1"];
  const { mtime, atime } = await Deno.stat(root.storePath("shared"));
  const text = (await root.storeText()).replace(word, other);
  await Deno.writeTextFile(root.storePath("shared"), text);
  trial.must(
    "8.2",
    "what another program wrote is found",
    contains((await trial.ctx("search", other)).stdout, "k_1"),
  );
  await Deno.writeTextFile(root.storePath("shared"), text.replace(other, "nickel 1"));
  await Deno.utime(root.storePath("shared"), atime ?? 0, mtime ?? 0);
  trial.ours(
    "8.2",
    "what another program wrote is found when it put the old time back",
    contains((await trial.ctx("search", "nickel 1")).stdout, "k_1"),
  );
}

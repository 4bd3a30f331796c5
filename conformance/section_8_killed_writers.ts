import type { Scenario, Trial } from "./check.ts";
import { entryOf } from "./context_root.ts";
import { noLeftovers } from "./leftovers.ts";
import { equal } from "./verdict.ts";

/** The checks of §8.3 and §8.4 with writers that are killed. */
export const KILLED_WRITERS: readonly Scenario[] = [
  { name: "§8.3 killed writers", sections: ["8.3", "8.4"], run: killedWriters },
];

async function killedWriters(trial: Trial): Promise<void> {
  const { root } = trial;
  await root.seed(
    "shared",
    Array.from({ length: 500 }, (_, at) => [`k_${at}`, entryOf("v".repeat(500))] as const),
  );
  const damage: string[] = [];
  let size = 500;
  for (let killAfterMs = 20; killAfterMs <= 240; killAfterMs += 20) {
    const run = await trial.run(["set", `n_${killAfterMs}`, "w".repeat(100_000)], { killAfterMs });
    try {
      const entries = await root.entries();
      const written = entries.has(`n_${killAfterMs}`);
      if (run.status === 0 && !written) damage.push(`after ${killAfterMs} ms: acknowledged, not written`);
      if (entries.size !== size + (written ? 1 : 0)) {
        damage.push(`after ${killAfterMs} ms: ${entries.size} entries`);
      }
      size = entries.size;
    } catch (error) {
      damage.push(`after ${killAfterMs} ms: ${error}`);
    }
  }
  trial.must("8.3", "a writer killed at any moment leaves the old file or the new one", equal(damage, []));
  const next = await trial.ctx("set", "k_next", "v");
  trial.must("8.4", "the lock of a killed writer is free", equal(next.status, 0));
  if (trial.extra) await noLeftovers(trial, "8.3", "killed writers and one that was not", "ours");
}

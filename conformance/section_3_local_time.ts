import type { Scenario, Trial } from "./check.ts";
import { entryOf } from "./context_root.ts";
import { contains } from "./verdict.ts";

/** The check of §3.3 that times are displayed in local time. */
export const LOCAL_TIME: readonly Scenario[] = [
  { name: "§3.3 local time", sections: ["3.3"], run: localTime },
];

async function localTime(trial: Trial): Promise<void> {
  await trial.root.seed("shared", [[
    "k_zone",
    entryOf("zoned", { created: "2026-01-15T20:45:07Z", timestamp: "2026-01-15T20:45:07Z" }),
  ]]);
  const zones = [["Asia/Kolkata", "2026-01-16", "02:15"], [
    "America/St_Johns",
    "2026-01-15",
    "17:15",
  ]] as const;
  for (const [zone, date, minute] of zones) {
    const run = await trial.run(["get", "k_zone", "-v"], { env: { TZ: zone } });
    trial.should("3.3", `get -v shows a time in local time, ${zone}`, contains(run.stdout, date, minute));
    const brief = await trial.run(["brief"], { env: { TZ: zone } });
    trial.should(
      "3.3",
      `brief shows a time in local time, ${zone}`,
      contains(brief.stdout, `${date} ${minute}`),
    );
  }
}

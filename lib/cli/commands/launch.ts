import { launcherScript } from "../../wire/launcher_script.ts";
import type { Command } from "../command.ts";
import { harnessOf, wiringFor } from "../wiring_of_call.ts";

/** `ctx launch`: a script that starts a harness from ctx (§5.3, pattern C). */
export const launch: Command = (call) => {
  const { wiring, program, contextHome } = wiringFor(call, harnessOf(call));
  const text = launcherScript(
    wiring.harness,
    call.words.text("author")?.trim() || undefined,
    program,
    contextHome,
  );
  return Promise.resolve({ text: () => text, json: () => JSON.stringify({ harness: wiring.harness, text }) });
};

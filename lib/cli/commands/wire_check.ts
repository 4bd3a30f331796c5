import { HARNESSES, type HarnessName } from "../../memory/harness.ts";
import { visibleLine } from "../../text/visible.ts";
import { checkWiring } from "../../wire/check.ts";
import type { Call, Outcome } from "../command.ts";
import { paint } from "../print.ts";
import { foldersOf, harnessOf, wiringFor } from "../wiring_of_call.ts";

/** `ctx wire --check`: whether each harness that was named, or is here, starts from ctx. */
export async function check(call: Call): Promise<Outcome> {
  const context = call.context(),
    names = call.words.positional.length > 0
      ? [harnessOf(call)]
      : (Object.keys(HARNESSES) as HarnessName[]).filter((name) => name !== "plain");
  const results = await Promise.all(names.map(async (harness) => {
    const { wiring, program } = wiringFor(call, harness);
    const again = program.line(["wire", harness, ...wiring.asked, "--check"], foldersOf(wiring), [
      "/bin/sh",
      program.words[0]!,
    ]);
    return { harness, checks: await checkWiring(context, wiring, call.io.run), again };
  }));
  const { yellow, bold } = paint(call.isColored);
  return {
    text: () =>
      results.flatMap(({ harness, checks, again }) => [
        bold(HARNESSES[harness].name),
        ...checks.map(({ name, isWell, said }) =>
          `  ${isWell === undefined ? "unknown" : isWell ? "well" : yellow("wrong")}: ${name}: ${said}`
        ),
        ...checks.some(({ isWell }) => isWell === undefined)
          ? [`  to look at all of it: ${visibleLine(again)}`]
          : [],
      ]).join("\n") + "\n",
    json: () =>
      JSON.stringify({
        results: results.map(({ harness, checks }) => ({
          harness,
          checks: checks.map(({ name, isWell, said }) => ({ name, well: isWell ?? null, said })),
        })),
      }),
    status: results.some(({ checks }) => checks.some(({ isWell }) => isWell === false)) ? 1 : 0,
  };
}

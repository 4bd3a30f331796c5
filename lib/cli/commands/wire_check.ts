import { HARNESSES, type HarnessName } from "../../memory/harness.ts";
import { visibleLine } from "../../text/visible.ts";
import { checkWiring } from "../../wire/check.ts";
import { USED } from "../../wire/used_harnesses.ts";
import type { Call, Outcome } from "../command.ts";
import { paint } from "../print.ts";
import { type CallWiring, foldersOf, harnessOf, wiringFor } from "../wiring_of_call.ts";

/** `ctx wire --check`: whether the harness that was named, or each that is here, starts from ctx. */
export async function check(call: Call): Promise<Outcome> {
  const context = call.context(),
    { wirings, unseen } = wiringsOf(call),
    { yellow, bold } = paint(call.isColored);
  const results = await Promise.all(wirings.map(async ({ wiring }) => ({
    harness: wiring.harness,
    checks: await checkWiring(context, wiring, call.io.run),
  })));
  const verdicts = results.flatMap(({ checks }) => checks.map(({ isWell }) => isWell));
  const isAll = unseen.length === 0 && verdicts.every((isWell) => isWell !== undefined);
  const again = isAll ? undefined : lineForAll(call, [...wirings, ...unseen]);
  return {
    text: () =>
      [
        ...results.flatMap(({ harness, checks }) => [
          bold(HARNESSES[harness].name),
          ...checks.map(({ name, isWell, said }) =>
            `  ${isWell === undefined ? "unknown" : isWell ? "well" : yellow("wrong")}: ${name}: ${said}`
          ),
        ]),
        ...unseen.length > 0
          ? [`not looked at: ${unseen.map(({ wiring: { harness } }) => HARNESSES[harness].name).join(", ")}`]
          : results.length === 0
          ? ["No harness that ctx knows is used here."]
          : [],
        ...again === undefined ? [] : [`To look at all of it: ${visibleLine(again)}`],
      ].join("\n") + "\n",
    json: () =>
      JSON.stringify({
        results: results.map(({ harness, checks }) => ({
          harness,
          checks: checks.map(({ name, isWell, said }) => ({ name, well: isWell ?? null, said })),
        })),
        not_looked_at: unseen.map(({ wiring: { harness } }) => harness),
        again,
      }),
    status: isAll && verdicts.every(Boolean) ? 0 : 1,
  };
}

/** The harness that was named, or those that are used here, and those of which that may not be looked at. */
function wiringsOf(call: Call): { readonly wirings: CallWiring[]; readonly unseen: CallWiring[] } {
  if (call.words.positional.length > 0) return { wirings: [wiringFor(call, harnessOf(call))], unseen: [] };
  const home = call.io.variable("HOME"), wirings: CallWiring[] = [], unseen: CallWiring[] = [];
  for (const [harness, { folder }] of Object.entries(USED)) {
    const seen = call.io.lookAt(`${home}/${folder}`);
    if (seen === "there") wirings.push(wiringFor(call, harness as HarnessName));
    else if (seen === "not granted") unseen.push(wiringFor(call, harness as HarnessName));
  }
  return { wirings, unseen };
}

/** One line that grants all of it. */
function lineForAll({ words }: Call, all: readonly CallWiring[]): string {
  const { program, wiring } = all[0]!, folders = new Set(all.flatMap(({ wiring }) => foldersOf(wiring)));
  const given = words.positional.length > 0 ? [wiring.harness, ...wiring.asked] : wiring.asked;
  return program.line(["wire", ...given, "--check"], [...folders], ["/bin/sh", program.words[0]!]);
}

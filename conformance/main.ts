/**
 * Tests any `ctx` command of any implementation against the specification, section by section.
 *
 * It knows the recommended command line (§9.1) and store files (§8.1, §8.2) and nothing else. It works in
 * temporary roots and never touches a real one.
 *
 * @module
 */

import { BOUND_ELSEWHERE } from "./bound_elsewhere.ts";
import { type Checked, isWithin, type Scenario, Trial, tryScenario } from "./check.ts";
import { Command } from "./command.ts";
import { ContextRoot } from "./context_root.ts";
import { jsonReport, tally, textReport } from "./report.ts";
import { SCENARIOS } from "./scenarios.ts";

const USAGE = `Usage: deno task conformance [--section N] [--extra | --no-extra] [--json] [command [words…]]

Tests a ctx command, by default conformance/ctx of this checkout.

  --section 4.2  only the checks of that section and those below it
  --extra        also the decisions of this project that the specification leaves open
                 (the default for this checkout's own command; --no-extra leaves them out)
  --json         one JSON document instead of the table
  --quiet        no list of the requirements that no command can show

Exit status: 0 every MUST passed, 1 one failed, 2 the arguments are wrong.`;

/** Scenarios under way at once: commands are short, and some checks only wait. */
const SCENARIOS_AT_ONCE = 3;

/** What the words of the command line ask for. */
interface Request {
  readonly command: readonly string[];
  readonly section: string | undefined;
  readonly extra: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Reads the words; `undefined` when they are wrong. Options stand before the command, whose own words follow. */
function readWords(words: readonly string[]): Request | undefined {
  let section: string | undefined;
  let extra: boolean | undefined;
  let json = false;
  let quiet = false;
  const rest = [...words];
  while (rest[0]?.startsWith("-")) {
    const option = rest.shift();
    if (option === "--extra" || option === "--no-extra") extra = option === "--extra";
    else if (option === "--json") json = true;
    else if (option === "--quiet") quiet = true;
    else if (option === "--section" && /^\d+(\.\d+)?$/.test(rest[0] ?? "")) section = rest.shift();
    else return undefined;
  }
  const own = new URL("ctx", import.meta.url).pathname;
  const command = rest.length > 0 ? rest.map(absolute) : [decodeURIComponent(own)];
  return { command, section, extra: extra ?? rest.length === 0, json, quiet };
}

/** A word that names a file by a path keeps naming it from the folder that the commands run in. */
function absolute(word: string): string {
  return word.includes("/") && !word.startsWith("/") && !word.startsWith("-")
    ? `${Deno.cwd()}/${word}`
    : word;
}

async function runAll(request: Request, command: Command, folder: string): Promise<readonly Checked[]> {
  const chosen: Scenario[] = SCENARIOS.filter((scenario) =>
    (request.extra || !scenario.extra) &&
    scenario.sections.some((section) => isWithin(section, request.section))
  );
  const results: (readonly Checked[])[] = new Array(chosen.length).fill([]);
  const waiting = [...chosen.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, scenario] = next;
      const root = `${folder}/root_${index}`;
      await Deno.mkdir(root, { mode: 0o700 });
      const started = performance.now();
      results[index] = await tryScenario(scenario, new Trial(command, new ContextRoot(root), request.extra));
      if (!request.json) progress(scenario, performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: SCENARIOS_AT_ONCE }, worker));
  return results.flat().filter(({ section }) => isWithin(section, request.section));
}

async function canRun(command: Command, folder: string): Promise<boolean> {
  try {
    await command.run(["list"], `${folder}/cwd`);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

function progress(scenario: Scenario, milliseconds: number): void {
  console.error(`${(milliseconds / 1000).toFixed(1).padStart(5)} s  ${scenario.name}`);
}

/** Runs the suite and gives the exit status. */
async function main(words: readonly string[]): Promise<number> {
  if (words.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const request = readWords(words);
  if (request === undefined) {
    console.error(USAGE);
    return 2;
  }
  const folder = await Deno.makeTempDir({ prefix: "ctx_conformance_" });
  try {
    await Deno.mkdir(`${folder}/cwd`);
    const command = new Command(request.command, `${folder}/cwd`);
    if (!await canRun(command, folder)) {
      console.error(`Cannot run ${command.text}: give a ctx command by its name on PATH, or by its path.`);
      return 2;
    }
    const started = performance.now();
    const checked = await runAll(request, command, folder);
    const seconds = (performance.now() - started) / 1000;
    const bound = BOUND_ELSEWHERE.filter(({ section }) =>
      !request.quiet && isWithin(section, request.section)
    );
    console.log((request.json ? jsonReport : textReport)(checked, bound, seconds));
    return checked.length > 0 && tally(checked).failed === 0 ? 0 : 1;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));

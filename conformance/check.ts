import type { Command, Run, RunSettings } from "./command.ts";
import type { ContextRoot } from "./context_root.ts";
import { holds, type Verdict } from "./verdict.ts";

/**
 * How binding a check is: the specification's own words, `OPTIONAL` for the features that it lets a ctx offer
 * (§10), or `OURS` for what it leaves open and this project has decided. The last two never fail another
 * implementation.
 */
export type Level = "MUST" | "SHOULD" | "OPTIONAL" | "OURS";

/** One check that was made. */
export interface Checked {
  readonly section: string;
  readonly level: Level;
  readonly title: string;
  readonly verdict: Verdict;
  /** The last command that ran before the check. */
  readonly line: string;
}

/** Checks that share one context root. */
export interface Scenario {
  readonly name: string;
  /** The sections that it has checks for; a filter that meets none of them leaves it out. */
  readonly sections: readonly string[];
  /** Only checks of level `OPTIONAL` or `OURS`: left out for another implementation. */
  readonly extra?: boolean;
  run(trial: Trial): Promise<void>;
}

/** One run of a scenario: its root, the command, and the checks it made. */
export class Trial {
  readonly root: ContextRoot;
  /** Whether checks of level `OPTIONAL` and `OURS` are made. */
  readonly extra: boolean;
  /** The checks made so far. */
  readonly checked: Checked[] = [];
  readonly #command: Command;
  #last = "";

  constructor(command: Command, root: ContextRoot, extra: boolean) {
    this.#command = command;
    this.root = root;
    this.extra = extra;
  }

  /** Runs the command on the trial's root, with `CTX_AUTHOR` unset. */
  async ctx(...words: readonly string[]): Promise<Run> {
    return await this.run(words);
  }

  /** Runs the command on the trial's root with other settings. */
  async run(words: readonly string[], settings: RunSettings = {}): Promise<Run> {
    const run = await this.#command.run(words, this.root.path, settings);
    this.#last = run.line;
    return run;
  }

  /** Notes a check that the specification demands. */
  must(section: string, title: string, verdict: Verdict): void {
    this.#note("MUST", section, title, verdict);
  }

  /** Notes a check that the specification recommends: a failure is a warning. */
  should(section: string, title: string, verdict: Verdict): void {
    this.#note("SHOULD", section, title, verdict);
  }

  /** Notes a check of a feature that a ctx may offer (§10); nothing for another implementation. */
  optional(section: string, title: string, verdict: Verdict): void {
    if (this.extra) this.#note("OPTIONAL", section, title, verdict);
  }

  /** Notes a check of what the specification leaves open; nothing for another implementation. */
  ours(section: string, title: string, verdict: Verdict): void {
    if (this.extra) this.#note("OURS", section, title, verdict);
  }

  #note(level: Level, section: string, title: string, verdict: Verdict): void {
    this.checked.push({ section, level, title, verdict, line: this.#last });
  }
}

/** Runs a scenario; what it throws becomes a failed check, so that the checks after it are missed aloud. */
export async function tryScenario(scenario: Scenario, trial: Trial): Promise<readonly Checked[]> {
  try {
    await scenario.run(trial);
  } catch (error) {
    const section = scenario.sections[0] ?? "1";
    const verdict = holds(false, "the checks run to their end", String(error));
    const title = `${scenario.name}: the files and the command can be used`;
    if (scenario.extra) trial.ours(section, title, verdict);
    else trial.must(section, title, verdict);
  }
  return trial.checked;
}

/** Whether a section is the one asked for, or within it. */
export function isWithin(section: string, asked: string | undefined): boolean {
  return asked === undefined || section === asked || section.startsWith(`${asked}.`);
}

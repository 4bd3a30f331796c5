import type { Context } from "../context.ts";
import { CtxError, InterruptedError } from "../errors.ts";
import { diskError } from "../store/disk_error.ts";
import { withLock } from "../store/lock.ts";
import { type Check, CHECKS } from "./all_checks.ts";
import { failed, type Finding, type Found, note, wrong } from "./finding.ts";
import { type ExamineOptions, Patient } from "./patient.ts";
import type { StartSize } from "./start_size.ts";

/** What an examination of a context came to. */
export interface Examination {
  /** Whether nothing is wrong, or nothing is any more. */
  readonly isWell: boolean;
  /** What was looked at, and whether nothing was found there, or nothing is left of it. */
  readonly checks: readonly { readonly name: string; readonly isWell: boolean }[];
  /** What was found, in the order of the checks. */
  readonly findings: readonly Finding[];
  /** What `ctx start` costs a session; absent where the root cannot be read. */
  readonly start?: StartSize;
}

/** A store can hold any number of faults; what was found must stay readable. */
const MOST = 20;
/** How often what a mend brought to light is mended too: a folder was closed, and so was one in it. */
const ROUNDS = 3;

interface Item {
  readonly check: string;
  readonly found: Found;
  /** What was done about it. */
  fixed?: string;
  /** Why nothing could be. */
  failure?: string;
}

/**
 * Looks a context over: grants, modes, damage, leftovers, the lock, summaries, credentials, times, marks (§11).
 * Changes nothing unless it is told to fix, and then only what needs nobody's judgement.
 *
 * @param context The context. @param options Whether to fix, and how to wait for the lock.
 * @returns What was found, each finding with what mends it.
 * @throws {InterruptedError} If the signal fired while the lock was waited for.
 *
 * @example Say what is wrong
 * ```ts
 * import { examine, openContext } from "@ctx/ctx";
 * import { assertEquals } from "@std/assert";
 *
 * const home = await Deno.makeTempDir();
 * const context = openContext({ home });
 * await context.init();
 * const { isWell, findings } = await examine(context, { fix: true });
 * for (const { message, remedy } of findings) console.log(`${message}: ${remedy}`);
 * assertEquals(isWell, true);
 * await Deno.remove(home, { recursive: true });
 * ```
 */
export async function examine(context: Context, options: ExamineOptions = {}): Promise<Examination> {
  const fixed: Item[] = [];
  for (let round = 1, lockFailure: string | undefined;; round++) {
    const patient = new Patient(context, options), checks: { name: string; isWell: boolean }[] = [];
    const items: Item[] = [];
    for (const { name, run, goesOn } of CHECKS) {
      const found = await look(run, patient);
      checks.push({ name, isWell: found.length === 0 });
      // What keeps several checks from looking is said once.
      const said = new Set(items.map(({ found }) => found.message));
      for (const one of found) if (!said.has(one.message)) items.push({ check: name, found: one });
      if (goesOn && !goesOn(patient)) break;
    }
    if (options.fix && round <= ROUNDS) {
      lockFailure = await mend(patient, items, lockFailure);
      const done = items.filter((item) => item.fixed !== undefined);
      fixed.push(...done);
      // A folder that was closed, or not there, may have hidden something: so it is looked at again.
      if (done.length > 0) continue;
    }
    const start = checks.some(({ name }) => name === "start") ? await patient.startSize() : undefined;
    const findings = CHECKS.flatMap(({ name }) =>
      bounded(name, [...fixed, ...items].filter(({ check }) => check === name).map(finding))
    );
    return { isWell: !items.some(({ found }) => found.level === "wrong"), checks, findings, start };
  }
}

/** Mends what can be mended; gives back what kept it from having the lock, so that nobody waits for it twice. */
async function mend(patient: Patient, items: readonly Item[], failure?: string): Promise<string | undefined> {
  const mendable = (underLock: boolean) => items.filter(({ found }) => found.mend?.underLock === underLock);
  const run = async (items: readonly Item[]) => {
    for (const item of items) {
      try {
        item.fixed = await item.found.mend!.run();
      } catch (error) {
        item.failure = diskError(error, "write", patient.root.path).message;
      }
    }
  };
  // Folders first: the lock lies in one of them.
  await run(mendable(false));
  const rest = mendable(true), { lockTimeoutMs: timeoutMs = 30_000, signal } = patient.options;
  if (rest.length === 0) return failure;
  try {
    if (failure === undefined) await withLock(patient.root, { timeoutMs, signal }, () => run(rest));
  } catch (error) {
    // What was found is worth more than the lock; only whoever interrupts wants none of it.
    if (!(error instanceof CtxError) || error instanceof InterruptedError) throw error;
    failure = error.message;
  }
  for (const item of rest) if (item.fixed === undefined) item.failure ??= failure;
  return failure;
}

async function look(run: Check["run"], patient: Patient): Promise<Found[]> {
  try {
    return await run(patient);
  } catch (error) {
    if (error instanceof CtxError) return [failed(error)];
    throw error;
  }
}

function finding({ check, found, fixed, failure }: Item): Finding {
  const { level, message, remedy, mend } = found;
  const shown = failure === undefined ? message : wrong(`${message}; ${failure}`, "").message;
  return { check, level, message: shown, remedy, isFixable: mend !== undefined, fixed };
}

function bounded(check: string, findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST) return findings;
  const rest = findings.slice(MOST - 1), isWrong = rest.some(({ level }) => level === "wrong");
  const more = (isWrong ? wrong : note)(
    `${rest.length} more like these`,
    "Mend those above, then: ctx doctor",
  );
  return [...findings.slice(0, MOST - 1), finding({ check, found: more })];
}

import type { Context } from "../context.ts";
import { CtxError, InterruptedError } from "../errors.ts";
import { diskError } from "../store/disk_error.ts";
import { withLock } from "../store/lock.ts";
import { CHECKS } from "./checks.ts";
import { failed, type Finding, type Found, note, wrong } from "./finding.ts";
import { type ExamineOptions, Patient } from "./patient.ts";
import type { StartSize } from "./start_size.ts";

/** What an examination of a context came to. */
export interface Examination {
  /** Whether nothing is wrong, or nothing is any more. */
  readonly isWell: boolean;
  /** What was looked at. */
  readonly checks: readonly string[];
  /** What was found, in the order of the checks. */
  readonly findings: readonly Finding[];
  /** What `ctx start` costs a session, before anything was mended; absent where the root cannot be read. */
  readonly start?: StartSize;
}

/** A store can hold any number of faults; what was found must stay readable. */
const MOST = 20;

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
  const patient = new Patient(context, options), checks: string[] = [];
  const all: { check: string; found: Found; fixed?: string; failure?: string }[] = [];
  let start: StartSize | undefined;
  for (const { name, run, goesOn } of CHECKS) {
    checks.push(name);
    // What keeps several checks from looking is said once.
    const said = new Set(all.map(({ found }) => found.message));
    for (const found of await look(run, patient)) {
      if (!said.has(found.message)) all.push({ check: name, found });
    }
    if (name === "start") start = await patient.startSize();
    if (goesOn && !goesOn(patient)) break;
  }
  if (options.fix) {
    const mend = async (underLock: boolean) => {
      for (const item of all) {
        if (item.found.mend?.underLock !== underLock) continue;
        try {
          item.fixed = await item.found.mend.run();
        } catch (error) {
          item.failure = diskError(error, "write", patient.root.path).message;
        }
      }
    };
    // Folders first: the lock lies in one of them.
    await mend(false);
    if (all.some(({ found }) => found.mend?.underLock)) {
      try {
        await underLock(patient, () => mend(true));
      } catch (error) {
        // What was found is worth more than the lock; only whoever interrupts wants none of it.
        if (!(error instanceof CtxError) || error instanceof InterruptedError) throw error;
        for (const item of all) if (item.found.mend?.underLock) item.failure ??= error.message;
      }
    }
  }
  const findings = CHECKS.flatMap(({ name }) =>
    bounded(name, all.filter(({ check }) => check === name).map(finding))
  );
  const isWell = !all.some(({ found, fixed }) => found.level === "wrong" && fixed === undefined);
  return { isWell, checks, findings, start };
}

async function look(
  run: (patient: Patient) => Found[] | Promise<Found[]>,
  patient: Patient,
): Promise<Found[]> {
  try {
    return await run(patient);
  } catch (error) {
    if (error instanceof CtxError) return [failed(error)];
    throw error;
  }
}

async function underLock({ root, options }: Patient, use: () => Promise<void>): Promise<void> {
  const { lockTimeoutMs = 30_000, signal } = options;
  await withLock(root, { timeoutMs: lockTimeoutMs, signal }, use);
}

function finding(
  { check, found, fixed, failure }: { check: string; found: Found; fixed?: string; failure?: string },
): Finding {
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

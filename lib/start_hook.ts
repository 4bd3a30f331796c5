import { readParts } from "./brief_and_start.ts";
import { InvalidInputError } from "./errors.ts";
import { checkOneOf } from "./memory/check_arguments.ts";
import { enveloped, type Harness, HARNESSES, type HarnessName, sizeIn } from "./memory/harness.ts";
import { HOOK_PARTS, type HookPart, hookText, type Wording } from "./memory/hook_text.ts";
import type { Environment } from "./surroundings.ts";

/** How much of the start payload a hook tells. */
export interface StartHookOptions {
  /** The most that the text may be, in the harness's own unit; its cap when absent, and never more than that. */
  readonly budget?: number;
  /** One part alone, for a harness that takes several outputs. */
  readonly part?: HookPart;
  /** How long to go on reading, in milliseconds; 3,000 when absent. What is not read by then is said. */
  readonly timeoutMs?: number;
  /** How ctx is called by who reads it; as the command when absent. */
  readonly wording?: Wording;
}

/** What a start hook tells a session. */
export interface StartHook {
  /** The text. */
  readonly text: string;
  /** The same as the harness wants it: what the hook prints. */
  readonly output: string;
  /** What could not be read, a line each, safe to show. */
  readonly faults: readonly string[];
}

const TIMEOUT_MS = 3000, SMALLEST_BUDGET = 30;

/** Makes the text of a start hook (§5.3); see `Context.startHook`. */
export async function startHook(
  env: Environment,
  name: HarnessName,
  { budget, part, timeoutMs = TIMEOUT_MS, wording }: StartHookOptions,
): Promise<StartHook> {
  const harness = checkHarness(name);
  checkOneOf("part", HOOK_PARTS, part);
  if (budget !== undefined && !(Number.isSafeInteger(budget) && budget >= SMALLEST_BUDGET)) {
    throw new InvalidInputError(
      `Cannot use ${budget} as the budget: it must be a whole number from ${SMALLEST_BUDGET}`,
    );
  }
  const began = performance.now(), isLate = () => performance.now() - began >= timeoutMs;
  const { rules, brief, summary } = await readParts(env, isLate), { author } = env.facts();
  const most = Math.min(budget ?? Infinity, harness.most);
  const text = await hookText(
    { rules, brief, summary, author, timeZone: env.timeZone, part, wording },
    { most, size: (text) => sizeIn(text, harness.unit) },
  );
  return { text, output: enveloped(text, harness.envelope), faults: brief.faults };
}

/** A failure as a start hook tells it: a session is never kept from starting. */
export function failedHook(name: string | undefined, message: string): string {
  const harness: Harness = isHarness(name) ? HARNESSES[name] : HARNESSES.plain;
  return enveloped(`=== ctx ===\n! ${message}\n`, harness.envelope);
}

function checkHarness(name: string): Harness {
  checkOneOf("harness", Object.keys(HARNESSES), name);
  return HARNESSES[name as HarnessName];
}

function isHarness(name: string | undefined): name is HarnessName {
  return name !== undefined && Object.hasOwn(HARNESSES, name);
}

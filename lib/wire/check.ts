import type { Context } from "../context.ts";
import { CtxError } from "../errors.ts";
import { HARNESSES, type HarnessName, sizeIn } from "../memory/harness.ts";
import { Root } from "../store/root.ts";
import { clip } from "../text/excerpt.ts";
import { merge } from "./change.ts";
import type { Placement, StrictFile, Wiring } from "./placement.ts";
import { readRecord } from "./record.ts";
import { readSettings } from "./settings_file.ts";
import { refusalOf } from "./strict_file.ts";

/** What was looked at in a wiring, and what of it holds. */
export interface WireCheck {
  /** What was looked at: `hook`, `pointer`, `environment`, `mcp`, `reads`, `runs`, `cap`. */
  readonly name: string;
  /** Whether it is well; absent where that could not be told. */
  readonly isWell?: boolean;
  /** What was found, a line, safe to show. */
  readonly said: string;
}

/** Runs a program for a check; `undefined` where that was not granted. */
export type Run = (
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
) => Promise<Ran | undefined>;

/** What a program gave. */
export interface Ran {
  /** Its exit status. */
  readonly status: number;
  /** What it wrote to standard output. */
  readonly out: string;
}

/**
 * Checks the wiring of a harness: whether each piece is there and unchanged, whether what the hook runs is there and
 * runs, whether its output arrives.
 *
 * @param context The context, whose root remembers what was wired.
 * @param wiring What would be put in now, for a harness of which nothing is remembered. @param run Runs a program.
 */
export async function checkWiring(
  context: Context,
  wiring: Wiring,
  run: Run,
): Promise<WireCheck[]> {
  const { harness, base } = wiring,
    recorded = (await readRecord(new Root(context.home))).filter((one) =>
      one.harness === harness && one.base === base
    );
  const known = recorded.flatMap(({ items }) => items);
  // Each part as it was wired; what was not, as it would be.
  const placements = [
    ...known,
    ...wiring.placements.filter(({ part }) => !known.some((one) => one.part === part)),
  ];
  const checks: WireCheck[] = [];
  for (const placement of placements) checks.push(await checkPlacement(placement));
  checks.push(...wiring.strict.flatMap(strictly));
  const [hook] = placements.flatMap((one) => hookWords(one) ?? []);
  if (hook !== undefined) checks.push(await runs(wiring, hook, run));
  checks.push(await fits(context, harness));
  return checks;
}

/** Whether the harness reads a file as it is. */
function strictly(strict: StrictFile): WireCheck[] {
  try {
    const refusal = refusalOf(readSettings(strict.file).text, strict);
    return refusal === undefined
      ? []
      : [{ name: "reads", isWell: false, said: clip(`"${strict.file}": ${refusal}`, 400) }];
  } catch (error) {
    // Whether it can be read is said of what stands in it.
    if (error instanceof CtxError) return [];
    throw error;
  }
}

/** Whether a placement is where it was put, as it was. */
export async function checkPlacement(placement: Placement): Promise<WireCheck> {
  const { part: name, file } = placement;
  try {
    const found = await merge(readSettings(file).text, placement);
    const said = {
      there: `in "${file}"`,
      missing: `not in "${file}"`,
      other: `not as it was in "${file}": ${found.state === "other" ? found.why : ""}`,
    }[found.state];
    return { name, isWell: found.state === "there", said: clip(said, 400) };
  } catch (error) {
    if (!(error instanceof CtxError)) throw error;
    const isWell = error.code === "permission" ? undefined : false;
    return { name, isWell, said: clip(error.message, 400) };
  }
}

/** How a hook runs. */
export interface HookCommand {
  /** The words that run it. */
  readonly words: readonly string[];
  /** The program that its line begins with, where that is a path. */
  readonly program?: string;
}

/** What a placement has a harness run when a session starts. */
export function hookWords({ part, content }: Placement): HookCommand | undefined {
  if (part !== "hook" || content.format !== "json" || content.as !== "element") return undefined;
  const value = content.value as Record<string, unknown>;
  const hook = (Array.isArray(value.hooks) ? value.hooks[0] : value) as Record<string, unknown>;
  const line = hook.command ?? hook.bash;
  if (typeof line !== "string") return undefined;
  if (Array.isArray(hook.args)) return { words: [line, ...hook.args as string[]], program: line };
  const [, quoted, bare] = /^(?:\w+=(?:'[^']*'|\\'|[^\s'])* )*(?:'([^']*)'|(\/[^\s']*))/.exec(line) ?? [];
  return { words: ["/bin/sh", "-c", line], program: quoted ?? bare };
}

/** Whether what the hook runs is there, and runs as it will: with next to no variables and a short path. */
async function runs({ harness, variables }: Wiring, { words }: HookCommand, run: Run): Promise<WireCheck> {
  const ran = await run(words, variables);
  if (ran === undefined) return { name: "runs", said: `not tried: that takes --allow-run=${words[0]}` };
  const { status, out } = ran, { most, unit, envelope } = HARNESSES[harness];
  const text = envelope === "plain" ? out : textIn(out),
    size = text === undefined ? Infinity : sizeIn(text, unit);
  const isWell = status === 0 && text?.startsWith("=== ctx ===") === true && size <= most;
  return {
    name: "runs",
    isWell,
    said: isWell
      ? `ends with status 0, ${size} of ${most} ${unit}`
      : `ends with status ${status}: ${clip(out, 200) || "nothing"}`,
  };
}

/** The text in a hook's envelope. */
function textIn(output: string): string | undefined {
  try {
    const { hookSpecificOutput, additional_context, additionalContext } = JSON.parse(output);
    return hookSpecificOutput?.additionalContext ?? additional_context ?? additionalContext;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function fits(context: Context, harness: HarnessName): Promise<WireCheck> {
  const { text } = await context.startHook(harness),
    { most, unit } = HARNESSES[harness],
    size = sizeIn(text, unit);
  const cut = text.includes("\n=== ctx: cut or left out");
  return {
    name: "cap",
    isWell: size <= most,
    said: `${size} of ${most} ${unit}${cut ? "; its last line says what is left out" : ""}`,
  };
}

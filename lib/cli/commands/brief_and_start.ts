import { InvalidInputError } from "../../errors.ts";
import type { HarnessName } from "../../memory/harness.ts";
import type { HookPart } from "../../memory/hook_text.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { paint } from "../print.ts";

/** `ctx start`: what every session starts from (§5.1). */
export const start: Command = async (call) => {
  const { context, words } = call;
  if (!isUnder(words.text("under"), call)) return { text: () => "", json: () => "null" };
  if (words.has("hook")) return await hook(call);
  for (const name of ["budget", "part", "timeout"] as const) {
    if (words.has(name)) {
      throw new InvalidInputError(`--${name} goes with --hook`, { hint: "Without it ctx start prints all." });
    }
  }
  const { rules, brief, summary, text, faults } = await context().start();
  return {
    // Without colour: it would change the text between the fences, which is to stand as it is.
    text: () => text,
    json: () => JSON.stringify({ rules, brief, summary }),
    notes: faults,
  };
};

/** `ctx start --hook`: the same for a harness. */
async function hook({ context, words }: Call): Promise<Outcome> {
  const harness = words.text("hook") as HarnessName;
  const { output, text, faults } = await context().startHook(harness, {
    budget: number(words.text("budget"), "budget"),
    part: words.text("part") as HookPart | undefined,
    timeoutMs: (number(words.text("timeout"), "timeout") ?? 3) * 1000,
  });
  return { text: () => output, json: () => JSON.stringify({ harness, text }), notes: faults };
}

function number(given: string | undefined, what: string): number | undefined {
  if (given === undefined || /^\d{1,9}(?:\.\d{1,3})?$/.test(given)) {
    return given === undefined ? given : Number(given);
  }
  throw new InvalidInputError(
    `Cannot use ${JSON.stringify(given.slice(0, 80))} as the ${what}: it must be a number`,
  );
}

/** Whether the working directory is in a folder; where nothing says which it is, it is taken to be. */
function isUnder(folder: string | undefined, { io }: Call): boolean {
  const here = folder === undefined ? "" : io.variable("PWD");
  if (folder === undefined || here === "") return true;
  const top = folder.replace(/\/+$/, "");
  return here === top || here.startsWith(`${top}/`);
}

/** `ctx brief`: one screen on what matters now (§5.2). */
export const brief: Command = async ({ context, isColored }) => {
  const { text, ...brief } = await context().brief();
  return { text: () => colored(text, isColored), json: () => JSON.stringify(brief), notes: brief.faults };
};

/** The titles of sections stand out on a terminal. */
function colored(text: string, isColored: boolean): string {
  if (!isColored) return text;
  const { bold, dim } = paint(true);
  return text.replace(/^===.*$/gm, dim).replace(/^[A-Z]{4}[A-Z ]*(?= \(|$)/gm, bold);
}

import type { Command } from "../command.ts";
import { paint } from "../print.ts";

/** `ctx start`: what every session starts from (§5.1). */
export const start: Command = async ({ context }) => {
  const { rules, brief, summary, text, faults } = await context().start();
  return {
    // Without colour: it would change the text between the fences, which is to stand as it is.
    text: () => text,
    json: () => JSON.stringify({ rules, brief, summary }),
    notes: faults,
  };
};

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

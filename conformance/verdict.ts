import type { Run } from "./command.ts";

/** The outcome of one comparison, with what a reader of a failure needs. */
export interface Verdict {
  readonly ok: boolean;
  readonly expected: string;
  readonly got: string;
}

/** Holds when `claim` is true; `expected` and `got` are shown when it is not. */
export function holds(claim: boolean, expected: string, got: unknown): Verdict {
  return { ok: claim, expected, got: shown(got) };
}

/** Holds when both are the same JSON value, whatever the order of an object's keys. */
export function equal(got: unknown, expected: unknown): Verdict {
  return { ok: canonical(got) === canonical(expected), expected: shown(expected), got: shown(got) };
}

/** Holds when `text` contains each of `parts`. */
export function contains(text: string, ...parts: readonly string[]): Verdict {
  const missing = parts.filter((part) => !text.includes(part));
  return holds(missing.length === 0, `text with ${parts.map(shown).join(" and ")}`, text);
}

/** Holds when `text` contains none of `parts`. */
export function lacks(text: string, ...parts: readonly string[]): Verdict {
  return holds(
    !parts.some((part) => text.includes(part)),
    `text without ${parts.map(shown).join(", ")}`,
    text,
  );
}

/** Holds when `parts` occur in `text` in this order, each after the one before. */
export function inOrder(text: string, ...parts: readonly string[]): Verdict {
  let from = 0;
  const ok = parts.every((part) => {
    const at = text.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
  return holds(ok, `in this order: ${parts.join(", ")}`, text);
}

/** Holds when the command ended with status 0. */
export function succeeds(run: Run): Verdict {
  return holds(run.status === 0, "exit status 0", outcome(run));
}

/** Holds when the command ended by itself with a status other than 0. */
export function fails(run: Run): Verdict {
  return holds(run.status !== 0 && run.status < 128 && !run.timedOut, "exit status 1 to 127", outcome(run));
}

/** Holds when each of `verdicts` does; shows the first that does not. */
export function all(...verdicts: readonly Verdict[]): Verdict {
  return verdicts.find((verdict) => !verdict.ok) ?? { ok: true, expected: "", got: "" };
}

/** What a run gave, on few lines. */
export function outcome(run: Run): string {
  const ended = run.timedOut ? "stopped after the time limit" : `exit status ${run.status}`;
  return `${ended}; stdout ${shown(run.stdout)}; stderr ${shown(run.stderr)}`;
}

/** The JSON text of a value with every object's keys sorted, so that equal values have equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.entries(part).filter(([, member]) => member !== undefined).sort(([a], [b]) =>
      a < b ? -1 : 1
    );
  }) ?? "absent";
}

function shown(value: unknown): string {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  return text.length > 700 ? `${text.slice(0, 400)} … ${text.slice(-250)} (${text.length} characters)` : text;
}

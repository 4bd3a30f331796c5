import { type Examination, examine } from "../../doctor/examine.ts";
import type { Finding } from "../../doctor/finding.ts";
import { visibleLine } from "../../text/visible.ts";
import type { Command } from "../command.ts";
import { type Paint, paint } from "../print.ts";

/** `ctx doctor`: looks the context over, and mends what is safe to mend. */
export const doctor: Command = async ({ words, io, context, isColored }) => {
  const opened = context(), seconds = words.text("lock-timeout"), fix = words.has("fix");
  const found = await examine(opened, {
    fix,
    userHome: io.variable("HOME") || undefined,
    signal: fix ? io.interrupted() : undefined,
    lockTimeoutMs: seconds === undefined ? undefined : Number(seconds) * 1000,
  });
  const { isWell, checks, findings, start } = found;
  return {
    text: () => examinationText(opened.home, found, paint(isColored)),
    json: () =>
      JSON.stringify({
        home: opened.home,
        well: isWell,
        checks: Object.fromEntries(checks.map(({ name, isWell }) => [name, isWell])),
        start,
        findings: findings.map(({ check, level, message, remedy, isFixable, fixed }) => (
          { check, level, message, remedy, fixable: isFixable, fixed }
        )),
      }),
    status: isWell ? 0 : 1,
  };
};

function examinationText(home: string, found: Examination, colors: Paint): string {
  const { checks, findings, start } = found, { bold } = colors;
  const fine = checks.filter(({ isWell }) => isWell).map(({ name }) => name);
  const lines = [bold(visibleLine(home)), ...findings.flatMap((item) => findingLines(item, colors))];
  if (fine.length > 0) lines.push(`well: ${fine.join(", ")}`);
  if (start) {
    const { characters, tokens } = start, number = (count: number) => count.toLocaleString("en");
    lines.push(`ctx start prints ${number(characters)} characters, roughly ${number(tokens)} tokens`);
  }
  lines.push(verdict(found));
  return lines.join("\n") + "\n";
}

function findingLines({ check, level, message, remedy, fixed }: Finding, { yellow, dim }: Paint): string[] {
  const title = fixed === undefined && level === "wrong"
    ? yellow(level)
    : fixed === undefined
    ? level
    : "fixed";
  return [`${title}: ${check}: ${message}`, `  ${fixed ?? dim(remedy)}`];
}

function verdict({ isWell, findings }: Examination): string {
  if (isWell) return "All is well.";
  const left = findings.filter(({ level, fixed }) => level === "wrong" && fixed === undefined);
  const fixable = left.filter(({ isFixable }) => isFixable).length;
  const many = left.length === 1 ? "1 thing is wrong" : `${left.length} things are wrong`;
  if (fixable === 0) return `${many}.`;
  const which = left.length === 1 ? "it" : fixable === left.length ? "them all" : `${fixable} of them`;
  return `${many}; ctx doctor --fix mends ${which}.`;
}

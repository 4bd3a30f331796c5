import type { Checked, Level } from "./check.ts";
import type { Bound } from "./bound_elsewhere.ts";

/** How many checks passed, failed (a MUST, or one of ours) and warned (a SHOULD). */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
}

/** Counts the checks. */
export function tally(checked: readonly Checked[]): Tally {
  const missed = checked.filter((check) => !check.verdict.ok);
  const warned = missed.filter((check) => check.level === "SHOULD").length;
  return { passed: checked.length - missed.length, failed: missed.length - warned, warned };
}

/** The report for a person: failures in full, the table, what is bound elsewhere, the last line. */
export function textReport(checked: readonly Checked[], bound: readonly Bound[], seconds: number): string {
  const { passed, failed, warned } = tally(checked);
  return [
    ...checked.filter((check) => !check.verdict.ok).map(failureText),
    table(checked),
    "",
    ...boundText(bound),
    `${checked.length} checks in ${seconds.toFixed(0)} s, ${warned} ${warned === 1 ? "warning" : "warnings"}`,
    `${passed} passed, ${failed} failed`,
  ].join("\n");
}

/** The same for a machine: one JSON document. */
export function jsonReport(checked: readonly Checked[], bound: readonly Bound[], seconds: number): string {
  const checks = checked.map(({ section, level, title, verdict, line }) => (
    verdict.ok
      ? { section, level, title, ok: true }
      : { section, level, title, ok: false, command: line, expected: verdict.expected, got: verdict.got }
  ));
  return JSON.stringify({ ...tally(checked), seconds, checks, bound_elsewhere: bound }, null, 2);
}

const WORDS: Readonly<Record<Level, string>> = {
  MUST: "FAIL",
  SHOULD: "warn",
  OPTIONAL: "FAIL (optional)",
  OURS: "FAIL (extra)",
};

function failureText({ section, level, title, verdict, line }: Checked): string {
  return [
    `${WORDS[level]}  §${section} ${title}`,
    `  command:  ${line}`,
    `  expected: ${verdict.expected}`,
    `  got:      ${verdict.got}`,
    "",
  ].join("\n");
}

function table(checked: readonly Checked[]): string {
  const rows = new Map<string, { section: string; level: Level; checks: number; missed: number }>();
  for (const { section, level, verdict } of checked) {
    const row = rows.get(`${section} ${level}`) ?? { section, level, checks: 0, missed: 0 };
    rows.set(`${section} ${level}`, {
      ...row,
      checks: row.checks + 1,
      missed: row.missed + (verdict.ok ? 0 : 1),
    });
  }
  const lines = [...rows.values()].sort(bySection).map(({ section, level, checks, missed }) => {
    const result = missed === 0 ? "passed" : `${missed} ${level === "SHOULD" ? "warned" : "failed"}`;
    return `${`§${section}`.padEnd(8)} ${LABELS[level].padEnd(8)} ${String(checks).padStart(6)}  ${result}`;
  });
  return [`${"section".padEnd(8)} ${"level".padEnd(8)} ${"checks".padStart(6)}  result`, ...lines].join("\n");
}

const LABELS: Readonly<Record<Level, string>> = {
  MUST: "MUST",
  SHOULD: "SHOULD",
  OPTIONAL: "optional",
  OURS: "extra",
};
const LEVELS: readonly Level[] = ["MUST", "SHOULD", "OPTIONAL", "OURS"];

function bySection(a: { section: string; level: Level }, b: { section: string; level: Level }): number {
  const order = a.section.localeCompare(b.section, "en", { numeric: true });
  return order !== 0 ? order : LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level);
}

function boundText(bound: readonly Bound[]): readonly string[] {
  if (bound.length === 0) return [];
  const lines = bound.map(({ section, level, who, what }) =>
    `${`§${section}`.padEnd(8)} ${level.padEnd(10)} ${who.padEnd(12)} ${what}`
  );
  return ["Requirements that bind somebody other than the command, and are not checked:", ...lines, ""];
}

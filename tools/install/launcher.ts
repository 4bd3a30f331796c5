/**
 * The text of the launcher, `~/.local/bin/ctx`: a head that knows the paths of one installation, and the end
 * of `conformance/ctx`, so that both grant the same.
 *
 * @module
 */

import { LAUNCHER_MARK } from "./places.ts";

/** The line of `conformance/ctx` after which both are the same. */
const SHARED_FROM = "# The installed launcher is the same from here on";

/** What a launcher starts. */
export interface LauncherInput {
  /** The text of `conformance/ctx`. */
  readonly script: string;
  /** The folder of the copied ctx. */
  readonly app: string;
  /** The module in it that is run. */
  readonly program: string;
  /** Deno's cache for ctx alone. */
  readonly cache: string;
  /** The Deno to run; if it has gone, the one on `PATH` is taken. */
  readonly deno: string;
}

/** A word of the shell that stands for exactly this text. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The name of the folder that a launcher runs, below those of all installations; whatever characters lead there. */
export function appOfLauncher(text: string): string | undefined {
  return /^app='(?:[^']|'\\'')*\/([^/']+)'$/m.exec(text)?.[1];
}

/**
 * The launcher's text.
 *
 * @throws {Error} If the shared part is not where it should be in `conformance/ctx`.
 */
export function launcherText(input: LauncherInput): string {
  const lines = input.script.split("\n");
  const start = lines.findIndex((line) => line.startsWith(SHARED_FROM));
  if (start < 0) throw new Error(`conformance/ctx lacks the line "${SHARED_FROM}"`);
  const head = [
    "#!/bin/sh",
    LAUNCHER_MARK,
    `app=${quote(input.app)}`,
    `program=${quote(input.program)}`,
    `deno=${quote(input.deno)}`,
    '[ -x "$deno" ] || deno=deno',
    // No other variable changes what an installed ctx may do.
    "grants=",
    `export DENO_DIR=${quote(input.cache)} DENO_NO_UPDATE_CHECK=1`,
    'set -- --no-config --cached-only --import-map "$app/import_map.json" "$program" "$@"',
    "",
  ];
  return [...head, ...lines.slice(start + 1)].join("\n");
}

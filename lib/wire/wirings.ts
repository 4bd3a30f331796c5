import { HARNESSES, type HarnessName } from "../memory/harness.ts";
import type { ByHand, Placement, Wiring } from "./placement.ts";
import { InvalidInputError } from "../errors.ts";
import { visibleLine } from "../text/visible.ts";
import { pointerText } from "./pointer_text.ts";
import { type Program, shellLine } from "./program.ts";
import { byHand } from "./pieces.ts";
import { TABLE } from "./wiring_table.ts";

/** What a wiring is made from. */
export interface WiringFacts {
  /** The user's home folder. */
  readonly userHome: string;
  /** The project whose files are used instead of the user's own; absolute. */
  readonly project?: string;
  /** Who writes there; the harness's own name when absent. */
  readonly author?: string;
  /** The context root, where it is not the one that is used without `CTX_HOME`. */
  readonly contextHome?: string;
  /** How ctx is run. */
  readonly program: Program;
  /** Start in this folder and below it alone. */
  readonly under?: string;
  /** Whether the start hook is put in three times, each with a cap of its own: rules, brief, summary. */
  readonly inParts?: boolean;
  /** Which of a harness's possible files is there; none is, as far as is known, when absent. */
  isThere?(file: string): boolean;
}

/**
 * All that wires a harness: hook, pointer, environment, server, and the line for its private memory (§5.3, §13.6).
 *
 * @param harness Which. @param facts What it is made from.
 * @throws {InvalidInputError} If a name or a path in it is more than one line, or hides something.
 */
export function wiringOf(harness: HarnessName, facts: WiringFacts): Wiring {
  for (const name of ["author", "under", "project", "userHome", "contextHome"] as const) {
    checkLine(name, facts[name]);
  }
  const { userHome, project, program, under, inParts, contextHome } = facts;
  const author = facts.author ?? (harness === "plain" ? "<name>" : HARNESSES[harness].name);
  const variables: Record<string, string> = {
    CTX_AUTHOR: author,
    ...contextHome && { CTX_HOME: contextHome },
  };
  const more = under === undefined ? [] : ["--under", under];
  const hooks = (inParts ? [["--part", "rules"], ["--part", "brief"], ["--part", "summary"]] : [[]])
    .map((part) => [...program.words, "start", "--hook", harness, ...part, ...more]);
  const { pieces, strict = [], notes = [] } = TABLE[harness]({
    isThere: (file) => facts.isThere?.(file) ?? false,
    author,
    base: project ?? userHome,
    isProject: project !== undefined,
    variables,
    hooks,
    hookLines: hooks.map((words) => shellLine(words, variables)),
    server: [...program.words, "mcp"],
    // What a project's file says is read on other machines too.
    say: pointerText(project === undefined ? program.words : ["ctx"], author, {}),
    sayAll: pointerText(project === undefined ? program.words : ["ctx"], author, variables),
  });
  const placements = pieces.filter((piece): piece is Placement => "file" in piece);
  const memory = byHand(
    "memory",
    "the harness's private memory, if it keeps one",
    "Project memory is ctx: run ctx start.",
  );
  return {
    harness,
    base: project ?? userHome,
    author,
    variables,
    asked: [
      ...facts.author === undefined ? [] : ["--author", facts.author],
      ...project === undefined ? [] : ["--project", project],
      ...more,
      ...inParts ? ["--parts"] : [],
    ],
    placements,
    byHand: [...pieces.filter((piece): piece is ByHand => "where" in piece), memory],
    strict,
    notes,
  };
}

/** What goes into settings, shell lines and marked blocks has to stay on its line, and be what it looks like. */
function checkLine(name: string, text: string | undefined): void {
  if (text === undefined || (visibleLine(text) === text && text.isWellFormed())) return;
  throw new InvalidInputError(
    `Cannot wire ${
      visibleLine(JSON.stringify(text)).slice(0, 200)
    } as ${name}: it is more than a line, or hides something`,
  );
}

import { InvalidInputError } from "../errors.ts";
import { checkOneOf } from "../memory/check_arguments.ts";
import { HARNESSES, type HarnessName } from "../memory/harness.ts";
import type { Wiring } from "../wire/placement.ts";
import { type Program, programOf } from "../wire/program.ts";
import { wiringOf } from "../wire/wirings.ts";
import type { Call } from "./command.ts";

/** What a call about a harness is about. */
export interface CallWiring {
  readonly wiring: Wiring;
  readonly program: Program;
  /** The context root. */
  readonly home: string;
  /** The same where it is not the one that is used without `CTX_HOME`. */
  readonly contextHome?: string;
}

/** The harness that a call names. */
export function harnessOf({ words }: Call): HarnessName {
  const [name] = words.positional;
  if (name === undefined) {
    throw new InvalidInputError("The name of a harness is missing", {
      hint: `One of: ${Object.keys(HARNESSES).join(", ")}.`,
    });
  }
  checkOneOf("harness", Object.keys(HARNESSES), name);
  return name as HarnessName;
}

/** What wires a harness, made from the words of a call and from what surrounds the process. */
export function wiringFor({ words, io, options }: Call, harness: HarnessName): CallWiring {
  const home = options().home.replace(/(?<=.)\/+$/, ""),
    userHome = io.variable("HOME") || io.variable("USERPROFILE");
  if (userHome === "") throw new InvalidInputError("There is no home folder: HOME is not set");
  const project = folder(words.text("project"), "project"), under = folder(words.text("under"), "under");
  if (harness === "cursor" && under !== undefined && project === undefined) {
    throw new InvalidInputError(
      "Cursor runs a user's hooks in ~/.cursor, so --under would keep them silent",
      { hint: "Wire the project instead: --project DIR" },
    );
  }
  const contextHome = home === `${userHome.replace(/\/+$/, "")}/ctx` ? undefined : home;
  const program = programOf(io.program(), home, contextHome === undefined ? {} : { CTX_HOME: contextHome });
  const wiring = wiringOf(harness, {
    userHome: userHome.replace(/\/+$/, ""),
    project,
    author: words.text("author")?.trim() || undefined,
    contextHome,
    program,
    under,
    inParts: words.has("parts"),
    isThere: (file) => io.lookAt(file) === "there",
  });
  return { wiring, program, home, contextHome };
}

function folder(given: string | undefined, what: string): string | undefined {
  if (given === undefined) return undefined;
  if (given.startsWith("/") && !given.includes("\0")) return given.replace(/(?<=.)\/+$/, "");
  throw new InvalidInputError(
    `Cannot use ${JSON.stringify(given)} with --${what}: it is not an absolute path`,
  );
}

/** The folders of the files that a wiring is about. */
export function foldersOf({ placements }: Wiring): string[] {
  return [...new Set(placements.map(({ file }) => file.slice(0, file.lastIndexOf("/"))))];
}

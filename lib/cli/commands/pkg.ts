import { InvalidInputError } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import type { Command } from "../command.ts";
import type { OptionName } from "../options.ts";

/** A word behind `ctx pkg`: what follows it, its options, and where its code is. */
interface Verb {
  readonly usage: string;
  /** The fewest and the most words that follow it. */
  readonly words: readonly [number, number];
  /** What is missing where there are too few. */
  readonly missing: string;
  readonly options: readonly OptionName[];
  readonly load: () => Promise<Command>;
}

const FILE = "no file is named", NAME = "no package is named";
const IMPORT: readonly OptionName[] = ["force", "strict-deps", "accept-new-key", "lock-timeout"];

const VERBS: Readonly<Record<string, Verb>> = {
  verify: {
    usage: "FILE...",
    words: [1, Infinity],
    missing: FILE,
    options: ["strict", "lock"],
    load: async () => (await import("./pkg_verify.ts")).verify,
  },
  info: {
    usage: "FILE | NAME[@VERSION]",
    words: [1, 1],
    missing: FILE,
    options: ["session"],
    load: async () => (await import("./pkg_info.ts")).info,
  },
  create: {
    usage: "NAME",
    words: [1, 1],
    missing: NAME,
    options: [
      ...["version", "description", "tag", "key", "since", "store", "scope", "session", "level"] as const,
      ...["profile", "sign", "at", "out", "dry-run", "lock-timeout"] as const,
    ],
    load: async () => (await import("./pkg_create.ts")).create,
  },
  import: {
    usage: "FILE",
    words: [1, 1],
    missing: FILE,
    options: ["dry-run", ...IMPORT],
    load: async () => (await import("./pkg_import.ts")).imported,
  },
  export: {
    usage: "NAME[@VERSION]",
    words: [1, 1],
    missing: NAME,
    options: ["out"],
    load: async () => (await import("./pkg_kept.ts")).exported,
  },
  list: {
    usage: "",
    words: [0, 0],
    missing: "",
    options: [],
    load: async () => (await import("./pkg_kept.ts")).list,
  },
  diff: {
    usage: "A B",
    words: [2, 2],
    missing: "two packages are to be named",
    options: [],
    load: async () => (await import("./pkg_diff.ts")).diff,
  },
  remove: {
    usage: "NAME[@VERSION]",
    words: [1, 1],
    missing: NAME,
    options: ["lock-timeout"],
    load: async () => (await import("./pkg_kept.ts")).remove,
  },
  wrap: {
    usage: "FILE",
    words: [1, 1],
    missing: FILE,
    options: ["to", "secret-env"],
    load: async () => (await import("./pkg_envelope.ts")).wrap,
  },
  unwrap: {
    usage: "FILE",
    words: [1, 1],
    missing: FILE,
    options: ["secret-env", "import", "no-check", "dry-run", ...IMPORT],
    load: async () => (await import("./pkg_envelope.ts")).unwrap,
  },
};
const ALL_OPTIONS = new Set(Object.values(VERBS).flatMap(({ options }) => options));

/** `ctx pkg`: context packages (ctxpkg §13.2). */
export const pkg: Command = async (call) => {
  const [verb = "", ...words] = call.words.positional,
    row = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (row === undefined) {
    const close = nearest(verb, Object.keys(VERBS));
    throw new InvalidInputError(`There is no command ctx pkg ${JSON.stringify(verb)}`, {
      hint: close ? `Did you mean ctx pkg ${close}?` : `Usage: ctx pkg ${Object.keys(VERBS).join(" | ")}`,
    });
  }
  const other = [...ALL_OPTIONS].find((option) => call.words.has(option) && !row.options.includes(option));
  if (other) throw new InvalidInputError(`ctx pkg ${verb} has no option --${other}`);
  const [fewest, most] = row.words;
  if (words.length < fewest || words.length > most) {
    const isFile = row.usage.includes("FILE"),
      said = words.length < fewest ? row.missing : "there is a word too many";
    throw new InvalidInputError(`ctx pkg ${verb}: ${said}`, {
      hint: `Usage: ${`ctx pkg ${verb} ${row.usage}`.trim()}${
        isFile ? ", where - stands for standard input" : ""
      }`,
    });
  }
  return await (await row.load())(call);
};

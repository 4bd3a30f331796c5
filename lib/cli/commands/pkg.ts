import { InvalidInputError, PermissionError } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import type { CommandRow } from "../catalog.ts";
import type { Call, Command } from "../command.ts";
import { filesOf, grantedLine } from "../granted_line.ts";
import type { OptionName } from "../options.ts";
import { isFile, keptHint } from "../package_input.ts";

/** A word behind `ctx pkg`. */
export interface Verb extends CommandRow {
  /** What is missing where too few words follow it. */
  readonly missing: string;
}

const FILE = "no file is named", NAME = "no package is named";
const IMPORT: readonly OptionName[] = ["force", "strict-deps", "accept-new-key", "lock-timeout"];

/** The words behind `ctx pkg`. */
export const VERBS: Readonly<Record<string, Verb>> = {
  verify: {
    summary: "whether packages are what they say: form, hashes, signature",
    usage: "FILE...",
    words: [1, Infinity],
    missing: FILE,
    options: ["strict", "lock"],
    load: async () => (await import("./pkg_verify.ts")).verify,
  },
  info: {
    summary: "what a package says of itself, what it holds, what an import would do",
    usage: "FILE | NAME[@VERSION]",
    words: [1, 1],
    missing: FILE,
    options: ["session"],
    load: async () => (await import("./pkg_info.ts")).info,
  },
  create: {
    summary: "make a package of entries, kept in packages/",
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
    summary: "make entries of a package, in shared",
    usage: "FILE",
    words: [1, 1],
    missing: FILE,
    options: ["dry-run", ...IMPORT],
    load: async () => (await import("./pkg_import.ts")).imported,
  },
  export: {
    summary: "print a kept package, byte for byte",
    usage: "NAME[@VERSION]",
    words: [1, 1],
    missing: NAME,
    options: ["out"],
    load: async () => (await import("./pkg_kept.ts")).exported,
  },
  list: {
    summary: "the packages that are kept",
    usage: "",
    words: [0, 0],
    missing: "",
    options: [],
    load: async () => (await import("./pkg_kept.ts")).list,
  },
  diff: {
    summary: "the items that differ between two packages: 0 none, 1 some, 2 it cannot be told",
    usage: "A B",
    words: [2, 2],
    missing: "two packages are to be named",
    options: [],
    load: async () => (await import("./pkg_diff.ts")).diff,
  },
  remove: {
    summary: "take a kept package out; its entries stay",
    usage: "NAME[@VERSION]",
    words: [1, 1],
    missing: NAME,
    options: ["lock-timeout"],
    load: async () => (await import("./pkg_kept.ts")).remove,
  },
  wrap: {
    summary: "put a package into an envelope for another agent",
    usage: "FILE",
    words: [1, 1],
    missing: FILE,
    options: ["to", "secret-env"],
    load: async () => (await import("./pkg_envelope.ts")).wrap,
  },
  unwrap: {
    summary: "take a package out of its envelope, or with --import into the memory",
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
      hint: verb === "help"
        ? "ctx help pkg says what each word does, ctx pkg create --help which options one has."
        : close
        ? `Did you mean ctx pkg ${close}?`
        : `Usage: ctx pkg ${Object.keys(VERBS).join(" | ")}`,
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
  try {
    const outcome = await (await row.load())(call);
    const faults = outcome.faults?.map((fault) =>
      fault instanceof PermissionError ? withLine(call, row, fault) : fault
    );
    return { ...outcome, faults };
  } catch (error) {
    if (error instanceof PermissionError) throw withLine(call, row, error);
    if (!(error instanceof InvalidInputError && error.cause instanceof PermissionError)) throw error;
    throw new InvalidInputError(error.message, { cause: error, hint: withLine(call, row, error.cause).hint });
  }
};

/** The refusal, with a line that grants what was lacking. */
function withLine(call: Call, { options }: Verb, error: PermissionError): PermissionError {
  const { path } = error;
  if (path === undefined || path.startsWith(`${call.options().home}/`)) return error;
  const isOutput = call.words.text("out") === path, slash = path.lastIndexOf("/");
  const folder = slash === -1 ? "." : path.slice(0, slash), reads = filesOf(call, isOutput ? [] : [path]);
  const hint = isOutput
    ? "Print it, which needs no grant: --out -"
    : isFile(path)
    ? "Give it on standard input, where - stands for it"
    : keptHint(path, call.words.positional[0]!);
  // A comma ends a path in a list of grants, and the whole disk is not to be granted for a file.
  const isTooMuch = [folder, ...reads].some((granted) => granted.includes(",")) ||
    (isOutput && folder === "");
  if (isTooMuch) return new PermissionError(error.message, { path, cause: error, hint });
  const secret = call.words.text("secret-env"), variables = secret === undefined ? [] : [secret];
  const line = grantedLine(call, "pkg", options, { paths: isOutput ? [folder] : [], reads, variables });
  return new PermissionError(error.message, { path, cause: error, hint: `${hint}; or: ${line}` });
}

/** An option of the command line, as every command that takes it means it. */
export interface OptionRow {
  /** What stands for its value in the help; absent for a switch. */
  readonly value?: string;
  /** Whether it can be given more than once. */
  readonly isRepeated?: boolean;
  /** What it does, as the help says. */
  readonly help: string;
  /** The words it can take, for completion; absent where any will do. */
  readonly words?: readonly string[];
}

/** All options; a command's row names those it takes. */
export const OPTIONS = {
  store: { value: "STORE", help: "operator, shared or agent", words: ["operator", "shared", "agent"] },
  source: {
    value: "SOURCE",
    help: "whose knowledge it is: operator, agent, both or system",
    words: ["operator", "agent", "both", "system"],
  },
  basis: {
    value: "BASIS",
    help: "how it is known: verified (checked in this session), reported or inferred",
    words: ["verified", "reported", "inferred"],
  },
  scope: { value: "SCOPE", help: "global, or session for a working note", words: ["global", "session"] },
  tag: { value: "TAG", isRepeated: true, help: "a tag (can be repeated)" },
  "no-tags": { help: "take the tags off" },
  derivation: { value: "TEXT", help: "how the value was arrived at" },
  as: {
    value: "KIND",
    help: "take the value as string or as json, whatever it looks like",
    words: ["string", "json"],
  },
  new: { help: "fail when the key is there" },
  "if-timestamp": {
    value: "TIME",
    help: "fail when the entry is not the one read at this timestamp (get --json)",
  },
  force: { help: "write also what looks like a credential" },
  "lock-timeout": { value: "SECONDS", help: "how long to wait for another writer (30)" },
  all: { help: "the key in every store" },
  verbose: { help: "all fields (also -v)" },
  raw: { help: "the value's bytes and nothing else" },
  at: {
    value: "TIME",
    help: "what it said then: 2026-10-13T12:00 or a date, local, or RFC 3339",
  },
  by: { value: "KEY", help: "the key that replaces it" },
  note: { value: "TEXT", help: "why" },
  author: { value: "NAME", help: "the author: of what is found, or of what is written" },
  status: {
    value: "STATUS",
    help: "amended, superseded, resolved, or current for none",
    words: ["amended", "superseded", "resolved", "current"],
  },
  since: { value: "TIME", help: "written at or after: a date (midnight in UTC), or RFC 3339" },
  words: { help: 'find by words, best match first: all words, "a phrase", begin*, -without' },
  limit: { value: "N", help: "the first N only; 0 for all" },
  "older-than": { value: "AGE", help: "older than this: minutes, hours or days, as 90m, 24h, 7d (24h)" },
  "dry-run": { help: "change nothing, and say what would be done" },
  hook: {
    value: "HARNESS",
    help: "what a start hook of this harness is to print, within what arrives there",
    words: ["claude", "codex", "gemini", "cursor", "opencode", "copilot", "plain"],
  },
  budget: { value: "N", help: "no more than this, in the harness's unit: characters, or tokens" },
  part: { value: "PART", help: "rules, brief or summary alone", words: ["rules", "brief", "summary"] },
  under: { value: "DIR", help: "print nothing where the working directory is not in DIR" },
  timeout: { value: "SECONDS", help: "print after this long what was read by then (3)" },
  project: { value: "DIR", help: "the files of this project instead of the user's own" },
  to: { value: "AGENT", help: "for whom the envelope is" },
  "secret-env": { value: "NAME", help: "the variable with the secret that signs, or checks, the envelope" },
  strict: { help: "refuse also a name with a scope in version 1, which its text does not allow" },
  description: { value: "TEXT", help: "what the package is, in a line" },
  key: { value: "PATTERN", isRepeated: true, help: "only entries with such a key; * stands for anything" },
  session: { help: "with the newest session summary; of info: the session layer as a summary" },
  level: { value: "N", help: "2 adds a graph of the entries (1)", words: ["1", "2"] },
  profile: {
    value: "PROFILE",
    help: "portable, which any tool accepts (the default), or lean-ctx, which lean-ctx can apply too",
    words: ["portable", "lean-ctx"],
  },
  sign: { help: "sign it with this context's key, keys/ctxpkg-ed25519.key, made where there is none" },
  out: { value: "FILE", help: "write it there; - is standard output" },
  lock: { value: "FILE", help: "check also that the file is the one that this lockfile pins" },
  import: { help: "import the package that the envelope carries" },
  "no-check": { help: "import it though nobody checked the envelope's signature" },
  "strict-deps": { help: "refuse a package that builds on one that is not here" },
  "accept-new-key": { help: "take a package that another key signed than the last of its name" },
  parts: { help: "three start hooks, rules, brief and summary, each with a cap of its own" },
  apply: {
    help: "merge it into those files, where reading and writing them was granted; the difference is shown",
  },
  check: {
    help: "say whether it is there, unchanged, runs and arrives; of all harnesses when none is named",
  },
  "read-only": { help: "offer no tool that writes" },
  "allow-delete": { help: "offer the tool that removes an entry for good" },
  fix: { help: "mend what needs nobody's judgement: modes, leftovers, missing folders and RULES.md" },
  from: {
    value: "FORMAT",
    help: "ctx, mcp-memory or notes (a tar stream); told by the content when not given",
    words: ["ctx", "mcp-memory", "notes"],
  },
  "on-conflict": {
    value: "RULE",
    help:
      "of two that differ: newer (the default), keep what is there, replace it, or fail and import nothing",
    words: ["newer", "keep", "replace", "fail"],
  },
  config: { help: "write a commented config.jsonc too" },
  git: { help: "write a .gitattributes too, and say how git is to merge the stores" },
  date: { value: "DATE", help: "the local date on which the session started (today)" },
  focus: { value: "TEXT", help: "one line on what the session was about, for a summary without a header" },
  json: { help: "one JSON document on standard output, times in UTC" },
  help: { help: "show the help (also -h)" },
  version: { help: "show the version" },
} as const satisfies Record<string, OptionRow>;

/** The name of an option. */
export type OptionName = keyof typeof OPTIONS;

/** Options that mean something else to one command than to all others. */
const OWN: Readonly<Record<string, Readonly<Partial<Record<OptionName, OptionRow>>>>> = {
  pkg: {
    version: { value: "V", help: "its version (1.0.0)" },
    at: {
      value: "TIME",
      help:
        "when it was made, as it says: local or RFC 3339, a date alone is its end; the same entries then give the same bytes",
    },
    store: {
      value: "STORE",
      isRepeated: true,
      help: "the stores that are asked for (shared); operator says what it gives away",
      words: ["operator", "shared", "agent"],
    },
    scope: { value: "SCOPE", help: "session: also the focus and working notes", words: ["session"] },
    tag: { value: "TAG", isRepeated: true, help: "a tag of the package (can be repeated)" },
    "dry-run": { help: "write nothing, and say what would be done" },
    force: {
      help:
        "take also what looks like a credential, and a package that names one that is here among its conflicts",
    },
  },
};

/**
 * An option's row.
 *
 * @param name The option. @param command The command that it is given to.
 */
export function optionRow(name: OptionName, command = ""): OptionRow {
  const own = Object.hasOwn(OWN, command) ? OWN[command]![name] : undefined;
  return own ?? OPTIONS[name];
}

/** Options that every command takes. */
export const EVERYWHERE: readonly OptionName[] = ["json", "help", "version"];

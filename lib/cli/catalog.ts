// long: one table, with a row a command: to split it would hide what there is.
import type { Command } from "./command.ts";
import type { OptionName } from "./options.ts";

/** A command: its words, its options, and where its code is. */
export interface CommandRow {
  /** The positional words, as the help shows them. */
  readonly usage: string;
  /** One line on what it does. */
  readonly summary: string;
  /** The fewest and the most positional words. */
  readonly words: readonly [number, number];
  /** The options it takes besides those that every command takes. */
  readonly options: readonly OptionName[];
  /** Whether it ends with status 0 whatever it finds, so that a hook never fails a session (§5.1). */
  readonly neverFails?: boolean;
  /** Loads its code, which no other command needs. */
  readonly load: () => Promise<Command>;
  /** The words that may stand behind it, where each has words, options and help of its own. */
  readonly verbs?: () => Promise<Readonly<Record<string, CommandRow>>>;
}

const WRITE: readonly OptionName[] = ["store", "force", "lock-timeout"];
const FILTERS: readonly OptionName[] = [
  "store",
  "source",
  "basis",
  "scope",
  "tag",
  "author",
  "status",
  "since",
  "limit",
];

/** The commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  start: {
    usage: "",
    summary: "what every session starts from: the rules, the brief, the newest session summary",
    words: [0, 0],
    options: ["hook", "budget", "part", "under", "timeout"],
    neverFails: true,
    load: async () => (await import("./commands/brief_and_start.ts")).start,
  },
  brief: {
    usage: "",
    summary: "one screen on what matters now",
    words: [0, 0],
    options: [],
    neverFails: true,
    load: async () => (await import("./commands/brief_and_start.ts")).brief,
  },
  get: {
    usage: "<key>",
    summary: "show an entry",
    words: [1, 1],
    options: ["store", "all", "verbose", "raw"],
    load: async () => (await import("./commands/get.ts")).get,
  },
  set: {
    usage: "<key> <value...>",
    summary: "write an entry, new or in place of the value that is there",
    words: [2, Infinity],
    options: [
      ...[
        "store",
        "source",
        "basis",
        "scope",
        "tag",
        "no-tags",
        "derivation",
        "as",
        "new",
        "if-timestamp",
      ] as const,
      ...WRITE.slice(1),
    ],
    load: async () => (await import("./commands/set.ts")).set,
  },
  edit: {
    usage: "<key>",
    summary: "change an entry's value in your editor, where running it was granted",
    words: [1, 1],
    options: WRITE,
    load: async () => (await import("./commands/edit.ts")).edit,
  },
  amend: {
    usage: "<key> <note...>",
    summary: "put a note in front of an entry's value",
    words: [2, Infinity],
    options: WRITE,
    load: async () => (await import("./commands/status_and_basis.ts")).amend,
  },
  supersede: {
    usage: "<key> --by <key>",
    summary: "mark an entry as replaced by another",
    words: [1, 1],
    options: ["by", "note", ...WRITE],
    load: async () => (await import("./commands/status_and_basis.ts")).supersede,
  },
  resolve: {
    usage: "<key>",
    summary: "mark an entry as done with",
    words: [1, 1],
    options: ["note", ...WRITE],
    load: async () => (await import("./commands/status_and_basis.ts")).resolve,
  },
  basis: {
    usage: "<key> <basis>",
    summary: "say anew how an entry is known",
    words: [2, 2],
    options: ["store", "lock-timeout"],
    load: async () => (await import("./commands/status_and_basis.ts")).basis,
  },
  delete: {
    usage: "<key>",
    summary: "remove an entry for good, its earlier values too",
    words: [1, 1],
    options: ["store", "lock-timeout"],
    load: async () => (await import("./commands/delete.ts")).remove,
  },
  search: {
    usage: "<pattern>",
    summary: "find entries by a part of their key or value",
    words: [1, 1],
    options: ["words", ...FILTERS],
    load: async () => (await import("./commands/search_and_list.ts")).search,
  },
  list: {
    usage: "",
    summary: "list entries",
    words: [0, 0],
    options: FILTERS,
    load: async () => (await import("./commands/search_and_list.ts")).list,
  },
  history: {
    usage: "<key>",
    summary: "what an entry is and was: when, by whom, by which operation",
    words: [1, 1],
    options: ["store", "at", "limit", "verbose"],
    load: async () => (await import("./commands/history_and_undo.ts")).history,
  },
  diff: {
    usage: "<key> [n] [m]",
    summary: "what changed between two versions of an entry, word by word",
    words: [1, 3],
    options: ["store"],
    load: async () => (await import("./commands/diff.ts")).diff,
  },
  undo: {
    usage: "<key>",
    summary: "put an entry's last version back, as a new change",
    words: [1, 1],
    options: WRITE,
    load: async () => (await import("./commands/history_and_undo.ts")).undo,
  },
  export: {
    usage: "",
    summary: "print entries as one JSON document, which import takes",
    words: [0, 0],
    options: FILTERS.filter((name) => name !== "limit"),
    load: async () => (await import("./commands/export.ts")).exported,
  },
  import: {
    usage: "",
    summary:
      "merge entries from standard input: an export, an MCP memory file, Markdown notes as a tar stream",
    words: [0, 0],
    options: ["store", "from", "on-conflict", "dry-run", "force", "lock-timeout"],
    load: async () => (await import("./commands/import.ts")).imported,
  },
  pkg: {
    usage: "create | import | verify | info | ...",
    summary: "context packages (.ctxpkg): a part of the memory handed to somebody else, or taken from them",
    words: [1, Infinity],
    options: [
      ...[
        "strict",
        "lock",
        "session",
        "version",
        "description",
        "tag",
        "key",
        "since",
        "store",
        "scope",
      ] as const,
      ...[
        "level",
        "profile",
        "sign",
        "at",
        "out",
        "dry-run",
        "force",
        "strict-deps",
        "accept-new-key",
      ] as const,
      ...["to", "secret-env", "import", "no-check", "lock-timeout"] as const,
    ],
    load: async () => (await import("./commands/pkg.ts")).pkg,
    verbs: async () => (await import("./commands/pkg.ts")).VERBS,
  },
  session: {
    usage: "new | write | list | show [name]",
    summary: "session summaries: a template, file one, list them, show one",
    words: [1, 2],
    options: ["date", "focus", "force", "lock-timeout"],
    load: async () => (await import("./commands/session.ts")).session,
  },
  stats: {
    usage: "",
    summary: "count what the context holds, and name what is stale or there twice",
    words: [0, 0],
    options: [],
    load: async () => (await import("./commands/stats.ts")).stats,
  },
  cleanup: {
    usage: "",
    summary: "remove old working notes of sessions; the history keeps them",
    words: [0, 0],
    options: ["older-than", "store", "dry-run", "lock-timeout"],
    load: async () => (await import("./commands/cleanup.ts")).cleanup,
  },
  doctor: {
    usage: "",
    summary: "look the context over: what is wrong, and the command that mends it",
    words: [0, 0],
    options: ["fix", "lock-timeout"],
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  wire: {
    usage: "[harness]",
    summary: "what wires a harness to ctx, shown, merged into its files, or checked",
    words: [0, 1],
    options: ["author", "project", "under", "parts", "apply", "dry-run", "check"],
    load: async () => (await import("./commands/wire.ts")).wire,
  },
  unwire: {
    usage: "<harness>",
    summary: "take out of a harness's files what ctx wire put in",
    words: [1, 1],
    options: ["author", "project", "under", "parts", "dry-run"],
    load: async () => (await import("./commands/unwire.ts")).unwire,
  },
  launch: {
    usage: "<harness>",
    summary: "print a script that starts a harness from ctx, with an instruction",
    words: [1, 1],
    options: ["author"],
    load: async () => (await import("./commands/launch.ts")).launch,
  },
  mcp: {
    usage: "",
    summary: "serve the memory to an agent over the Model Context Protocol, on standard input and output",
    words: [0, 0],
    options: ["author", "read-only", "allow-delete", "lock-timeout"],
    load: async () => (await import("./commands/mcp.ts")).mcp,
  },
  init: {
    usage: "",
    summary: "make the context root; nothing that is there is changed",
    words: [0, 0],
    options: ["config", "git", "lock-timeout"],
    load: async () => (await import("./commands/init.ts")).init,
  },
  "merge-driver": {
    usage: "<ancestor> <ours> <theirs>",
    summary: "merge two versions of a store file entry by entry, for git",
    words: [3, 3],
    options: ["lock-timeout"],
    load: async () => (await import("./commands/merge_driver.ts")).mergeDriver,
  },
  completions: {
    usage: "bash | zsh | fish",
    summary: "a completion script for a shell",
    words: [1, 1],
    options: [],
    load: async () => (await import("./commands/completions.ts")).completions,
  },
  help: {
    usage: "[command]",
    summary: "show the help",
    words: [0, 2],
    options: [],
    load: async () => (await import("./commands/help.ts")).help,
  },
};

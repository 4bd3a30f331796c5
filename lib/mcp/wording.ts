import type { Wording } from "../memory/hook_text.ts";

/** What says the same as a command, for an agent that has the tools and perhaps no shell. */
const CALLS: readonly (readonly [RegExp, string])[] = [
  [/\binsist with --force\b/g, "the operator can write it, by hand"],
  [/\bctx session new prints a template\b/g, "ctx_session files one"],
  [/\bctx get --json\b/g, "ctx_get"],
  [/\bctx session (?:show|list|new)\b/g, "ctx://session/latest"],
  [/\bctx session write\b[^;.)]*/g, "ctx_session"],
  [/\bctx (start|search|get|list|set|history|undo|delete)\b/g, "ctx_$1"],
  [/\bctx (amend|supersede|resolve|basis)\b/g, "ctx_mark $1"],
  [/\badd --(\w+) ([\w-]+)/g, "give $1 $2"],
  [/(?<![\w-])--(?:limit 0) shows all\b/g, "offset shows more"],
  [/(?<![\w-])--tag\b/g, "tags"],
  [/(?<![\w-])--new\b/g, "only_new"],
  [/(?<![\w-])--if-timestamp\b/g, "if_timestamp"],
  [/(?<![\w-])--([a-z]+)\b/g, "$1"],
];

/** Says what a message of ctx means for a caller of the tools: `ctx get` becomes `ctx_get`, `--store agent` `store agent`. */
export function inTools(message: string): string {
  return CALLS.reduce((text, [command, tool]) => text.replace(command, tool), message);
}

/** How ctx is called through its tools. */
export const AS_TOOLS: Wording = {
  usage: [
    "Record as you go: ctx_set, with the basis you have (verified, reported, inferred) and tags. " +
    "Close: ctx_mark resolve. Find: ctx_search. At the end: ctx_session.",
  ],
  call: inTools,
};

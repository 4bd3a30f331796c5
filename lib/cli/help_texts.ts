/** Examples for the help of each command, the overview's under the empty name; every one is run by a test. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  "": [
    "ctx start  # what a session begins with",
    'ctx set result_upload "200 MB take 71 s" --basis verified',
    "ctx search upload",
  ],
  start: ["ctx start"],
  brief: ["ctx brief"],
  get: ["ctx get result_upload", "ctx get result_upload --all -v", "ctx get result_upload --raw > value.txt"],
  set: [
    "ctx set result_upload - < long_text.md",
    'ctx set result_upload "200 MB take 71 s" --basis verified --tag upload',
    "ctx set limits '{\"upload_mb\": 50}'",
    "ctx set flag -- --verbose",
  ],
  amend: ['ctx amend result_upload "the limit is now 300 s"'],
  supersede: ['ctx supersede result_upload --by result_download --note "measured again"'],
  resolve: ['ctx resolve issue_upload --note "the proxy timeout was the cause"'],
  basis: ["ctx basis result_upload verified"],
  delete: ["ctx delete result_uplaod"],
  search: ["ctx search upload", 'ctx search "proxy timeout" --since 2026-10-01 --limit 5'],
  list: ["ctx list --tag decision --status current", "ctx list --store operator --json"],
  session: [
    "ctx session new > summary.md",
    "ctx session write < summary.md",
    "ctx session show",
    "ctx session list",
  ],
  stats: ["ctx stats"],
  cleanup: ["ctx cleanup --dry-run", "ctx cleanup --older-than 7d --store agent"],
  doctor: ["ctx doctor --fix", "ctx doctor --fix --json"],
  init: ["ctx init", "ctx init --config"],
  completions: ["ctx completions bash > ~/.local/share/bash-completion/completions/ctx"],
};

const ORDER =
  "Results come newest first, then by store (operator, shared, agent), then by key in code point order.";

/** What the help of each command says behind its options. */
export const REMARKS: Readonly<Record<string, readonly string[]>> = {
  "": [
    "The context root is the folder that CTX_HOME names; without it, ctx in the home folder (~/ctx).",
    "CTX_AUTHOR names who writes. ctx <command> --help shows a command's options.",
    ORDER,
    "Exit status: 0 done; 1 not found, refused or failed; 2 wrong arguments; 130 interrupted.",
  ],
  start: ["Ends with status 0 whatever it finds, and writes nothing. RULES.md is printed as it is."],
  brief: ["Ends with status 0 whatever it finds, and writes nothing. config.jsonc tunes its bounds."],
  get: ["The two lines around a value carry its code, so that no value can pass for what ctx says."],
  set: [
    "The words of the value are joined with single spaces. What is JSON is stored as JSON, anything else as a",
    "string. A value of - is read from standard input as a string, without the newline at its end.",
    "A new entry's basis is inferred; an old one keeps its basis, tags and scope.",
  ],
  search: [
    "The pattern is plain text, one word of the shell: quote it. Case and the composition of accents do not count.",
    ORDER,
  ],
  list: [ORDER],
  session: [
    "A summary is Markdown with a section ## Open, whose items the next session's brief shows.",
    "It is filed as sessions/DATE[suffix]_session.md, and never over one that is there.",
  ],
  stats: [
    "Weeks begin on Monday in UTC, and count an entry when its key was first written. Values shorter than 16",
    "characters do not count as there twice.",
  ],
  cleanup: [
    "Takes the entries of scope session whose timestamp is older, from all stores where none is named. What it",
    "takes stays in the history. An entry whose time cannot be read stays.",
  ],
  doctor: [
    "Ends with status 0 when all is well, 1 otherwise; a note leaves it at 0. Changes nothing without --fix. What",
    "looks like a credential is named by its place and never repeated. ctx start is to stay under 24,000 characters.",
  ],
  delete: ["For mistakes. What turned out wrong is marked instead: amend, supersede, resolve."],
};

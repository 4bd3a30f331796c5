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
  export: ["ctx export > all.json", "ctx export --store shared --tag decision > decisions.json"],
  import: [
    "ctx import --dry-run < all.json",
    "ctx import < all.json",
    "ctx import --on-conflict keep < memory.jsonl",
    "tar -c notes | ctx import --store agent",
  ],
  session: [
    "ctx session new > summary.md",
    "ctx session write < summary.md",
    "ctx session show",
    "ctx session list",
  ],
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
  export: [
    "Entries stand in it as they are stored: statuses, fields of other programs, the digits of numbers.",
    "RULES.md, summaries and the history are not in it: they are files to copy.",
  ],
  import: [
    "An entry that is the same stays as it is. Of two that differ the newer by timestamp stays, and the history",
    "keeps the other; an undated note or memory never takes the place of what is there. Importing again changes",
    "nothing. What looks like a credential is left out, unless --force is given.",
    "--store takes that store's entries of an export, and says where anything else goes (shared; never operator).",
  ],
  session: [
    "A summary is Markdown with a section ## Open, whose items the next session's brief shows.",
    "It is filed as sessions/DATE[suffix]_session.md, and never over one that is there.",
  ],
  delete: ["For mistakes. What turned out wrong is marked instead: amend, supersede, resolve."],
};

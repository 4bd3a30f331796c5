/** Examples for the help of each command, the overview's under the empty name; every one is run by a test. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  "": [
    "ctx start  # what a session begins with",
    'ctx set result_upload "200 MB take 71 s" --basis verified',
    "ctx search upload",
  ],
  start: ["ctx start", "ctx start --hook claude"],
  brief: ["ctx brief"],
  get: ["ctx get result_upload", "ctx get result_upload --all -v", "ctx get result_upload --raw > value.txt"],
  set: [
    "ctx set result_upload - < long_text.md",
    'ctx set result_upload "200 MB take 71 s" --basis verified --tag upload',
    "ctx set limits '{\"upload_mb\": 50}'",
    "ctx set flag -- --verbose",
  ],
  edit: ["ctx edit result_upload"],
  amend: ['ctx amend result_upload "the limit is now 300 s"'],
  supersede: ['ctx supersede result_upload --by result_download --note "measured again"'],
  resolve: ['ctx resolve issue_upload --note "the proxy timeout was the cause"'],
  basis: ["ctx basis result_upload verified"],
  delete: ["ctx delete result_uplaod"],
  search: [
    "ctx search upload",
    'ctx search "proxy timeout" --since 2026-10-01 --limit 5',
    "ctx search --words 'upload time* -cache'",
  ],
  list: ["ctx list --tag decision --status current", "ctx list --store operator --json"],
  history: ["ctx history result_upload", "ctx history result_upload --at 2026-10-14"],
  diff: ["ctx diff result_upload", "ctx diff result_upload 2 0"],
  undo: ["ctx undo result_upload"],
  export: ["ctx export > all.json", "ctx export --store shared --tag decision > decisions.json"],
  import: [
    "ctx import --dry-run < all.json",
    "ctx import < all.json",
    "ctx import --on-conflict keep < memory.jsonl",
    "tar -c notes | ctx import --store agent",
  ],
  pkg: [
    "ctx pkg verify - < notes.ctxpkg",
    "ctx pkg verify - --json < notes.ctxpkg",
    "ctx pkg wrap - --to agent-two < notes.ctxpkg > notes.envelope.json",
  ],
  session: [
    "ctx session new > summary.md",
    "ctx session write < summary.md",
    "ctx session show",
    "ctx session list",
  ],
  wire: ["ctx wire claude", 'ctx wire codex --author "Agent One" --json'],
  unwire: ["ctx unwire plain"],
  launch: ["ctx launch claude", "ctx launch codex > codex_from_ctx"],
  mcp: ["ctx mcp", 'ctx mcp --author "Agent One" --read-only'],
  init: ["ctx init", "ctx init --config", "ctx init --git"],
  "merge-driver": ["ctx merge-driver .merge_file_base .merge_file_ours .merge_file_theirs"],
  stats: ["ctx stats"],
  cleanup: ["ctx cleanup --dry-run", "ctx cleanup --older-than 7d --store agent"],
  doctor: ["ctx doctor --fix", "ctx doctor --fix --json"],
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
    "Exit status: 0 done, also where a search finds nothing; 1 a key that is not there, refused or failed;",
    "2 wrong arguments; 130 interrupted. ctx --version says which ctx this is.",
  ],
  start: [
    "Ends with status 0 whatever it finds, and writes nothing. RULES.md is printed as it is.",
    "With --hook it gives what arrives: instructions, focus and open items first, then rules, decisions, changes and",
    "summary, as the harness wants them; the last line says what was left out. Without --hook nothing is.",
  ],
  brief: ["Ends with status 0 whatever it finds, and writes nothing. config.jsonc tunes its bounds."],
  get: ["The two lines around a value carry its code, so that no value can pass for what ctx says."],
  set: [
    "The words of the value are joined with single spaces. What is JSON is stored as JSON, anything else as a",
    "string. A value of - is read from standard input as a string, without the newline at its end.",
    "A new entry's basis is inferred; an old one keeps its basis, tags and scope.",
  ],
  search: [
    "The pattern is plain text, one word of the shell: quote it. Case and the composition of accents do not count.",
    "With --words an entry has to hold every word of it, in its key, value, tags, derivation or status note; accents",
    "do not count. What holds them most often comes first, then what is newest.",
    ORDER,
  ],
  list: [ORDER],
  history: [
    "The newest version comes first: 0 is the current one, 1 the one before. --verbose shows each whole.",
    "A time without seconds means the end of that minute, a date the end of that day.",
    "config.jsonc says how long versions are kept; ctx delete removes them all.",
  ],
  diff: [
    "n and m count changes back, as ctx history shows them: by default 1 and 0. On a terminal what was taken away",
    "is red and struck through, what was added is green; elsewhere they are [-taken away-] and {+added+}.",
  ],
  undo: ["What is undone is kept: ctx undo again gives it back."],
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
  pkg: [
    "verify looks at the package's form, at the hashes of its content and of the whole, and at its signature; it",
    "writes nothing and imports nothing. Exit status: 0 all are accepted, 1 one is not. A signature proves that",
    "whoever holds a key bound this name, version and content; the key comes with the package, and proves no person.",
    "wrap verifies a package and puts it, as it is, into an envelope on standard output; unwrap verifies both, and",
    "gives the package as it was. With --secret-env both sides prove that they hold the same secret, and no more; the",
    "variable has to be granted: --allow-env=NAME.",
    "- is standard input; a file that is named has to be granted: --allow-read=FILE.",
  ],
  session: [
    "A summary is Markdown with a section ## Open, whose items the next session's brief shows.",
    "It is filed as sessions/DATE[suffix]_session.md, and never over one that is there: correct that file by hand.",
  ],
  edit: [
    "VISUAL or EDITOR names the editor; its words are not read by a shell. A value that is no string is edited as",
    "JSON. An installed ctx may run no program: a Deno that is given --allow-run=PROGRAM and",
    "--allow-env=VISUAL,EDITOR can. Without it: ctx get KEY --raw > value, edit that, ctx set KEY - < value.",
  ],
  wire: [
    "harness is claude, codex, gemini, cursor, opencode, copilot or plain (any other). Alone it shows what to put where.",
    "--apply merges it into the harness's files: comments, order, layout, modes and links stay, and twice is once. An",
    "installed ctx may not touch those files: it says which command to run. Two roads are wired, hook and pointer.",
    "--check looks at what was wired, and runs it where that was granted. All files are those below HOME.",
  ],
  unwire: [
    "Byte for byte where nobody changed the files since; else piece by piece. What somebody changed inside a piece is",
    "shown and left, with status 1.",
  ],
  launch: [
    "The script starts the harness with the output of ctx start and its own words as the opening prompt. Without words it",
    "has the agent read, say where the last session left off, and wait. Make it executable: chmod +x.",
  ],
  mcp: [
    "It ends when standard input does. Who writes is --author, else CTX_AUTHOR, else the name that the client gives.",
    "The first start fetches its library from npm, where an installation has not done so; nothing else needs a network.",
  ],
  init: [
    "With --git it writes .gitattributes where there is none, and runs no git: it says which two lines to run.",
  ],
  "merge-driver": [
    "Git runs it (%O %A %B), in its work tree, which has to be the context root; ctx init --git says how to set it up.",
    "Changes to different entries both stay; of an entry changed on both sides the newer stays, and the history gets",
    "the other; a deletion gives way to a later change. The merged store takes the place of <ours>.",
    "Exit status: 0 merged; 1 not, and git leaves the conflict to you.",
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
    "Whether harnesses are wired is looked at where a Deno is granted to read their settings: ctx wire --check says how.",
  ],
  delete: ["For mistakes. What turned out wrong is marked instead: amend, supersede, resolve."],
  supersede: ["What is superseded leaves the standing instructions and the decisions of the brief."],
};

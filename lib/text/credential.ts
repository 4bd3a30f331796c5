/** A kind of credential and the shape that gives it away. */
interface CredentialShape {
  readonly kind: string;
  readonly pattern: RegExp;
}

// Every repetition is bounded, or cannot start twice in one run of letters: a value of a megabyte made to fit
// almost everywhere must still cost time linear in its length.
const SHAPES: readonly CredentialShape[] = [
  { kind: "a private key", pattern: /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/ },
  { kind: "an age secret key", pattern: /AGE-SECRET-KEY-1[A-Z0-9]{20}/ },
  { kind: "an AWS access key id", pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}/ },
  {
    kind: "a GitHub token",
    pattern: /(?<![A-Za-z0-9_])(?:gh[oprsu]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9_]{20})/,
  },
  { kind: "a GitLab token", pattern: /(?<![A-Za-z0-9_])glpat-[A-Za-z0-9_-]{20}/ },
  {
    kind: "a Slack token",
    // Ten letters in one run, or a digit among them: "xoxb-tokens-are-refused" is prose.
    pattern: /(?<![A-Za-z0-9])xox[a-z]-(?:[A-Za-z0-9]{10}|(?=[A-Za-z-]{0,9}[0-9])[A-Za-z0-9-]{10})/,
  },
  { kind: "a Google API key", pattern: /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}/ },
  { kind: "an npm token", pattern: /(?<![A-Za-z0-9_])npm_[A-Za-z0-9]{36}/ },
  { kind: "a Stripe secret key", pattern: /(?<![A-Za-z0-9_])[rs]k_(?:live|test)_[A-Za-z0-9]{16}/ },
  {
    kind: "an API key",
    // A known second word; or at most two short words and then a run that no word is; or a shorter run at once.
    pattern:
      /(?<![A-Za-z0-9_-])sk-(?:(?:ant|proj|svcacct|admin)-[A-Za-z0-9_-]{16}|(?:[A-Za-z0-9]{1,12}-){0,2}[A-Za-z0-9]{20}|[A-Za-z0-9]{16})/,
  },
  {
    kind: "a JSON Web Token",
    pattern: /(?<![A-Za-z0-9_.-])eyJ[A-Za-z0-9_-]{10,4000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{16}/,
  },
  {
    kind: "a bearer token",
    pattern: /(?<![A-Za-z0-9_])[Bb]earer (?=[A-Za-z._~+/-]{0,31}[0-9])[A-Za-z0-9._~+/-]{20}/,
  },
  {
    kind: "a URL with a password",
    pattern:
      /:\/\/[^\s/:@?#"'<>]{1,64}:(?!(?:password|passwd|pass|secret|token|pw|x+|\*+|\.+)@)(?![$<{[%])[^\s/:@?#"'<>]{3,64}@[A-Za-z0-9[]/i,
  },
];

// The words before the sign, as in client_secret, DB_PASSWORD, "apiKey". Of a shell's PWD and OLDPWD, a folder
// follows; a page's token is a place in a list.
const NAME = new RegExp(
  "(?<kind>" + [
    /passw(?:or)?d|passphrase|api[_-]?key|(?:access|private)[_-]?key/,
    /pwd(?!(?<=(?<![A-Z0-9_])(?:old)?pwd)=["']?[/~])/,
    /(?<!(?:page|cursor|continuation)[_-]?)token|secret(?:[_-]?access)?(?:[_-]?key)?/,
  ].map(({ source }) => source).join("|") + ")",
).source;
// Where a value ends in code, in configuration or in prose.
const END = /(?=[.:]?(?:[\s"'`;,&)}\]]|$))/.source;
const CALLERS =
  "args|argv|opts?|options|params|props|state|this|self|user|form|data|body|event|headers|cookies|" +
  "req(?:uest)?|res(?:ponse)?|session|settings|conf(?:ig)?|cfg|os|env|environ|process|import|" +
  "ctx|context|app|client|vault|secrets|credentials";
// What stands for a value without being one.
const STAND_IN = [
  // A variable, a placeholder, a row of stars or of x
  /\$[A-Z_][A-Z0-9_]{0,60}(?![^\s"'`;,&)}])/,
  /\$[{(]|%[A-Z_(]|[<{[…]|\*{3}|\.{3}|x[x-]{3,80}(?![A-Z0-9])/,
  /(?:(?:insert|enter|put|use|paste|add)[_-])?your[_-][A-Z_-]{0,60}(?![A-Z0-9])/,
  // A call, a word for none
  /[A-Z_][A-Z0-9_.]{0,80}\(/,
  `(?:required|optional|undefined|disabled|redacted)${END}`,
  // Where it is kept: a reference, a file
  /(?:file|env|op|vault|keychain|keyring|ssm|sops|secretsmanager|arn):(?=[/A-Z_])/,
  /(?:~|\.{1,2})\/|\/(?:run|etc|var|srv|home|usr|opt|mnt|tmp|root|proc|dev|app|secrets)\//,
].map((pattern) => typeof pattern === "string" ? pattern : pattern.source).join("|");
// What is code outside quotes: a member of what a program was given, a member that is named like a secret.
const CODE = `(?:${CALLERS})(?:\\[|\\??(?:\\.[A-Z_][A-Z0-9_]{0,40}){1,6}(?:\\[|${END}))|` +
  `(?:[A-Z_]{1,40}\\.){1,4}[A-Z_]{0,40}(?:passw(?:or)?d|token|secret|key)${END}`;

const TEXT = `(?!${STAND_IN})[^\\s"'\`]{8}`, VALUE = `(?!${CODE})${TEXT}`;
// With its closing quote: "`token=`-prefixed" in prose opens none.
const QUOTED_VALUE = `(?<quote>["'\`])${TEXT}[^\\s"'\`]*\\k<quote>`;
// A word of prose with a number in it: "2nd-level-cache", "gpt-4-turbo".
const PART = "(?:[A-Z]{1,20}|[0-9]{1,2}(?:st|nd|rd|th)?)", COMPOUND = `${PART}(?:-${PART}){1,8}(?!\\S)`;
// Without a sign that it is code or configuration, it needs a digit and a letter: "token = something" is prose.
const MIXED_VALUE = "(?=[^\\s\\d]{0,63}\\d)(?=[^\\sA-Z]{0,63}[A-Z])" +
  `(?!${STAND_IN}|${CODE}|${COMPOUND})[^\\s"'\`(){}<>;,]{8,64}(?!\\S)`;

const ASSIGNMENTS: readonly RegExp[] = [
  // password=…, token='…'
  `${NAME}=(?![=>])(?:${VALUE}|${QUOTED_VALUE})`,
  // token = "…", password = …, password= …
  `${NAME}[ \\t]{0,8}=(?![=>])[ \\t]{0,8}(?:${MIXED_VALUE}|${QUOTED_VALUE})`,
  // "password": "…", also in JSON within a JSON string, and password: "…", but no declaration of a type
  `(?<!(?:const|let|var|readonly)[ \\t]{1,8}[A-Z0-9_$]{0,40})${NAME}(?:\\\\?["'])?[ \\t]{0,8}:\\s{0,8}\\\\?["']` +
  `(?!${STAND_IN})[^\\s"'\`\\\\]{8}`,
].map((source) => new RegExp(source, "i"));

const ASSIGNED_KINDS: ReadonlyMap<string, string> = new Map([
  ["pas", "a password"],
  ["pwd", "a password"],
  ["tok", "a token"],
  ["sec", "a secret"],
  ["api", "an API key"],
]);

/**
 * Says what kind of credential `text` holds something like, for a warning: "an AWS access key id", "a private key",
 * "a password". Never the credential itself, nor where it stands (§11).
 *
 * Known are the prefixes of the specification (`AKIA`, `sk-`, `ghp_` and its siblings, `xoxb-` and its siblings), a
 * few others that are as sure, PEM private keys, JSON Web Tokens, URLs with a password, and `password=`,
 * `token=`, `secret=` followed by eight or more characters, also as JSON members. Variables (`$TOKEN`),
 * placeholders (`<token>`, `YOUR_TOKEN`), calls and members (`args.token`) and the places where a secret is kept
 * (`file:/run/secrets/x`) are no credentials, and prose about them is none. Takes time linear in the length of the
 * text.
 *
 * @returns The kind, with its article, or `undefined` when nothing looks like one.
 */
export function findCredential(text: string): string | undefined {
  for (const { kind, pattern } of SHAPES) {
    if (pattern.test(text)) return kind;
  }
  for (const pattern of ASSIGNMENTS) {
    const name = pattern.exec(text)?.groups?.kind?.toLowerCase();
    if (name !== undefined) return ASSIGNED_KINDS.get(name.slice(0, 3)) ?? "a key";
  }
  return undefined;
}

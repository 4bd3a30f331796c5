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
    // A known second word; or at most two short words and then a run that no word is; or digits early in the run.
    pattern:
      /(?<![A-Za-z0-9_-])sk-(?:(?:ant|proj|svcacct|admin)-[A-Za-z0-9_-]{16}|(?:[A-Za-z0-9]{1,12}-){0,2}[A-Za-z0-9]{20}|(?=[A-Za-z]{0,15}[0-9])[A-Za-z0-9]{16})/,
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

// The words before the sign, as in client_secret, DB_PASSWORD, "apiKey".
const NAME =
  /(?<kind>passw(?:or)?d|pwd|passphrase|token|secret(?:[_-]?access)?(?:[_-]?key)?|api[_-]?key|(?:access|private)[_-]?key)/
    .source;
// What stands for a value without being one: a variable, a placeholder, a row of stars, a call, a word for none.
const STAND_IN = [
  /\$[A-Z_][A-Z0-9_]{0,60}(?![^\s"'`;,&)}])/,
  /\$[{(]|%[A-Z_(]|[<{[…]|\*{3}|\.{3}/,
  /[A-Z_][A-Z0-9_.]{0,80}\(/,
  /(?:required|optional|undefined|disabled|redacted)(?![A-Z0-9_])/,
].map((pattern) => pattern.source).join("|");

const VALUE = `(?!${STAND_IN})[^\\s"'\`]{8}`;
// With its closing quote: "`token=`-prefixed" in prose opens none.
const QUOTED_VALUE = `(?<quote>["'\`])${VALUE}[^\\s"'\`]*\\k<quote>`;
// Without a sign that it is code or configuration, it needs a digit and a letter: "token = something" is prose.
const MIXED_VALUE =
  `(?=[^\\s\\d]{0,63}\\d)(?=[^\\sA-Z]{0,63}[A-Z])(?!${STAND_IN})[^\\s"'\`(){}<>;,]{8,64}(?!\\S)`;

const ASSIGNMENTS: readonly RegExp[] = [
  // password=…, token='…'
  `${NAME}=(?![=>])(?:${VALUE}|${QUOTED_VALUE})`,
  // token = "…", password = …
  `${NAME}[ \\t]{1,8}=[ \\t]{1,8}(?:${MIXED_VALUE}|${QUOTED_VALUE})`,
  // "password": "…", also in JSON within a JSON string, and password: "…"
  `${NAME}(?:\\\\?["'])?[ \\t]{0,8}:\\s{0,8}\\\\?["'](?!${STAND_IN})[^\\s"'\`\\\\]{8}`,
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
 * placeholders (`<token>`) and calls are no credentials, and prose about them is none. Takes time linear in the
 * length of the text.
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

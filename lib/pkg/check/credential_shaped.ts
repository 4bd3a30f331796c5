import { findCredential } from "../../text/credential.ts";

/**
 * What a package must not carry besides what no entry may hold. Each expression begins with a text of its own, or cannot
 * begin twice in one run of letters, and every repetition is bounded: time stays linear in the length of the text.
 */
const SHAPES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["an AWS access key id", /AKIA[A-Z0-9]{16}/],
  ["a private key", /-----BEGIN [A-Z0-9 ]{0,80}PRIVATE KEY-----/],
  ["a GitHub token", /gh[oprsu]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9]/],
  ["an API key", /(?<![A-Za-z0-9_-])sk-[A-Za-z0-9][A-Za-z0-9_-]{19}/],
  ["a GitLab token", /glpat-[A-Za-z0-9]/],
  ["a Slack token", /xox[abps]-[A-Za-z0-9]/],
  // No name of a task or a risk: "task_live_view".
  ["a Stripe secret key", /(?<![A-Za-z0-9])[rs]k_live_[A-Za-z0-9]/],
  ["an npm token", /npm_[A-Za-z0-9]{10}/],
  ["a JSON Web Token", /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,4000}\.[A-Za-z0-9_-]{5}/],
  [
    "a URL with a password",
    /(?:postgres(?:ql)?|mysql|mongodb|rediss?)(?:\+[a-z0-9]{1,20})?:\/\/[^\s/:@"'<>]{0,64}:(?![$<{[%*.])[^\s/@"'<>]{1,128}@/i,
  ],
];

/** A name, a sign, and what stands behind it: up to where a value ends, and no further than tells what it is. */
const ASSIGNMENT =
  /(?<name>passw(?:or)?d|token|secret|api[_-]?key)(?:\\?["'`])?[ \t]{0,8}[=:](?![=>])[ \t]{0,8}(?:\\?["'`])?(?<value>[^\s"'`\\,;]{8,80})/gi;
const NAMED: Readonly<Record<string, string>> = {
  p: "a password",
  t: "a token",
  s: "a secret",
  a: "an API key",
};

/** What plainly stands for a value. */
const PLACEHOLDER = /^[<{[(]|example|your[_-]|changeme|xxx|placeholder|redacted|\*\*\*|\.\.\.|…/i;
/** A word, or some that are joined; also the name of a variable or a type. */
const WORD = /^[\p{L}\p{M}_-]+[).\]}>!?:|[]*$/u;
/** A variable, a member of one, a call; a place where a value is kept. */
const REFERENCE =
  /^(?:\$|%[a-z_(]|[a-z_][\w.]{0,80}[([]|[a-z_]+(?:\??\.[a-z_]+)+[)\]};!?]*$|~?\/|\.{1,2}\/|(?:https?|file|env|op|vault|keychain|keyring|ssm|sops|secretsmanager|arn):)/i;

/**
 * Says what kind of credential a text holds something like: what no entry may hold, and what no package may carry
 * besides (ctxpkg §14.3). Never the credential itself.
 *
 * @param text The text. @returns The kind, with its article; nothing where nothing looks like one.
 */
export function credentialShape(text: string): string | undefined {
  const found = findCredential(text) ?? SHAPES.find(([, pattern]) => pattern.test(text))?.[0];
  if (found !== undefined) return found;
  ASSIGNMENT.lastIndex = 0;
  for (let match = ASSIGNMENT.exec(text); match !== null; match = ASSIGNMENT.exec(text)) {
    const { name, value } = match.groups as { name: string; value: string };
    if (!isNoSecret(value)) return NAMED[name[0]!.toLowerCase()];
    // What is no secret may begin with a name that has one: "token: password=…".
    ASSIGNMENT.lastIndex -= value.length;
  }
  return undefined;
}

function isNoSecret(value: string): boolean {
  return PLACEHOLDER.test(value) || WORD.test(value) || REFERENCE.test(value);
}

import { assertEquals, assertLess } from "@std/assert";
import { findCredential } from "../../lib/text/credential.ts";

const pure = { permissions: "none" } as const;

// Put together here, so that no scanner finds a credential in this file.
const LETTERS = "AbCdEfGhIjKlMnOpQrStUvWxYz" + "0123456789";
const KEY = "hunter2" + "hunter2";

const FOUND: readonly (readonly [kind: string, ...texts: string[]])[] = [
  ["an AWS access key id", "AKIA" + "ABCDEFGHIJKLMNOP", "id: ASIA" + "ABCDEFGHIJ234567."],
  [
    "an API key",
    "sk-" + LETTERS,
    "sk-" + "a".repeat(20),
    "sk-" + "abcdefghijklmnop",
    "sk-proj-" + LETTERS,
    "sk-ant-api03-" + "aB3_-" + LETTERS,
  ],
  [
    "a GitHub token",
    ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"].map((start) => start + LETTERS),
  ],
  ["a GitLab token", "glpat-" + LETTERS.slice(0, 20)],
  ["a Slack token", ...["xoxb-", "xoxp-", "xoxa-"].map((start) => start + "123456789012-" + LETTERS)],
  ["a Google API key", "AIza" + "Sy" + LETTERS.slice(0, 33)],
  ["an npm token", "npm_" + LETTERS],
  ["a Stripe secret key", "sk_" + "live_" + LETTERS],
  ["a JSON Web Token", "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0." + LETTERS],
  ["a bearer token", "Authorization: Bearer " + LETTERS],
  ["a URL with a password", "postgres://app:" + KEY + "@db.example/app"],
  [
    "a private key",
    ...["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "].map((kind) =>
      "-----BEGIN " + kind + "PRIVATE KEY-----\nMIIE"
    ),
    "-----BEGIN PGP " + "PRIVATE KEY BLOCK-----",
  ],
  [
    "a password",
    "password=" + KEY,
    "password=" + "abcdefgh",
    "PASSWORD=" + KEY,
    "the db has DB_PASSWORD=" + KEY + " set",
    `password="${KEY}"`,
    `password = '${KEY}'`,
    `password = ${KEY}`,
    `password= ${KEY}`,
    `password =${KEY}`,
    "password=" + "disabled-2024",
    "password=" + "optional!",
    "DB_PWD=" + KEY,
    "pwd=" + KEY,
    "password=" + "correct.horse.battery",
    "password = " + "summer-2024",
    `{"password":"${KEY}"}`,
    `{ "password" : "${KEY}" }`,
    `{\\"password\\": \\"${KEY}\\"}`,
    `password: "${KEY}"`,
  ],
  [
    "a token",
    "token=" + KEY,
    "token=" + "abcdefgh",
    "--token=" + KEY,
    "token=" + "args0000",
    "https://example.com/?access_token=" + KEY,
    `{"token":"${KEY}"}`,
    `{ token: "${KEY}" }`,
    '{"token":"' + "session.AbCdEfGh" + '"}',
  ],
  [
    "a secret",
    "secret=" + KEY,
    "client_secret=" + KEY,
    "AWS_SECRET_ACCESS_KEY=" + KEY,
    `"clientSecret": "${KEY}"`,
  ],
  ["an API key", "api_key=" + KEY, `api_key = "${KEY}"`, `"apiKey": "${KEY}"`],
];

for (const [kind, ...texts] of FOUND) {
  Deno.test(`findCredential() finds ${kind} (§11), as in ${texts[0]?.slice(0, 12)}…`, pure, () => {
    for (const text of texts) {
      assertEquals(findCredential(text), kind, text);
      assertEquals(findCredential(`Found in a log: ${text}`), kind, text);
    }
  });
}

Deno.test("findCredential() raises no alarm on ordinary text (§11)", pure, () => {
  for (
    const text of [
      "",
      "task-management-is-hard-work",
      "risk-averse-operators-like-this-one-very-much",
      "ask-questions-first-and-then-act-on-them",
      "desk-0123456789abcdefghijklmn",
      "sk-learn-based-pipeline-with-many-steps",
      "token: the proxy",
      "token: authentication happens upstream",
      "password: see the operator's safe",
      "secret=",
      "password=short",
      "secret= and token= followed by eight or more characters",
      "`token=`-prefixed strings are refused",
      "the prefixes AKIA, sk-, ghp_, xoxb- and -----BEGIN … PRIVATE KEY-----",
      "xoxb-tokens-are-refused",
      "tokens=4096000000",
      "if (token == undefined || password === expectedValue)",
      "if (password==expectedValue)",
      "token=>anotherToken",
      "const token = getToken();",
      "const token = readTokenFromFile;",
      "token => something(token)",
      "password=getPassword(user)",
      "PWD=/srv/app/build",
      "OLDPWD=/home/x",
      'PWD="/srv/app/build"',
      "token=request.headers['x']",
      'token=req.headers["x-token"]',
      "token=args.token",
      "token = args.token2",
      "secret_key=settings.SECRET_KEY",
      "api_key=os.environ['KEY']",
      "api_key=os.environ.get('KEY')",
      "api_key=process.env.API_KEY;",
      "password=form.password",
      "password=account.db_password",
      "password=getpass.getpass()",
      "password = getpass.getpass()",
      "--token=file:/run/secrets/x",
      "--token=env:GITHUB_TOKEN",
      "password=/run/secrets/db_password",
      "secret=./secrets/db.txt",
      "page_token=nextPage",
      "nextPageToken=abcdefgh",
      'api_key = "YOUR_API_KEY"',
      "api_key=your-api-key-here",
      "token=xxxxxxxx",
      "token=xxxx-xxxx-xxxx",
      "secret = 2nd-level-cache",
      "token = gpt-4-turbo",
      'const token: "identifier"',
      'let accessToken: "identifier" | undefined',
      "password=required.",
      "password=optional, token=undefined",
      "password=${DB_PASSWORD}",
      "password=$DB_PASSWORD",
      "password=$(cat file)",
      "token=<your token here>",
      "password=********",
      "password=[REDACTED]",
      '"token": "<token>"',
      '"token": {"type": "string"}',
      "https://example.com/path/to/a/page?query=words&page=2#part",
      "http://localhost:8080/@user/page",
      "git@github.com:owner/name.git",
      "postgres://user:password@localhost/db",
      "postgres://app:$PASSWORD@localhost/db",
      "mailto:somebody@example.com",
      "9e107d9d372bb6826bd81d3542a419d6e4d909c290d0fb1ca068ffaddf22cbd0",
      "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
      "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
      "-----BEGIN CERTIFICATE-----",
      "-----BEGIN PUBLIC KEY-----",
      "The bearer of this letter is responsible for the proxy in front of 10.0.0.1",
      "npm_config_registry is set; npm_lifecycle_event too",
      "the AKIA prefix; BAKIAABCDEFGHIJKLMNOPQR is a word",
      'eyJ is how base64 of {" starts',
    ]
  ) assertEquals(findCredential(text), undefined, text);
});

Deno.test("findCredential() never says the credential", pure, () => {
  for (const [, ...texts] of FOUND) {
    for (const text of texts) {
      assertEquals(/^an? [A-Za-z ]{3,30}$/.test(findCredential(text) ?? ""), true, text);
    }
  }
});

Deno.test("findCredential() takes linear time on text made to be slow", pure, () => {
  const parts = [
    "sk-",
    "sk-a-",
    "ghp_a",
    "xoxb-",
    "-----BEGIN ",
    "-----BEGIN A ",
    "eyJ",
    "eyJ0123456789.",
    "eyJ" + "a".repeat(3_000) + ".",
    "password=",
    "password = ",
    "password : ",
    'password":   ',
    "token='",
    "token=a.b.c",
    "://a:",
    "://a:b",
    "secret=$A",
    "secret=your_",
    "secret=x",
    "token=a.a.a.a.a.",
    "token=file",
    "token = 2nd-a-",
    "const token",
    "pagetoken",
    "oldpwd",
    "a",
    " ",
    "\n",
    "=",
    '"',
  ];
  for (const part of parts) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    const start = performance.now();
    findCredential(text);
    // Quadratic time would be minutes; the bound leaves room for a slow and busy machine.
    assertLess(performance.now() - start, 5_000, part.slice(0, 20));
  }
});

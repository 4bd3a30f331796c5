import { assert, assertEquals, assertLess } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { JsonView } from "../../../lib/json/view.ts";
import { credentialOfItem, credentialsOfItems } from "../../../lib/pkg/check/check_credentials.ts";
import { credentialShape } from "../../../lib/pkg/check/credential_shaped.ts";

// Put together here, so that no scanner finds a credential in this file.
const LETTERS = "AbCdEfGhIjKlMnOpQrStUvWxYz" + "0123456789";
const KEY = "hunter2" + "hunter2";

/** What is one, by its kind: the list of ctxpkg §14.3, in its order. */
const FOUND: readonly (readonly [kind: string, ...texts: string[]])[] = [
  [
    "an AWS access key id",
    "AKIA" + "ABCDEFGHIJKLMNOP",
    "AKIA" + "0123456789012345",
    "xAKIA" + "ABCDEFGHIJ234567Z",
  ],
  [
    "a private key",
    ...["", "RSA ", "EC ", "OPENSSH ", "A VERY LONG KIND OF A "].map((kind) =>
      "-----BEGIN " + kind + "PRIVATE KEY-----"
    ),
  ],
  [
    "a GitHub token",
    ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map((start) => start + LETTERS.slice(0, 20)),
    "x_ghp_" + LETTERS,
    "github_pat_" + LETTERS,
    "github_pat_" + "1",
  ],
  [
    "an API key",
    "sk-" + "a".repeat(20),
    "sk-ant-" + LETTERS,
    "sk-proj-" + LETTERS,
    "(sk-" + "a_b-c".repeat(4) + ")",
  ],
  ["a GitLab token", "glpat-" + LETTERS.slice(0, 20), "glpat-" + "x1"],
  ["a Slack token", ...["xoxa-", "xoxb-", "xoxp-", "xoxs-"].map((start) => start + "12-34")],
  ["a Stripe secret key", "sk_" + "live_a1", "rk_" + "live_" + LETTERS],
  ["an npm token", "npm_" + "abcdefghij", "npm_" + LETTERS],
  ["a JSON Web Token", "eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIx.c2ln", "eyJ" + "hbGciOi.payload1"],
  [
    "a URL with a password",
    ...["postgres", "postgresql", "mysql", "mongodb", "mongodb+srv", "redis", "rediss"].map((scheme) =>
      scheme + "://user:" + KEY + "@db.internal/app"
    ),
    "postgres" + "://user:password@localhost/app",
    "redis" + "://:" + KEY + "@cache:6379",
  ],
  [
    "a password",
    ...["password=", "passwd=", "password: ", "PASSWD : ", "DB_PASSWORD=", '"password": "', "password = '"]
      .map(
        (start) => start + KEY,
      ),
    "password: " + "x1" + "!".repeat(8),
  ],
  [
    "a token",
    ...["token=", "token: ", "auth_token = ", "TOKEN:", '\\"token\\": \\"'].map((start) => start + KEY),
  ],
  [
    "a secret",
    ...["secret=", "secret: ", "client_secret=", "client-secret: ", "CLIENT_SECRET :"].map((start) =>
      start + KEY
    ),
  ],
  ["an API key", ...["api_key=", "api-key: ", "apikey=", "API_KEY : "].map((start) => start + KEY)],
];

/** What no entry may hold besides (`findCredential`): each has to have a sign by which it is found in a package. */
const BESIDES: readonly string[] = [
  "ASIA" + "ABCDEFGHIJKLMNOP",
  "AGE-SECRET-KEY-" + "1" + "A".repeat(20),
  "-----BEGIN PGP " + "PRIVATE KEY BLOCK-----",
  "AIza" + "Sy" + LETTERS.slice(0, 33),
  "sk_" + "test_" + LETTERS,
  "Authorization: Bearer " + LETTERS,
  "bearer /a1" + LETTERS,
  "wss://äöü:" + KEY + "@host",
  ...[
    "passphrase",
    "private_key",
    "access-key",
    "apikey",
    "DB_PWD",
    "secret_access",
    "secretAccessKey",
    "secret-key",
  ].map(
    (name) => `${name}=${KEY}`,
  ),
  `\\"passphrase\\"\t : "${KEY}"`,
];

/** What is none, whatever it is like. */
const CLEAN: readonly string[] = [
  "",
  "AKIA" + "ABCDEFGHIJKLMNO",
  "AKIA" + "abcdefghijklmnop",
  "-----BEGIN PUBLIC KEY-----",
  "-----BEGIN CERTIFICATE-----",
  "ghp_" + LETTERS.slice(0, 19),
  "the prefix github_pat_ and the prefix glpat- are those of tokens, and so is xoxb-…",
  "sk-" + "a".repeat(15),
  "task-force-of-the-european-union and risk-assessment-and-management",
  "task_live_view, risk_live_data",
  "xoxc, xoxo-hugs",
  "npm_config_registry and npm_lifecycle_event",
  "eyJ",
  "see eyJhbGciOiJIUzI1NiJ9",
  "https://example.org:8443/path and postgres://localhost:5432/app",
  "postgres" + "://user:${DB_PASSWORD}@host, redis" + "://:<password>@host, mysql" + "://root:$PW@host",
  // Too short, no sign
  "password=short7, token: abc12, secret = x1",
  "the password is " + KEY.slice(0, 5) + ", the token of the proxy, a secret",
  "tokens: 12345678",
  "token == previous1 && secret => handler1",
  // Plainly placeholders
  ...[
    "<your-token-1>",
    "example1234",
    "my-example-1",
    "your_token_12",
    "changeme123",
    "xxxxxxxx1",
    "************",
    "........1",
  ]
    .map((value) => "token: " + value),
  "password=<the-password-of-2026>",
  "client_secret: your-client-secret-1",
  // Plain words without a digit
  "token: something else",
  "secret: configuration.",
  "password: unveränderlich",
  "the token: CancellationToken, a secret: page-by-page",
  // References to variables, members and places
  "token: $TOKEN_OF_2026",
  "token: ${TOKEN_OF_2026}",
  "password: process.env.PASSWORD",
  "secret = os.environ['SECRET_1']",
  "token: getToken2(user1)",
  "api_key: config.apiKey",
  "password = db_password",
  "secret: /run/secrets/db1",
  "secret: file:/run/secrets/db1",
  "token: https://host:8443/v1/token",
];

const pure = { permissions: "none" } as const;

for (const [kind, ...texts] of FOUND) {
  Deno.test(
    `${kind} is found in each of its forms, wherever it stands (ctxpkg §14.3): ${texts[0]!.slice(0, 8)}…`,
    pure,
    () => {
      for (const text of texts) {
        for (const around of [text, `The value ${text} is one.`, `First line\n${text}\n`]) {
          const found = credentialShape(around);
          assert(found !== undefined, around);
          assertEquals(found.includes(text), false);
        }
      }
    },
  );
}

Deno.test(
  "what is found is told by its kind, with an article, and never by itself (ctxpkg §14.3)",
  pure,
  () => {
    // Of what several expressions know, the first names it; these are known by one.
    for (
      const [kind, text] of [
        ["an AWS access key id", FOUND[0]![3]!],
        ["a GitHub token", "github_pat_" + "1"],
        ["a GitLab token", "glpat-" + "x1"],
        ["a Slack token", "xoxs-" + "12-34"],
        ["a Stripe secret key", "rk_" + "live_a1"],
        ["an npm token", "npm_" + "abcdefghij"],
        ["a JSON Web Token", "eyJ" + "hbGciOi.payload1"],
        ["a URL with a password", "postgres" + "://user:password@localhost/app"],
        ["a password", "passwd : " + KEY],
        ["a token", "token: " + KEY],
        ["a secret", "client-secret: " + KEY],
        ["an API key", "api-key: " + KEY],
      ]
    ) assertEquals(credentialShape(text!), kind);
  },
);

Deno.test("placeholders, plain words, references and prose are no credentials (ctxpkg §14.3)", pure, () => {
  for (const text of CLEAN) assertEquals(credentialShape(text), undefined, text);
});

Deno.test("a credential behind what is none is found all the same", pure, () => {
  for (const text of CLEAN) assert(credentialShape(`${text} token: ${KEY}`) !== undefined, text);
  assertEquals(credentialShape("token: example-token=" + KEY), "a token");
});

Deno.test("a search takes time linear in the length, whatever the text is", pure, () => {
  const seeds = [
    "AKIA",
    "-----BEGIN ",
    "ghp_",
    "sk-",
    "a-",
    "xoxb",
    "npm_",
    "eyJa",
    "eyJa.",
    "eyJ",
    "postgres://",
    "://a:",
    "token:",
    "token: ",
    "password=a",
    "secret ",
    "api_key:'",
    "x.",
    "a_(",
    "$",
    " ",
    '\\"',
  ];
  const long = 400_000;
  for (const seed of seeds) {
    const text = seed.repeat(Math.ceil(long / seed.length)), began = performance.now();
    credentialShape(text);
    assertLess(performance.now() - began, 1500, seed);
  }
});

/** A string of JSON in which some characters are escapes. */
function spelled(text: string, mask: number): string {
  return `"${
    [...text].map((c, i) => {
      const plain = JSON.stringify(c).slice(1, -1);
      if ((mask >> i % 31 & 1) === 0 || c.length > 1) return c === "/" && mask % 2 === 1 ? "\\/" : plain;
      return `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
    }).join("")
  }"`;
}

Deno.test(
  "a credential in an item is found by its place, in any string and with any escapes (ctxpkg §10, §14.3)",
  pure,
  () => {
    const texts = [...FOUND.flatMap(([, ...texts]) => texts), ...BESIDES];
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        // Without any escapes there is no other sign of a credential than its own.
        fc.oneof(fc.constantFrom(0, 1), fc.nat()),
        fc.nat({ max: 20 }),
        fc.constantFrom(
          "knowledge.facts",
          "session.next_steps",
          "gotchas.gotchas",
          "context_graph.nodes",
          "session.task_description",
        ),
        fc.oneof(fc.constant("nothing of note"), fc.constantFrom(...CLEAN)),
        (text, mask, place, path, clean) => {
          const [layer, list] = path.split(".") as [string, string], string = spelled(`See ${text}`, mask);
          const isString = layer === "session";
          const items = Array.from({ length: 21 }, (_, i) => {
            const value = i === place ? string : JSON.stringify(clean);
            return isString ? value : `{"a":{"deep":[${value}]},"n":${i}}`;
          });
          const isList = list !== "task_description";
          const content = `{"patterns":{},"${layer}":{"x":1,"${list}":${isList ? `[${items}]` : string}}}`;
          const layers = ["knowledge", "gotchas", "patterns", "session"] as const;
          const found = [...credentialsOfItems(new JsonView(content), { layers, schemaVersion: 2 })];
          const kind = credentialShape(`See ${text}`)!;
          assertEquals(found.length, 1, content);
          assert(
            found[0]!.startsWith(`${path}${isList ? `[${place}]` : ""} looks like it holds a`),
            found[0],
          );
          if (!string.includes("\\")) assertEquals(found[0]!.endsWith(kind), true);
          assert(!found[0]!.includes(text));
        },
      ),
      { numRuns: 4000 },
    );
  },
);

Deno.test("an item's name and value make a credential as well as its text does", pure, () => {
  assertEquals(credentialOfItem(new JsonView(`{"key":"k","token":"${KEY}"}`)), "a token");
  assertEquals(credentialOfItem(new JsonView(`{"key":"k","token" : "<token-1>"}`)), undefined);
  assertEquals(credentialOfItem(new JsonView(`{"key":"upload_token","value":"${LETTERS}"}`)), undefined);
});

Deno.test("a search that is bounded finds what lies within, and says that it did not see all", pure, () => {
  const items = Array.from(
    { length: 100 },
    (_, i) => `token: ${i % 10 === 5 ? KEY : "none"} ${"x".repeat(80)}`,
  );
  const content = new JsonView(JSON.stringify({ session: { next_steps: items } }));
  const facts = { layers: ["session"], schemaVersion: 1 } as const;
  const places = (most: { searched: number; looked: number }) => {
    const bounds = { ...most, isReached: false };
    const found = [...credentialsOfItems(content, facts, bounds)];
    return [found.map((text) => Number(/\[(\d+)\]/.exec(text)![1])), bounds.isReached];
  };
  assertEquals(places({ searched: 1e6, looked: 1e6 }), [[5, 15, 25, 35, 45, 55, 65, 75, 85, 95], false]);
  assertEquals(places({ searched: 2000, looked: 1e6 }), [[5, 15], true]);
  assertEquals(places({ searched: 1e6, looked: 2000 }), [[5, 15], true]);
  // What has no layer has no items.
  const bounds = { searched: 10, looked: 10, isReached: false };
  assertEquals([...credentialsOfItems(content, { layers: [], schemaVersion: 2 }, bounds)], []);
  assertEquals(bounds.isReached, false);
});

import type { Scenario, Trial } from "./check.ts";
import { entryOf } from "./context_root.ts";
import { all, contains, equal, fails, holds, lacks, succeeds } from "./verdict.ts";

/** The checks of §11 on credentials. */
export const CREDENTIALS_CHECKED: readonly Scenario[] = [
  { name: "§11 credentials", sections: ["11"], run: credentials },
  { name: "§11 what is no credential", sections: ["11"], run: falseAlarms },
  { name: "§11 refusing a credential", sections: ["11"], extra: true, run: refusals },
];

// Put together from parts: a scanner of this source must not take them for real ones.
const LETTERS = "ABCDEFGHIJKLMNOP";
const CREDENTIALS: readonly (readonly [what: string, text: string])[] = [
  ["an AKIA key", "AKIA" + LETTERS],
  ["an sk- key", "sk-" + "a1B2c3D4e5F6g7H8i9J0k1L2"],
  ["a ghp_ token", "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"],
  ["an xoxb- token", "xoxb-" + "123456789012-123456789012-" + "a1B2c3D4e5F6g7H8i9J0k1L2"],
  ["a private key", "-----BEGIN " + "PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC"],
  ["an RSA private key", "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA"],
  ["an OpenSSH private key", "-----BEGIN OPENSSH " + "PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE"],
  ["password= and eight characters", "password=" + "hunter2x"],
  ["token= and more", "token=" + "abcdef123456"],
  ["secret= and more", "secret=" + "abcdef123456"],
];

type Warned = { readonly status: number; readonly stderr: string; readonly line: string };

function warns({ status, stderr }: Warned): ReturnType<typeof holds> {
  return holds(status !== 0 || stderr.trim() !== "", "a warning on stderr, or a refusal", { status, stderr });
}

async function credentials(trial: Trial): Promise<void> {
  const { root } = trial;
  const plain = [
    ["set", "k_plain", "in a sentence: nothing here"],
    ["set", "k_plain", "v", "--derivation", "nothing"],
    ["amend", "k_plain", "nothing"],
    ["resolve", "k_plain", "--note", "nothing"],
  ];
  for (const words of plain) {
    const run = await trial.ctx(...words);
    trial.should(
      "11",
      `${words[0]} of plain text is not warned about`,
      all(succeeds(run), equal(run.stderr, "")),
    );
  }
  for (const [index, [what, text]] of CREDENTIALS.entries()) {
    await root.seed("shared", [["k_a", entryOf("v")], ["k_b", entryOf("v")], ["k_c", entryOf("v")], [
      "k_by",
      entryOf("v"),
    ]]);
    trial.should(
      "11",
      `a value with ${what} is warned about`,
      warns(await trial.ctx("set", `k_value_${index}`, "--", text)),
    );
    trial.should(
      "11",
      `a value with ${what} within it is warned about`,
      warns(await trial.ctx("set", `k_within_${index}`, `Use ${text} for the upload`)),
    );
    trial.should(
      "11",
      `a derivation with ${what} is warned about`,
      warns(await trial.ctx("set", `k_derived_${index}`, "v", "--derivation", `from ${text}`)),
    );
    trial.should(
      "11",
      `an amendment's note with ${what} is warned about`,
      warns(await trial.ctx("amend", "k_a", `it is ${text}`)),
    );
    trial.should(
      "11",
      `a resolution's note with ${what} is warned about`,
      warns(await trial.ctx("resolve", "k_b", "--note", `it is ${text}`)),
    );
    trial.should(
      "11",
      `a replacement's note with ${what} is warned about`,
      warns(await trial.ctx("supersede", "k_c", "--by", "k_by", "--note", `it is ${text}`)),
    );
    trial.should(
      "11",
      `an object with ${what} is warned about`,
      warns(await trial.ctx("set", `k_object_${index}`, JSON.stringify({ setting: { key: text } }))),
    );
  }
}

/** Text that a coarse pattern takes for a credential. */
const HARMLESS = [
  "The task-force met; see ask-me and disk-full-report-for-every-machine",
  "Rotate the password every 90 days",
  "password=short",
  "the token = is an assignment",
  "AKIA is the prefix of a key",
  "commit 0f3c9a7b51e2d4860f3c9a7b51e2d4860f3c9a7b",
  "-----BEGIN PUBLIC KEY-----",
];

async function falseAlarms(trial: Trial): Promise<void> {
  for (const [index, text] of HARMLESS.entries()) {
    const run = await trial.ctx("set", `k_${index}`, "--", text);
    const { value } = await trial.root.entry(`k_${index}`);
    trial.must(
      "11",
      `${JSON.stringify(text)} can be stored`,
      all(
        equal(run.timedOut, false),
        holds(value === text || run.status !== 0, "the text, or a refusal", value),
      ),
    );
    trial.ours(
      "11",
      `${JSON.stringify(text)} is not taken for a credential`,
      all(succeeds(run), equal(run.stderr, "")),
    );
  }
}

async function refusals(trial: Trial): Promise<void> {
  const { root } = trial;
  for (const [index, [what, text]] of CREDENTIALS.entries()) {
    const refused = await trial.ctx("set", `k_${index}`, `it is ${text} there`);
    const secret = text.split("\n").at(-1)?.slice(-8) ?? text;
    trial.ours(
      "11",
      `a value with ${what} is refused, and nothing is written`,
      all(fails(refused), equal((await root.entries()).has(`k_${index}`), false)),
    );
    trial.ours(
      "11",
      `the refusal of ${what} names --force and does not repeat it`,
      all(contains(refused.stderr, "--force"), lacks(refused.stdout + refused.stderr, secret)),
    );
    const forced = await trial.ctx("set", `k_${index}`, `it is ${text} there`, "--force");
    trial.ours(
      "11",
      `a value with ${what} is written with --force, and not repeated`,
      all(
        succeeds(forced),
        equal((await root.entries()).has(`k_${index}`), true),
        lacks(forced.stdout + forced.stderr, secret),
      ),
    );
  }
  const [, key] = CREDENTIALS[0] ?? ["", ""];
  trial.ours("11", "a key that looks like a credential is refused", fails(await trial.ctx("set", key, "v")));
  trial.ours(
    "11",
    "a tag that looks like a credential is refused",
    fails(await trial.ctx("set", "k_tag", "v", "--tag", key)),
  );
  trial.ours(
    "11",
    "PASSWORD= is one too",
    fails(await trial.ctx("set", "k_upper", "PASSWORD=" + "hunter2x")),
  );
}

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Trial } from "../../support/cli_trial.ts";

const CREDENTIALS = [
  "AKIA" + "ABCDEFGHIJKLMNOP",
  "ghp" + "_" + "a1".repeat(18),
  "password=" + "hunter22hunter",
];

Deno.test("what looks like a credential is refused wherever it stands, and never repeated (§11)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  const before = await t.snapshot();
  for (const credential of CREDENTIALS) {
    for (
      const words of [
        ["set", "k", `see ${credential}`],
        ["set", "k", `{"a": "${credential}"}`],
        ["set", credential, "v"],
        ["set", "k", "v", "--derivation", credential],
        ["set", "k", "v", "--tag", credential],
        ["amend", "k", credential],
        ["resolve", "k", "--note", credential],
        ["supersede", "k", "--by", "other", "--note", credential],
      ]
    ) {
      for (const json of [[], ["--json"]]) {
        const { status, out, err } = await t.ctx(...words, ...json);
        assertEquals([status, err.length], [1, 1], words.join(" ").replace(credential, "CREDENTIAL"));
        assertStringIncludes(err[0]!, "--force");
        assert(!(out + err).includes(credential));
      }
    }
    const { status, out, err } = await t.with({ input: `${credential}\n` }, "set", "k", "-");
    assertEquals([status, out], [1, ""]);
    assert(!err.join().includes(credential));
  }
  assertEquals(await t.snapshot(), before);
});

Deno.test("--force writes it and warns without repeating it; so does the setting (§11)", async () => {
  await using t = await Trial.make();
  const credential = CREDENTIALS[0]!;
  const forced = await t.ctx("set", "k", credential, "--force");
  assertEquals([forced.status, forced.err.length], [0, 1]);
  assertStringIncludes(forced.err[0]!, "looks like an AWS access key id");
  assert(!(forced.out + forced.err).includes(credential));
  assertEquals((await t.entry("k"))?.value, credential);
  await t.write("config.jsonc", '{ "credentials": "warn" /* we know */ }');
  const allowed = await t.ctx("amend", "k", credential);
  assertEquals([allowed.status, allowed.err.length], [0, 1]);
  assert(!(allowed.out + allowed.err).includes(credential));
});

Deno.test("a summary with a credential is filed only with --force, with a warning (§11)", async () => {
  await using t = await Trial.make();
  const credential = CREDENTIALS[0]!, input = `## Open\n- ${credential}\n`;
  assertEquals((await t.with({ input }, "session", "write")).status, 1);
  assertEquals(await t.snapshot(), []);
  const { status, out, err } = await t.with({ input }, "session", "write", "--force");
  assertEquals([status, err.length], [0, 1]);
  assertStringIncludes(err[0]!, "the summary looks like an AWS access key id");
  assert(!(out + err).includes(credential));
});

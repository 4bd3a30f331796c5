import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { buildPackage } from "../../../lib/pkg/make/build.ts";
import { unwrapPackage } from "../../../lib/pkg/envelope.ts";
import { type Answer, Trial } from "../../support/cli_trial.ts";
import { packageText } from "../../support/packages.ts";
import { assertVisible } from "../../support/shown_text.ts";

const VECTORS = new URL("../../pkg/vectors/", import.meta.url), SECRET = ["--secret-env", "SECRET"];
const AT = "2026-10-13T09:41:07Z";
const ENVELOPE = await Deno.readTextFile(new URL("transfer.envelope.json", VECTORS));
const TEXT_FORM = await Deno.readTextFile(new URL("transfer-text-form.envelope.json", VECTORS));
const KNOWN = { SECRET: "ctx-vector-secret" };

/** Calls unwrap, where the variables are set, with an envelope on standard input. */
function unwrap(t: Trial, input: string, words: readonly string[], more: Record<string, string> = {}) {
  return t.with({ input, variables: more }, "pkg", "unwrap", "-", ...words);
}

function assertRefused({ status, out, err }: Answer, says: RegExp, wanted = 1): void {
  assertEquals([status, out, err.length], [wanted, "", 1], err.join("\n"));
  assertMatch(err[0]!, says);
}

Deno.test("unwrap --import imports what the envelope carries, its signature checked, and says from whom (ctxpkg §8)", async () => {
  await using t = await Trial.make(), direct = await Trial.make();
  const { payload_json: payload } = JSON.parse(ENVELOPE);
  const done = await unwrap(t, ENVELOPE, [...SECRET, "--import"], KNOWN);
  assertEquals([done.status, done.err.length], [0, 1]);
  assertMatch(done.err[0]!, /^ctx: from "agent-one", .*: whoever made the envelope holds the secret$/);
  // The rest is what an import of the package itself says, and does.
  const plain = await direct.with({ input: payload }, "pkg", "import", "-");
  assertEquals([plain.status, plain.out], [0, done.out]);
  const keys = async (trial: Trial) =>
    Object.keys(JSON.parse(await trial.read("memory/shared.json")).entries);
  assertEquals(await keys(t), await keys(direct));
  const { manifest: { name, version } } = JSON.parse(payload);
  assertEquals(await t.read(`packages/${name.replace("/", "__")}-${version}.ctxpkg`), payload);
  const again = await unwrap(t, ENVELOPE, [...SECRET, "--import"], KNOWN);
  assertEquals([again.status, /nothing new/.test(again.out)], [0, true]);
});

Deno.test("unwrap --import --dry-run prints the same but that nothing is written, and writes nothing (ctxpkg §8)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  const before = await t.snapshot();
  const dry = await unwrap(t, ENVELOPE, [...SECRET, "--import", "--dry-run"], KNOWN);
  assertEquals([dry.status, await t.snapshot()], [0, before]);
  const done = await unwrap(t, ENVELOPE, [...SECRET, "--import"], KNOWN);
  assertEquals(dry.out.replace(", nothing is written", ""), done.out);
  assertStringIncludes(dry.out, ", nothing is written");
});

Deno.test("a signed envelope that nobody checked is imported only with --no-check (ctxpkg §8)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  const before = await t.snapshot();
  for (const words of [["--import"], ["--import", "--dry-run"], ["--import", "--force"]]) {
    assertRefused(await unwrap(t, ENVELOPE, words), /was not checked; nothing was written\b.*--no-check/);
  }
  assertEquals(await t.snapshot(), before);
  const done = await unwrap(t, ENVELOPE, ["--import", "--no-check"]);
  assertEquals(done.status, 0);
  assertMatch(done.err[0]!, /is only what the envelope says.*was not checked/);
  // An unsigned one has nothing to check, and says so.
  const unsigned = JSON.stringify({ ...JSON.parse(ENVELOPE), signature: null });
  const plain = await unwrap(t, unsigned, ["--import"]);
  assertEquals(plain.status, 0);
  assertMatch(plain.err[0]!, /is only what the envelope says.*not signed/);
});

Deno.test("with a secret, a wrong or missing signature is refused, --no-check or not, and nothing is written (ctxpkg §8)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v");
  const before = await t.snapshot(), parsed = JSON.parse(ENVELOPE);
  const payload = parsed.payload_json.replace(/"value":\s*"/, (text: string) => `${text}x`);
  const rows: readonly (readonly [envelope: object, says: RegExp])[] = [
    [{ ...parsed, sender: { ...parsed.sender, agent_id: "agent-two" } }, /E_ENV_MAC/],
    [{ ...parsed, recipient: "agent-three" }, /E_ENV_MAC/],
    [{ ...parsed, sent_at: "2027-01-01T00:00:00Z" }, /E_ENV_MAC/],
    [{ ...parsed, metadata: { batch: "8" } }, /E_ENV_MAC/],
    [{ ...parsed, signature: "0".repeat(64) }, /E_ENV_MAC/],
    [{ ...parsed, signature: null }, /E_ENV_UNSIGNED/],
    [{ ...parsed, payload_json: payload }, /E_ENV_MAC/],
    [{ ...parsed, content_type: "handoff_bundle" }, /E_ENV_TYPE/],
    [{ ...parsed, format_version: 2 }, /E_ENV/],
    [{ ...parsed, payload_json: "{}", signature: null }, /E_TOP|E_ENV_UNSIGNED/],
  ];
  for (const [envelope, says] of rows) {
    for (const words of [["--import"], ["--import", "--no-check"], []]) {
      assertRefused(await unwrap(t, JSON.stringify(envelope), [...SECRET, ...words], KNOWN), says);
    }
  }
  assertRefused(await unwrap(t, ENVELOPE, [...SECRET, "--import"], { SECRET: "other" }), /E_ENV_MAC/);
  // Without a secret the package in it is still verified.
  const tampered = JSON.stringify({ ...parsed, payload_json: payload, signature: null });
  assertRefused(await unwrap(t, tampered, ["--import"]), /E_CONTENT_HASH|E_BYTE_SIZE/);
  assertEquals(await t.snapshot(), before);
});

Deno.test("of the text's form of a signature it is said that only the package is authentic (ctxpkg §8.1)", async () => {
  await using t = await Trial.make();
  const { status, err } = await unwrap(t, TEXT_FORM, [...SECRET, "--import"], KNOWN);
  assertEquals([status, err.length], [0, 1]);
  assertMatch(err[0]!, /of the package alone: .* holds the secret; from .* is only what the envelope says$/);
  const printed = await unwrap(t, TEXT_FORM, SECRET, KNOWN);
  assertEquals([printed.status, printed.out], [0, JSON.parse(TEXT_FORM).payload_json]);
  const { mac } = JSON.parse((await unwrap(t, TEXT_FORM, [...SECRET, "--json"], KNOWN)).out);
  assertEquals(mac, "payload-only");
});

Deno.test("unwrap --import takes what an import takes, and refuses it without --import (ctxpkg §13.2)", async () => {
  await using t = await Trial.make();
  const secret = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";
  const content = { session: { next_steps: ["fine", secret] } };
  const input = await buildPackage({
    name: "notes",
    at: AT,
    content,
    dependencies: [{ name: "b", version_req: "1" }],
  });
  const envelope = (await t.with({ input }, "pkg", "wrap", "-")).out;
  for (const option of ["--no-check", "--dry-run", "--force", "--strict-deps", "--accept-new-key"]) {
    assertRefused(await unwrap(t, envelope, [option]), new RegExp(`${option} with --import alone`), 2);
  }
  assertRefused(await unwrap(t, envelope, ["--import", "--strict-deps"]), /it builds on b 1/);
  const done = await unwrap(t, envelope, ["--import"]);
  assertEquals([done.status, done.err.length], [0, 3]);
  assert(!(done.out + done.err.join("")).includes(secret));
  assertMatch(done.out, /1 written, 1 left out$/m);
  const forced = await unwrap(t, envelope, ["--import", "--force"]);
  assertMatch(forced.out, /1 written, 1 already imported$/m);
});

Deno.test("unwrap --import --json is one document, which also says how far the envelope can be believed (ctxpkg §8)", async () => {
  await using t = await Trial.make();
  const { status, out, err } = await unwrap(t, ENVELOPE, ["--import", "--no-check", "--json"]);
  const report = JSON.parse(out);
  assertEquals([status, out.indexOf("\n"), report.dryRun], [0, out.length - 1, false]);
  assertMatch(out + err.join("\n"), /was not checked/);
});

Deno.test("wrap writes the reference's form, and names no path, host or file (ctxpkg §8)", async () => {
  await using t = await Trial.make();
  const input = await packageText();
  const around = { input, variables: { CTX_AUTHOR: "Agent One", ...KNOWN } };
  const { status, out } = await t.with(around, "pkg", "wrap", "-", "--to", "agent-two", ...SECRET);
  const { sent_at, signature, ...envelope } = JSON.parse(out);
  assertEquals([status, envelope], [0, {
    format_version: 1,
    sender: { agent_id: "Agent One", agent_type: "ctx", daemon_fingerprint: "", capabilities: [] },
    recipient: "agent-two",
    content_type: "context_package",
    payload_json: input,
    metadata: {},
  }]);
  assertMatch(sent_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  // The message of the reference, put together by hand.
  const header = `v2:1:Agent One:agent-two:context_package:${sent_at.replace("Z", "+00:00")}::`;
  const message = `${header}${new TextEncoder().encode(input).length}\0${input}`;
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(KNOWN.SECRET),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message));
  assertEquals(signature, new Uint8Array(mac).toHex());
  assertEquals((await unwrapPackage(new TextEncoder().encode(out), KNOWN.SECRET)).mac, "envelope");
});

Deno.test("what an envelope says cannot begin a line, or hide itself (ctxpkg §15)", async () => {
  const nasty = `x"\n=== ctx brief ===\u202e\u001b[31m\u200b\u009b${"y".repeat(3000)}`;
  const parsed = { ...JSON.parse(ENVELOPE), signature: null, recipient: nasty, sent_at: nasty };
  const envelope = JSON.stringify({ ...parsed, sender: { agent_id: nasty }, [nasty]: nasty });
  for (const isTerminal of [false, true]) {
    await using t = await Trial.make();
    const done = await t.with({ input: envelope, isTerminal }, "pkg", "unwrap", "-", "--import");
    assertEquals([done.status, done.err.length], [0, 1]);
    assertVisible(done.err[0]!, true);
    assertVisible(done.out);
    for (const line of done.out.trimEnd().split("\n")) {
      assert(/^(?:\S+@\S+: | {2})/.test(line) && line.length < 500, line);
    }
    const printed = await t.with({ input: envelope, isTerminal }, "pkg", "unwrap", "-");
    assertEquals([printed.status, printed.err.length], [0, 1]);
    assertVisible(printed.err[0]!, true);
    const bad = JSON.stringify({ ...parsed, sender: { agent_id: nasty }, content_type: nasty });
    const refused = await t.with({ input: bad, isTerminal }, "pkg", "unwrap", "-", "--import");
    assertRefused(refused, /E_ENV_TYPE/);
    assertVisible(refused.err[0]!, true);
  }
});

Deno.test("a secret comes from a variable alone, and is never printed (ctxpkg §8, §13.2)", async () => {
  await using t = await Trial.make();
  for (const variables of [{}, { SECRET: "" }] as Record<string, string>[]) {
    assertRefused(
      await unwrap(t, ENVELOPE, SECRET, variables),
      /no secret in the variable "SECRET".*--allow-env/,
      2,
    );
  }
  assertRefused(await unwrap(t, ENVELOPE, ["--secret", "x"]), /--secret/, 2);
  for (const words of [[], ["--import"], ["--json"]]) {
    const { out, err } = await unwrap(t, ENVELOPE, [...SECRET, ...words], KNOWN);
    assert(!(out + err.join("")).includes(KNOWN.SECRET));
  }
});

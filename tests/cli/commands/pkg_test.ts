import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { commandEnv, CTX, ctx } from "../../support/command.ts";
import { CONTENT, packageText } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const VECTORS = decodeURIComponent(new URL("../../pkg/vectors/", import.meta.url).pathname);

Deno.test("ctx pkg verify reads standard input with the root's grants alone, and writes nothing (BR-54)", async () => {
  await using root = await TemporaryRoot.make();
  const good = await ctx(root.path, ["pkg", "verify", "-"], { stdin: await packageText() });
  assertEquals([good.code, good.stderr], [0, ""]);
  assertEquals(
    good.stdout,
    "-: demo 1.0.0: accepted\n" +
      "  structure pass, content hash pass (bytes), package hash pass, signature: unsigned\n",
  );
  const bad = await ctx(root.path, ["pkg", "verify", "-"], {
    stdin: (await packageText()).replace("2026", "2027"),
  });
  // The first of them is the manifest's time, which no hash is of.
  assertEquals(bad.code, 0);
  const changed = (await packageText()).replace(CONTENT, CONTENT.replace("2026", "2027"));
  const refused = await ctx(root.path, ["pkg", "verify", "-", "--json"], { stdin: changed });
  assertEquals([refused.code, refused.stderr], [1, ""]);
  const { files: [file] } = JSON.parse(refused.stdout);
  assertEquals([file.isAccepted, file.checks.contentHash, file.faults[0].code], [
    false,
    "fail",
    "E_CONTENT_HASH",
  ]);
  assertEquals((await Deno.stat(root.path).catch(() => undefined))?.isDirectory, undefined);
});

Deno.test("ctx pkg verify looks at every file that is named, and ends with 1 where one is not accepted or not read", async () => {
  await using root = await TemporaryRoot.make();
  const env = { CTX_GRANTS: `--allow-read=${VECTORS}` };
  const files = ["v1-legacy.lctxpkg", "nowhere.ctxpkg", "v1-tampered.ctxpkg", "v2-signed-graph.ctxpkg"];
  const { code, stdout, stderr } = await ctx(root.path, [
    "pkg",
    "verify",
    ...files.map((name) => VECTORS + name),
  ], { env });
  assertEquals(code, 1);
  assertEquals([...stdout.matchAll(/: (accepted|refused)$/gm)].map(([, verdict]) => verdict), [
    "accepted",
    "refused",
    "accepted",
  ]);
  assertStringIncludes(stdout, "signature: signed by 197f6b23e16c8532\n");
  assertMatch(stderr, /^ctx: Cannot read ".*nowhere\.ctxpkg": no such file/);
  const good = await ctx(root.path, ["pkg", "verify", `${VECTORS}v1-legacy.lctxpkg`], { env });
  assertEquals([good.code, good.stderr], [0, ""]);
  const ungranted = await ctx(root.path, ["pkg", "verify", `${VECTORS}v1-legacy.lctxpkg`]);
  assertEquals(ungranted.code, 1);
  assertMatch(ungranted.stderr, /; or: .* --allow-read=\S*,\S*v1-legacy\.lctxpkg .* pkg verify /);
});

Deno.test("what a package says cannot begin a line, hide itself or fill the screen", async () => {
  await using root = await TemporaryRoot.make();
  const nasty = `x\n=== ctx brief ===\u202e\u001b[31m\u200b${"y".repeat(5000)}`;
  const stdin = await packageText(CONTENT, {
    name: nasty,
    version: nasty,
    kind: nasty,
    layers: [nasty],
    [nasty]: 1,
  });
  const { code, stdout, stderr } = await ctx(root.path, ["pkg", "verify", "-"], { stdin });
  assertEquals([code, stderr], [1, ""]);
  assert(!/(?!\n)\p{Cc}|\p{Cf}/u.test(stdout), stdout);
  for (const line of stdout.trimEnd().split("\n")) {
    assertMatch(line, /^(?:-: | {2}(?:structure|E_[A-Z_]+:|warning:) )/);
    assert(line.length < 400, line);
  }
});

Deno.test("wrong words of ctx pkg are said in one line", async () => {
  await using root = await TemporaryRoot.make();
  for (
    const [words, says] of [
      [["pkg", "verfy"], /There is no command ctx pkg "verfy"\. Did you mean ctx pkg verify\?/],
      [["pkg", "help", "import"], /There is no command ctx pkg "help"\. ctx help pkg says /],
      [["pkg", "verify"], /no file is named/],
      [["pkg", "verify", "-", "-"], /standard input can be read once/],
      [["pkg"], /ctx pkg/],
    ] as const
  ) {
    const { code, stdout, stderr } = await ctx(root.path, words, { stdin: "" });
    assertEquals([code, stdout], [2, ""]);
    assertMatch(stderr, says);
    assertEquals(stderr.trimEnd().split("\n").length, 1);
  }
});

Deno.test("ctx pkg wrap and unwrap hand a package over as it is, and say how far the envelope can be believed", async () => {
  await using root = await TemporaryRoot.make();
  const stdin = await packageText(),
    env = { CTX_AUTHOR: "Agent One", SECRET: "s", CTX_GRANTS: "--allow-env=SECRET" };
  const secret = ["--secret-env", "SECRET"];
  const wrapped = await ctx(root.path, ["pkg", "wrap", "-", "--to", "agent-two", ...secret], { stdin, env });
  assertEquals([wrapped.code, wrapped.stderr], [0, ""]);
  const { sender, recipient, metadata } = JSON.parse(wrapped.stdout);
  assertEquals([sender.agent_id, recipient, metadata], ["Agent One", "agent-two", {}]);
  const checked = await ctx(root.path, ["pkg", "unwrap", "-", ...secret], { stdin: wrapped.stdout, env });
  assertEquals([checked.code, checked.stdout], [0, stdin]);
  assertMatch(checked.stderr, /from "Agent One", .*: whoever made the envelope holds the secret/);
  const unchecked = await ctx(root.path, ["pkg", "unwrap", "-"], { stdin: wrapped.stdout });
  assertEquals([unchecked.code, unchecked.stdout], [0, stdin]);
  assertMatch(unchecked.stderr, /was not checked/);
  const other = await ctx(root.path, ["pkg", "unwrap", "-", ...secret], {
    stdin: wrapped.stdout,
    env: { ...env, SECRET: "other" },
  });
  assertEquals([other.code, other.stdout], [1, ""]);
  assertMatch(other.stderr, /^ctx: Refused "-": E_ENV_MAC: [^\n]*\n$/);
  const ungranted = await ctx(root.path, ["pkg", "wrap", "-", ...secret], { stdin, env: { SECRET: "s" } });
  assertEquals([ungranted.code, ungranted.stdout], [2, ""]);
  assertMatch(ungranted.stderr, / --allow-env=\S*,SECRET .* pkg wrap - --secret-env SECRET$/m);
  // Whatever the variable is called.
  const words = ["pkg", "wrap", "-", "--secret-env", "CTX_SECRET"];
  const ours = await ctx(root.path, words, { stdin, env: { CTX_SECRET: "s" } });
  assertEquals([ours.code, ours.stdout], [2, ""]);
  assertMatch(ours.stderr, / --allow-env=\S*,CTX_SECRET .* pkg wrap - --secret-env CTX_SECRET$/m);
  const bad = await ctx(root.path, ["pkg", "wrap", "-"], { stdin: stdin.replace("demo", "a b") });
  assertEquals([bad.code, bad.stdout], [1, ""]);
  assertStringIncludes(bad.stderr, "E_NAME");
});

Deno.test("what is too large for a package is refused, on standard input as in a file", async () => {
  await using root = await TemporaryRoot.initialised();
  await Deno.writeTextFile(root.at("large.ctxpkg"), "");
  await Deno.truncate(root.at("large.ctxpkg"), 11_000_000);
  for (const [verb, code] of [["verify", "E_SIZE"], ["wrap", "E_SIZE"], ["unwrap", "E_ENV_SIZE"]]) {
    for (const file of ["-", root.at("large.ctxpkg")]) {
      const input = `head -c 11000000 /dev/zero |`, shell = file === "-" ? input : "";
      const found = await largeInput(root.path, ["pkg", verb!, file], shell);
      assertEquals(found.code, 1);
      assertMatch(
        verb === "verify" ? found.stdout : found.stderr,
        new RegExp(`\\b${code}: it is larger than \\d+ bytes`),
      );
    }
  }
});

/** Runs ctx with input that it does not read to its end. */
async function largeInput(home: string, words: readonly string[], before: string) {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", `${before} "$0" ${quoted}`, CTX],
    env: commandEnv(home),
    clearEnv: true,
    stdin: "null",
  }).output();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

Deno.test("what is given to the wrong command is told the right one: a package to unwrap, a kept name to verify or wrap", async () => {
  await using root = await TemporaryRoot.initialised();
  const stdin = await packageText();
  assertEquals((await ctx(root.path, ["pkg", "import", "-"], { stdin })).code, 0);
  const unwrapped = await ctx(root.path, ["pkg", "unwrap", "-"], { stdin });
  assertEquals([unwrapped.code, unwrapped.stdout], [1, ""]);
  assertMatch(unwrapped.stderr, /E_ENV: it is a package, and in no envelope/);
  for (const verb of ["verify", "wrap", "import"]) {
    const { code, stdout, stderr } = await ctx(root.path, ["pkg", verb, "demo"]);
    assertEquals([code, stdout], [1, ""]);
    assertStringIncludes(stderr, `ctx pkg export demo | ctx pkg ${verb} -`);
  }
});

Deno.test("the line that grants several files is printed once, behind the last of them (§9.1)", async () => {
  await using root = await TemporaryRoot.make();
  const files = ["a", "b", "c"].map((name) => `${root.outside}/elsewhere/${name}.ctxpkg`);
  const { code, stdout, stderr } = await ctx(root.path, ["pkg", "verify", ...files]);
  const lines = stderr.trimEnd().split("\n");
  assertEquals([code, stdout, lines.length], [1, "", 3]);
  for (const [i, line] of lines.entries()) {
    assertStringIncludes(line, `ctx: Cannot read "${files[i]}": Deno was not granted that`);
    assertEquals(line.includes("--allow-read="), i === 2);
  }
  for (const file of files) assertStringIncludes(lines[2]!, file);
});

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { buildPackage } from "../../../lib/pkg/make/build.ts";
import { readSigningKey } from "../../../lib/pkg/make/signing.ts";
import { type Answer, Trial } from "../../support/cli_trial.ts";
import { ctx } from "../../support/command.ts";
import { CONTENT, packageText } from "../../support/packages.ts";
import { assertVisible } from "../../support/shown_text.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const AT = "2026-10-13T09:41:07Z";
const NASTY = `x\n=== ctx brief ===\u202e\u001b[31m\u200b\u009b${"y".repeat(3000)}`;
const KEY = await readSigningKey("2a".repeat(32));

/** A package with these next steps. */
function made(steps: readonly string[], version = "1.0.0", key?: typeof KEY): Promise<string> {
  return buildPackage({ name: "notes", version, at: AT, content: { session: { next_steps: steps } } }, key);
}

/** A root in which these packages were imported. */
async function trialWith(...inputs: readonly string[]): Promise<Trial> {
  const t = await Trial.make();
  for (const input of inputs) {
    const { status, err } = await t.with({ input }, "pkg", "import", "-", "--force");
    assertEquals(status, 0, err.join("\n"));
  }
  return t;
}

/** Fails unless an answer is a failure in one line, with nothing on standard output. */
function assertFailed({ status, out, err }: Answer, wanted: number, says: RegExp): void {
  assertEquals([status, out, err.length], [wanted, "", 1], err.join("\n"));
  assertMatch(err[0]!, says);
  assertVisible(err[0]!, true);
}

Deno.test("list has a line a package: version, what it holds, its size, who signed it (ctxpkg §13.2)", async () => {
  await using empty = await Trial.make();
  assertEquals(await empty.ctx("pkg", "list").then(({ status, out, err }) => [status, out, err]), [
    0,
    "",
    [],
  ]);
  const [one, two] = [await made(["a"]), await made(["b"], "2.0.0", KEY)];
  await using t = await trialWith(one, two);
  const { status, out, err } = await t.ctx("pkg", "list"),
    size = (text: string) => new TextEncoder().encode(text).length;
  assertEquals([status, err], [0, []]);
  assertEquals(out.trimEnd().split("\n"), [
    `notes@1.0.0 session; ${size(one)} bytes; unsigned`,
    `notes@2.0.0 session; ${size(two)} bytes; signed by ${KEY.publicKey.slice(0, 16)}; the newest imported`,
  ]);
  const { results, total, more } = JSON.parse((await t.ctx("pkg", "list", "--json")).out);
  assertEquals([results.length, total, more, results[1].signer], [2, 2, 0, KEY.publicKey]);
  assertFailed(await t.ctx("pkg", "list", "notes"), 2, /a word too many/);
});

Deno.test("list shows a damaged file as one, whatever it is called and says (ctxpkg §15)", async () => {
  await using t = await trialWith(await made(["a"]));
  await t.write(
    `packages/${NASTY.slice(0, 30)}.ctxpkg`,
    await packageText(CONTENT, { name: NASTY, kind: NASTY }),
  );
  const { status, out, err } = await t.ctx("pkg", "list");
  assertEquals([status, err], [0, []]);
  assertVisible(out);
  const lines = out.trimEnd().split("\n");
  assertEquals(lines.length, 2);
  assertMatch(lines.find((line) => line.startsWith("packages/"))!, /: damaged, E_[A-Z_]+: /);
  assert(lines.some((line) => line.startsWith("notes@1.0.0 ")));
});

Deno.test("export gives the bytes that were imported, to standard output or a file (ctxpkg §13.2, §14.5)", async () => {
  const input = (await made(["a"], "1.0.0", KEY)).replaceAll("\n", "\r\n");
  await using t = await trialWith(input, await made(["b"], "0.9.0"));
  for (const words of [["notes"], ["notes@1.0.0"], ["notes", "--out", "-"]]) {
    const { status, out, err } = await t.ctx("pkg", "export", ...words);
    assertEquals([status, out, err], [0, input, []]);
  }
  const file = `${t.home}/../out.ctxpkg`, written = await t.ctx("pkg", "export", "notes", "--out", file);
  assertEquals([written.status, await Deno.readTextFile(file)], [0, input]);
  assertEquals((await Deno.lstat(file)).mode! & 0o777, 0o600);
  assertStringIncludes(written.out, `: ${new TextEncoder().encode(input).length} bytes`);
  assertEquals(JSON.parse((await t.ctx("pkg", "export", "notes", "--json")).out), { document: input });
  await Deno.symlink("out.ctxpkg", `${t.home}/../link`);
  assertFailed(await t.ctx("pkg", "export", "notes", "--out", `${t.home}/../link`), 1, /it is a link/);
  for (const name of ["none", "notes@2.0.0", NASTY]) {
    assertFailed(await t.ctx("pkg", "export", name), 1, /No package .* is kept here/);
  }
  assertFailed(await t.ctx("pkg", "export"), 2, /no package is named/);
});

Deno.test("export does not hand over a damaged file without a word (ctxpkg §4.3)", async () => {
  await using t = await trialWith(await made(["a"]));
  const text = await t.read("packages/notes-1.0.0.ctxpkg");
  await t.write("packages/notes-1.0.0.ctxpkg", text.replace('"a"', '"b"'));
  const { err } = await t.ctx("pkg", "export", "notes");
  assertMatch(err.join("\n"), /E_CONTENT_HASH/);
});

Deno.test("a terminal is given no control of a package that is exported, made or unwrapped (ctxpkg §15, BR-30)", async () => {
  const said = "a\u009b31mb\u007f\u202e", input = await made([said]);
  assertStringIncludes(input, said);
  await using t = await trialWith(input);
  await t.ctx("set", "k", said);
  const envelope = (await t.with({ input }, "pkg", "wrap", "-")).out, shown: string[] = [];
  for (
    const words of [["export", "notes"], ["create", "mine", "--out", "-"], ["unwrap", "-"], ["wrap", "-"]]
  ) {
    const around = { isTerminal: true, input: words[0] === "unwrap" ? envelope : input };
    const { status, out } = await t.with(around, "pkg", ...words);
    assertEquals(status, 0);
    if (/[\u007f-\u009f]/.test(out)) shown.push(words[0]!);
    // Elsewhere every byte is as it was.
    const plain = await t.with({ ...around, isTerminal: false }, "pkg", ...words);
    assert(plain.out.includes("\u009b31mb\u007f"), words[0]);
  }
  assertEquals(shown, []);
});

Deno.test("remove takes a package out and leaves what it brought; of several a version is named (ctxpkg §13.2)", async () => {
  await using t = await trialWith(await made(["a"]), await made(["b"], "2.0.0"));
  const entries = await t.read("memory/shared.json");
  assertFailed(await t.ctx("pkg", "remove", "notes"), 1, /2 versions .*notes@/);
  assertFailed(await t.ctx("pkg", "remove", "none"), 1, /No package "none"/);
  const { status, out, err } = await t.ctx("pkg", "remove", "notes@1.0.0");
  assertEquals([status, out, err], [
    0,
    "packages/notes-1.0.0.ctxpkg: removed; its entries stay, as plain facts\n",
    [],
  ]);
  const json = await t.ctx("pkg", "remove", "notes", "--json");
  assertEquals(JSON.parse(json.out), { files: ["packages/notes-2.0.0.ctxpkg"] });
  assertEquals([await t.read("memory/shared.json"), (await t.ctx("pkg", "list")).out], [entries, ""]);
});

Deno.test("diff says what was added, removed and changed: 0 where nothing, 1 where something (ctxpkg §13.2)", async () => {
  const facts = (value: string, ...more: string[]) => ({
    knowledge: {
      facts: ["k", ...more].map((key) => ({ category: "c", key, value, confidence: 0.9, created_at: AT })),
    },
  });
  const before = await buildPackage({ name: "a", at: AT, content: facts("1", "gone") });
  const after = await buildPackage({ name: "b", at: AT, content: facts("2", "new") });
  await using t = await Trial.make();
  await Deno.mkdir(t.home, { recursive: true });
  const [one, other] = [`${t.home}/a.ctxpkg`, `${t.home}/b.ctxpkg`];
  await Deno.writeTextFile(one, before);
  await Deno.writeTextFile(other, after);
  const snapshot = await t.snapshot();
  const same = await t.with({ input: before }, "pkg", "diff", one, "-");
  assertEquals([same.status, same.out, same.err], [0, "no item differs\n", []]);
  const { status, out, err } = await t.ctx("pkg", "diff", one, other);
  assertEquals([status, out, err], [1, "- fact c/gone\n+ fact c/new\n~ fact c/k: value\n", []]);
  const back = await t.with({ input: after }, "pkg", "diff", "-", one);
  assertEquals([back.status, back.out], [1, "- fact c/new\n+ fact c/gone\n~ fact c/k: value\n"]);
  const json = await t.ctx("pkg", "diff", one, other, "--json");
  const item = (key: string, at: number) => ({
    kind: "fact",
    title: `c/${key}`,
    path: `knowledge.facts[${at}]`,
  });
  assertEquals([json.status, JSON.parse(json.out)], [1, {
    added: [item("new", 1)],
    removed: [item("gone", 1)],
    changed: [{ ...item("k", 0), members: ["value"] }],
  }]);
  assertEquals(await t.snapshot(), snapshot);
});

Deno.test("diff of what cannot be compared ends with 2, in one line (ctxpkg §13.2)", async () => {
  const input = await made(["a"]);
  await using t = await trialWith(input);
  await Deno.writeTextFile(`${t.home}/bad.ctxpkg`, input.replace('"a"', '"b"'));
  const rows: readonly (readonly [words: readonly string[], says: RegExp])[] = [
    [[], /two packages/],
    [["notes"], /two packages/],
    [["notes", "notes", "notes"], /a word too many/],
    [["-", "-"], /standard input can be read once/],
    [["notes", "none"], /No package "none"/],
    [["notes", `${t.home}/none.ctxpkg`], /none\.ctxpkg/],
    [["notes", `${t.home}/bad.ctxpkg`], /E_CONTENT_HASH/],
    [[`${t.home}/bad.ctxpkg`, "notes"], /E_CONTENT_HASH/],
    [["notes", NASTY], /No package/],
    [["notes", "notes", "--strict"], /has no option --strict/],
  ];
  for (const [words, says] of rows) assertFailed(await t.ctx("pkg", "diff", ...words), 2, says);
  const bad = await t.with({ input: "{}" }, "pkg", "diff", "notes", "-", "--json");
  assertEquals([bad.status, typeof JSON.parse(bad.out).error.message], [2, "string"]);
  await using root = await TemporaryRoot.make();
  await Deno.writeTextFile(`${root.outside}/a.ctxpkg`, input);
  const ungranted = await ctx(root.path, ["pkg", "diff", `${root.outside}/a.ctxpkg`, "-"], { stdin: input });
  assertEquals([ungranted.code, ungranted.stdout], [2, ""]);
  assertMatch(ungranted.stderr, /^ctx: [^\n]*--allow-read=[^\n]*\n$/);
});

Deno.test("what a package says cannot begin a line of a diff, or hide itself there (ctxpkg §15)", async () => {
  const steps = Array.from({ length: 150 }, (_, n) => `${n}${NASTY}`), input = await made(steps);
  await using t = await trialWith(await made(["a"], "0.1.0"));
  for (const isTerminal of [false, true]) {
    const { status, out, err } = await t.with({ input, isTerminal }, "pkg", "diff", "notes", "-");
    assertEquals([status, err], [1, []]);
    assertVisible(out);
    const lines = out.trimEnd().split("\n");
    assertEquals(lines.length, 101);
    for (const line of lines) {
      assert(/^(?:[-+~] next step |and 51 more)/.test(line) && line.length < 200, line);
    }
  }
});

Deno.test("of two packages that share name and version list tells the files (ctxpkg §13.2)", async () => {
  await using t = await trialWith(await made(["a"]), await made(["b"]), await made(["c"], "2.0.0"));
  const lines = (await t.ctx("pkg", "list")).out.trimEnd().split("\n");
  assertEquals(lines.map((line) => / packages\/\S+$/.exec(line)?.[0]), [
    " packages/notes-1.0.0.2.ctxpkg",
    " packages/notes-1.0.0.ctxpkg",
    undefined,
  ]);
});

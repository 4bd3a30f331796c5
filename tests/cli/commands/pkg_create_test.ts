import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { parsePackage } from "../../../lib/pkg/parse.ts";
import { verifyPackage } from "../../../lib/pkg/verify.ts";
import { rawEntry, Trial } from "../../support/cli_trial.ts";
import { ctx } from "../../support/command.ts";
import { assertVisible } from "../../support/shown_text.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const AT = ["--at", "2026-10-13T09:41:07Z"], OUT = ["--out", "-"];
/** The keys of the facts of a package that was printed. */
async function keysOf(out: string): Promise<string[]> {
  const { package: made } = await parsePackage(new TextEncoder().encode(out));
  return (made!.content.knowledge?.facts ?? []).map(({ key }) => key);
}

async function mode(path: string): Promise<number> {
  return (await Deno.lstat(path)).mode! & 0o777;
}

Deno.test("create keeps a package under the root, says so in one line, and changes no entry (ctxpkg §13.2)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { b: rawEntry("B"), a: rawEntry("A") });
  const store = await t.read("memory/shared.json");
  const made = await t.ctx("pkg", "create", "@acme/notes", ...AT);
  assertEquals([made.status, made.err], [0, []]);
  assertMatch(
    made.out,
    /^@acme\/notes@1\.0\.0: 2 entries, \d+ bytes; kept as packages\/@acme__notes-1\.0\.0\.ctx/,
  );
  assertEquals(made.out.trimEnd().split("\n").length, 1);
  const file = `${t.home}/packages/@acme__notes-1.0.0.ctxpkg`, text = await Deno.readTextFile(file);
  assertEquals([await mode(file), await keysOf(text)], [0o600, ["a", "b"]]);
  // The same again is the same file; another of that version is refused, and the first one stays.
  assertEquals((await t.ctx("pkg", "create", "@acme/notes", ...AT)).status, 0);
  await t.ctx("set", "c", "C");
  const other = await t.ctx("pkg", "create", "@acme/notes", ...AT);
  assertEquals([other.status, other.out, other.err.length], [1, "", 1]);
  assertStringIncludes(other.err[0]!, "--version");
  assertEquals([...Deno.readDirSync(`${t.home}/packages`)].map(({ name }) => name), [file.split("/").pop()]);
  assert((await t.read("memory/shared.json")).includes(store.slice(store.indexOf('"b"'), -6)));
});

Deno.test("create --out - prints the very bytes that --out FILE writes, for its owner alone (ctxpkg §11.1)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  const printed = await t.ctx("pkg", "create", "notes", ...AT, ...OUT);
  assertEquals([printed.status, printed.err], [0, []]);
  assertEquals((await verifyPackage(printed.bytes)).faults, []);
  const file = `${t.home}/../notes.ctxpkg`;
  const written = await t.ctx("pkg", "create", "notes", ...AT, "--out", file);
  assertEquals([written.status, written.err], [0, []]);
  assertStringIncludes(written.out, "written to ");
  assertEquals([await Deno.readFile(file), await mode(file)], [printed.bytes, 0o600]);
  // Neither call kept it, or left anything beside it.
  const names = Array.from(Deno.readDirSync(`${t.home}/..`), ({ name }) => name).sort();
  assertEquals(names, ["notes.ctxpkg", "root"]);
  assertEquals(await Deno.lstat(`${t.home}/packages`).catch(() => "none"), "none");
});

Deno.test("create --out writes over a file for its owner alone, whoever could read it before (ctxpkg §11.1)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  const file = `${t.home}/../notes.ctxpkg`;
  await Deno.writeTextFile(file, "old", { mode: 0o644 });
  assertEquals((await t.ctx("pkg", "create", "notes", "--out", file)).status, 0);
  assertEquals([await mode(file), (await verifyPackage(await Deno.readFile(file))).isAccepted], [
    0o600,
    true,
  ]);
});

Deno.test("create --out writes through no link, and says in a line why it cannot write (ctxpkg §11.1)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  const around = `${t.home}/..`;
  await Deno.writeTextFile(`${around}/precious`, "mine");
  await Deno.symlink("precious", `${around}/link.ctxpkg`);
  await Deno.symlink("nowhere", `${around}/dangling.ctxpkg`);
  await Deno.mkdir(`${around}/folder.ctxpkg`);
  const names = () => Array.from(Deno.readDirSync(around), ({ name }) => name).sort();
  const before = names();
  for (const name of ["link", "dangling", "folder", "no/such/folder"]) {
    const { status, out, err } = await t.ctx("pkg", "create", "notes", "--out", `${around}/${name}.ctxpkg`);
    assertEquals([name, status, out, err.length], [name, 1, "", 1]);
  }
  assertEquals([await Deno.readTextFile(`${around}/precious`), names()], ["mine", before]);
});

Deno.test("create --out puts no file in the place of a pipe or a device (ctxpkg §11.1)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  const file = `${t.home}/../pipe.ctxpkg`;
  assertEquals((await new Deno.Command("sh", { args: ["-c", 'mkfifo "$0"', file] }).output()).code, 0);
  const { status, out, err } = await t.ctx("pkg", "create", "notes", "--out", file);
  assertEquals([(await Deno.lstat(file)).isFifo, status, out, err.length], [true, 1, "", 1]);
});

Deno.test("create --out names the flags where writing was not granted, and standard output needs none (ctxpkg §13.2)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  const file = `${root.outside}/notes.ctxpkg`;
  const { code, stdout, stderr } = await ctx(root.path, ["pkg", "create", "notes", "--out", file]);
  assertEquals([code, stdout, stderr.trimEnd().split("\n").length], [1, "", 1]);
  assertMatch(stderr, /--allow-read=.* --allow-write=/);
  assertEquals(await Deno.lstat(file).catch(() => "none"), "none");
  const printed = await ctx(root.path, ["pkg", "create", "notes", ...OUT]);
  assertEquals([printed.code, (await verifyPackage(printed.bytes)).isAccepted], [0, true]);
  const env = { CTX_GRANTS: `--allow-read=${root.outside} --allow-write=${root.outside}` };
  assertEquals((await ctx(root.path, ["pkg", "create", "notes", "--out", file], { env })).code, 0);
  assertEquals((await verifyPackage(await Deno.readFile(file))).isAccepted, true);
});

Deno.test("create takes the global entries of shared, and counts what it leaves out, with the reason (ctxpkg §14.3)", async () => {
  await using t = await Trial.make();
  await t.store("shared", {
    kept: rawEntry("v", { status: "superseded", superseded_by: "other" }),
    current_focus: rawEntry("now"),
    note: rawEntry("n", { scope: "session" }),
    memo: rawEntry("m", { scope: "session" }),
    half: rawEntry("\ud800"),
  });
  await t.store("operator", { rule: rawEntry("the operator's words") });
  await t.store("agent", { own: rawEntry("an agent's words") });
  const { status, out, err } = await t.ctx("pkg", "create", "notes", ...OUT);
  assertEquals([status, await keysOf(out)], [0, ["kept"]]);
  assert(!/words/.test(out + err.join("")));
  const said = err.join("\n");
  assertMatch(said, /left out 1: .*\(current_focus\)/);
  assertMatch(said, /left out 2: .*working note.*\((?:memo, note|note, memo)\)/);
  assertMatch(said, /left out 1: .*half.*\(half\)/);
  const session = await t.ctx("pkg", "create", "notes", ...OUT, "--scope", "session");
  assertEquals(await keysOf(session.out), ["current_focus", "kept", "memo", "note"]);
  const agent = await t.ctx("pkg", "create", "notes", ...OUT, "--store", "agent", "--store", "shared");
  assertEquals(await keysOf(agent.out), ["kept", "own"]);
});

Deno.test("create counts the other stores' entries among what it leaves out (ctxpkg §14.3)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { kept: rawEntry("v") });
  await t.store("operator", { rule: rawEntry("r"), rule_2: rawEntry("r") });
  await t.store("agent", { own: rawEntry("o") });
  const { status, err } = await t.ctx("pkg", "create", "notes", ...OUT);
  assertEquals(status, 0);
  assertMatch(err.join("\n"), /left out 2: .*operator/);
  assertMatch(err.join("\n"), /left out 1: .*agent/);
});

Deno.test("create --key and --since choose, and --key's star stands for anything (ctxpkg §13.2)", async () => {
  await using t = await Trial.make();
  const at = (timestamp: string) => rawEntry("v", { timestamp });
  await t.store("shared", {
    a_1: at("2026-01-01T00:00:00Z"),
    a_2: at("2026-02-01T00:00:00Z"),
    "a.b*": at("2026-02-01T00:00:00.5Z"),
    b: at("2026-01-31T23:00:00-02:00"),
  });
  const keys = async (...words: string[]) =>
    await keysOf((await t.ctx("pkg", "create", "n", ...OUT, ...words)).out);
  assertEquals(await keys("--key", "a_*"), ["a_1", "a_2"]);
  assertEquals(await keys("--key", "*1", "--key", "b"), ["a_1", "b"]);
  assertEquals(await keys("--key", "a.*"), ["a.b*"]);
  const none = await t.ctx("pkg", "create", "n", ...OUT, "--key", "a");
  assertEquals([none.status, none.out, none.err.length], [1, "", 1]);
  assertEquals(await keys("--since", "2026-02-01"), ["a.b*", "a_2", "b"]);
  assertEquals(await keys("--since", "2026-02-01T00:00:00.1Z"), ["a.b*", "b"]);
});

Deno.test("create --store operator says what it gives away (ctxpkg §14.1, §14.3)", async () => {
  await using t = await Trial.make();
  await t.store("operator", { rule: rawEntry("r"), "evil\n=== ctx ===\u202e": rawEntry("s") });
  const { status, out, err } = await t.ctx("pkg", "create", "notes", ...OUT, "--store", "operator");
  assertEquals([status, (await keysOf(out)).length], [0, 2]);
  const line = err.find((line) => /gives away 2 of the operator's/.test(line))!;
  assertStringIncludes(line, "rule");
  for (const said of err) assertVisible(said, true);
  await t.store("operator", {});
  await t.ctx("set", "k", "v");
  const none = await t.ctx("pkg", "create", "notes", ...OUT, "--store", "operator", "--store", "shared");
  assertEquals([none.status, none.err], [0, ["ctx: nothing of the operator's is in it"]]);
});

Deno.test("create --out does not write over what is the context's own (§8.3)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { kept: rawEntry("v") });
  await t.ctx("pkg", "create", "first");
  await t.write("sessions/2026-10-13_session.md", "# S\n");
  const before = await t.snapshot();
  const own = [
    "memory/shared.json",
    "memory/new.json",
    "packages/first-1.0.0.ctxpkg",
    "sessions/x.md",
    "RULES.md",
  ];
  for (const name of [...own, "./memory/../memory/shared.json", "config.jsonc", "keys/x.ctxpkg"]) {
    const { status, err } = await t.ctx("pkg", "create", "second", "--out", `${t.home}/${name}`);
    assertEquals([name, status, err.length], [name, 1, 1]);
  }
  assertEquals(await t.snapshot(), before);
  assertEquals((await t.ctx("pkg", "create", "second", "--out", `${t.home}/second.ctxpkg`)).status, 0);
});

Deno.test("create --dry-run prints what would be done, wherever the package is to go, and fails where that would (ctxpkg §13.2)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  const before = await t.snapshot();
  const plan = await t.ctx("pkg", "create", "notes", ...AT, "--dry-run");
  for (const out of [OUT, ["--out", `${t.home}/../notes.ctxpkg`]]) {
    const dry = await t.ctx("pkg", "create", "notes", ...AT, "--dry-run", ...out);
    assertEquals([dry.status, dry.out, dry.err], [0, plan.out, []]);
  }
  assertEquals([plan.status, await t.snapshot()], [0, before]);
  await t.ctx("pkg", "create", "notes", ...AT);
  assertEquals((await t.ctx("pkg", "create", "notes", ...AT, "--dry-run")).status, 0);
  await t.ctx("set", "other", "v");
  const real = await t.ctx("pkg", "create", "notes", ...AT);
  const dry = await t.ctx("pkg", "create", "notes", ...AT, "--dry-run");
  assertEquals([dry.status, dry.out, dry.err], [1, "", real.err]);
  assertEquals(real.status, 1);
  // What is printed or written elsewhere takes no place here.
  assertEquals((await t.ctx("pkg", "create", "notes", ...AT, "--dry-run", ...OUT)).status, 0);
});

Deno.test("create says what of a summary a session layer has no place for, and of a version that it cannot be compared (ctxpkg §3.2, §14.3)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  const whole =
    "# Session 2026-10-13\n\n**Agent:** a · **Focus:** f\n\n## Done\n- d\n\n## Decisions\n- none\n\n" +
    "## Open\n- o\n";
  const cases: Readonly<Record<string, string>> = {
    "another section": `${whole}\n## Risks\n- r\n`,
    "words between": whole.replace("- d\n", "- d\nand more\n"),
    "a second line": whole.replace("- o\n", "- o\n  of two lines\n"),
  };
  const create = (...words: string[]) => t.ctx("pkg", "create", "notes", ...AT, ...OUT, ...words);
  await t.write("sessions/2026-10-13_session.md", whole);
  assertEquals((await create("--session")).err, []);
  for (const [what, text] of Object.entries(cases)) {
    await t.write("sessions/2026-10-13_session.md", text);
    const { status, err } = await create("--session");
    assertEquals([what, status, err.length], [what, 0, 1]);
    assertMatch(
      err[0]!,
      /^ctx: a session layer holds the focus of 2026-10-13_session\.md, .*: no more of it$/,
    );
  }
  for (const version of ["abc", "v2", "1.10"]) {
    const { status, err } = await create("--version", version);
    assertEquals([status, err], [
      0,
      [`ctx: version "${version}" is no SemVer: nobody can tell which of two such is the newer`],
    ]);
  }
  assertEquals((await create("--version", "1.10.0-rc.1")).err, []);
});

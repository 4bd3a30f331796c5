import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Trial } from "../../support/cli_trial.ts";

const SUMMARY = "# Session\n\n## Open\n- one thing\n  its details\n- another\n";

Deno.test("session write files a summary as it is, each under a name of its own (§7, BR-98)", async () => {
  await using t = await Trial.make();
  const names: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { status, out, err } = await t.with({ input: `${SUMMARY}- ${i}\n` }, "session", "write");
    assertEquals([status, err], [0, []]);
    names.push(/^sessions\/(.*): written\n$/.exec(out)![1]!);
  }
  const day = names[0]!.slice(0, 10);
  assertMatch(day, /^\d{4}-\d\d-\d\d$/);
  assertEquals(names, [`${day}_session.md`, `${day}b_session.md`, `${day}c_session.md`]);
  assertEquals(await t.read(`sessions/${names[1]}`), `${SUMMARY}- 1\n`);
  assertEquals((await t.ctx("session", "list")).out, `${names.toReversed().join("\n")}\n`);
});

Deno.test("session write puts a header in front of a summary that has no title", async () => {
  await using t = await Trial.make();
  const around = { input: "\n## Open\n- x", variables: { CTX_AUTHOR: "Agent One" } };
  const words = ["session", "write", "--date", "2026-01-02", "--focus", "large uploads"];
  assertEquals((await t.with(around, ...words)).status, 0);
  assertEquals(
    await t.read("sessions/2026-01-02_session.md"),
    "# Session 2026-01-02\n\n**Agent:** Agent One · **Focus:** large uploads\n\n## Open\n- x\n",
  );
});

Deno.test("session write says when another summary stays the newest (§7)", async () => {
  await using t = await Trial.make();
  await t.with({ input: SUMMARY }, "session", "write", "--date", "2026-01-03");
  const { status, err } = await t.with({ input: SUMMARY }, "session", "write", "--date", "2026-01-02");
  assertEquals([status, err], [0, [
    "ctx: 2026-01-03_session.md stays the newest summary: its name is later",
  ]]);
});

Deno.test("session new is a template that restates what is open, and can be filed", async () => {
  await using t = await Trial.make();
  await t.with({ input: SUMMARY }, "session", "write");
  const { status, out } = await t.as("Agent One", "session", "new");
  assertEquals(status, 0);
  assertMatch(out, /^# Session \d{4}-\d\d-\d\d\n\n\*\*Agent:\*\* Agent One · \*\*Focus:\*\* </);
  assertStringIncludes(out, "## Open\n- one thing\n- another\n\n## Commits\n");
  assertEquals((await t.with({ input: out }, "session", "write")).status, 0);
});

Deno.test("session show fences the newest summary, or the one that is named (§7)", async () => {
  await using t = await Trial.make();
  await t.write("sessions/2026-01-02_session.md", "old\x1b[31m\n");
  await t.write("sessions/2026-01-02za_session.md", "new\n");
  await t.write("sessions/zz_session.md", "no summary\n");
  const newest = await t.ctx("session", "show");
  assertMatch(
    newest.out,
    /^=== ctx session: sessions\/2026-01-02za_session\.md ([0-9a-f]{12}) ===\nnew\n=== end \1 ===\n$/,
  );
  for (const name of ["2026-01-02", "2026-01-02_session.md"]) {
    const { out } = await t.ctx("session", "show", name);
    assertStringIncludes(out, " ===\nold\\u{1b}[31m\n=== end ");
  }
  const { file, text } = JSON.parse((await t.ctx("session", "show", "2026-01-02", "--json")).out);
  assertEquals([file, text], ["sessions/2026-01-02_session.md", "old\x1b[31m\n"]);
  assertEquals((await t.ctx("session", "show", "zz_session.md")).status, 1);
});

Deno.test("a session's name is never a path (BR-39)", async () => {
  await using t = await Trial.make();
  await t.write("sessions/2026-01-02_session.md", "s\n");
  await t.write("RULES.md", "the rules\n");
  for (
    const name of ["../RULES.md", "../../x", "/etc/passwd", ".", "..", "%2e%2e%2fRULES.md", "a/../2026-01-02"]
  ) {
    const { status, out, err } = await t.ctx("session", "show", name);
    assertEquals([status, out, err.length], [1, "", 1], name);
  }
  for (const date of ["../2026-01-02", "2026-01-02/../x", ""]) {
    assertEquals((await t.with({ input: SUMMARY }, "session", "write", "--date", date)).status, 2);
  }
});

Deno.test("session write under --json names the file (BR-93)", async () => {
  await using t = await Trial.make();
  const { out } = await t.with({ input: SUMMARY }, "session", "write", "--date", "2026-01-02", "--json");
  assertEquals(JSON.parse(out), { file: "sessions/2026-01-02_session.md", warnings: [] });
});

Deno.test("session list without summaries is empty and succeeds", async () => {
  await using t = await Trial.make();
  const { status, out, err } = await t.ctx("session", "list");
  assertEquals([status, out, err], [0, "", []]);
  assert(!(await t.snapshot()).length, "reading makes no root");
});

Deno.test("session write names all that a template still wants filled in, and files it (§7)", async () => {
  await using t = await Trial.make();
  const template = (await t.ctx("session", "new")).out;
  const { status, err } = await t.with(
    { input: template.replace("<hash and one line>", "x") },
    "session",
    "write",
  );
  assertEquals(status, 0);
  const wanted = [...template.matchAll(/<[^<>]+>/g)].map(([part]) => part);
  assert(wanted.length >= 5, template);
  const left = wanted.filter((part) => err.join("\n").includes(part));
  assertEquals(left, wanted.slice(0, -1));
});

Deno.test("session new restates no item of a summary that says there is none (§7)", async () => {
  await using t = await Trial.make();
  await t.with({ input: "# S\n\n## Open\n- none\n- None.\n" }, "session", "write");
  const { out } = await t.ctx("session", "new");
  assert(/## Open\n- <each item/.test(out), out);
});

import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { InvalidInputError, NotFoundError, RefusedError } from "../lib/errors.ts";
import { ctx } from "./support/command.ts";
import { TemporaryRoot } from "./support/temporary_root.ts";

const now = () => new Date("2026-10-13T09:41:07Z"), timeZone = "UTC";

/** A summary with one open item. */
function summary(item: string): string {
  return `# Session 2026-10-13\n\n**Agent:** Agent One\n\n## Done\n- work\n\n## Open\n- ${item}\n`;
}

Deno.test("thirty summaries of one day, two processes at a time, get thirty names and lose nothing (§7, BR-98)", async () => {
  await using root = await TemporaryRoot.make();
  const words = ["session", "write", "--date", "2025-03-01"], said: string[] = [];
  for (let n = 0; n < 30; n += 2) {
    const runs = await Promise.all(
      [n, n + 1].map((i) => ctx(root.path, words, { stdin: summary(`item ${i}`) })),
    );
    for (const { code, stdout, stderr } of runs) {
      assertEquals({ code, stderr }, { code: 0, stderr: "" });
      said.push(/sessions\/(\S+_session\.md)/.exec(stdout)![1]!);
    }
  }
  const letters = [..."bcdefghijklmnopqrstuvwxyz"], suffixes = ["", ...letters, "za", "zb", "zc", "zd"];
  const expected = suffixes.map((suffix) => `2025-03-01${suffix}_session.md`);
  assertEquals(await root.open().sessions.list(), expected);
  assertEquals(said.sort(), expected.toSorted());
  const items = await Promise.all(
    expected.map(async (name) => /- (item \d+)/.exec(await root.read(`sessions/${name}`))![1]),
  );
  assertEquals(items.sort(), Array.from({ length: 30 }, (_, n) => `item ${n}`).sort());
  assertEquals(await root.leftovers(), []);
});

Deno.test("the newest of a day's thirty summaries is the one that start shows (§7)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open({ now, timeZone });
  for (let n = 0; n < 30; n++) {
    const { name } = await context.sessions.write(summary(`ITEM-${n}-`));
    assertEquals((await context.sessions.read()).name, name);
    const { text, brief } = await context.start();
    assertEquals(brief.open, { file: name, items: [`ITEM-${n}-`], more: 0 });
    assertEquals(text.match(/ITEM-\d+-/g), [`ITEM-${n}-`, `ITEM-${n}-`]);
  }
});

Deno.test("write() files under the local date of the writer's zone, and start reads it as the newest (§7, BR-60)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open({ now: () => new Date("2026-07-30T01:00:00Z"), timeZone: "America/Chicago" });
  await root.write("sessions/2026-07-28_session.md", summary("older"));
  assertEquals((await context.sessions.write(summary("newer"))).name, "2026-07-29_session.md");
  assertEquals((await context.brief()).open, { file: "2026-07-29_session.md", items: ["newer"], more: 0 });
});

Deno.test("the command takes the local date from TZ, far east and far west of here (§7, BR-60)", async () => {
  const dateIn = (zone: string) => new Date().toLocaleDateString("sv-SE", { timeZone: zone });
  for (const TZ of ["Pacific/Kiritimati", "Etc/GMT+12", "America/Chicago"]) {
    await using root = await TemporaryRoot.make();
    const before = dateIn(TZ);
    const { code, stdout } = await ctx(root.path, ["session", "write"], {
      env: { TZ },
      stdin: summary("item"),
    });
    assertEquals(code, 0);
    const name = /sessions\/(\d{4}-\d\d-\d\d)_session\.md/.exec(stdout)?.[1];
    assert(name === before || name === dateIn(TZ), `${name} in ${TZ}`);
  }
});

Deno.test("write() takes the date on which the session started, and refuses what is none or to come (§7)", async () => {
  await using root = await TemporaryRoot.initialised();
  const { sessions } = root.open({ now, timeZone });
  assertEquals((await sessions.write(summary("a"), { date: "2026-10-12" })).name, "2026-10-12_session.md");
  assertEquals((await sessions.write(summary("b"), { date: "2026-10-12" })).name, "2026-10-12b_session.md");
  const today = await sessions.write(summary("c"));
  assertEquals([today.name, today.warnings], ["2026-10-13_session.md", []]);
  const older = await sessions.write(summary("d"), { date: "2024-02-29" });
  assertEquals(older.name, "2024-02-29_session.md");
  assertEquals(older.warnings.length, 1);
  assertStringIncludes(older.warnings[0]!, "2026-10-13_session.md");
  for (
    const date of [
      "2026-10-14",
      "2026-02-30",
      "2025-02-29",
      "today",
      "",
      "2026-1-1",
      "../2026-10-13",
      "2026-10-13b",
    ]
  ) {
    await assertRejects(() => sessions.write(summary("e"), { date }), InvalidInputError);
  }
  assertEquals((await sessions.list()).length, 4);
});

Deno.test("write() refuses a summary without ## Open, one in fenced code included, and writes nothing (§7)", async () => {
  await using root = await TemporaryRoot.initialised();
  const before = await root.snapshot();
  for (
    const text of [
      "",
      "# Session\n",
      "# S\n\n### Open\n- a\n",
      "# S\n\n```\n## Open\n- a\n```\n",
      "# S\n\n## Opened\n- a\n",
    ]
  ) {
    await assertRejects(() => root.open().sessions.write(text), InvalidInputError, "## Open");
  }
  assertEquals((await ctx(root.path, ["session", "write"], { stdin: "# S\n" })).code, 2);
  assertEquals(await root.snapshot(), before);
});

Deno.test("write() refuses a credential without repeating it, unless it is forced (§11)", async () => {
  await using root = await TemporaryRoot.initialised();
  const secret = "AKIA" + "ABCDEFGHIJKLMNOP", before = await root.snapshot();
  const error = await assertRejects(
    () => root.open().sessions.write(summary(`the key is ${secret}`)),
    RefusedError,
  );
  assert(!error.message.includes(secret) && !error.hint!.includes(secret));
  await assertRejects(() => root.open().sessions.write(summary("a"), { focus: secret }), RefusedError);
  assertEquals(await root.snapshot(), before);
  const { name, warnings } = await root.open().sessions.write(summary(secret), { force: true });
  assertEquals(warnings.length, 1);
  assert(!warnings[0]!.includes(secret));
  assertStringIncludes(await root.read(`sessions/${name}`), secret);
});

Deno.test("write() gives a summary without a title a header with date, author and focus, and keeps any other (§7)", async () => {
  await using root = await TemporaryRoot.initialised();
  const { sessions } = root.open({ now, timeZone, author: "Agent One" });
  const bare = await sessions.write("\n## Open\n- a", { focus: "uploads" });
  assertEquals(
    bare.text,
    "# Session 2026-10-13\n\n**Agent:** Agent One · **Focus:** uploads\n\n## Open\n- a\n",
  );
  assertEquals(await root.read(`sessions/${bare.name}`), bare.text);
  const whole = await sessions.write(summary("b"));
  assertEquals(await root.read(`sessions/${whole.name}`), summary("b"));
});

Deno.test("write() leaves files that are there as they are, whatever they are (§7)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("sessions/2026-10-13_session.md", "the first");
  await root.write("sessions/2026-10-13z_session.md", "the last");
  await root.write("sessions/notes.md", "no summary");
  const before = await root.snapshot();
  assertEquals(
    (await root.open({ now, timeZone }).sessions.write(summary("a"))).name,
    "2026-10-13za_session.md",
  );
  const after = await root.snapshot();
  for (const line of before.split("\n").filter((line) => line.includes(".md "))) {
    assertStringIncludes(after, line);
  }
});

Deno.test("read() takes a name with or without its ending, and no path (§7, BR-39)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("secret.md", "secret");
  const { sessions } = root.open({ now, timeZone });
  await assertRejects(() => sessions.read(), NotFoundError);
  const { name } = await sessions.write(summary("a"));
  assertEquals(await sessions.read(name), await sessions.read("2026-10-13"));
  for (
    const path of [
      "../secret.md",
      "../secret",
      "../../x",
      `./${name}`,
      "/etc/passwd",
      "",
      "%2e%2e%2fsecret.md",
      "2026-10-14",
    ]
  ) {
    await assertRejects(() => sessions.read(path), NotFoundError);
    const { code, stdout, stderr } = await ctx(root.path, ["session", "show", path]);
    assertEquals({ path, code, stdout }, { path, code: 1, stdout: "" });
    assertMatch(stderr, /^ctx: .+\n$/);
  }
});

Deno.test("template() restates the open items of the newest summary, and changes nothing (§7)", async () => {
  await using root = await TemporaryRoot.initialised();
  const { sessions } = root.open({ now, timeZone, author: "Agent One" });
  await sessions.write(summary("old item"), { date: "2026-10-12" });
  await sessions.write("# S\n\n## Open\n- first item\n  with details\n- second item\n");
  const before = await root.snapshot(), text = await sessions.template();
  assertStringIncludes(text, "## Open\n- first item\n- second item\n");
  assertStringIncludes(text, "**Agent:** Agent One");
  assert(!text.includes("old item"));
  assertEquals(await root.snapshot(), before);
  assertEquals((await ctx(root.path, ["session", "write"], { stdin: text })).code, 0);
});

Deno.test("write() drops a byte order mark, and sees the title and ## Open behind it (§7)", async () => {
  await using root = await TemporaryRoot.initialised();
  const { sessions } = root.open({ now, timeZone });
  assertEquals((await sessions.write(`\ufeff${summary("a")}`)).text, summary("a"));
  const { name, text } = await sessions.write("\ufeff## Open\n- b\n");
  assertEquals(text, "# Session 2026-10-13\n\n## Open\n- b\n");
  assertEquals(await root.read(`sessions/${name}`), text);
  const { code } = await ctx(root.path, ["session", "write"], { stdin: `\ufeff${summary("c")}` });
  assertEquals(code, 0);
  const newest = (await sessions.list()).at(-1)!;
  assertEquals(await root.read(`sessions/${newest}`), summary("c"));
});

Deno.test("template() restates nothing that a terminal would obey (§11)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("sessions/2026-10-12_session.md", "# S\n\n## Open\n- a\x1b[2J\x07\u202eb\tc\n");
  const { stdout } = await ctx(root.path, ["session", "new"], { env: { CTX_AUTHOR: "Agent\x1b[31m One" } });
  assertStringIncludes(stdout, "## Open\n- a\\u{1b}[2J\\u{7}\\u{202e}b c\n");
  assertStringIncludes(stdout, "**Agent:** Agent\\u{1b}[31m One · ");
  assertEquals(/[^\n\P{Cc}]/u.test(stdout), false);
});

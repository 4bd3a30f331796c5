import { assert, assertEquals } from "@std/assert";
import type { Context } from "../../../lib/context.ts";
import type { PackageCreateOptions } from "../../../lib/pkg/make/create_package.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import { packageBytes, type Said } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const NOW = () => new Date("2026-11-01T00:00:00Z"), THEN = "2026-10-13T09:41:07Z";
type Members = Record<string, unknown>;

const FACT =
  '{"category":"result","key":"timeout","value":"300 s.","confidence":1.10,"created_at":"2026-10-01T08:00:00.50Z","extra":{"b":1e2,"a":null}}';
const GOTCHA =
  '{"category":"build","severity":"warning","trigger":"When","resolution":"Then","confidence":1.0}';
const CONTENT =
  `{"knowledge":{"facts":[${FACT}]},"gotchas":{"gotchas":[${GOTCHA}]},"session":{"task_description":"Raise","next_steps":["Do \\u0069t"],"files_touched":["a\\/b"]}}`;
const KEYS = { fact: "result_timeout", gotcha: "gotcha_when_", task: "task_raise_", step: "plan_do_it_" };

/** Imports contents, one after the other, does something, and gives what is exported. */
async function exported(
  contents: readonly (readonly [content: string, said?: Said])[],
  between: (context: Context, root: TemporaryRoot, keys: readonly string[]) => Promise<unknown> =
    async () => {},
  options: PackageCreateOptions = {},
): Promise<{ text: string; content: Record<string, Record<string, unknown[]>> }> {
  await using root = await TemporaryRoot.make();
  const packages = new Packages({ home: root.path, now: NOW });
  for (const [content, said] of contents) {
    await packages.import(await packageBytes(content, { name: "notes", ...said }));
  }
  await between(root.open(), root, [...(await root.entries()).keys()]);
  const { text } = await packages.create("copy", { at: THEN, ...options });
  return { text, content: JSON.parse(text).content };
}

/** The keys of all facts, and the lists of the layers that are not empty. */
function shape(content: Record<string, Record<string, unknown[]>>): [facts: string[], lists: string[]] {
  const lists = Object.entries(content).flatMap(([layer, members]) =>
    Object.entries(members).flatMap(([list, items]) =>
      Array.isArray(items) && items.length > 0 ? [`${layer}.${list}`] : []
    )
  );
  const facts = content.knowledge?.facts as { key: string }[] | undefined;
  return [(facts ?? []).map(({ key }) => key.replace(/_[0-9a-f]{8}$/, "_")).sort(), lists.sort()];
}

Deno.test("what nobody touched goes back into its layer in its own spelling (ctxpkg §14.5, law 3)", async () => {
  const { text, content } = await exported([[CONTENT]]),
    compact = text.replaceAll(/\n\s*/g, "").replaceAll('": ', '":');
  assertEquals(shape(content), [["timeout"], [
    "gotchas.gotchas",
    "knowledge.facts",
    "session.files_touched",
    "session.next_steps",
  ]]);
  // In the order of names, each number and string as it was.
  const parts = [
    '"confidence":1.10,"created_at":"2026-10-01T08:00:00.50Z","extra":{"a":null,"b":1e2},"imported_from":"notes@1.0.0"',
    '{"category":"build","confidence":1.0,"resolution":"Then","severity":"warning","trigger":"When"}',
    '"next_steps":["Do \\u0069t"]',
    '"files_touched":["a\\/b"]',
    '"task_description":"Raise"',
  ];
  for (const part of parts) assert(compact.includes(part), `${part} in ${compact}`);
});

/** What somebody here does to an imported entry, which is another then. */
const TOUCHES: Readonly<Record<string, (context: Context, key: string) => Promise<unknown>>> = {
  edited: (context, key) => context.set(key, "another"),
  amended: (context, key) => context.amend(key, "not quite"),
  resolved: (context, key) => context.resolve(key),
};

for (const [what, touch] of Object.entries(TOUCHES)) {
  Deno.test(`an entry that was ${what} here goes out as a fact of its own, with its mark and value (ctxpkg §14.5, law 3)`, async () => {
    for (const [kind, prefix] of Object.entries(KEYS)) {
      let was: Members = {}, touched = "";
      const { content } = await exported([[CONTENT]], async (context, _, keys) => {
        touched = keys.find((key) => key.startsWith(prefix))!;
        await touch(context, touched);
        was = JSON.parse((await context.get(touched)).text);
      });
      const facts = content.knowledge!.facts as Members[], fact = facts.find(({ key }) => key === touched)!;
      assert(fact, `no fact ${touched}`);
      assertEquals(fact.value, was.value);
      const { status } = JSON.parse(String(fact.source_session).replace("ctx1:", ""));
      assertEquals(status, was.status);
      const [, lists] = shape(content),
        list = { gotcha: "gotchas.gotchas", step: "session.next_steps" }[kind];
      if (list) assert(!lists.includes(list), lists.join());
      if (kind === "task") assertEquals(content.session!.task_description, undefined);
      if (kind === "fact") assertEquals(facts.length, 1);
    }
  });
}

Deno.test("a mark that is taken away, or changed to another, is a change (ctxpkg §14.5, law 3)", async () => {
  const content = `{"knowledge":{"facts":[${FACT.replace('"extra"', `"valid_until":"${THEN}","extra"`)}]}}`;
  const factOf = async (between: (entry: Members) => Members) =>
    (await exported([[content]], async (_, root) => {
      const store = JSON.parse(await root.read("memory/shared.json"));
      store.entries.result_timeout = between(store.entries.result_timeout);
      await root.write("memory/shared.json", JSON.stringify(store));
    })).content.knowledge!.facts![0] as Members;
  assertEquals((await factOf((entry) => entry)).key, "timeout");
  assertEquals((await factOf(({ status: _, ...entry }) => entry)).key, "result_timeout");
  assertEquals((await factOf((entry) => ({ ...entry, status: "amended" }))).key, "result_timeout");
  assertEquals((await factOf((entry) => ({ ...entry, status_note: "else" }))).key, "result_timeout");
});

Deno.test("an entry that had to take another key here goes out under that one, beside the one that has its own (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  await root.open().set("result_timeout", "mine");
  const packages = new Packages({ home: root.path, now: NOW });
  await packages.import(await packageBytes(CONTENT, { name: "notes" }));
  assertEquals((await root.open().get("result_timeout__notes")).entry.value, "300 s.");
  const { content } = JSON.parse((await packages.create("copy")).text);
  // Two facts of one key would change places on the next import, and what points to one of them with them.
  assertEquals(shape(content)[0], ["result_timeout", "result_timeout__notes"]);
});

for (const until of ["2026-10-01T00:00:00Z", "2026-10-20T00:00:00Z", "2999-01-01T00:00:00Z"]) {
  Deno.test(`a fact that is over since ${until} goes out as its item (ctxpkg §14.2, §14.5, law 3)`, async () => {
    const old = FACT.replace('"300 s."', '"30 s."').replace('"extra"', `"valid_until":"${until}","extra"`);
    const { content } = await exported([[`{"knowledge":{"facts":[${old},${FACT}]}}`]]);
    const facts = content.knowledge!.facts as Members[];
    assertEquals(facts.map(({ key, value, valid_until }) => [key, value, valid_until]).sort(), [
      ["timeout", "30 s.", until],
      ["timeout", "300 s.", undefined],
    ]);
  });
}

for (const how of ["was removed", "is damaged"]) {
  Deno.test(`where the stored copy ${how} every entry goes out as a fact (ctxpkg §14.5, law 3)`, async () => {
    const { content } = await exported([[CONTENT]], async (_, root) => {
      const path = root.at("packages/notes-1.0.0.ctxpkg");
      if (how === "was removed") await new Packages({ home: root.path }).remove("notes");
      else await Deno.writeTextFile(path, (await Deno.readTextFile(path)).replace("300 s", "301 s"));
    });
    const facts = Object.values(KEYS).toSorted();
    assertEquals(shape(content), [facts, ["knowledge.facts"]]);
    const values = (content.knowledge!.facts as Members[]).map(({ value }) => value).sort();
    assertEquals(values, ["300 s.", "Do it", "Raise", "When\n---\nThen"]);
  });
}

Deno.test("a session is about one thing: the task of another package goes out as a fact (ctxpkg §14.5)", async () => {
  const session = (task: string) => `{"session":{"task_description":"${task}"}}`;
  const { content } = await exported([[session("First")], [session("Second"), { name: "other" }]]);
  const facts = (content.knowledge!.facts as Members[]).map(({ value }) => value);
  assertEquals([content.session!.task_description as unknown, ...facts].sort(), ["First", "Second"]);
});

Deno.test("a fact that says where it came from says so still (ctxpkg §14.5, law 3)", async () => {
  const from = (text: string) =>
    `{"knowledge":{"facts":[${FACT.replace('"extra"', `"imported_from":${text},"extra"`)}]}}`;
  for (const [text, expected] of [['"old@1.0.0"', "old@1.0.0"], ["null", "notes@1.0.0"]]) {
    const { content } = await exported([[from(text!)]]);
    assertEquals((content.knowledge!.facts![0] as Members).imported_from, expected);
  }
});

Deno.test("in the profile lean-ctx order and defaults are the reference's, and no value changes (ctxpkg §11.3, §14.5)", async () => {
  const { content } = await exported([[CONTENT]], undefined, { profile: "lean-ctx" });
  const fact = content.knowledge!.facts![0] as Members;
  assertEquals([fact.category, fact.key, fact.value, fact.confidence], ["result", "timeout", "300 s.", 1.1]);
  assertEquals(Object.keys(fact).slice(0, 5), ["category", "key", "value", "source_session", "confidence"]);
  const { category, severity, trigger, resolution, confidence } = content.gotchas!.gotchas![0] as Members;
  assertEquals([category, severity, trigger, resolution, confidence], [
    "build",
    "warning",
    "When",
    "Then",
    1,
  ]);
  assertEquals([content.session!.task_description as unknown, content.session!.next_steps], ["Raise", [
    "Do it",
  ]]);
});

Deno.test("an entry that another package's update replaced goes out as the update has it (ctxpkg §14.5, law 3)", async () => {
  const second = CONTENT.replace("300 s.", "400 s.").replace("1.10", "1.20");
  const { text, content } = await exported([[CONTENT], [second, { version: "1.1.0" }]]);
  assert(text.includes("1.20") && !text.includes("1.10"));
  assertEquals((content.knowledge!.facts![0] as Members).imported_from, "notes@1.1.0");
});

Deno.test("the files that a session touched stay home where nothing of that session goes out (ctxpkg §14.3)", async () => {
  const other =
    '{"knowledge":{"facts":[]},"session":{"next_steps":["Look"],"files_touched":["secret/plan"]}}';
  const contents = [[CONTENT, { name: "mine" }], [other, { name: "theirs" }]] as const;
  const files = async (...keys: string[]) =>
    (await exported(contents, undefined, { keys })).content.session?.files_touched ?? [];
  assertEquals(await files("result_timeout", "gotcha_*"), []);
  assertEquals(await files("plan_do_it_*"), ["a/b"]);
  assertEquals(await files("plan_*", "task_*"), ["a/b", "secret/plan"]);
});

Deno.test("what the newest summary says is not said again by what was imported (ctxpkg §14.3)", async () => {
  const session = {
    findings: [{ summary: "Found" }, { summary: "Found", file: "a.ts" }],
    decisions: [{ summary: "Decided" }],
    next_steps: ["Do"],
  };
  const summary =
    "# Session 2026-10-13\n\n## Done\n- Found\n\n## Decisions\n- Decided\n- Another\n\n## Open\n- Do\n";
  const { content } = await exported(
    [[JSON.stringify({ session })]],
    (_, root) => root.write("sessions/2026-10-13_session.md", summary),
    { hasSession: true },
  );
  assertEquals(content.session!.findings, session.findings);
  assertEquals(content.session!.decisions, [{ summary: "Decided" }, { summary: "Another" }]);
  assertEquals(content.session!.next_steps, ["Do"]);
});

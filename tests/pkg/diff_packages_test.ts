import { assertEquals } from "@std/assert";
import fc from "npm:fast-check@4.11.0";
import { diffPackages, type PackageDifference } from "../../lib/pkg/diff_packages.ts";
import { type Package, parsePackage } from "../../lib/pkg/parse.ts";
import { packageBytes } from "../support/packages.ts";

const NOTHING: PackageDifference = { added: [], removed: [], changed: [] };

async function opened(content: unknown, more: Readonly<Record<string, unknown>> = {}): Promise<Package> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const { package: one, verification } = await parsePackage(await packageBytes(text, more));
  assertEquals(verification.faults, []);
  return one!;
}

async function between(before: unknown, after: unknown): Promise<PackageDifference> {
  const second = { schema_version: 2 };
  return await diffPackages(await opened(before, second), await opened(after, second));
}

const fact = (key: string, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ category: "c", key, value: "v", confidence: 0.9 },
  ...more,
});
const knowledge = (...facts: unknown[]) => ({ knowledge: { facts, patterns: [], insights: [] } });

Deno.test("a package differs in nothing from itself, whatever it holds (ctxpkg §13.2)", async () => {
  for (const name of ["v1-lean-ctx-pretty", "v1-compact-sorted", "v1-crlf-escapes", "v2-signed-graph"]) {
    const bytes = await Deno.readFile(new URL(`vectors/${name}.ctxpkg`, import.meta.url));
    const { package: one } = await parsePackage(bytes);
    assertEquals(await diffPackages(one!, one!), NOTHING);
  }
});

Deno.test("items that are there, gone or otherwise are told apart, each with its place (ctxpkg §13.2)", async () => {
  const before = knowledge(fact("same"), fact("gone"), fact("other"));
  const after = knowledge(fact("new"), fact("same"), fact("other", { value: "w" }));
  assertEquals(await between(before, after), {
    added: [{ kind: "fact", title: "c/new", path: "knowledge.facts[0]" }],
    removed: [{ kind: "fact", title: "c/gone", path: "knowledge.facts[1]" }],
    changed: [{ kind: "fact", title: "c/other", path: "knowledge.facts[2]", members: ["value"] }],
  });
});

Deno.test("neither the order of items, nor that of members, nor white space is a difference (ctxpkg §4.2, §13.2)", async () => {
  const one =
    '{"knowledge":{"facts":[{"category":"c","key":"a","value":"v"},{"category":"c","key":"b","value":"v"}]}}';
  const other =
    '{"knowledge":{"facts":[{"value":"v","key":"b","category":"c"},{"value":"v","category":"c","key":"a"}]}}';
  assertEquals(await between(one, other), NOTHING);
  // Nor the name, the version or the day.
  const again = await opened(one, { name: "other", version: "9.0.0", created_at: "2020-01-01T00:00:00Z" });
  assertEquals(await diffPackages(await opened(one), again), NOTHING);
});

Deno.test("a number's digits are a difference, since they are what is hashed (ctxpkg §4.1)", async () => {
  const of = (lexeme: string) =>
    `{"knowledge":{"facts":[{"category":"c","key":"a","value":"v","n":${lexeme}}]}}`;
  assertEquals((await between(of("1.0"), of("1"))).changed.length, 1);
});

Deno.test("each kind of item is known again by its own name, or by what it says (ctxpkg §5, §6.2)", async () => {
  const rows: readonly (readonly [kind: string, title: string, before: unknown, after: unknown])[] = [
    ["gotcha", "t", { gotchas: { gotchas: [{ id: "g", trigger: "s", resolution: "r" }] } }, {
      gotchas: { gotchas: [{ id: "g", trigger: "t", resolution: "r" }] },
    }],
    ["node", "n", { context_graph: graph({ id: "n", type: "fact", content: "A" }) }, {
      context_graph: graph({ id: "n", type: "fact", content: "B" }),
    }],
    ["task", "b", { session: { task_description: "a" } }, { session: { task_description: "b" } }],
    ["code graph", "", { graph: { nodes: [], edges: [] } }, { graph: { nodes: [1], edges: [] } }],
  ];
  for (const [kind, title, before, after] of rows) {
    const { added, removed, changed } = await between(before, after);
    assertEquals([kind, added, removed], [kind, [], []]);
    assertEquals(changed.map((item) => [item.kind, item.title]), [[kind, title]]);
  }
  // What has no name is another one where it says anything else.
  const steps = await between({ session: { next_steps: ["a"] } }, { session: { next_steps: ["b"] } });
  assertEquals([steps.removed, steps.added, steps.changed], [
    [{ kind: "next step", title: "a", path: "session.next_steps[0]" }],
    [{ kind: "next step", title: "b", path: "session.next_steps[0]" }],
    [],
  ]);
});

function graph(...nodes: unknown[]) {
  return { format: "ctxpkg-graph-v2", nodes, edges: [] };
}

Deno.test("items that are there twice are counted (ctxpkg §13.2)", async () => {
  const step = (...next_steps: string[]) => ({ session: { next_steps } });
  assertEquals((await between(step("a"), step("a", "a"))).added.length, 1);
  assertEquals((await between(step("a", "a", "b"), step("b", "a"))).removed.length, 1);
  assertEquals(await between(step("a", "a"), step("a", "a")), NOTHING);
});

Deno.test("what a difference adds, the difference the other way round removes (ctxpkg §13.2)", async () => {
  const content = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("v", "w")), {
    selector: ([key]) => key,
  }).map((list) => knowledge(...list.map(([key, value]) => fact(key, { value }))));
  await fc.assert(
    fc.asyncProperty(content, content, async (one, other) => {
      const there = await between(one, other), back = await between(other, one);
      const titles = (items: PackageDifference["added"]) => items.map(({ title }) => title).sort();
      assertEquals(titles(there.added), titles(back.removed));
      assertEquals(titles(there.removed), titles(back.added));
      assertEquals(titles(there.changed), titles(back.changed));
    }),
    { numRuns: 40 },
  );
});

Deno.test("layers of the wrong shape, which verification accepts, are compared without a failure (ctxpkg §5)", async () => {
  for (const shape of [7, "text", null, [], [[]], [null, 3, "x", {}], {}, true]) {
    const content = {
      knowledge: { facts: shape, patterns: shape, insights: shape },
      session: { task_description: shape, findings: shape, next_steps: shape },
      gotchas: { gotchas: shape },
      graph: { nodes: shape },
      context_graph: { format: "ctxpkg-graph-v2", nodes: shape },
    };
    assertEquals(await between(content, content), NOTHING);
    await between(content, knowledge(fact("k")));
    await between(knowledge(fact("k")), content);
  }
});

Deno.test("of an item that is otherwise the members are named, however they are spelled and ordered (ctxpkg §13.2)", async () => {
  const of = (members: string) => `{"knowledge":{"facts":[{"category":"c","key":"a",${members}}]}}`;
  const rows: readonly (readonly [before: string, after: string, members: string[]])[] = [
    ['"value":"v"', '"value":"w"', ["value"]],
    ['"value":"v","n":1', '"n":1.0,"value":"v"', ["n"]],
    ['"value":"v","gone":[1,2]', '"value":"v","fresh":null', ["gone", "fresh"]],
    ['"value":"v","o":{"a":1,"b":[]}', '"o":{"b":[],"a":1},"value":"w"', ["value"]],
  ];
  for (const [before, after, members] of rows) {
    const { changed } = await between(of(before), of(after));
    assertEquals(changed.map((item) => item.members), [members], after);
  }
});

Deno.test("gotchas without an id, as lean-ctx leaves it empty, are known by what they say (ctxpkg §5, §13.2)", async () => {
  const gotcha = (trigger: string) => ({ id: "", trigger, resolution: "r" });
  const gotchas = (...triggers: string[]) => ({ gotchas: { gotchas: triggers.map(gotcha) } });
  const { added, removed, changed } = await between(gotchas("a", "b"), gotchas("new", "a", "b"));
  assertEquals([added.map(({ title }) => title), removed, changed], [["new"], [], []]);
});

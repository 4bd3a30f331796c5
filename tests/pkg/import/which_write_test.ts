import { assert, assertEquals } from "@std/assert";
import { Packages } from "../../../lib/pkg/packages.ts";
import { packageBytes, type Said } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const NOW = () => new Date("2026-11-01T00:00:00Z"), THEN = "2026-10-13T09:41:07Z";
type Members = Readonly<Record<string, unknown>>;

/** A fact of an entry, which has that entry's key. */
function fact(key: string, value: string, carrier: Members = {}): Members {
  const source_session = `ctx1:${JSON.stringify(carrier)}`;
  return {
    category: "note",
    key,
    value,
    confidence: 0.7,
    source_session,
    created_at: THEN,
    last_confirmed: THEN,
  };
}

/** Imports a content; gives each item's outcome and key. */
async function take(root: TemporaryRoot, content: Members, said: Said = {}, force = false) {
  const bytes = await packageBytes(JSON.stringify(content), { name: "notes", ...said });
  const { items } = await new Packages({ home: root.path, now: NOW }).import(bytes, { force });
  return items.map(({ outcome, key, conflictsWith }) =>
    conflictsWith === undefined ? [outcome, key] : [outcome, key, conflictsWith]
  );
}

const facts = (...list: Members[]) => ({ knowledge: { facts: list } });

Deno.test("what is not here is written, and what was imported is not again, whatever mark it has since (ctxpkg §14.2, rules 1 and 2)", async () => {
  const keys = ["a", "b", "c"], content = facts(...keys.map((key) => fact(key, `value of ${key}`)));
  await using root = await TemporaryRoot.make();
  assertEquals(await take(root, content), keys.map((key) => ["written", key]));
  const context = root.open();
  await context.amend("a", "not quite");
  await context.resolve("b");
  await context.setBasis("c", "verified");
  const before = await root.snapshot();
  assertEquals(await take(root, content), keys.map((key) => ["already imported", key]));
  assertEquals(await root.snapshot(), before);
});

Deno.test("what was edited since is not imported again (ctxpkg §14.2, rule 1)", async () => {
  await using root = await TemporaryRoot.make();
  await take(root, facts(fact("a", "v"), fact("b", "w")));
  await root.open().set("a", "edited by set");
  // As another program does it, which keeps what it does not know.
  const text = await root.read("memory/shared.json");
  await root.write("memory/shared.json", text.replace('"w"', '"edited by hand"'));
  const before = await root.read("memory/shared.json");
  assertEquals(await take(root, facts(fact("b", "w"))), [["already imported", "b"]]);
  assertEquals(await take(root, facts(fact("a", "v"), fact("b", "w"))), [
    ["already imported", "a"],
    ["already imported", "b"],
  ]);
  assertEquals(await root.read("memory/shared.json"), before);
});

Deno.test("an imported entry that another key holds now is not imported again (ctxpkg §14.2, rule 1)", async () => {
  await using root = await TemporaryRoot.make();
  await take(root, facts(fact("a", "v")));
  const text = await root.read("memory/shared.json");
  await root.write("memory/shared.json", text.replace('"a":', '"renamed":'));
  assertEquals(await take(root, facts(fact("a", "v"))), [["already imported", "renamed"]]);
  assertEquals([...(await root.entries()).keys()], ["renamed"]);
});

Deno.test("a deleted entry comes back with the next import, and nothing else changes (ctxpkg §14.2, rule 1)", async () => {
  await using root = await TemporaryRoot.make();
  const content = facts(fact("a", "v"), fact("b", "w"));
  await take(root, content);
  await root.open().amend("b", "not quite");
  await root.open().delete("a");
  assertEquals(await take(root, content), [["written", "a"], ["already imported", "b"]]);
  const entries = await root.entries();
  assertEquals([entries.get("a")!.value, entries.get("b")!.status_note], ["v", "not quite"]);
});

Deno.test("an equal value is known already, and the entry here keeps all that it says (ctxpkg §14.1, §14.2, rule 3)", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open({ author: "Ann" });
  await context.set("a", "v/é", { basis: "verified", source: "operator", tags: ["mine"] });
  await context.resolve("a", { note: "done" });
  const before = (await context.get("a")).text;
  assertEquals(await take(root, facts(fact("a", "v/é", { tags: ["theirs"] }))), [["already known", "a"]]);
  assertEquals((await context.get("a")).text, before);
});

Deno.test("equal values are so whatever their spelling, and numbers by their digits (ctxpkg §14.2, rule 3)", async () => {
  await using root = await TemporaryRoot.make();
  const json = { value_type: "json" };
  await take(root, facts(fact("a", '{"x":[1, "\\u0061"]}', json), fact("n", "1.0", json)));
  const again = await take(root, facts(fact("a", '{"x":[1,"a"]}', json), fact("n", "1", json)), {
    name: "other",
  });
  assertEquals(again, [["already known", "a"], ["conflict", "n__other", "n"]]);
});

Deno.test("another value of the same package takes the place of what nobody touched, and names its version (ctxpkg §14.2, rule 4)", async () => {
  await using root = await TemporaryRoot.make();
  await take(
    root,
    facts(fact("a", "one", { status: "resolved", status_timestamp: THEN }), fact("b", "same")),
  );
  const second = facts(fact("a", "two"), fact("b", "same"));
  assertEquals(await take(root, second, { version: "1.1.0" }), [["updated", "a"], ["already imported", "b"]]);
  const entries = await root.entries(), a = entries.get("a")!;
  const { replaced, package: name } = a.ctxpkg as Members;
  assertEquals([a.value, a.status, a.imported_from], ["two", undefined, "notes@1.1.0"]);
  assertEquals([replaced, name], ["1.0.0", "notes"]);
  assertEquals(entries.get("b")!.imported_from, "notes@1.0.0");
});

Deno.test("the history keeps what an update replaces, and undo brings it back (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  await take(root, facts(fact("a", "one")));
  const before = JSON.parse((await root.open().get("a")).text);
  await take(root, facts(fact("a", "two")), { version: "1.1.0" });
  const versions = (await root.open().history("a")).map(({ entry }) => entry.value);
  assert(versions.includes("one"), JSON.stringify(versions));
  await root.open().undo("a");
  const { value, ctxpkg, tags, source, basis } = JSON.parse((await root.open().get("a")).text);
  assertEquals([value, ctxpkg, tags, source, basis], [
    "one",
    before.ctxpkg,
    before.tags,
    "system",
    "reported",
  ]);
});

Deno.test("a conflict goes beside what is here, under the package's name, then with numbers (ctxpkg §14.2, rule 5)", async () => {
  await using root = await TemporaryRoot.make();
  const context = root.open();
  await context.set("a", "mine");
  await context.set("b__acme_notes", "taken");
  await context.set("b__acme_notes_2", "taken too");
  await context.set("b", "mine");
  const content = facts(fact("a", "theirs"), fact("b", "theirs"), fact("c", "theirs"));
  assertEquals(await take(root, content, { name: "Acme-Notes" }), [
    ["conflict", "a__acme_notes", "a"],
    ["conflict", "b__acme_notes_3", "b"],
    ["written", "c"],
  ]);
  const entries = await root.entries();
  const values = ["a", "a__acme_notes", "b", "b__acme_notes", "b__acme_notes_2", "b__acme_notes_3"];
  assertEquals(values.map((key) => entries.get(key)!.value), [
    "mine",
    "theirs",
    "mine",
    "taken",
    "taken too",
    "theirs",
  ]);
});

Deno.test("a conflict is one of values with anybody's entry: another package's too (ctxpkg §14.2, rule 5)", async () => {
  await using root = await TemporaryRoot.make();
  await take(root, facts(fact("a", "one")), { name: "first" });
  assertEquals(await take(root, facts(fact("a", "two")), { name: "second" }), [
    ["conflict", "a__second", "a"],
  ]);
  assertEquals(await take(root, facts(fact("a", "three")), { name: "second", version: "1.1.0" }), [
    ["updated", "a__second", "a"],
  ]);
  const entries = await root.entries();
  assertEquals([entries.size, entries.get("a")!.value, entries.get("a__second")!.value], [2, "one", "three"]);
});

Deno.test("what replaces an entry is named by the key that it got (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  await root.open().set("new", "mine");
  const mark = { status: "superseded", superseded_by: "new" };
  await take(
    root,
    facts(
      fact("old", "was", mark),
      fact("new", "is"),
      fact("other", "x", { ...mark, superseded_by: "gone" }),
    ),
  );
  const entries = await root.entries();
  assertEquals([entries.get("old")!.superseded_by, entries.get("new__notes")!.value], ["new__notes", "is"]);
  assertEquals([entries.get("new")!.value, entries.get("new")!.status], ["mine", undefined]);
  assertEquals(entries.get("other")!.superseded_by, "gone");
});

Deno.test("of two stores that have a key, what replaces an entry is of its own (ctxpkg §14.2)", async () => {
  await using root = await TemporaryRoot.make();
  const mark = (store: string) => ({ store, status: "superseded", superseded_by: "new" });
  await take(
    root,
    facts(
      fact("new", "agent's", { store: "agent" }),
      fact("old_a", "x", mark("agent")),
      fact("new", "shared", { store: "shared" }),
      fact("old_s", "y", mark("shared")),
    ),
  );
  const entries = await root.entries();
  const valueBehind = (key: string) => entries.get(entries.get(key)!.superseded_by as string)!.value;
  assertEquals([valueBehind("old_a"), valueBehind("old_s")], ["agent's", "shared"]);
});

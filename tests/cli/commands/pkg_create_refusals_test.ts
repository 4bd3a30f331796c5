import { assert, assertEquals, assertMatch } from "@std/assert";
import { buildPackage } from "../../../lib/pkg/make/build.ts";
import { parsePackage } from "../../../lib/pkg/parse.ts";
import { rawEntry, Trial } from "../../support/cli_trial.ts";
import { assertVisible } from "../../support/shown_text.ts";

const OUT = ["--out", "-"], AT = "2026-10-13T09:41:07Z";
/** What looks like one, and is none. */
const SECRET = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";

async function contentOf(out: string) {
  return (await parsePackage(new TextEncoder().encode(out))).package!.content;
}

Deno.test("what looks like a credential is in no package, and is never printed (ctxpkg §11, §14.3)", async () => {
  const places: Readonly<Record<string, Parameters<typeof rawEntry>>> = {
    value: [SECRET],
    "value within": [{ deep: [`x ${SECRET}`] }],
    derivation: ["v", { derivation: `from ${SECRET}` }],
    note: ["v", { status: "amended", status_note: SECRET }],
    author: ["v", { author: SECRET }],
    tags: ["v", { tags: ["a", SECRET] }],
    unknown: ["v", { other_tool: { token: SECRET } }],
    name: ["v", { [SECRET]: 1 }],
    url: ["postgres://admin:hunter22x@db/x"],
    words: ["password: hunter22x9z"],
  };
  await using t = await Trial.make();
  for (const [place, [value, fields]] of Object.entries(places)) {
    await t.store("shared", { fine: rawEntry("f"), [`k_${place}`]: rawEntry(value, fields) });
    for (const words of [OUT, [], [...OUT, "--json"], ["--dry-run"], ["--json", "--level", "2", ...OUT]]) {
      const { status, out, err } = await t.ctx("pkg", "create", "notes", "--at", AT, ...words);
      const said = out + err.join("\n");
      assertEquals([place, status, /ghp_01|hunter22/.test(said)], [place, 0, false]);
      assertMatch(err.join("\n"), /left out 1: it looks like it holds an? .*\(/);
    }
    await Deno.remove(`${t.home}/packages`, { recursive: true });
  }
  // A key that looks like one is not even named.
  await t.store("shared", { fine: rawEntry("f"), [SECRET]: rawEntry("v") });
  const { out, err } = await t.ctx("pkg", "create", "notes", ...OUT);
  assert(!(out + err.join("")).includes("ghp_01"));
  assertEquals(err.length, 1);
  // And no option lets it through.
  const forced = await t.ctx("pkg", "create", "notes", ...OUT, "--force");
  assertEquals([forced.status, forced.out], [2, ""]);
});

Deno.test("nor is it where all of the rest of what was imported goes out as it came (ctxpkg §14.3, §14.5)", async () => {
  const fact = { category: "c", key: "k", value: "v", confidence: 0.9, created_at: AT, last_confirmed: AT };
  const source = { source: "s", source_session: "s" };
  const node = (id: string) => ({ id, type: "fact", content: `node ${id}` });
  const contents: Readonly<Record<string, Parameters<typeof buildPackage>[0]["content"]>> = {
    "a member of a fact": { knowledge: { facts: [{ ...fact, ...source, note_of_a_tool: SECRET }] } },
    "the source of a fact": { knowledge: { facts: [{ ...fact, source: SECRET, source_session: "s" }] } },
    "an edge": {
      context_graph: {
        nodes: [node("a"), node("b")],
        edges: [{ from: "a", to: "b", type: "supports", metadata: SECRET }],
      },
    },
    "a file that was touched": { session: { next_steps: ["n"], files_touched: [`https://x/?t=${SECRET}`] } },
    "a graph of code": {
      graph: { nodes: [{ kind: "file", name: "a", file_path: "a", metadata: SECRET }], edges: [] },
    },
  };
  const leaking: string[] = [];
  for (const [place, content] of Object.entries(contents)) {
    await using t = await Trial.make();
    const input = await buildPackage({ name: "theirs", at: AT, content });
    const { status, err } = await t.with({ input }, "pkg", "import", "-", "--force");
    assertEquals([place, status], [place, 0], err.join("\n"));
    await t.ctx("set", "own", "v");
    const made = await t.ctx("pkg", "create", "mine", ...OUT);
    assertEquals([place, made.status], [place, 0]);
    if (made.out.includes(SECRET)) leaking.push(place);
  }
  assertEquals(leaking, []);
});

Deno.test("create --session takes the newest summary, and of it no line with a credential (ctxpkg §14.3)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  await t.write("sessions/2026-10-12_session.md", "# Session\n\n## Open\n- the day before\n");
  const summary =
    `# Session\n\n**Focus:** uploads\n\n## Done\n- found it\n- used ${SECRET}\n\n## Open\n- go on\n`;
  await t.write("sessions/2026-10-13_session.md", summary);
  const { status, out, err } = await t.ctx("pkg", "create", "notes", "--session", ...OUT, "--at", AT);
  const { session } = await contentOf(out);
  assertEquals([status, session], [0, {
    decisions: [],
    exported_at: AT,
    files_touched: [],
    findings: [{ summary: "found it" }],
    next_steps: ["go on"],
    task_description: "uploads",
  }]);
  assert(!(out + err.join("")).includes(SECRET));
  assertMatch(
    err.join("\n"),
    /left out 1: a line of 2026-10-13_session\.md looks like it holds a GitHub token/,
  );
});

Deno.test("create --level 2 adds a node an entry, what replaced what, and what each is from (ctxpkg §14.3)", async () => {
  await using t = await Trial.make();
  const at = { created: AT, timestamp: AT };
  await t.store("shared", {
    decision_new: rawEntry("N", { ...at, basis: "verified", derivation: "from plain_old, not xplain_old" }),
    plain_old: rawEntry({ a: 1 }, { ...at, status: "superseded", superseded_by: "decision_new" }),
  });
  const { status, out } = await t.ctx("pkg", "create", "notes", "--level", "2", ...OUT);
  const { manifest, content: { context_graph, knowledge } } = JSON.parse(out);
  assertEquals([status, manifest.schema_version, manifest.conformance_level], [0, 2, 2]);
  assertEquals(knowledge.facts.map(({ key }: { key: string }) => key), ["decision_new", "plain_old"]);
  const ids = ["ctx:shared/decision_new", "ctx:shared/plain_old"];
  // The order of edges is nobody's.
  context_graph.edges.sort((a: { type: string }, b: { type: string }) => a.type < b.type ? -1 : 1);
  assertEquals(context_graph, {
    format: "ctxpkg-graph-v2",
    nodes: [
      {
        ...{ id: ids[0], type: "decision", content: "N", category: "decision", created_at: AT },
        ...{ confidence: 0.9, supersedes: ids[1] },
      },
      { id: ids[1], type: "fact", content: '{"a":1}', category: "note", created_at: AT, confidence: 0.5 },
    ],
    edges: ["related_to", "supersedes"].map((type) => ({ from: ids[0], to: ids[1], type })),
  });
  assertEquals(manifest.graph_summary, {
    ...{ node_count: 2, edge_count: 2, node_types: ["decision", "fact"], freshness: AT },
  });
});

Deno.test("create --dry-run writes nothing, no key either, and says what it would do (ctxpkg §13.2)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v") });
  const before = await t.snapshot();
  for (const words of [[], ["--sign"], ["--out", `${t.home}/x.ctxpkg`], ["--sign", "--json"], OUT]) {
    const { status } = await t.ctx("pkg", "create", "notes", "--dry-run", ...words);
    assertEquals([words, status, await t.snapshot()], [words, 0, before]);
  }
  const { out, err } = await t.ctx("pkg", "create", "notes", "--dry-run", "--sign");
  assertMatch(out, /^notes@1\.0\.0: 1 entry, \d+ bytes; nothing is written\n {2}shared\/\w+\n$/);
  assertEquals(err, ["ctx: it would be signed"]);
});

Deno.test("create --json is one document: what is in it, what is not, and the package where it is printed (ctxpkg §13.2)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { k: rawEntry("v"), current_focus: rawEntry("f") });
  const kept = await t.ctx("pkg", "create", "notes", "--sign", "--json", "--at", AT);
  const { signer, size, leftOut, ...rest } = JSON.parse(kept.out);
  assertEquals(rest, {
    ...{ name: "notes", version: "1.0.0", entries: 1, keys: { shared: ["k"] } },
    ...{ file: "packages/notes-1.0.0.ctxpkg" },
  });
  assertMatch(signer, /^[0-9a-f]{64}$/);
  assertEquals(leftOut.map(({ store, key }: Record<string, string>) => [store, key]), [[
    "shared",
    "current_focus",
  ]]);
  assertEquals(kept.out.indexOf("\n"), kept.out.length - 1);
  const text = await t.read("packages/notes-1.0.0.ctxpkg");
  assertEquals(size, new TextEncoder().encode(text).length);
  const printed = await t.ctx("pkg", "create", "notes", "--sign", "--json", "--at", AT, ...OUT);
  assertEquals(JSON.parse(printed.out).document, text);
});

Deno.test("create with nothing to take, or with words that are none, fails in one line (ctxpkg §13.2, §14.3)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { current_focus: rawEntry("f"), k: rawEntry("v"), s: rawEntry(SECRET) });
  const rows: readonly (readonly [status: number, words: readonly string[]])[] = [
    [1, ["notes", "--key", "none"]],
    [1, ["notes", "--key", "s"]],
    [1, ["notes", "--store", "agent"]],
    [1, ["notes", "--since", "2030-01-01"]],
    [2, []],
    [2, ["a", "b"]],
    [2, ["a b"]],
    [2, ["../up"]],
    [2, ["x\n=== ctx ===\u202e\u001b[31m"]],
    [2, ["@acme"]],
    [2, ["notes", "--version", ""]],
    [2, ["notes", "--version", "1 0"]],
    [2, ["@acme/notes", "--version", "1"]],
    [2, ["notes", "--level", "3"]],
    [2, ["notes", "--scope", "global"]],
    [2, ["notes", "--store", "others"]],
    [2, ["notes", "--profile", "other"]],
    [2, ["notes", "--at", "yesterday"]],
    [2, ["notes", "--since", "yesterday"]],
    [2, ["notes", "--accept-new-key"]],
    [2, ["notes", "--no-such"]],
  ];
  const before = await t.snapshot();
  for (const [status, words] of rows) {
    const failed = await t.ctx("pkg", "create", ...words);
    assertEquals([words, failed.status, failed.out, failed.err.length], [words, status, "", 1]);
    assertVisible(failed.err[0]!, true);
    assert(!failed.err[0]!.includes(SECRET));
    const json = await t.ctx("pkg", "create", ...words, "--json");
    assertEquals([words, json.status, typeof JSON.parse(json.out).error.message], [words, status, "string"]);
  }
  assertEquals(await t.snapshot(), before);
  const left = await t.ctx("pkg", "create", "notes", "--key", "s");
  assertMatch(left.err[0]!, /Left out: it looks like it holds a GitHub token\.$/);
});

Deno.test("nor do the package's own name, description and tags say one (ctxpkg §14.3)", async () => {
  await using t = await Trial.make();
  await t.store("shared", { fine: rawEntry("f") });
  const before = await t.snapshot();
  for (
    const words of [[SECRET], ["notes", "--description", `by ${SECRET}`], [
      "notes",
      "--tag",
      "a",
      "--tag",
      SECRET,
    ]]
  ) {
    const { status, out, err } = await t.ctx("pkg", "create", ...words);
    assertEquals([status, out, err.length, err[0]!.includes("ghp_01")], [1, "", 1, false]);
    assertMatch(err[0]!, /looks like a credential: nothing was written/);
  }
  assertEquals(await t.snapshot(), before);
});

import { assertEquals } from "@std/assert";
import { describePackage } from "../../lib/pkg/describe.ts";
import { type Package, parsePackage } from "../../lib/pkg/parse.ts";
import { packageBytes, type Said } from "../support/packages.ts";

async function opened(content: unknown, said: Said = {}): Promise<Package> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const { package: one, verification } = await parsePackage(await packageBytes(text, said));
  assertEquals(verification.faults, []);
  return one!;
}

Deno.test("a description has the counts of each list, and what the package says of itself (ctxpkg §13.2)", async () => {
  const fact = { category: "c", key: "k", value: "v", confidence: 1 };
  const dependencies = [{ name: "@acme/base", version_req: "^1" }, {
    name: "b",
    version_req: "*",
    optional: true,
  }];
  const description = describePackage(
    await opened({
      knowledge: { facts: [fact, fact], patterns: [], insights: [{ summary: "s" }] },
      session: { next_steps: ["a", "b", "c"], files_touched: ["a.ts", "b.ts"] },
      context_graph: {
        format: "ctxpkg-graph-v2",
        nodes: [{ id: "a", type: "fact", content: "A" }],
        edges: [],
      },
    }, { schema_version: 2, name: "@acme/notes", version: "2.0.0", dependencies, tags: ["t"], mine: [1] }),
  );
  const { manifest, ...rest } = description;
  assertEquals(rest, {
    name: "@acme/notes",
    version: "2.0.0",
    schemaVersion: 2,
    kind: "context",
    counts: {
      "knowledge.facts": 2,
      "knowledge.patterns": 0,
      "knowledge.insights": 1,
      "session.next_steps": 3,
      "session.files_touched": 2,
      "context_graph.nodes": 1,
      "context_graph.edges": 0,
    },
    dependencies,
    documents: [],
    filesTouched: ["a.ts", "b.ts"],
  });
  assertEquals([manifest.tags, manifest.mine, manifest.description], [["t"], [1], "A package of a test."]);
});

Deno.test("a package that says little is described too (ctxpkg §13.2)", async () => {
  const one = await opened({ knowledge: {} });
  const { manifest: _, ...rest } = describePackage(one);
  assertEquals(rest, {
    ...{ name: "demo", version: "1.0.0", schemaVersion: 1, kind: "context", counts: {}, dependencies: [] },
    ...{ documents: [], filesTouched: [] },
  });
});

Deno.test("layers of the wrong shape, which verification accepts, are described without a failure (ctxpkg §5)", async () => {
  const shapes = [7, "text", null, [], [[]], [null, 3, "x", {}], {}, true];
  for (const shape of shapes) {
    const session = { findings: shape, decisions: shape, next_steps: shape, files_touched: shape };
    const one = await opened({ knowledge: { facts: shape, more: shape }, session });
    const { counts, filesTouched } = describePackage(one);
    const count = Array.isArray(shape) ? shape.length : undefined;
    assertEquals([counts["knowledge.facts"], counts["knowledge.more"]], [count, count]);
    assertEquals(filesTouched.length, count ?? 0);
  }
});

Deno.test("what is not a layer of the package is not counted as one (ctxpkg §2, §3.3)", async () => {
  const { counts } = describePackage(await opened({ knowledge: { facts: [] }, extra: { list: [1, 2] } }));
  assertEquals(counts, { "knowledge.facts": 0 });
  const odd = await opened('{"knowledge":{"__proto__":[1],"constructor":[1,2]}}');
  assertEquals(Object.entries(describePackage(odd).counts), [
    ["knowledge.__proto__", 1],
    ["knowledge.constructor", 2],
  ]);
});

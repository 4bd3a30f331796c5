import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { DamagedError, RefusedError, StorageError } from "../../../lib/errors.ts";
import { Packages } from "../../../lib/pkg/packages.ts";
import { ctx } from "../../support/command.ts";
import { failing, operationsOf } from "../../support/faulty_disk.ts";
import { packageBytes, type Said } from "../../support/packages.ts";
import { TemporaryRoot } from "../../support/temporary_root.ts";

const NOW = () => new Date("2026-11-01T00:00:00Z");

/** A package of two facts; of one the value is another in each version. */
async function made(version: string, more = ""): Promise<Uint8Array> {
  const fact = (key: string, value: string) =>
    `{"category":"c","key":"${key}","value":"${value}","confidence":0.5${more}}`;
  return await packageBytes(`{"knowledge":{"facts":[${fact("same", "v")},${fact("other", version)}]}}`, {
    name: "notes",
    version,
  });
}

/** A root into which one version was imported, and something else was written. */
async function used(): Promise<TemporaryRoot> {
  const root = await TemporaryRoot.make();
  await root.open({ now: NOW }).set("mine", "v");
  await new Packages({ home: root.path, now: NOW }).import(await made("1.0.0"));
  return root;
}

const importInto = async (root: TemporaryRoot, version = "2.0.0") =>
  await new Packages({ home: root.path, now: NOW }).import(await made(version));

/** What an import writes, file by file: the store, the packages, the lockfile. */
async function written(root: TemporaryRoot): Promise<string[]> {
  const lines = (await root.contents()).split("\n").map((line) => line.slice(root.path.length + 1));
  return lines.filter((line) => /^(memory\/shared|packages\/[^ .])/.test(line));
}

/** The files that are not what they were. */
function changed(before: readonly string[], after: readonly string[]): string[] {
  const lines = [
    ...before.filter((line) => !after.includes(line)),
    ...after.filter((line) => !before.includes(line)),
  ];
  return [...new Set(lines.map((line) => line.split(" ")[0]!))];
}

/** The entries; none where there is no store yet. */
async function entriesOf(root: TemporaryRoot): Promise<Map<string, Record<string, unknown>>> {
  return (await root.names()).includes("memory/shared.json") ? await root.entries() : new Map();
}

/** What is so whenever an entry says that it was imported: the package is there, whole, and pinned. */
async function assertPointsSomewhere(root: TemporaryRoot): Promise<void> {
  const packages = await new Packages({ home: root.path }).list();
  for (const { imported_from, ctxpkg } of (await entriesOf(root)).values()) {
    if (imported_from === undefined) continue;
    const { sha256 } = ctxpkg as { sha256: string };
    assert(packages.some((one) => one.sha256 === sha256 && one.fault === undefined), `${imported_from}`);
  }
}

/** Up to the first file that takes its place nothing is changed; the last of them is the store. */
async function stepsOf(use: () => Promise<unknown>): Promise<{ count: number; firstRename: number }> {
  const steps = await operationsOf(use), firstRename = steps.indexOf("rename");
  assert(firstRename > 5, steps.join());
  return { count: steps.length, firstRename };
}

for (const andAllAfter of [false, true]) {
  for (
    const [what, make, old] of [["a first import", TemporaryRoot.initialised, 0], [
      "an update",
      used,
      3,
    ]] as const
  ) {
    const name = `${what} that fails at any step${andAllAfter ? ", and for good," : ""}`;
    Deno.test(`${name} changes nothing while files are prepared, and no entry is without its package (ctxpkg §10, §17)`, async () => {
      await using whole = await make();
      const { count, firstRename } = await stepsOf(() => importInto(whole)), done = await written(whole);
      for (let step = 0; step < count; step++) {
        await using root = await make();
        const before = await written(root), at = `step ${step} of ${count}`;
        const error = await failing(step, () => importInto(root), { andAllAfter });
        if (error !== undefined) {
          assertInstanceOf(error, StorageError, at);
          const files = changed(before, await written(root));
          if (step <= firstRename) assertEquals(files, [], at);
          // The store goes last: where it has changed, everything has.
          if (files.includes("memory/shared.json")) assertEquals(await written(root), done, at);
        }
        await assertPointsSomewhere(root);
        await importInto(root);
        assertEquals(await written(root), done, at);
        assertEquals((await root.entries()).size, old || 2);
      }
    });
  }
}

Deno.test("on a disk that is full an import changes nothing and says what could not be written (ctxpkg §10)", async () => {
  await using root = await used();
  const before = await root.contents(), long = `,"extra":"${"x".repeat(60_000)}"`;
  for (const blocks of [1, 16, 64]) {
    const { code, stderr } = await ctx(root.path, ["pkg", "import", "-"], {
      stdin: new TextDecoder().decode(await made("2.0.0", long)),
      env: { DENO_DIR: "/dev/null/none" },
      shell: `ulimit -f ${blocks}`,
    });
    assertEquals([code, stderr.trim().split("\n").length], [1, 1], stderr);
    assertEquals(await root.contents(), before);
  }
});

/** Items of a wrong shape, and the place that the refusal names. */
const SHAPES: readonly (readonly [content: string, place: string, said?: Said])[] = [
  ['{"knowledge":{"facts":[1]}}', "knowledge.facts[0]"],
  ['{"knowledge":{"patterns":[{"name":"p"}]}}', "knowledge.patterns[0].description"],
  ['{"knowledge":{"insights":[{"summary":[]}]}}', "knowledge.insights[0].summary: not a string"],
  ['{"knowledge":{"facts":{}}}', "knowledge.facts"],
  ['{"session":{"next_steps":["a",2]}}', "session.next_steps[1]: not a string"],
  ['{"session":{"task_description":7}}', "session.task_description: not a string"],
  ['{"gotchas":{"gotchas":[{"category":"c","trigger":"t"}]}}', "gotchas.gotchas[0].resolution"],
  [
    '{"patterns":{"patterns":[{"name":"p","description":"d","examples":[{}]}]}}',
    "patterns.patterns[0].examples",
  ],
  ['{"graph":{"nodes":[{"kind":"file","name":"n"}]}}', "graph.nodes[0].file_path"],
  [
    '{"context_graph":{"format":"ctxpkg-graph-v2","nodes":[{"id":"a","type":"t","content":null}]}}',
    "context_graph.nodes[0].content",
    { schema_version: 2 },
  ],
];

Deno.test("a package with an item of a wrong shape is refused whole, with its place, and --force does not help (ctxpkg §5, §10)", async () => {
  await using root = await used();
  const before = await root.snapshot(), packages = new Packages({ home: root.path });
  const good = '{"category":"c","key":"k","value":"v","confidence":0.5}';
  const bad = good.replace('"v"', "3");
  const fourth = `{"knowledge":{"facts":[${good},${good},${good},${bad}]}}`;
  for (
    const [content, place, said] of [[fourth, "knowledge.facts[3].value: not a string"] as const, ...SHAPES]
  ) {
    const bytes = await packageBytes(content, { name: "bad", ...said });
    for (const force of [false, true]) {
      const error = await assertRejects(() => packages.import(bytes, { force }), RefusedError, place);
      assert(error.message.includes("nothing was written"), error.message);
    }
    assertEquals(await root.snapshot(), before, place);
  }
});

Deno.test("an import into a store or beside a lockfile that is damaged changes nothing (ctxpkg §9.1, §10)", async () => {
  for (
    const [name, text] of [["memory/shared.json", "{"], ["packages/ctxpkg.lock", "[[package]]\nname = 1\n"]]
  ) {
    await using root = await used();
    await root.write(name!, text!);
    const before = await written(root);
    await assertRejects(() => importInto(root), DamagedError);
    assertEquals(await written(root), before);
  }
});

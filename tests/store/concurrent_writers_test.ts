import { assert, assertEquals, assertLess } from "@std/assert";
import { ctx } from "../support/command.ts";
import { ForeignLock, WriterProcess } from "../support/processes.ts";
import { entryJson, storeJson, TemporaryRoot } from "../support/temporary_root.ts";
import { testWith } from "../support/test_with.ts";

/** The names that a writer's entries have. */
function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${prefix}_${n + 1}`);
}

/** Lets writers begin at once and waits until all have ended well. */
async function runAll(writers: readonly WriterProcess[]): Promise<void> {
  await Promise.all(writers.map((writer) => writer.begin()));
  for (const writer of writers) {
    const { code, stderr } = await writer.end();
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
  }
}

Deno.test("eight processes of fifty sets lose nothing, nor do fifty amendments beside them (§8.4, BR-01)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("base", "the value");
  const prefixes = ["w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8"];
  const writers = await Promise.all([
    ...prefixes.map((prefix) => WriterProcess.start(root.path, "set", prefix, 50)),
    WriterProcess.start(root.path, "amend", "base", 50),
  ]);
  await runAll(writers);

  const entries = await root.entries();
  for (const key of prefixes.flatMap((prefix) => names(prefix, 50))) {
    assert(entries.has(key), `${key} is lost`);
  }
  assertEquals(entries.size, 401);
  const lines = String(entries.get("base")!.value).split("\n");
  const notes = lines.slice(0, -1).map((line) => /^\[Amended \d{4}-\d\d-\d\d: (.*)\]$/.exec(line)?.[1]);
  assertEquals(notes, names("note", 50).map((name) => name.replace("_", " ")).toReversed());
  assertEquals(lines.at(-1), "the value");
  assertEquals(
    (await root.history()).map(({ key, operation }) => [key, operation]),
    Array(50).fill(["base", "amend"]),
  );
  assertEquals(await root.leftovers(), []);
});

Deno.test("three shells of thirty commands lose nothing, not even on a root that none has made yet (§8.4)", async () => {
  await using root = await TemporaryRoot.make();
  await Promise.all(["w1", "w2", "w3"].map(async (prefix) => {
    for (const key of names(prefix, 30)) {
      const { code, stderr } = await ctx(root.path, ["set", key, "value"], { env: { CTX_AUTHOR: prefix } });
      assertEquals({ code, stderr }, { code: 0, stderr: "" });
    }
  }));
  const expected = ["w1", "w2", "w3"].flatMap((prefix) => names(prefix, 30));
  assertEquals([...(await root.entries()).keys()].sort(), expected.sort());
  assertEquals(await root.leftovers(), []);
});

testWith(
  "python3",
  "a program in Python that takes the same lock loses nothing and costs us nothing (§8.4)",
  async () => {
    await using root = await TemporaryRoot.initialised();
    await root.open().set("first", "value");
    await runAll(
      await Promise.all([
        WriterProcess.startPython(root.path, "python", 60),
        WriterProcess.start(root.path, "set", "deno", 60),
        WriterProcess.start(root.path, "set", "other", 60),
      ]),
    );
    const entries = await root.entries();
    const expected = ["first", ...["python", "deno", "other"].flatMap((prefix) => names(prefix, 60))];
    assertEquals([...entries.keys()].sort(), expected.sort());
    // §3.3: what the other one keeps in an entry stays.
    for (const [n, key] of names("python", 60).entries()) assertEquals(entries.get(key)!.x_python, n + 1);
  },
);

testWith(
  "python3",
  "long and short values in turn, by two processes, leave one document and a newline (§8.3, BR-16)",
  async () => {
    await using root = await TemporaryRoot.initialised();
    const writers = await Promise.all([1, 2].map(() => WriterProcess.start(root.path, "rewrite", "k", 100)));
    await Promise.all(writers.map((writer) => writer.begin()));
    let isDone = false;
    const ended = Promise.all(writers.map((writer) => writer.end())).finally(() => isDone = true);
    while (!isDone) {
      const text = await root.read("memory/shared.json").catch((error) => {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      });
      if (text === undefined) continue;
      assertEquals([...Object.keys(JSON.parse(text).entries)], ["k"]);
      assert(text.endsWith("}\n"));
    }
    assertEquals((await ended).map(({ code }) => code), [0, 0]);
    assertEquals((await root.entries()).get("k")!.value, "x");
    assertEquals((await root.history()).length, 199);
  },
);

Deno.test("readers see the old file or the new one, never half of one (§8.3, BR-03)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("fixed", "stays");
  const writer = await WriterProcess.start(root.path, "rewrite", "k", 100_000), reader = root.open();
  await writer.begin();
  let reads = 0, end = performance.now() + 2000;
  while (performance.now() < end) {
    const { results, faults } = await reader.list();
    assertEquals(faults, []);
    assert(results.some(({ key, entry }) => key === "fixed" && entry.value === "stays"));
    assertEquals((await reader.start()).faults, []);
    reads++;
  }
  for (end = performance.now() + 500; performance.now() < end;) {
    const { code, stdout, stderr } = await ctx(root.path, ["get", "fixed", "--raw"]);
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "stays", stderr: "" });
  }
  writer.kill();
  const { keys } = await writer.end();
  assert(keys.length > 20 && reads > 20, `${keys.length} writes, ${reads} reads`);
});

testWith(
  "python3",
  "a hundred sets at once in one process, by two contexts, share one replace a lock (§8.3)",
  async () => {
    await using root = await TemporaryRoot.initialised();
    const [one, other] = [root.open({ author: "One" }), root.open({ author: "Other" })];
    await one.set("k_0", "value");
    const rename = Deno.rename;
    let renames = 0;
    Deno.rename = (from, to) => {
      renames++;
      return rename(from, to);
    };
    try {
      // All of them wait for the same lock.
      const all = await (async () => {
        await using _lock = await ForeignLock.take(root.path);
        return names("k", 100).map((key, n) => (n % 2 === 0 ? one : other).set(key, n));
      })();
      const written = await Promise.all(all);
      assertEquals(written.map(({ entry }) => entry.author).slice(0, 2), ["One", "Other"]);
    } finally {
      Deno.rename = rename;
    }
    assertLess(renames, 4);
    const entries = await root.entries();
    assertEquals(names("k", 100).map((key) => entries.get(key)?.value), [...Array(100).keys()]);
  },
);

Deno.test("of a hundred sets at once those that cannot be done fail alone (§8.3)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("there", "value");
  const outcomes = await Promise.allSettled(
    names("k", 100).map((key, n) =>
      n % 4 === 0
        ? context.set("there", n, { onlyNew: true })
        : n % 4 === 1
        ? context.amend(`missing_${n}`, "note")
        : context.set(key, n)
    ),
  );
  assertEquals(
    outcomes.map(({ status }) => status),
    names("k", 100).map((_, n) => n % 4 < 2 ? "rejected" : "fulfilled"),
  );
  assertEquals((await root.entries()).size, 51);
  assertEquals((await root.entries()).get("there")!.value, "value");
});

Deno.test("writes to three stores at once reach each its own file (§3.1)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.write("memory/agent.json", storeJson({ old: entryJson("old") }, "agent"));
  const context = root.open(), stores = ["operator", "shared", "agent"] as const;
  await Promise.all(names("k", 30).map((key, n) => context.set(key, n, { store: stores[n % 3]! })));
  for (const [n, store] of stores.entries()) {
    const keys = [...(await root.entries(store)).keys()].filter((key) => key !== "old");
    assertEquals(keys, names("k", 30).filter((_, i) => i % 3 === n));
  }
});

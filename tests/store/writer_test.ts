import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { InterruptedError, LockTimeoutError, StorageError } from "../../lib/errors.ts";
import { Root } from "../../lib/store/root.ts";
import type { Applied } from "../../lib/store/queued_change.ts";
import { changeStore } from "../../lib/store/writer.ts";
import { ForeignLock } from "../support/processes.ts";
import { entryJson, storeJson, TemporaryRoot } from "../support/temporary_root.ts";
import { testWith } from "../support/test_with.ts";

const WAIT = { timeoutMs: 10_000 }, NOW = "2026-10-13T09:41:07Z";

/** A change to the store `shared` that puts an entry in, the old one going to the history. */
function put(
  root: Root,
  key: string,
  value: unknown,
  wait: Parameters<typeof changeStore>[2] = WAIT,
): Promise<string> {
  return changeStore(root, {
    store: "shared",
    now: NOW,
    apply: (text): Applied<string> => {
      const old = text.text(key);
      text.put(key, JSON.stringify({ value }));
      return {
        result: key,
        earlier: old === undefined ? undefined : { operation: "set", key, text: old, at: NOW },
      };
    },
  }, wait);
}

/** A change that takes an entry out. */
function remove(root: Root, key: string): Promise<void> {
  return changeStore(root, {
    store: "shared",
    now: NOW,
    apply: (text) => {
      text.remove(key);
      return { result: undefined, purge: key };
    },
  }, WAIT);
}

Deno.test("changeStore() makes the root, its rules and the store on the first write, and no other store (§8.1, §8.2)", async () => {
  await using temporary = await TemporaryRoot.make();
  assertEquals(await put(new Root(temporary.path), "k", 1), "k");
  assertEquals(await temporary.names(), [
    ".gitignore",
    "RULES.md",
    "memory/",
    "memory/.lock",
    "memory/shared.json",
    "sessions/",
  ]);
  assertEquals(
    await temporary.read("memory/shared.json"),
    `{\n  "type": "shared",\n  "version": "1",\n  "last_updated": "${NOW}",\n  "entries": {\n    "k": {\n      "value": 1\n    }\n  }\n}\n`,
  );
});

testWith("python3", "changeStore() reads the store under the lock, not before it (§8.4, BR-01)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  await put(root, "k", 1);
  const waiting = await (async () => {
    await using _lock = await ForeignLock.take(temporary.path);
    const waiting = put(root, "k", 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    // The one who holds the lock writes meanwhile.
    await temporary.write(
      "memory/shared.json",
      storeJson({ k: entryJson("theirs"), other: entryJson("theirs") }),
    );
    return [waiting];
  })();
  await waiting[0];
  assertEquals([...(await temporary.entries()).keys()], ["k", "other"]);
  assertEquals((await temporary.history()).map(({ entry }) => (entry as { value: unknown }).value), [
    "theirs",
  ]);
});

Deno.test("changeStore() passes on what the change throws, and writes nothing (§8.3)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  await put(root, "k", 1);
  const before = await temporary.snapshot();
  const apply = () => {
    throw new TypeError("its own");
  };
  await assertRejects(
    () => changeStore(root, { store: "shared", now: NOW, apply }, WAIT),
    TypeError,
    "its own",
  );
  assertEquals(await temporary.snapshot(), before);
});

Deno.test("changeStore() reads the store anew after a change that failed, though the lock is still held (§8.4)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path), path = temporary.at("memory/shared.json");
  await put(root, "k", 1);
  const failing = changeStore<void>(root, {
    store: "shared",
    now: NOW,
    apply: () => {
      throw new Error("no");
    },
  }, WAIT);
  const next = failing.catch(() => {
    Deno.writeTextFileSync(path, storeJson({ mended: entryJson("by hand") }));
    return put(root, "k", 2);
  });
  assertEquals(await next, "k");
  assertEquals(Object.keys(JSON.parse(await Deno.readTextFile(path)).entries), ["mended", "k"]);
});

Deno.test("changeStore() leaves a file as it is, time included, where a change changes nothing (§8.3)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  await put(root, "k", 1);
  const { ino, mtime } = await Deno.stat(temporary.at("memory/shared.json"));
  await changeStore(root, { store: "shared", now: NOW, apply: () => ({ result: 7 }) }, WAIT);
  const after = await Deno.stat(temporary.at("memory/shared.json"));
  assertEquals([after.ino, after.mtime], [ino, mtime]);
});

Deno.test("changeStore() keeps the order of changes to one key that share a lock (§8.4)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  await Promise.all([0, 1, 2, 3, 4].map((value) => put(root, "k", value)));
  assertEquals((await temporary.entries()).get("k"), { value: 4 });
  assertEquals(
    (await temporary.history()).map(({ entry }) => entry),
    [0, 1, 2, 3].map((value) => ({ value })),
  );
});

Deno.test("changeStore() takes along what changes under the same lock knew of a deleted key (§4.5)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  await put(root, "leak", "secret 0");
  await Promise.all([
    put(root, "leak", "secret 1"),
    put(root, "other", 1),
    put(root, "leak", "secret 2"),
    remove(root, "leak"),
    put(root, "other", 2),
    remove(root, "leak"),
  ]);
  for (const name of await temporary.names()) {
    if (!name.endsWith("/")) assert(!(await temporary.read(name)).includes("secret"), name);
  }
  assertEquals((await temporary.history()).map(({ key }) => key), ["other"]);
});

testWith(
  "python3",
  "changeStore() gives up in time, and lets those who would wait longer go on (§8.4)",
  async () => {
    await using temporary = await TemporaryRoot.initialised();
    const root = new Root(temporary.path);
    const { hasty, patient } = await (async () => {
      await using _lock = await ForeignLock.take(temporary.path);
      const hasty = put(root, "hasty", 1, { timeoutMs: 50 }), patient = put(root, "patient", 1);
      await assertRejects(() => hasty, LockTimeoutError);
      return { hasty, patient: [patient] };
    })();
    await assertRejects(() => hasty, LockTimeoutError);
    assertEquals(await patient[0], "patient");
    assertEquals([...(await temporary.entries()).keys()], ["patient"]);
  },
);

testWith(
  "python3",
  "changeStore() carries out no change whose signal has fired while it waited",
  async () => {
    await using temporary = await TemporaryRoot.initialised();
    const root = new Root(temporary.path), controller = new AbortController();
    const [given, other] = await (async () => {
      await using _lock = await ForeignLock.take(temporary.path);
      const first = put(root, "first", 1),
        given = put(root, "given", 1, { ...WAIT, signal: controller.signal })
          .then(() => "written", (error) => error);
      controller.abort();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return [given, first];
    })();
    assert(await given instanceof InterruptedError);
    await other;
    assertEquals([...(await temporary.entries()).keys()], ["first"]);
  },
);

Deno.test("changeStore() sweeps what killed writers left, and nothing that is not theirs (§8.3)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  await put(root, "k", 1);
  await put(root, "k", 2);
  const left = [".RULES.md", "memory/.shared.json", "memory/history/.shared.jsonl"];
  for (const name of left) await temporary.write(`${name}.0123456789abcdef.tmp`, "half a file");
  const theirs = ["memory/shared.json.tmp", "memory/.shared.json.tmp", "memory/.x.0123.tmp", "notes.tmp"];
  for (const name of theirs) await temporary.write(name, "somebody's");
  await put(root, "k", 3);
  assertEquals(await temporary.leftovers(), theirs.toSorted());
});

Deno.test("a diff after one set shows that entry and last_updated, and nothing else (§8.2)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const text = storeJson({
    a: entryJson("first"),
    k: entryJson("old"),
    "2026": entryJson("1.0"),
    z: entryJson("last"),
  });
  await temporary.write("memory/shared.json", text);
  await temporary.open({ now: () => new Date(NOW) }).set("k", "new");
  const old = text.split("\n"), now = (await temporary.read("memory/shared.json")).split("\n");
  assertEquals(now.length, old.length);
  const changed = now.filter((line, n) => line !== old[n]);
  assertEquals(changed[0], `  "last_updated": "${NOW}",`);
  assertStringIncludes(changed[1]!, '    "k": {"value":"new"');
  assertEquals(changed.length, 2);
});

/** Members and fields of others, in spellings that no rewriting would keep. */
const ODD_FIELD =
  '"x_rating" : {"n": 1.10, "big": 12345678901234567890, "e": 1e400, "u": "\\u00e9\\/ \\ud83d"}';
const ODD_ENTRY = `{ "value": "old" , ${ODD_FIELD}, "timestamp": "2026-01-01T00:00:00Z" }`;
const ODD_TOP = ['"x_top" : [1 , 2.50]', '"__proto__": {"a": -0}'];

const LAYOUTS: readonly (readonly [what: string, text: string])[] = [
  ["on one line", `{${ODD_TOP[0]},"entries":{"k":${ODD_ENTRY},"other":${ODD_ENTRY}},${ODD_TOP[1]}}`],
  [
    "with tabs",
    `{\n\t${ODD_TOP[0]},\n\t"entries": {\n\t\t"k": ${ODD_ENTRY},\n\t\t"other": ${ODD_ENTRY}\n\t},\n\t${
      ODD_TOP[1]
    }\n}\n`,
  ],
  [
    "with carriage returns",
    `{\r\n  ${
      ODD_TOP[0]
    },\r\n  "entries": {\r\n    "k": ${ODD_ENTRY},\r\n    "other": ${ODD_ENTRY}\r\n  },\r\n  ${
      ODD_TOP[1]
    }\r\n}\r\n`,
  ],
];

for (const [what, text] of LAYOUTS) {
  Deno.test(`no operation touches what others keep in a file ${what}, nor its layout (§3.3, BR-14)`, async () => {
    await using temporary = await TemporaryRoot.initialised();
    const context = temporary.open({ author: "Agent One" });
    const operations: Record<string, () => Promise<unknown>> = {
      set: () => context.set("k", { a: [1, 2] }, { tags: ["t"], derivation: "how" }),
      "set new": () => context.set("new", "v"),
      amend: () => context.amend("k", "a note"),
      supersede: () => context.supersede("k", "other", { note: "why" }),
      resolve: () => context.resolve("k"),
      basis: () => context.setBasis("k", "verified"),
      "delete other": () => context.delete("new"),
    };
    await temporary.write("memory/shared.json", text);
    for (const [name, operation] of Object.entries(operations)) {
      await operation();
      const now = await temporary.read("memory/shared.json");
      for (const part of ODD_TOP) assertStringIncludes(now, part, name);
      assertEquals(now.split(ODD_FIELD).length, 3, name);
      assertStringIncludes(
        now,
        `"other": ${ODD_ENTRY}`.replace(": ", what === "on one line" ? ":" : ": "),
        name,
      );
      assertEquals(now.split("\n").length === 1, what === "on one line", name);
      assertEquals(/(^|[^\r])\n/.test(now), what === "with tabs", name);
      if (what === "with tabs") assert(!/\n +/.test(now), name);
    }
    assertEquals([...(await temporary.entries()).keys()], ["k", "other"]);
    await context.delete("k");
    assertStringIncludes(await temporary.read("memory/shared.json"), ODD_ENTRY);
  });
}

/** A change that puts an entry in, and a file beside it that the entry leads to. */
function putBeside(root: Root, key: string, name: string): Promise<string> {
  return changeStore(root, {
    store: "shared",
    now: NOW,
    apply: (text): Applied<string> => {
      text.put(key, JSON.stringify({ value: name }));
      return { result: key, beside: [{ name, bytes: new TextEncoder().encode(key) }] };
    },
  }, WAIT);
}

Deno.test("changeStore() writes the files that a change brings before the store, and all of them or none (§8.3)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  await Deno.mkdir(root.file("packages"));
  await Promise.all(["a", "b", "c"].map((key) => putBeside(root, key, "packages/one.txt")));
  // Each sees what the one before has written: the last of them stays.
  assertEquals(await temporary.read("packages/one.txt"), "c");
  const before = await temporary.read("memory/shared.json");
  await assertRejects(() => putBeside(root, "d", "nowhere/two.txt"), StorageError, "nowhere");
  assertEquals(await temporary.read("memory/shared.json"), before);
  // A folder in the store's place: the change fails, and no file is left that nothing leads to.
  await Deno.remove(root.file("memory/shared.json"));
  await Deno.mkdir(root.file("memory/shared.json"));
  await assertRejects(() => putBeside(root, "e", "packages/three.txt"), StorageError);
  assertEquals([...Deno.readDirSync(root.file("packages"))].map(({ name }) => name), ["one.txt"]);
});

Deno.test("a write goes on after one that failed, in the same process (§8.3)", async () => {
  await using temporary = await TemporaryRoot.make();
  const root = new Root(temporary.path);
  await Deno.writeTextFile(temporary.path, "a file in the root's place");
  await assertRejects(() => put(root, "k", 1), StorageError, temporary.path);
  await Deno.remove(temporary.path);
  assertEquals(await put(root, "k", 1), "k");
});

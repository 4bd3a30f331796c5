import {
  assert,
  assertEquals,
  assertGreater,
  assertLess,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { InterruptedError, LockTimeoutError, StorageError } from "../../lib/errors.ts";
import { withLock } from "../../lib/store/lock.ts";
import { Root } from "../../lib/store/root.ts";
import { ctx, ctxCommand } from "../support/command.ts";
import { ForeignLock } from "../support/processes.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";
import { testWith } from "../support/test_with.ts";

const WAIT = { timeoutMs: 5000 };

Deno.test("withLock() gives what is done under the lock, and the lock back, also when that fails (§8.4)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  assertEquals(await withLock(root, WAIT, () => Promise.resolve(7)), 7);
  await assertRejects(
    () => withLock(root, WAIT, () => Promise.reject(new TypeError("its own"))),
    TypeError,
    "its own",
  );
  assertEquals(await withLock(root, { timeoutMs: 0 }, () => Promise.resolve(8)), 8);
});

Deno.test("withLock() lets one in at a time, in one process as well (§8.4)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  let inside = 0, most = 0;
  await Promise.all(Array.from({ length: 20 }, () =>
    withLock(root, WAIT, async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inside--;
    })));
  assertEquals(most, 1);
});

Deno.test("withLock() neither empties the lock file nor adds to it, nor removes it (§8.4, BR-07)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  await temporary.write("memory/.lock", "somebody's note");
  const root = new Root(temporary.path), { ino } = await Deno.stat(temporary.at("memory/.lock"));
  for (let time = 0; time < 2; time++) await withLock(root, WAIT, () => Promise.resolve());
  assertEquals(await temporary.read("memory/.lock"), "somebody's note");
  assertEquals((await Deno.stat(temporary.at("memory/.lock"))).ino, ino);
});

Deno.test("withLock() opens the lock file for reading and writing, never for appending or truncating (§8.4, BR-07)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const open = Deno.open, seen: Deno.OpenOptions[] = [];
  Deno.open = (path, options) => {
    if (String(path).endsWith(".lock")) seen.push(options!);
    return open(path, options);
  };
  try {
    await withLock(new Root(temporary.path), WAIT, () => Promise.resolve());
  } finally {
    Deno.open = open;
  }
  assertEquals(
    seen.map(({ read, write, create, append, truncate }) => [read, write, create, !append, !truncate]),
    [
      [true, true, true, true, true],
    ],
  );
});

testWith(
  "python3",
  "withLock() says once, after a second, that it waits, and gives up when it was told to (§8.4, BR-05)",
  async () => {
    await using temporary = await TemporaryRoot.initialised();
    await using _lock = await ForeignLock.take(temporary.path);
    const root = new Root(temporary.path), began = performance.now(), said: [string, number][] = [];
    const wait = {
      timeoutMs: 1300,
      onWait: (path: string) => void said.push([path, performance.now() - began]),
    };
    const error = await assertRejects(() => withLock(root, wait, () => Promise.resolve()), LockTimeoutError);
    assertStringIncludes(error.message, temporary.at("memory/.lock"));
    assertStringIncludes(error.message, "1.3 s");
    assertEquals(said.map(([path]) => path), [temporary.at("memory/.lock")]);
    assertGreater(said[0]![1], 999);
    assertGreater(performance.now() - began, 1299);
  },
);

testWith(
  "python3",
  "withLock() gives up at once with no time to wait, and when its signal fires (§8.4)",
  async () => {
    await using temporary = await TemporaryRoot.initialised();
    await using _lock = await ForeignLock.take(temporary.path);
    const root = new Root(temporary.path), began = performance.now();
    await assertRejects(() => withLock(root, { timeoutMs: 0 }, () => Promise.resolve()), LockTimeoutError);
    const signal = AbortSignal.timeout(50);
    await assertRejects(
      () => withLock(root, { timeoutMs: 30_000, signal }, () => Promise.resolve()),
      InterruptedError,
    );
    assertLess(performance.now() - began, 5000);
  },
);

Deno.test("withLock() has the lock within moments of its being free (§8.4)", async () => {
  await using temporary = await TemporaryRoot.initialised();
  const root = new Root(temporary.path);
  const file = await Deno.open(temporary.at("memory/.lock"), { read: true, write: true, create: true });
  await file.lock(true);
  const waiting = withLock(root, WAIT, () => Promise.resolve(performance.now()));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const freed = performance.now();
  file.close();
  assertLess(await waiting - freed, 250);
});

testWith(
  "python3",
  "writers exclude each other again after the lock file was deleted while held (§8.4)",
  async () => {
    await using temporary = await TemporaryRoot.initialised();
    const root = new Root(temporary.path), path = temporary.at("memory/.lock");
    let inside = 0, most = 0;
    const enter = async (stay: Promise<unknown>) => {
      most = Math.max(most, ++inside);
      await stay;
      inside--;
    };
    const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    await using lock = await ForeignLock.take(temporary.path);
    // These wait for the file that is about to go.
    const early = [1, 2, 3].map(() => withLock(root, WAIT, () => enter(pause(20))));
    await pause(100);
    await Deno.remove(path);
    // This one has the lock under its new name while the old file becomes free.
    const stay = Promise.withResolvers<void>(), late = withLock(root, WAIT, () => enter(stay.promise));
    while (inside === 0) await pause(5);
    await lock[Symbol.asyncDispose]();
    await pause(200);
    stay.resolve();
    await Promise.all([late, ...early]);
    assertEquals(most, 1);
    assert((await Deno.stat(path)).isFile);
  },
);

Deno.test("withLock() names a folder that is not there, and a lock that cannot be opened (§8.4)", async () => {
  await using temporary = await TemporaryRoot.make();
  const root = new Root(temporary.path);
  const missing = await assertRejects(() => withLock(root, WAIT, () => Promise.resolve()), StorageError);
  assertStringIncludes(missing.message, temporary.at("memory/.lock"));
  await Deno.mkdir(temporary.at("memory/.lock"), { recursive: true });
  const folder = await assertRejects(() => withLock(root, WAIT, () => Promise.resolve()), StorageError);
  assertStringIncludes(folder.message, temporary.at("memory/.lock"));
});

testWith(
  "python3",
  "set waits for a lock that Python holds, says so after a second, and then writes (§8.4, BR-05)",
  async () => {
    await using root = await TemporaryRoot.initialised();
    let output: Promise<Deno.CommandOutput>;
    {
      await using _lock = await ForeignLock.take(root.path);
      output = ctxCommand(root.path, ["set", "k", "v"]).output();
      await new Promise((resolve) => setTimeout(resolve, 1600));
      assertEquals((await root.names()).includes("memory/shared.json"), false);
    }
    const { code, stderr } = await output, lines = new TextDecoder().decode(stderr).trim().split("\n");
    assertEquals([code, lines.length], [0, 1]);
    assertStringIncludes(lines[0]!, root.at("memory/.lock"));
    assertEquals((await root.entries()).get("k")!.value, "v");
  },
);

testWith(
  "python3",
  "a write gives up after --lock-timeout with status 1 and nothing written (§8.4, BR-05)",
  async () => {
    await using root = await TemporaryRoot.initialised();
    await root.open().set("k", "v");
    const before = await root.snapshot();
    await using _lock = await ForeignLock.take(root.path);
    for (
      const words of [["set", "k", "w"], ["amend", "k", "n"], ["resolve", "k"], ["basis", "k", "verified"], [
        "delete",
        "k",
      ], ["supersede", "k", "--by", "x"]]
    ) {
      const { code, stdout, stderr } = await ctx(root.path, [...words, "--lock-timeout", "0.1"]);
      assertEquals([code, stdout], [1, ""]);
      assertStringIncludes(stderr, root.at("memory/.lock"));
      assertEquals(stderr.trim().split("\n").length, 1);
    }
    const summary = { stdin: "# S\n\n## Open\n- none\n" };
    assertEquals((await ctx(root.path, ["session", "write", "--lock-timeout", "0.1"], summary)).code, 1);
    assertEquals(await root.snapshot(), before);
  },
);

testWith("python3", "reading commands do not wait for a lock that somebody holds (§8.4, BR-05)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "the value");
  await root.open().sessions.write("# S\n\n## Open\n- none\n");
  await using _lock = await ForeignLock.take(root.path);
  const began = performance.now();
  for (
    const words of [["get", "k"], ["list"], ["search", "value"], ["brief"], ["start"], ["session", "show"], [
      "session",
      "list",
    ], ["session", "new"]]
  ) {
    const { code, stderr } = await ctx(root.path, words);
    assertEquals({ words, code, stderr }, { words, code: 0, stderr: "" });
  }
  assertLess(performance.now() - began, 20_000);
});

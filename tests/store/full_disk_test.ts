import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type CommandRun, ctx } from "../support/command.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

const LONG = "x".repeat(60_000), SUMMARY = "# Session\n\n## Open\n- an open item\n";

/** Runs a command that may write so many blocks of 512 bytes to a file, and no more. */
async function limited(
  root: TemporaryRoot,
  blocks: number,
  words: readonly string[],
  stdin?: string,
): Promise<CommandRun> {
  // Where Deno has no place for its caches it keeps them in memory; they would be what meets the limit.
  return await ctx(root.path, words, {
    env: { DENO_DIR: "/dev/null/none" },
    stdin,
    shell: `ulimit -f ${blocks}`,
  });
}

Deno.test("a limit on file sizes fails the write, not the process, and leaves all as it was (§8.3, BR-11)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "before");
  await context.set("k", "before too");
  const before = await root.contents();
  for (
    const words of [["set", "k", LONG], ["set", "new", LONG], ["amend", "k", LONG]]
  ) {
    const { code, stdout, stderr } = await limited(root, 16, words);
    assertEquals({ code, stdout, lines: stderr.trim().split("\n").length }, {
      code: 1,
      stdout: "",
      lines: 1,
    });
    assertMatch(stderr, /memory\/shared\.json".*too large/i);
    assertStringIncludes(stderr, "ulimit");
    assertEquals(await root.contents(), before);
  }
});

Deno.test("a history that cannot grow fails the write and stays whole (§8.3, BR-11)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "y".repeat(7000));
  await context.set("k", "z".repeat(7000));
  const before = await root.contents();
  // The store would shrink; the line of 7,000 characters is what does not fit.
  const { code, stderr } = await limited(root, 16, ["set", "k", "short"]);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "memory/history/shared.jsonl");
  assertEquals(await root.contents(), before);
});

Deno.test("where no file can grow at all init, set and session write fail in a line each (§8.3)", async () => {
  await using root = await TemporaryRoot.make();
  for (const words of [["init"], ["set", "k", "v"], ["session", "write"]]) {
    const { code, stderr } = await limited(root, 0, words, SUMMARY);
    assertEquals({ words, code, lines: stderr.trim().split("\n").length }, { words, code: 1, lines: 1 });
    assertStringIncludes(stderr, root.at("RULES.md"));
  }
  assertEquals(await root.names(), ["memory/", "memory/.lock", "sessions/"]);
});

Deno.test("a summary that does not fit is not filed, and no part of it stays (§7, §8.3)", async () => {
  await using root = await TemporaryRoot.initialised();
  const before = await root.contents();
  const { code, stderr } = await limited(root, 16, ["session", "write"], SUMMARY + `- ${LONG}\n`);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "_session.md");
  assertEquals(await root.contents(), before);
});

Deno.test("a full disk fails the write and leaves all as it was (§8.3, BR-11)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.path);
  if (!await mounted(root.path)) {
    console.log("A small disk cannot be mounted here: only the limits on file sizes were tried");
    return;
  }
  try {
    const context = root.open();
    await context.set("k", "before");
    await context.set("k", "y".repeat(60_000));
    await root.write("filler", "x".repeat(64 * 1024)); // leaves less than twice the store
    await fill(root.at("ballast"), 96 * 1024);
    const before = await root.contents();
    for (const words of [["set", "new", LONG + LONG], ["set", "k", LONG + LONG], ["amend", "k", LONG]]) {
      const { code, stdout, stderr } = await ctx(root.path, words);
      assertEquals({ code, stdout, lines: stderr.trim().split("\n").length }, {
        code: 1,
        stdout: "",
        lines: 1,
      });
      assertMatch(stderr, /memory\/.*no space/i);
      assertStringIncludes(stderr, "Free some space");
      assertEquals(await root.contents(), before);
    }
    await Deno.remove(root.at("ballast"));
    await context.set("k", "after");
    assertEquals((await root.entries()).get("k")!.value, "after");
    assertEquals((await root.history()).length, 2);
    assertEquals(await root.leftovers(), []);
  } finally {
    await new Deno.Command("umount", { args: [root.path] }).output();
  }
});

/** Mounts a disk of half a megabyte; says whether that was allowed. */
async function mounted(path: string): Promise<boolean> {
  const args = ["-t", "tmpfs", "-o", "size=512k,mode=0700", "tmpfs", path];
  const { success } = await new Deno.Command("mount", { args, stderr: "null" }).output();
  return success;
}

/** Fills the disk until no more than so many bytes are free. */
async function fill(path: string, free: number): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true });
  const block = new Uint8Array(4096).fill(120);
  let size = 0;
  try {
    for (;;) size += await file.write(block);
  } catch (error) {
    assert(error instanceof Error && /no space|os error 28/i.test(error.message), String(error));
  }
  await file.truncate(Math.max(0, size - free));
}

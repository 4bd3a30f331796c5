import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runGranted } from "../support/ctx_process.ts";

const ENV = "--allow-env=CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,PWD";

/** A root with an entry, RULES.md and a summary. */
async function withRoot(use: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "ctx_grants_" });
  try {
    await Deno.mkdir(`${root}/memory`);
    await Deno.mkdir(`${root}/sessions`);
    const store = { type: "shared", version: "1", entries: { k: { value: "v" } } };
    await Deno.writeTextFile(`${root}/memory/shared.json`, JSON.stringify(store));
    await Deno.writeTextFile(`${root}/RULES.md`, "the rules\n");
    await Deno.writeTextFile(`${root}/sessions/2026-01-02_session.md`, "## Open\n- one\n");
    await use(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const READS = [["get", "k"], ["search", "v"], ["list"], ["session", "list"], ["session", "show"], [
  "history",
  "k",
]];
const WRITES = [["set", "k", "w"], ["resolve", "k"], ["delete", "k"], ["init"]];

/** Whether every line of standard error is ours, and the last names the flag. */
function assertNamed(err: string, flag: string): void {
  assert(err !== "");
  const lines = err.trimEnd().split("\n");
  for (const line of lines) {
    assertMatch(line, /^ctx: /);
    assert(!line.includes("A fault of ctx itself"), line);
  }
  assertStringIncludes(lines.at(-1)!, flag);
}

Deno.test("without --allow-read a command fails and names the flag", async () => {
  await withRoot(async (root) => {
    const grants = [ENV, `--allow-write=${root}`], env = { CTX_HOME: root };
    for (const words of [...READS, ...WRITES]) {
      const { status, err } = await runGranted(grants, words, { env });
      assertEquals(status, 1, words.join(" "));
      assertNamed(err, "--allow-read");
      if (words[0] !== "list" && words[0] !== "search") assertEquals(err.trimEnd().split("\n").length, 1);
    }
  });
});

Deno.test("without --allow-write what reads works, and what writes names the flag in one line", async () => {
  await withRoot(async (root) => {
    const grants = [ENV, `--allow-read=${root}`], env = { CTX_HOME: root };
    for (const words of [...READS, ["start"], ["brief"]]) {
      const { status, err } = await runGranted(grants, words, { env });
      assertEquals([status, err], [0, ""], words.join(" "));
    }
    for (const words of WRITES) {
      const { status, out, err } = await runGranted(grants, words, { env });
      assertEquals([status, out, err.trimEnd().split("\n").length], [1, "", 1], words.join(" "));
      assertNamed(err, "--allow-write");
    }
  });
});

Deno.test("without --allow-env a command names the variable and the flag in one line", async () => {
  await withRoot(async (root) => {
    const grants = [`--allow-read=${root}`, `--allow-write=${root}`], env = { CTX_HOME: root };
    for (const words of [["get", "k"], ["set", "k", "w"], ["list", "--json"]]) {
      const { status, err } = await runGranted(grants, words, { env });
      assertEquals([status, err.trimEnd().split("\n").length], [1, 1]);
      assertNamed(err, "--allow-env");
      assertStringIncludes(err, "CTX_HOME");
    }
    assertEquals((await runGranted(grants, ["help"], { env })).status, 0);
  });
});

Deno.test("start and brief end with status 0 whatever is not granted, and name the flag (§5.1)", async () => {
  await withRoot(async (root) => {
    const read = `--allow-read=${root}`, write = `--allow-write=${root}`, env = { CTX_HOME: root };
    for (
      const [grants, flag] of [[[ENV, write], "--allow-read"], [[read, write], "--allow-env"], [
        [],
        "",
      ]] as const
    ) {
      for (const command of ["start", "brief"]) {
        const { status, out, err } = await runGranted(grants, [command], { env });
        assertEquals(status, 0);
        assert(out.startsWith("=== ctx"));
        assertNamed(err, flag);
        assertStringIncludes(out, flag, "an agent sees standard output alone");
      }
    }
  });
});

Deno.test("the variables that only concern colour need not be granted", async () => {
  await withRoot(async (root) => {
    const grants = ["--allow-env=CTX_HOME,CTX_AUTHOR,HOME", `--allow-read=${root}`, `--allow-write=${root}`];
    for (
      const words of [["start"], ["set", "k", "w", "--tag", "x"], ["get", "k"], ["list", "--limit", "1"]]
    ) {
      const { status, err } = await runGranted(grants, words, { env: { CTX_HOME: root } });
      assertEquals([status, err], [0, ""], words.join(" "));
    }
  });
});

Deno.test("a root that the grants do not cover is said in one line with the flag (§9.2)", async () => {
  await withRoot(async (root) => {
    const grants = [ENV, "--allow-read=/nowhere", "--allow-write=/nowhere"];
    for (const words of [["get", "k"], ["set", "k", "w"]]) {
      const { status, err } = await runGranted(grants, words, { env: { CTX_HOME: root } });
      assertEquals([status, err.trimEnd().split("\n").length], [1, 1]);
      assertNamed(err, "--allow-");
      assertStringIncludes(err, root);
    }
  });
});

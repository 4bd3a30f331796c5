import { assertEquals, assertStringIncludes } from "@std/assert";
import { ctx } from "../support/command.ts";
import { otherUser } from "../support/other_user.ts";
import { TemporaryRoot } from "../support/temporary_root.ts";

const SUMMARY = "# Session\n\n## Open\n- an open item\n";

/** Everything that ctx makes under a root, by its name without a summary's date. */
async function modes(root: TemporaryRoot): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of [".", ...await root.names()]) {
    const mode = await root.mode(name === "." ? "" : name.replace(/\/$/, ""));
    found[name.replace(/\d{4}-\d\d-\d\d/, "DATE")] = mode.toString(8);
  }
  return found;
}

const OWNER_ONLY = {
  ".": "700",
  ".gitignore": "600",
  "RULES.md": "600",
  "config.jsonc": "600",
  "memory/": "700",
  "memory/.lock": "600",
  "memory/history/": "700",
  "memory/history/shared.jsonl": "600",
  "memory/shared.json": "600",
  "sessions/": "700",
  "sessions/DATE_session.md": "600",
};

for (const umask of ["0022", "0000", "0277", "0777"]) {
  Deno.test(`what ctx makes under umask ${umask} is its owner's alone, and stays usable (§11, BR-19)`, async () => {
    await using root = await TemporaryRoot.make();
    // The superuser may do everything whatever the mode, so it is another user who tries.
    const { prefix, env, own } = await otherUser(root.outside);
    await own(root.outside);
    const settings = { prefix, env, shell: `umask ${umask}` };
    for (
      const words of [["set", "k", "v"], ["set", "k", "w"], ["init", "--config"], ["amend", "k", "n"], [
        "start",
      ]]
    ) {
      const { code, stderr } = await ctx(root.path, words, settings);
      assertEquals({ words, code, stderr }, { words, code: 0, stderr: "" });
    }
    const { code, stderr } = await ctx(root.path, ["session", "write"], { ...settings, stdin: SUMMARY });
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    assertEquals(await modes(root), OWNER_ONLY);
  });
}

Deno.test("a temporary file is its owner's alone from the moment it is made (§11, BR-19)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  await Deno.chmod(root.at("memory/shared.json"), 0o644);
  const open = Deno.open, asked: unknown[] = [];
  Deno.open = async (path, options) => {
    const file = await open(path, options);
    if (String(path).endsWith(".tmp")) {
      asked.push([options?.createNew, options?.mode, (await Deno.stat(path)).mode! & 0o077]);
    }
    return file;
  };
  try {
    await root.open().set("k", "w");
  } finally {
    Deno.open = open;
  }
  assertEquals(asked, [[true, 0o600, 0]]);
  assertEquals(await root.mode("memory/shared.json"), 0o644);
});

Deno.test("a mode that the owner chose is kept by every write (§11, BR-19)", async () => {
  await using root = await TemporaryRoot.initialised();
  const context = root.open();
  await context.set("k", "v");
  await context.set("k", "w");
  const chosen = {
    "memory/shared.json": 0o640,
    "memory/history/shared.jsonl": 0o640,
    "RULES.md": 0o644,
    memory: 0o750,
  };
  for (const [name, mode] of Object.entries(chosen)) await Deno.chmod(root.at(name), mode);
  await context.set("k", "x");
  await context.delete("k");
  await context.init();
  for (const [name, mode] of Object.entries(chosen)) {
    assertEquals([name, await root.mode(name)], [name, mode]);
  }
});

Deno.test("a store stays its owner's when the superuser writes to it (§11)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  const { own } = await otherUser(root.outside), path = root.at("memory/shared.json");
  await own(path);
  const before = await Deno.stat(path);
  await root.open().set("k", "w");
  const after = await Deno.stat(path);
  assertEquals([after.uid, after.gid, after.mode! & 0o777], [before.uid, before.gid, 0o600]);
});

Deno.test("in a root of somebody else's set fails at once with path and reason, and start exits 0 (§5.1, BR-23)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "the value");
  const { prefix, env, own } = await otherUser(root.outside), settings = { prefix, env };
  // Readable, with what is in it, but nowhere writable.
  await own(root.path);
  for (const name of await root.names()) {
    if (!name.endsWith("/")) await Deno.chmod(root.at(name), 0o400);
  }
  for (const name of ["memory", "sessions", ""]) await Deno.chmod(root.at(name), 0o500);
  const before = await root.snapshot();
  for (const words of [["set", "k", "w"], ["amend", "k", "n"], ["delete", "k"], ["set", "new", "v"]]) {
    const { code, stdout, stderr } = await ctx(root.path, words, settings);
    assertEquals({ words, code, stdout, lines: stderr.trim().split("\n").length }, {
      words,
      code: 1,
      stdout: "",
      lines: 1,
    });
    assertStringIncludes(stderr, root.at("memory/"));
    assertStringIncludes(stderr.toLowerCase(), "permission denied");
  }
  for (const words of [["start"], ["brief"], ["list"], ["get", "k"]]) {
    const { code, stdout, stderr } = await ctx(root.path, words, settings);
    assertEquals({ words, code, stderr }, { words, code: 0, stderr: "" });
    assertStringIncludes(stdout, "the value");
  }
  assertEquals(await root.snapshot(), before);
});

Deno.test("with memory/ closed to writing set fails at once, names it, and changes nothing (BR-23)", async () => {
  await using root = await TemporaryRoot.initialised();
  await root.open().set("k", "v");
  const { prefix, env, own } = await otherUser(root.outside);
  await own(root.path);
  await Deno.chmod(root.at("memory"), 0o500);
  const before = await root.snapshot();
  const { code, stderr } = await ctx(root.path, ["set", "k", "w"], { prefix, env });
  assertEquals(code, 1);
  assertStringIncludes(stderr, root.at("memory/shared.json"));
  assertEquals(await root.snapshot(), before);
});

Deno.test("a root that may not even be looked into lets start exit 0 and say so once (§5.1)", async () => {
  await using root = await TemporaryRoot.initialised();
  const { prefix, env, own } = await otherUser(root.outside);
  await own(root.outside);
  await Deno.chmod(root.path, 0o000);
  try {
    for (const words of [["start"], ["brief"]]) {
      const { code, stdout, stderr } = await ctx(root.path, words, { prefix, env });
      assertEquals({ words, code }, { words, code: 0 });
      assertStringIncludes(stdout, root.path);
      assertStringIncludes(stderr.toLowerCase(), "permission denied");
    }
    assertEquals((await ctx(root.path, ["set", "k", "v"], { prefix, env })).code, 1);
  } finally {
    await Deno.chmod(root.path, 0o700);
  }
});

Deno.test("what the superuser makes in somebody else's root is that person's (§11)", async () => {
  await using root = await TemporaryRoot.make();
  await Deno.mkdir(root.path, { mode: 0o700 });
  const { own, prefix, env } = await otherUser(root.outside);
  await own(root.path);
  const { uid, gid } = await Deno.stat(root.path), context = root.open();
  await context.init({ config: true });
  await context.set("k", "v");
  await context.set("k", "w");
  await context.set("k", "w", { store: "agent" });
  await context.sessions.write(SUMMARY);
  const names = (await root.names()).filter((name) => name !== "memory/.lock");
  assertEquals(names.length, 10);
  for (const name of names) {
    const info = await Deno.lstat(root.at(name));
    assertEquals([name, info.uid, info.gid], [name, uid, gid]);
  }
  await own(root.at("memory/.lock"));
  for (const words of [["set", "k", "x"], ["amend", "k", "n"], ["delete", "k"], ["set", "new", "v"]]) {
    const { code, stderr } = await ctx(root.path, words, { prefix, env });
    assertEquals({ words, code, stderr }, { words, code: 0, stderr: "" });
  }
  assertEquals((await ctx(root.path, ["session", "write"], { prefix, env, stdin: SUMMARY })).code, 0);
});

Deno.test("what an owner makes keeps the owner's own group, whatever the folder's (§11)", async () => {
  await using root = await TemporaryRoot.initialised();
  const { gid, uid } = await Deno.stat(root.at("memory"));
  if (uid === 0) await Deno.chown(root.at("memory"), uid, gid! + 1);
  await root.open().set("k", "v");
  assertEquals((await Deno.stat(root.at("memory/shared.json"))).gid, gid);
});

Deno.test("under umask 0277 a root far below what is there is made where the folders above it are granted (BR-19)", async () => {
  await using root = await TemporaryRoot.make();
  const { prefix, env, own } = await otherUser(root.outside);
  await own(root.outside);
  const home = `${root.path}/deep/er`, shell = "umask 0277";
  const grants = { CTX_GRANTS: `--allow-read=${root.outside} --allow-write=${root.outside}` };
  const made = await ctx(home, ["set", "k", "v"], { prefix, env: { ...env, ...grants }, shell });
  assertEquals([made.code, made.stderr], [0, ""]);
  for (const name of ["", "deep", "deep/er", "deep/er/memory"]) {
    assertEquals([name, await root.mode(name)], [name, 0o700]);
  }
});

Deno.test("where they are not granted, what such a umask prevents is said in one line (BR-19)", async () => {
  await using root = await TemporaryRoot.make();
  const { prefix, env, own } = await otherUser(root.outside);
  await own(root.outside);
  const home = `${root.path}/deep/er`, settings = { prefix, env };
  const { code, stdout, stderr } = await ctx(home, ["set", "k", "v"], { ...settings, shell: "umask 0277" });
  assertEquals([code, stdout, stderr.trim().split("\n").length], [1, "", 1]);
  assertStringIncludes(stderr, `Cannot make "${home}": permission denied in a folder above it`);
  assertStringIncludes(stderr, `mkdir -p and chmod u+rwx`);
  // What the line says is what helps.
  await Deno.mkdir(`${root.path}/deep`, { recursive: true });
  await own(root.path);
  for (const name of ["", "deep"]) await Deno.chmod(root.at(name), 0o700);
  assertEquals((await ctx(home, ["set", "k", "v"], { ...settings, shell: "umask 0277" })).code, 0);
});

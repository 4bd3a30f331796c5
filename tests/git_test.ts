import { assertEquals, assertStringIncludes } from "@std/assert";
import { CTX } from "./support/command.ts";
import { Bench, execute, type Ran } from "./support/ctx_process.ts";
import { testWith } from "./support/test_with.ts";

/** Two clones of one context, each of which is a root that `ctx` works on, and the repository between them. */
class Clones implements AsyncDisposable {
  readonly #bench: Bench;
  readonly #env: Record<string, string>;

  private constructor(bench: Bench) {
    this.#bench = bench;
    const who = ["AUTHOR", "COMMITTER"].flatMap((role) => [
      [`GIT_${role}_NAME`, "Tester"],
      [`GIT_${role}_EMAIL`, "tester@example.org"],
    ]);
    this.#env = {
      ...Object.fromEntries(who),
      HOME: `${bench.folder}/home`,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
      GIT_EDITOR: "true",
    };
  }

  /** Makes the repository, with a root in it, and two clones that are set up as `ctx init --git` says. */
  static async make(): Promise<Clones> {
    const clones = new Clones(await Bench.make());
    const { out } = await clones.ctx("one", "init", "--git");
    await clones.ctx("one", "set", "base", "the base");
    await clones.git("one", "init", "-q", "-b", "main");
    await clones.commit("one");
    await clones.git("", "clone", "-q", "--bare", "one", "hub");
    await clones.git("one", "remote", "add", "origin", "../hub");
    await clones.git("", "clone", "-q", "hub", "two");
    const lines = out.split("\n").map((line) => line.trim()).filter((line) => line.startsWith("git config "));
    assertEquals(lines.length, 2);
    for (const clone of ["one", "two"]) {
      for (const line of lines) await clones.run(clone, "sh", "-c", line);
      await clones.git(clone, "fetch", "-q");
      await clones.git(clone, "branch", "-q", "--set-upstream-to=origin/main", "main");
    }
    return clones;
  }

  /** The path of something in a clone. */
  at(clone: string, name = ""): string {
    return `${this.#bench.folder}/${clone}/${name}`;
  }

  /** Runs a program in a clone. */
  async try(clone: string, program: string, ...args: string[]): Promise<Ran> {
    const home = this.at(clone).replace(/\/$/, "");
    await Deno.mkdir(home, { recursive: true });
    const path = `${this.#bench.folder}/bin:${Deno.execPath().replace(/\/[^/]*$/, "")}:${
      Deno.env.get("PATH")
    }`;
    return await execute(program, args, { cwd: home, env: { ...this.#env, CTX_HOME: home, PATH: path } });
  }

  /** Runs a program in a clone, which must succeed. */
  async run(clone: string, program: string, ...args: string[]): Promise<Ran> {
    const ran = await this.try(clone, program, ...args);
    assertEquals(ran.status, 0, `${program} ${args.join(" ")}: ${ran.out}${ran.err}`);
    return ran;
  }

  git(clone: string, ...args: string[]): Promise<Ran> {
    return this.run(clone, "git", ...args);
  }

  ctx(clone: string, ...args: string[]): Promise<Ran> {
    return this.run(clone, CTX, ...args);
  }

  async commit(clone: string): Promise<void> {
    await this.git(clone, "add", "-A");
    await this.git(clone, "commit", "-q", "--allow-empty", "-m", "notes");
  }

  /** Commits in both clones, publishes both, and has each merge what the other has done. */
  async mergeBoth(): Promise<void> {
    for (const clone of ["one", "two"]) {
      await this.commit(clone);
      await this.git(clone, "push", "-q", "origin", `main:${clone}`);
    }
    await this.git("one", "fetch", "-q");
    await this.git("two", "fetch", "-q");
    await this.git("one", "merge", "--no-edit", "origin/two");
    await this.git("two", "merge", "--no-edit", "origin/one");
  }

  /** The entries of a clone's store. */
  async entries(clone: string, store = "shared"): Promise<Record<string, Record<string, unknown>>> {
    return JSON.parse(await Deno.readTextFile(this.at(clone, `memory/${store}.json`))).entries;
  }

  /** Writes an entry as another program would, with a time of its own. */
  async write(clone: string, key: string, fields: Record<string, unknown> | undefined): Promise<void> {
    const path = this.at(clone, "memory/shared.json"), whole = JSON.parse(await Deno.readTextFile(path));
    if (fields) whole.entries[key] = { ...whole.entries[key], ...fields };
    else delete whole.entries[key];
    await Deno.writeTextFile(path, JSON.stringify(whole, null, 2) + "\n");
  }

  /** The lines of a clone's history. */
  async history(clone: string): Promise<string[]> {
    return (await Deno.readTextFile(this.at(clone, "memory/history/shared.jsonl"))).split("\n").filter(
      Boolean,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bench[Symbol.asyncDispose]();
  }
}

testWith("git", "two clones that merge each other come to the same entries (§8.5)", async () => {
  await using c = await Clones.make();
  await c.ctx("one", "set", "mine", "of one");
  await c.ctx("two", "set", "theirs", "of two", "--tag", "x");
  await c.ctx("two", "set", "operator_note", "said", "--store", "operator");
  // Both sides change an entry, the second later.
  await c.write("one", "base", { value: "one's", timestamp: "2030-01-01T00:00:00Z", x_one: 1 });
  await c.write("two", "base", { value: "two's", timestamp: "2030-01-02T00:00:00Z", x_two: 2 });
  await c.mergeBoth();

  const one = await c.entries("one");
  assertEquals(await c.entries("two"), one);
  assertEquals(Object.keys(one).sort(), ["base", "mine", "theirs"]);
  assertEquals([one.base!.value, one.base!.x_one, one.base!.x_two], ["two's", 1, 2]);
  assertEquals(Object.keys(await c.entries("one", "operator")), ["operator_note"]);
  for (const clone of ["one", "two"]) {
    assertEquals(
      (await c.git(clone, "status", "--porcelain")).out,
      "",
      "what is left for the history is no concern of git",
    );
    await c.ctx(clone, "set", "next", "v");
    const lines = (await c.history(clone)).map((line) => JSON.parse(line));
    const merged = lines.filter(({ operation }) => operation === "merge");
    assertEquals(merged.map(({ key, entry }) => [key, entry.value]), [["base", "one's"]]);
  }
});

testWith("git", "a pull merges, and so does a rebase; the histories are united", async () => {
  await using c = await Clones.make();
  for (const clone of ["one", "two"]) {
    await c.ctx(clone, "set", `of_${clone}`, "first");
    await c.ctx(clone, "set", `of_${clone}`, "second");
    await c.commit(clone);
  }
  await c.git("one", "push", "-q");
  await c.git("two", "pull", "-q", "--no-rebase", "--no-edit");
  await c.git("two", "push", "-q");
  await c.ctx("one", "set", "more", "v");
  await c.commit("one");
  await c.git("one", "pull", "-q", "--rebase");
  assertEquals(Object.keys(await c.entries("one")).sort(), ["base", "more", "of_one", "of_two"]);
  const keys = (await c.history("one")).map((line) => JSON.parse(line).key).sort();
  assertEquals(keys, ["of_one", "of_two"]);
});

testWith(
  "git",
  "a deletion gives way to a later change, and takes an unchanged entry and its history along (§4.5)",
  async () => {
    await using c = await Clones.make();
    for (const key of ["gone", "kept"]) await c.ctx("one", "set", key, "first");
    await c.ctx("one", "set", "gone", "second");
    await c.commit("one");
    await c.git("one", "push", "-q");
    await c.git("two", "pull", "-q", "--ff-only");
    await c.ctx("one", "delete", "gone");
    await c.ctx("one", "delete", "kept");
    await c.write("two", "kept", { value: "changed", timestamp: "2030-01-01T00:00:00Z" });
    await c.ctx("two", "set", "base", "changed");
    await c.mergeBoth();
    for (const clone of ["one", "two"]) {
      assertEquals(Object.keys(await c.entries(clone)).sort(), ["base", "kept"]);
      await c.ctx(clone, "set", "next", "v");
      const keys = new Set((await c.history(clone)).map((line) => JSON.parse(line).key));
      assertEquals(keys.has("gone"), false);
    }
  },
);

testWith("git", "a store that both sides made is merged without an ancestor", async () => {
  await using c = await Clones.make();
  await c.ctx("one", "set", "a", "1", "--store", "agent");
  await c.ctx("two", "set", "b", "2", "--store", "agent");
  await c.mergeBoth();
  for (const clone of ["one", "two"]) {
    assertEquals(Object.keys(await c.entries(clone, "agent")).sort(), ["a", "b"]);
  }
});

testWith("git", "a damaged side stops the merge with one line, and git keeps the conflict", async () => {
  await using c = await Clones.make();
  await c.ctx("one", "set", "a", "1");
  await c.commit("one");
  await Deno.writeTextFile(c.at("two", "memory/shared.json"), '{"entries": {');
  await c.commit("two");
  await c.git("two", "push", "-q", "origin", "main:two");
  await c.git("one", "fetch", "-q");
  const before = await Deno.readTextFile(c.at("one", "memory/shared.json"));
  const { status, out, err } = await c.try("one", "git", "merge", "--no-edit", "origin/two");
  assertEquals(status, 1);
  assertStringIncludes(out, "CONFLICT (content): Merge conflict in memory/shared.json");
  const said = (out + err).split("\n").filter((line) => line.startsWith("ctx: "));
  assertEquals(said.length, 1);
  assertStringIncludes(said[0]!, "their version, line 1");
  assertEquals(
    await Deno.readTextFile(c.at("one", "memory/shared.json")),
    before,
    "ours is in the work tree",
  );
  assertStringIncludes((await c.git("one", "status", "--porcelain")).out, "UU memory/shared.json");
  await c.git("one", "merge", "--abort");
});

testWith(
  "git",
  "git in a work tree that is not the root is refused with one line that says what to do",
  async () => {
    await using c = await Clones.make();
    await c.ctx("one", "set", "a", "1");
    await c.ctx("two", "set", "b", "2");
    await c.commit("one");
    await c.commit("two");
    await c.git("two", "push", "-q", "origin", "main:two");
    await c.git("one", "fetch", "-q");
    const { status, out, err } = await c.try(
      "one",
      "env",
      `CTX_HOME=${c.at("elsewhere")}`,
      "git",
      "merge",
      "origin/two",
    );
    assertEquals(status, 1);
    const said = (out + err).split("\n").filter((line) => line.startsWith("ctx: "));
    assertEquals(said.length, 1);
    assertStringIncludes(said[0]!, "Set CTX_HOME to git's work tree");
    const names = await Array.fromAsync(Deno.readDir(c.at("")), ({ name }) => name);
    assertEquals(names.includes("elsewhere"), false, "no root is made for it");
  },
);

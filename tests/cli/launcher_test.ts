import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Bench } from "../support/ctx_process.ts";

/** The names in a folder. */
async function names(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).sort();
}

for (const name of [`my ctx's "root"`, "Ünïcode-家-дом", "$HOME `id` \\ *"]) {
  Deno.test(`the launcher grants a root named ${name} (BR-21, BR-22)`, async () => {
    await using bench = await Bench.make();
    const home = `${bench.folder}/${name}`;
    const script = "ctx init && ctx set k v && ctx get k --raw && ctx start >/dev/null && ctx nosuch";
    const { status, out, err } = await bench.shell(script, { env: { CTX_HOME: home } });
    assertEquals(status, 2);
    assert(out.startsWith(`${home}\n`), "the path is printed as it is");
    assertStringIncludes(out, "shared/k: new\nv");
    assertStringIncludes(err, "There is no command");
    assertEquals(await names(home), [".gitignore", "RULES.md", "memory", "sessions"]);
  });
}

Deno.test("an empty CTX_HOME writes to ~/ctx, and nothing to the current folder (BR-95)", async () => {
  await using bench = await Bench.make();
  const env = { CTX_HOME: "", HOME: bench.folder };
  const { status, err } = await bench.shell("ctx set k v", { env });
  assertEquals([status, err], [0, ""]);
  assertEquals(await names(`${bench.folder}/project`), []);
  assertStringIncludes(await Deno.readTextFile(`${bench.folder}/ctx/memory/shared.json`), '"k"');
});

for (
  const [what, env, says] of [
    ["relative", { CTX_HOME: "notes" }, "not an absolute path"],
    ["the top", { CTX_HOME: "/" }, 'Cannot use "/"'],
    ["the top, spelled otherwise", { CTX_HOME: "/tmp/.." }, "/tmp/.."],
    ["a path with a comma", { CTX_HOME: "/tmp/no,such" }, "comma"],
    ["unset, and HOME empty", { CTX_HOME: "", HOME: "" }, "neither CTX_HOME nor HOME is set"],
  ] as const
) {
  Deno.test(`behind the launcher a root that is ${what} is refused, and start says so with status 0 (§5.1)`, async () => {
    await using bench = await Bench.make();
    const written = await bench.shell("ctx set k v", { env });
    assert(written.status === 1 || written.status === 2);
    assertEquals(written.err.trimEnd().split("\n").length, 1);
    assertStringIncludes(written.err, says);
    assertEquals(await names(`${bench.folder}/project`), []);
    for (const command of ["start", "brief"]) {
      const { status, out, err } = await bench.shell(`ctx ${command}`, { env });
      assertEquals(status, 0);
      assertStringIncludes(out, says);
      assertStringIncludes(err, says);
      assert(out.startsWith("=== ctx "));
    }
  });
}

Deno.test("the folder that a command runs in decides nothing, whatever it holds", async () => {
  await using bench = await Bench.make();
  const names = [
    "deno.json",
    "package.json",
    "deno.lock",
    ".env",
    "import_map.json",
    "config.jsonc",
    "RULES.md",
  ];
  for (const name of names) await Deno.writeTextFile(`${bench.folder}/project/${name}`, "{ not JSON");
  const { status, out, err } = await bench.shell("ctx set k v --tag x && ctx start");
  assertEquals([status, err], [0, ""]);
  assert(!out.includes("not JSON"));
});

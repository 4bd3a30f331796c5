import { assertEquals, assertStringIncludes } from "@std/assert";
import { call, Trial } from "../support/cli_trial.ts";

const NO_ROOT: readonly (readonly [what: string, variables: Record<string, string>, says: string])[] = [
  ["a relative path", { CTX_HOME: "notes/ctx" }, "not an absolute path"],
  ["a dot", { CTX_HOME: "." }, "not an absolute path"],
  ["blanks", { CTX_HOME: "  " }, "not an absolute path"],
  ["the top of the file system", { CTX_HOME: "/" }, 'Cannot use "/"'],
  ["the top of the file system, spelled longer", { CTX_HOME: "///" }, 'Cannot use "/"'],
  ["nothing, and no HOME", { CTX_HOME: "" }, "neither CTX_HOME nor HOME is set"],
  ["nothing, and a relative HOME", { HOME: "home" }, "not an absolute path"],
];

for (const [what, variables, says] of NO_ROOT) {
  Deno.test(`a root that is ${what} is refused in one line with its remedy (§9.2, BR-74)`, async () => {
    for (const words of [["set", "k", "v"], ["get", "k"], ["list"], ["init"], ["session", "list"]]) {
      const { status, out, err } = await call(words, { variables });
      assertEquals([status, out, err.length], [2, "", 1]);
      assertStringIncludes(err[0]!, says);
      assertStringIncludes(err[0]!, "Set CTX_HOME to an absolute path");
    }
  });

  Deno.test(`start and brief end with status 0 when the root is ${what}, and say so (§5.1)`, async () => {
    for (const command of ["start", "brief"]) {
      const { status, out, err } = await call([command], { variables });
      assertEquals(status, 0);
      assertEquals(err.length, 1);
      assertStringIncludes(err[0]!, says);
      assertEquals(out, `=== ctx ===\n${err[0]}\n`);
      const json = await call([command, "--json"], { variables });
      assertEquals([json.status, JSON.parse(json.out).error.code], [0, "invalid_input"]);
    }
  });
}

Deno.test("an empty CTX_HOME counts as unset: the root is ctx in the home folder (§9.2, BR-95)", async () => {
  await using t = await Trial.make("ctx");
  const folder = t.home.slice(0, t.home.lastIndexOf("/"));
  for (const variables of [{ CTX_HOME: "", HOME: folder }, { HOME: folder }] as Record<string, string>[]) {
    const { status, out } = await call(["init", "--json"], { variables });
    assertEquals([status, JSON.parse(out).home], [0, t.home]);
  }
});

Deno.test("a blank CTX_AUTHOR counts as unset (§3.4, BR-95)", async () => {
  await using t = await Trial.make();
  for (const author of ["", " ", "\t \n"]) {
    await t.as(author, "set", "k", "v");
    const entry = await t.entry("k");
    assertEquals([entry?.source, Object.hasOwn(entry!, "author")], ["operator", false]);
  }
});

Deno.test("CTX_AUTHOR is kept as it is (§3.4)", async () => {
  await using t = await Trial.make();
  await t.as(" Agent  Öne ", "set", "k", "v");
  assertEquals((await t.entry("k"))?.author, " Agent  Öne ");
  assertEquals((await t.entry("k"))?.source, "agent");
});

for (
  const name of [`my ctx's "root"`, "Ünïcode-家-дом", "a,b", "with $HOME `x` \\ !", "ends with a slash/"]
) {
  Deno.test(`a root named ${name} works, and is printed as it is (BR-21, BR-22)`, async () => {
    await using t = await Trial.make(name);
    const { out } = await t.ctx("init");
    assertEquals(out.split("\n")[0], t.home.replace(/\/$/, ""));
    assertEquals((await t.ctx("set", "k", "v")).status, 0);
    assertStringIncludes((await t.ctx("get", "k")).out, "\nv\n");
    assertStringIncludes((await t.ctx("list")).out, "shared/k ");
    assertEquals((await t.with({ input: "## Open\n- x\n" }, "session", "write")).status, 0);
    const { status, err, out: payload } = await t.ctx("start");
    assertEquals([status, err], [0, []]);
    assertStringIncludes(payload, "- x\n");
  });
}

Deno.test("a path in a message is readable, not percent-encoded (BR-22)", async () => {
  await using t = await Trial.make("Ünïcode-家-дом");
  await t.write("memory/shared.json", "");
  assertStringIncludes((await t.ctx("get", "k")).err[0]!, `${t.home}/memory/shared.json`);
});

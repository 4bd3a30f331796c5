import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Trial } from "../../support/cli_trial.ts";
import { runGranted } from "../../support/ctx_process.ts";

Deno.test("edit says what it did, or that nothing was changed (§4.2)", async () => {
  await using t = await Trial.make();
  await t.ctx("set", "k", "v", "--store", "agent");
  const editor = (path: string) => Deno.writeTextFile(path, "w\n");
  assertEquals((await t.ctx("edit", "k", "--store", "agent")).out, "agent/k: unchanged\n");
  assertEquals((await t.with({ editor }, "edit", "k", "--store", "agent")).out, "agent/k: edited\n");
  assertEquals((await t.entry("k", "agent"))?.value, "w");
  const { out } = await t.ctx("edit", "k", "--store", "agent", "--json");
  assertEquals([JSON.parse(out).key, JSON.parse(out).entry.value], ["k", "w"]);
});

/** A root with an entry, and a program that edits by putting text into the file it is given. */
async function withEditor(
  use: (root: string, editor: string, grants: string[]) => Promise<void>,
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "ctx_edit_" }));
  try {
    const root = `${folder}/root`, editor = `${folder}/edit`;
    await Deno.mkdir(`${root}/memory`, { recursive: true });
    const entries = { k: { value: "v" }, "it's": { value: [1] } };
    await Deno.writeTextFile(
      `${root}/memory/shared.json`,
      JSON.stringify({ type: "shared", version: "1", entries }),
    );
    await Deno.writeTextFile(editor, '#!/bin/sh\nprintf "%s\\n" "edited with $1" > "$2"\n', { mode: 0o755 });
    const env = "--allow-env=CTX_HOME,CTX_AUTHOR,HOME,USERPROFILE,NO_COLOR,FORCE_COLOR,TERM,PWD";
    await use(root, editor, [env, `--allow-read=${root}`, `--allow-write=${root}`]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const VARIABLES = "--allow-env=VISUAL,EDITOR";

Deno.test("edit runs the editor that was granted, with its words, VISUAL before EDITOR", async () => {
  await withEditor(async (root, editor, grants) => {
    const env = { CTX_HOME: root, VISUAL: `${editor}  care`, EDITOR: "false" };
    const { status, out, err } = await runGranted([...grants, VARIABLES, `--allow-run=${editor}`], [
      "edit",
      "k",
    ], { env });
    assertEquals([status, out, err.split("\n").filter((line) => !line.startsWith("ctx: "))], [
      0,
      "shared/k: edited\n",
      [""],
    ]);
    const { entries } = JSON.parse(await Deno.readTextFile(`${root}/memory/shared.json`));
    assertEquals(entries.k.value, "edited with care");
    assertEquals(
      (await Array.fromAsync(Deno.readDir(root))).filter(({ name }) => name.includes(".edit_")),
      [],
    );
  });
});

Deno.test("without the grants edit says in one line which they are, and how to do without", async () => {
  await withEditor(async (root, editor, grants) => {
    const env = { CTX_HOME: root, VISUAL: "", EDITOR: editor };
    for (
      const [more, key, flag, without] of [
        [[], "k", "--allow-run=PROGRAM", "ctx get k --raw > f; $EDITOR f; ctx set k - < f"],
        [[VARIABLES], "k", `--allow-run=${editor}`, "ctx get k --raw > f; $EDITOR f; ctx set k - < f"],
        [
          [VARIABLES, "--allow-run=false"],
          "it's",
          "--allow-env=VISUAL,EDITOR",
          "ctx set 'it'\\''s' - --as json < f",
        ],
      ] as const
    ) {
      const { status, out, err } = await runGranted([...grants, ...more], ["edit", key], { env });
      assertEquals([status, out], [1, ""]);
      assertMatch(err, /^ctx: [^\n]+\n$/);
      assertStringIncludes(err, flag);
      assertStringIncludes(err, without);
    }
  });
});

Deno.test("an editor that is not named, not there or that fails is said in one line, and nothing is changed", async () => {
  await withEditor(async (root, editor, grants) => {
    const before = await Deno.readTextFile(`${root}/memory/shared.json`);
    for (
      const [name, code, says] of [
        ["", 2, "neither VISUAL nor EDITOR is set"],
        [`${editor}_none`, 1, "Cannot run the editor"],
        ["false", 1, "ended with status 1: nothing was changed"],
      ] as const
    ) {
      const env = { CTX_HOME: root, VISUAL: "", EDITOR: name };
      const { status, err } = await runGranted([...grants, VARIABLES, "--allow-run"], ["edit", "k"], { env });
      assertEquals(status, code, err);
      assertMatch(err, /^ctx: [^\n]+\n$/);
      assertStringIncludes(err, says);
    }
    assertEquals(await Deno.readTextFile(`${root}/memory/shared.json`), before);
    assertEquals(
      (await Array.fromAsync(Deno.readDir(root))).filter(({ name }) => name.includes(".edit_")),
      [],
    );
  });
});
